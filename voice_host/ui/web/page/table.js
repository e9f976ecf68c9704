// @ts-check
// The table's face: for a screen that everybody sees. It shows and asks for nothing.
import { element, listen, phaseName, put, word } from "/page/face.js";
import { card } from "/page/seats.js";

/** @type {import("./face.js").Sheet|null} */
let last = null;

/** @param {import("./face.js").Sheet} sheet */
function draw(sheet) {
  last = sheet;
  const { view } = sheet;
  const night = view.phase.startsWith("night");
  document.documentElement.classList.toggle("night", night);
  const when = night ? word("table.night") : view.day || view.phase.includes(".") ? word("table.day", { number: view.day }) : "";
  const name = view.winner ? word(`winners.${view.winner}`) : night ? "" : phaseName(sheet);
  put(element("phase"), [when, name, sheet.paused ? word("table.paused") : ""].filter(Boolean).join(" · "));
  put(element("who"), who(view));
  const nominees = view.nominees.length ? word("table.nominees", { seats: view.nominees.join(", ") }) : "";
  put(element("nominees"), nominees);
  seats(sheet);
}

/** @param {import("./face.js").View} view */
function who(view) {
  if (view.candidate !== null) return word("table.candidate", { seat: view.candidate });
  return view.speaker === null ? "" : word("table.speaks", { seat: view.speaker });
}

/** Round the table as they sit: the first at the top, then as the clock goes.
 * @param {import("./face.js").Sheet} sheet */
function seats(sheet) {
  const { view } = sheet;
  const round = element("seats");
  const cards = view.seats.map((seat, at) => {
    const item = card(view, seat, sheet.names[seat.seat] || "");
    const angle = (2 * Math.PI * at) / view.seats.length;
    item.style.left = `${50 + 42 * Math.sin(angle)}%`;
    item.style.top = `${50 - 41 * Math.cos(angle)}%`;
    return item;
  });
  round.replaceChildren(...cards);
}

document.addEventListener("people", () => last && draw(last));
listen(draw);
