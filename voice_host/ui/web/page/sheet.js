// @ts-check
// What a command still has to be told: a seat, several, a number, a side, roles. One dialog for all.
import { element, facts, word } from "/page/face.js";

/** Fields whose choice says all there is to say, so that the choice itself is the answer. */
const AT_ONCE = ["seat", "number", "seconds", "side", "step", "question"];
const SECONDS = [5, 10, 15, 20, 30, 40, 60, 90, 120, 180];

/** Ask for these fields; null when it was closed.
 * @param {string} kind @param {import("./face.js").Field[]} fields @param {import("./face.js").View} view
 * @returns {Promise<Record<string, unknown>|null>} */
export function ask(kind, fields, view) {
  const sheet = element("sheet");
  if (!(sheet instanceof HTMLDialogElement)) return Promise.resolve(null);
  return new Promise((done) => {
    /** @type {Record<string, unknown>} */
    const given = {};
    const needed = fields.filter((field) => field.needed);
    const quick = needed.length === 1 && AT_ONCE.includes(needed[0].widget);
    /** @param {Record<string, unknown>|null} result */
    const end = (result) => {
      sheet.onclose = null;
      if (sheet.open) sheet.close();
      done(result);
    };
    const check = () => {
      const all = needed.every((field) => given[field.name] !== undefined);
      if (all && quick) end(given);
      give.disabled = !all;
    };
    const give = /** @type {HTMLButtonElement} */ (element("give"));
    give.hidden = quick;
    give.onclick = () => end(given);
    element("close").onclick = () => end(null);
    sheet.onclose = () => end(null);
    element("sheet-title").textContent = word(kind.includes(".") ? kind : `acts.${kind}`);
    element("fields").replaceChildren(...fields.map((field) => widget(kind, field, view, given, check)));
    check();
    sheet.showModal();
  });
}

/** @param {string} kind @param {import("./face.js").Field} field @param {import("./face.js").View} view
 * @param {Record<string, unknown>} given @param {() => void} check */
function widget(kind, field, view, given, check) {
  /** @param {unknown} value */
  const set = (value) => {
    given[field.name] = value;
    check();
  };
  const seats = view.seats.map((seat) => /** @type {[string, unknown]} */ ([seatName(seat), seat.seat]));
  switch (field.widget) {
    case "seat":
      return choice(word("host.choose_seat"), seats, set);
    case "seats":
      return several(word("host.choose_seats"), seats, set);
    case "number":
      return choice(word("host.choose_number"), numbers(field, view), set);
    case "seconds":
      return choice(word("host.choose_seconds"), SECONDS.map((one) => [String(one), one]), set);
    case "side":
      return choice(word("host.choose_side"), sides(), set);
    case "step":
      return choice(word(`acts.${kind}`), [[word(`steps.${kind}_more`), 1], [word(`steps.${kind}_less`), -1]], set);
    case "question":
      return choice(word("acts.ask"), Object.entries(facts.words.questions).map(([id, text]) => [text, id]), set);
    case "offence":
      return offence(kind, (value) => {
        if (value) given[field.name] = value;
        else delete given[field.name];
      });
    default:
      return roles(view, set);
  }
}

/** @param {import("./face.js").SeatView} seat */
function seatName(seat) {
  return seat.alive ? String(seat.seat) : `${seat.seat} (${word(`causes.${seat.out || "removed"}`)})`;
}

/** @param {import("./face.js").Field} field @param {import("./face.js").View} view @returns {[string, unknown][]} */
function numbers(field, view) {
  const most = Math.min(field.most, view.seats.length);
  return Array.from({ length: most - field.least + 1 }, (_, at) => [String(at + field.least), at + field.least]);
}

/** @returns {[string, unknown][]} */
function sides() {
  return Object.entries(facts.words.winners)
    .filter(([side]) => side !== "none" && side !== "draw")
    .map(([side, text]) => [text, side]);
}

/** @param {string} title @param {[string, unknown][]} options @param {(value: unknown) => void} set */
function choice(title, options, set) {
  const { box, buttons } = group(title);
  for (const [text, value] of options) {
    const one = document.createElement("button");
    one.textContent = text;
    one.onclick = () => {
      for (const other of buttons.children) other.setAttribute("aria-pressed", String(other === one));
      set(value);
    };
    buttons.append(one);
  }
  return box;
}

/** Several seats, in the order in which they are touched.
 * @param {string} title @param {[string, unknown][]} options @param {(value: unknown) => void} set */
function several(title, options, set) {
  const { box, buttons } = group(title);
  /** @type {unknown[]} */
  let chosen = [];
  const order = document.createElement("p");
  const draw = () => {
    order.textContent = chosen.join(", ");
    set(chosen.length ? [...chosen] : undefined);
  };
  for (const [text, value] of options) {
    const one = document.createElement("button");
    one.textContent = text;
    one.setAttribute("aria-pressed", "false");
    one.onclick = () => {
      const was = chosen.includes(value);
      chosen = was ? chosen.filter((other) => other !== value) : [...chosen, value];
      one.setAttribute("aria-pressed", String(!was));
      draw();
    };
    buttons.append(one);
  }
  box.append(order);
  return box;
}

/** @param {string} kind @param {(value: string) => void} set */
function offence(kind, set) {
  const { box, buttons } = group(word("host.offence"));
  const list = document.createElement("select");
  list.setAttribute("aria-label", word("host.offence"));
  list.append(new Option(word("host.none"), ""));
  for (const [id, severity] of Object.entries(facts.offences))
    if (severity === facts.severities[kind]) list.append(new Option(facts.words.offences[id], id));
  list.onchange = () => set(list.value);
  buttons.append(list);
  return box;
}

/** @param {import("./face.js").View} view @param {(value: unknown) => void} set */
function roles(view, set) {
  const { box, buttons } = group(word("acts.set_roles"));
  const own = view.names.roles;
  const lists = view.seats.map((seat) => {
    const label = document.createElement("label");
    const list = document.createElement("select");
    list.append(new Option("—", ""));
    for (const [id, text] of Object.entries(facts.words.roles)) list.append(new Option(own[id] ?? text, id));
    label.append(`${seat.seat} `, list);
    buttons.append(label);
    list.onchange = () => set(lists.flatMap((one, at) => (one.value ? [[view.seats[at].seat, one.value]] : [])));
    return list;
  });
  return box;
}

/** @param {string} title */
function group(title) {
  const box = document.createElement("fieldset");
  const legend = document.createElement("legend");
  const buttons = document.createElement("div");
  legend.textContent = title;
  buttons.className = "buttons";
  box.append(legend, buttons);
  return { box, buttons };
}
