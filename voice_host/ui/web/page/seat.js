// @ts-check
// A player's face. By day it offers what his seat may do. By night it is one dark grid for
// everybody: whoever sleeps taps it like whoever is awake, and what has come of a tap is drawn only
// with the view that all seats get at the same moments. Nothing here sounds, shakes or brightens.
import { element, facts, listen, phaseName, post, put, send, word } from "/page/face.js";
import { held } from "/page/hold.js";
import { card } from "/page/seats.js";
import { drawShared, shared } from "/page/shared.js";
import { ask } from "/page/sheet.js";

const CLEAR_WORDS = ["resume"];
/** @type {import("./face.js").Sheet|null} */
let shown = null;
let slot = "";
let tapped = 0;

/** @param {import("./face.js").Sheet} sheet */
function draw(sheet) {
  if (shown?.view.viewer.number !== sheet.view.viewer.number) slot = "";
  shown = sheet;
  const { view } = sheet;
  const own = view.seats[Number(view.viewer.number) - 1];
  drawShared(sheet);
  const night = view.phase.startsWith("night");
  const dark = night && view.phase !== "night0.deal" && own.alive && !sheet.paused;
  document.documentElement.classList.toggle("night", night);
  const open = element("sheet");
  if (dark && open instanceof HTMLDialogElement && open.open) open.close();
  element("day").hidden = dark;
  element("dark").hidden = !dark;
  if (dark) drawNight(sheet);
  else drawDay(sheet, own);
}

/** @param {import("./face.js").Sheet} sheet @param {import("./face.js").SeatView} own */
function drawDay(sheet, own) {
  const { view } = sheet;
  put(element("phase"), view.winner ? word(`winners.${view.winner}`) : phaseName(sheet));
  const paused = sheet.paused ? word("table.paused") : "";
  const speaks = view.speaker === null ? "" : word("table.speaks", { seat: view.speaker });
  const candidate = view.candidate === null ? "" : word("table.candidate", { seat: view.candidate });
  put(element("who"), [word("seat.about", { seat: own.seat }), candidate || speaks, paused].filter(Boolean).join(" · "));
  const acts = sheet.acts.filter((kind) => !["check", "choose"].includes(kind) && !(view.signed && ["ready", "hand"].includes(kind)));
  buttons(sheet.paused ? CLEAR_WORDS : acts);
  const aim = view.aims.filter((one) => one.by === own.seat).at(-1);
  const given = view.signed ? word("player.given") : aim?.seat ? word("player.pointed", { seat: aim.seat }) : "";
  put(element("given"), given);
  element("seats").replaceChildren(...view.seats.map((seat) => card(view, seat, sheet.names[seat.seat] || "")));
}

/** @param {import("./face.js").Sheet} sheet */
function drawNight(sheet) {
  const { view } = sheet;
  const now = `${view.night} ${sheet.phase}`;
  const grid = element("grid");
  if (now !== slot || grid.children.length !== view.seats.length) {
    slot = now;
    tapped = 0;
    grid.replaceChildren(...view.seats.map((seat) => cell(seat.seat)));
  }
  put(element("slot"), word(shared() ? "player.tap_by_turns" : "player.tap", { seat: view.viewer.number }));
  put(element("answer"), shared() && !looking ? "—" : answer(view));
}

/** What stands under the grid: one line, of the same kind for whoever is awake and whoever is not.
 * @param {import("./face.js").View} view */
function answer(view) {
  const check = view.checks.at(-1);
  if (check) return word(`player.${check[3] ? "found" : "not_found"}`, { seat: check[2] });
  /** @type {Map<number, number|null>} */
  const last = new Map(view.aims.map((aim) => [aim.by, aim.seat]));
  if (last.size > 1) return [...last].map(([by, seat]) => `${by}→${seat ?? "—"}`).join("  ");
  return tapped ? word("player.noted", { seat: tapped }) : "—";
}

/** @param {number} seat */
function cell(seat) {
  const made = document.createElement("button");
  made.textContent = String(seat);
  made.dataset.seat = String(seat);
  made.addEventListener("click", () => {
    tapped = seat;
    for (const other of element("grid").children) other.setAttribute("aria-pressed", String(other === made && !shared()));
    send("tap", { seat: String(seat).padStart(2, "0"), saw: shown?.number });
  });
  return made;
}

/** @param {string[]} kinds */
function buttons(kinds) {
  const into = element("now");
  const had = new Map([...into.children].map((one) => [one instanceof HTMLElement ? one.dataset.kind : "", one]));
  const wanted = kinds.map((kind) => had.get(kind) ?? button(kind));
  if (wanted.length !== into.children.length || wanted.some((one, at) => one !== into.children[at])) into.replaceChildren(...wanted);
}

/** @param {string} kind */
function button(kind) {
  const made = document.createElement("button");
  made.dataset.kind = kind;
  made.textContent = word(kind === "nominate" || kind === "take" ? `player.${kind}` : `acts.${kind}`);
  if (["ready", "hand", "end_turn", "resume"].includes(kind)) made.className = "main";
  made.addEventListener("click", () => press(kind));
  return made;
}

/** @param {string} kind */
async function press(kind) {
  if (!shown) return;
  const fields = (facts.forms[kind] ?? []).filter((field) => field.needed);
  const given = fields.length ? await ask(kind, fields, shown.view) : {};
  if (given) put(element("note"), await send("act", { act: { kind, ...given }, saw: shown?.number }));
}

let holding = false;
held(
  element("peek"),
  async () => {
    holding = true;
    const got = await post("card", {}).catch(() => null);
    if (!got?.ok) return holding && put(element("card"), word("line.not_sent"));
    const { cards } = await got.json();
    const own = shown?.view.names.roles ?? {};
    const names = Object.entries(cards).map(([seat, role]) => `${seat} — ${own[role] ?? facts.words.roles[role] ?? role}`);
    if (holding) put(element("card"), names.join(", "));
  },
  () => {
    holding = false;
    put(element("card"), "");
  },
);

let looking = false;
/** @param {boolean} is */
function look(is) {
  looking = is;
  if (shown && !element("dark").hidden) drawNight(shown);
}
held(
  element("look"),
  () => look(true),
  () => look(false),
);
document.addEventListener("people", () => shown && draw(shown));

listen(draw);
