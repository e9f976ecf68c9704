// @ts-check
// A seat in words: the same on the host's face and on the table's.
import { word } from "/page/face.js";

/** Seats whose phone has not been heard of. @type {number[]} */
let away = [];
document.addEventListener("people", (event) => {
  if (event instanceof CustomEvent) away = event.detail.away;
});

/** @param {import("./face.js").View} view @param {import("./face.js").SeatView} seat */
export function marks(view, seat) {
  const found = [];
  if (!seat.alive) found.push(word(`causes.${seat.out || "removed"}`));
  if (view.speaker === seat.seat) found.push(word("seat.speaks"));
  if (view.candidate === seat.seat) found.push(word("seat.candidate"));
  if (seat.fouls) found.push(word("seat.fouls", { number: seat.fouls }));
  if (seat.muted) found.push(word("seat.muted"));
  if (seat.nominated) found.push(word("seat.nominated"));
  if (seat.votes !== null) found.push(word("seat.votes", { number: seat.votes }));
  if (away.includes(seat.seat) && !view.phase.startsWith("night")) found.push(word("seat.away"));
  return found;
}

/** @param {import("./face.js").View} view @param {import("./face.js").SeatView} seat @param {string} name */
export function card(view, seat, name) {
  const item = document.createElement("li");
  const number = document.createElement("strong");
  const place = document.createElement("span");
  place.className = "unseen";
  place.textContent = `${word("host.seat")} `;
  number.append(place, String(seat.seat));
  item.append(number);
  if (name) item.append(line(name));
  for (const mark of marks(view, seat)) item.append(line(mark));
  item.classList.toggle("out", !seat.alive);
  item.classList.toggle("now", seat.seat === view.speaker || seat.seat === view.candidate);
  return item;
}

/** @param {string} text */
function line(text) {
  const made = document.createElement("span");
  made.textContent = text;
  return made;
}
