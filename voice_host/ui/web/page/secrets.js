// @ts-check
// Who is who: seen while a button is held, in the page for as long as that and no longer. Roles are
// asked for when it is pressed; until then this phone knows none of them.
import { element, facts, post, put, word } from "/page/face.js";
import { held } from "/page/hold.js";

/** @param {() => import("./face.js").Sheet|null} shown */
export function showRoles(shown) {
  /** @param {Element} into @param {() => number|null} seat null: all of them */
  function peek(into, seat) {
    let holding = false;
    return {
      async down() {
        holding = true;
        const answer = await post("secrets", { seat: seat() }).catch(() => null);
        if (!holding) return;
        if (!answer?.ok) return put(into, word("line.not_sent"));
        const roles = Object.entries(await answer.json());
        const lines = roles.map(([number, role]) => (seat() ? name(role) : `${number} — ${name(role)}`));
        if (holding) put(into, lines.join(", ") || word("host.secrets_none"));
      },
      up() {
        holding = false;
        put(into, "");
      },
    };
  }

  /** @param {string} role */
  function name(role) {
    return shown()?.view.names.roles[role] ?? facts.words.roles[role] ?? role;
  }

  const all = peek(element("roles"), () => null);
  held(element("secrets"), all.down, all.up);

  // The phone is passed around: nothing else of the host's can be seen behind the dialog.
  let at = 1;
  const dealing = element("dealing");
  const card = peek(element("card"), () => at);
  held(element("peek"), card.down, card.up);
  const draw = () => put(element("dealing-seat"), word("host.deal_seat", { seat: at }));
  element("deal").addEventListener("click", () => {
    at = 1;
    draw();
    if (dealing instanceof HTMLDialogElement) dealing.showModal();
  });
  element("deal-next").addEventListener("click", () => {
    card.up();
    at = (at % (shown()?.view.seats.length ?? 1)) + 1;
    draw();
  });
  element("deal-close").addEventListener("click", () => dealing instanceof HTMLDialogElement && dealing.close());
  dealing.addEventListener("close", card.up);
}
