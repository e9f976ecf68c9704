// @ts-check
// Several seats on one phone: a player without one goes along with his neighbour's, by turns. The
// phone is one seat's at a time; who hands it over touches the number of the next, and nothing of the
// last one's stays on it. Every phone that carries two looks the same, whoever holds it and when.
import { element, facts, post, word } from "/page/face.js";
import { ask } from "/page/sheet.js";

/** The seats of this phone, the one whose turn it is first. @type {number[]} */
let mine = [];
/** @type {number[]} */
let claimed = [];
/** @type {import("./face.js").Sheet|null} */
let shown = null;

/** Does it carry more than one? Then what a seat is answered is seen only while a button is held. */
export const shared = () => mine.length > 1;

/** @param {import("./face.js").Sheet} sheet */
export function drawShared(sheet) {
  shown = sheet;
  if (mine[0] !== Number(sheet.view.viewer.number)) learn();
  const between = ["lobby", "over"].includes(sheet.view.phase);
  const pass = mine.slice(1).sort((a, b) => a - b).map((seat) => button(`pass${seat}`, word("player.pass", { seat }), () => turn(seat)));
  for (const one of pass) one.classList.toggle("main", one.dataset.is === `pass${sheet.view.speaker}`);
  const asked = claimed.filter((seat) => !mine.includes(seat)).map((seat) => button(`let${seat}`, word("player.consent", { seat }), () => agree(seat)));
  const more = between ? [button("share", word("player.share"), more_seats)] : [];
  fill(element("pass"), [...pass, ...asked, ...more]);
  fill(element("pass-dark"), pass);
  element("look-line").hidden = !shared();
}

/** @param {HTMLElement} into @param {HTMLElement[]} wanted */
function fill(into, wanted) {
  const same = into.children.length === wanted.length && wanted.every((one, at) => one.dataset.is === /** @type {HTMLElement} */ (into.children[at]).dataset.is);
  if (!same) return into.replaceChildren(...wanted);
  wanted.forEach((one, at) => (into.children[at].className = one.className));
}

/** @param {string} is @param {string} text @param {() => void} press */
function button(is, text, press) {
  const made = document.createElement("button");
  made.dataset.is = is;
  made.textContent = text;
  made.addEventListener("click", press);
  return made;
}

let asking = false;
async function learn() {
  if (asking) return;
  asking = true;
  const answer = await post("mine", {}).catch(() => null);
  asking = false;
  if (!answer?.ok) return;
  mine = await answer.json();
  if (shown && mine[0] === Number(shown.view.viewer.number)) drawShared(shown);
}

/** @param {number} seat */
async function turn(seat) {
  const answer = await post("turn", { seat }).catch(() => null);
  if (!answer?.ok) return;
  mine = [seat, ...mine.filter((one) => one !== seat)];
  document.dispatchEvent(new Event("turned"));
}

/** @param {number} seat */
async function agree(seat) {
  await post("consent", { seat }).catch(() => null);
  claimed = claimed.filter((one) => one !== seat);
  if (shown) drawShared(shown);
}

async function more_seats() {
  if (!shown) return;
  const given = await ask("player.share", facts.forms.foul.filter((field) => field.name === "seat"), shown.view);
  const answer = given && (await post("share", given).catch(() => null));
  if (answer?.ok) await learn();
  else if (answer) element("note").textContent = word("door.taken");
}

document.addEventListener("people", (event) => {
  if (!(event instanceof CustomEvent)) return;
  claimed = event.detail.claimed;
  if (shown) drawShared(shown);
});
