// @ts-check
// The host's face: draws what the view and the expected acts say, and sends what is pressed.
import { element, facts, listen, phaseName, put, send, word } from "/page/face.js";
import { card } from "/page/seats.js";
import { showRoles } from "/page/secrets.js";
import { ask } from "/page/sheet.js";
import "/page/talk.js";

const BAR = ["next", "undo", "pause", "resume", "repeat"]; // at hand in every phase, where they were
const MORE = ["hush", "ask", "help", "more", "volume", "rate", "new_game", "show_role"];
const SELDOM = ["set_roles", "remove", "ppk", "set_timer", "add_time", "stop_timer", "declare_winner", "end_game", "take_back_foul", "longer_speeches"];
/** @type {import("./face.js").Sheet|null} */
let shown = null;
showRoles(() => shown);

/** @param {import("./face.js").Sheet} sheet */
function draw(sheet) {
  shown = sheet;
  const { view } = sheet;
  put(element("phase"), view.winner ? word(`winners.${view.winner}`) : phaseName(sheet));
  const paused = sheet.paused ? word("table.paused") : "";
  const speaks = view.speaker === null ? "" : word("table.speaks", { seat: view.speaker });
  const candidate = view.candidate === null ? "" : word("table.candidate", { seat: view.candidate });
  put(element("who"), [candidate || speaks, paused].filter(Boolean).join(" · "));
  const rare = new Set([...SELDOM, ...MORE, ...BAR]);
  buttons(element("now"), sheet.acts.filter((kind) => kind !== "tick" && !rare.has(kind)));
  buttons(element("more"), [...sheet.acts.filter((kind) => SELDOM.includes(kind)), ...MORE]);
  buttons(element("always"), BAR.filter((kind) => kind !== (sheet.paused ? "pause" : "resume")));
  element("question").hidden = !sheet.asks;
  if (sheet.asks) put(element("question-text"), lastTold());
  element("seats").replaceChildren(...view.seats.map((seat) => card(view, seat, sheet.names[seat.seat] || "")));
}

/** Buttons that stay the same elements while they are there: a finger or the focus is on one.
 * @param {HTMLElement} into @param {string[]} kinds */
function buttons(into, kinds) {
  const had = new Map([...into.children].map((one) => [one instanceof HTMLElement ? one.dataset.kind : "", one]));
  const wanted = kinds.map((kind) => had.get(kind) ?? button(kind));
  if (wanted.length === into.children.length && wanted.every((one, at) => one === into.children[at])) return;
  for (const one of [...into.children]) if (!wanted.includes(one)) one.remove();
  wanted.forEach((one, at) => {
    if (into.children[at] !== one) into.insertBefore(one, into.children[at] ?? null);
  });
}

/** @param {string} kind */
function button(kind) {
  const made = document.createElement("button");
  made.dataset.kind = kind;
  made.textContent = word(`acts.${kind}`);
  if (kind === "next") made.className = "main";
  made.addEventListener("click", () => press(kind));
  return made;
}

/** @param {string} kind */
async function press(kind) {
  if (!shown) return;
  const fields = facts.forms[kind].filter((field) => field.needed || field.widget === "offence");
  const given = fields.length ? await ask(kind, fields, shown.view) : {};
  if (given) act(kind, given);
}

/** @param {string} kind @param {Record<string, unknown>} given */
async function act(kind, given) {
  put(element("note"), await send("act", { act: { kind, ...given }, saw: shown?.number }));
}

function lastTold() {
  const line = element("log").querySelector("li.host:last-of-type") ?? element("log").lastElementChild;
  return line ? [...line.childNodes].slice(1).map((node) => node.textContent).join("").trim() : "";
}

element("typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  const line = element("text");
  if (!(line instanceof HTMLInputElement) || !line.value.trim()) return;
  const text = line.value;
  line.value = "";
  put(element("note"), await send("line", { text }));
});
put(element("yes"), word("acts.yes"));
put(element("no"), word("acts.no"));
element("yes").addEventListener("click", () => act("yes", {}));
element("no").addEventListener("click", () => act("no", {}));
document.addEventListener("inside", (event) => {
  element("bar").hidden = !(event instanceof CustomEvent && event.detail);
});

listen(draw, (text) => put(element("note"), text));
