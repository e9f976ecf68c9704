// @ts-check
// What every face does: gets in, keeps its stream alive, tells its lines aloud once, runs its clock.

/** @typedef {{seat: number, alive: boolean, fouls: number, muted: boolean, nominated: boolean, votes: number|null, out: string|null, role: string|null}} SeatView */
/** @typedef {{phase: string, day: number, night: number, speaker: number|null, candidate: number|null, nominees: number[], winner: string|null, waking: string|null, viewer: any, awake: boolean, signed: boolean, aims: {by: number, seat: number|null}[], checks: [number, string, number, boolean|null][], seats: SeatView[], names: {roles: Record<string, string>}}} View */
/** @typedef {{view: View, acts: string[], phase: string, asks: boolean, paused: boolean, number: number, names: Record<string, string>}} Sheet */
/** @typedef {{left: number|null, moving: boolean}} Clock */
/** @typedef {{number: number, text: string, to: string}} Caption */
/** @typedef {{name: string, widget: string, least: number, most: number, needed: boolean}} Field */
/** @typedef {{words: Record<string, Record<string, string>>, forms: Record<string, Field[]>, severities: Record<string, string>, offences: Record<string, string>, listen: string, microphone: boolean, ear: boolean}} Facts */

/** @type {Facts} */
export const facts = JSON.parse(element("words").textContent || "{}");
export const face = document.body.dataset.face || "";

const DEAD = 5000; // ms without a word of the server's: the stream is dead, whatever it says itself
/** @type {Record<number, string>} */
const WHY = { 400: "door.no_seat", 404: "door.hosted", 409: "door.taken", 429: "door.wait" };
const AGAIN = 700; // ms before a stream that broke is opened anew

/** @param {string} id @returns {HTMLElement} */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(id);
  return found;
}

/** @param {string} key group.key @param {Record<string, string|number>} [given] */
export function word(key, given = {}) {
  const dot = key.indexOf(".");
  const text = facts.words[key.slice(0, dot)]?.[key.slice(dot + 1)] ?? key.slice(dot + 1);
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(given[name] ?? whole));
}

/** A phase in words, with who is awake in it as this ruleset calls him. @param {Sheet} sheet */
export function phaseName({ phase, view }) {
  const waking = view.waking ?? "";
  const role = view.names.roles[waking] ?? facts.words.roles[waking] ?? waking;
  const known = facts.words.phases[phase] ?? facts.words.phases[phase.replace(/\.[^.]*$/, "")] ?? phase;
  return known.replace("{role}", role);
}

/** Text of an element, written only when it is another: a screen reader is not set off for nothing.
 * @param {Element} into @param {string} text */
export function put(into, text) {
  if (into.textContent !== text) into.textContent = text;
}

/** Lines for the ear of a screen reader, each told once, one after the other. A region is emptied
 * first and filled a moment later, so that the same line twice is told twice.
 * @param {HTMLElement} region */
function announcer(region) {
  /** @type {string[]} */
  const lines = [];
  let busy = false;
  function next() {
    region.textContent = "";
    const line = lines.shift();
    busy = line !== undefined;
    if (line === undefined) return;
    setTimeout(() => {
      region.textContent = line;
      setTimeout(next, 400);
    }, 60);
  }
  return (/** @type {string} */ line) => {
    lines.push(line);
    if (!busy) next();
  };
}
const sayPolitely = announcer(element("polite"));
const sayAtOnce = announcer(element("urgent"));

/** @param {Caption} caption @param {boolean} aloud */
function log(caption, aloud) {
  const list = element("log");
  const line = document.createElement("li");
  const to = document.createElement("b");
  line.className = caption.to;
  to.textContent = word(`to.${caption.to}`);
  line.append(to, " ", caption.text);
  list.append(line);
  while (list.children.length > 60) list.firstElementChild?.remove();
  list.scrollTop = list.scrollHeight;
  if (!aloud) return;
  for (const read of readers) read(caption);
  if (caption.to === "hall") sayPolitely(caption.text);
  else sayAtOnce(caption.text);
}

/** Told to who wants to read lines in another way too. @type {((caption: Caption) => void)[]} */
export const readers = [];

/** @type {{clock: Clock, at: number}} */
let time = { clock: { left: null, moving: false }, at: 0 };
function drawClock() {
  const { clock, at } = time;
  const clockFace = element("clock");
  if (clock.left === null) return put(clockFace, "");
  const run = clock.moving ? (performance.now() - at) / 1000 : 0;
  const seconds = Math.max(0, Math.ceil(clock.left - run - 0.05));
  put(clockFace, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
}
/** @param {Clock} clock */
function setClock(clock) {
  time = { clock, at: performance.now() };
  drawClock();
}

/** The stream down. It is opened anew whenever the page comes back to sight: a phone that was locked
 * shows streams as open that have long been dead, and no error ever comes.
 * @param {(sheet: Sheet) => void} draw @param {(text: string) => void} [glimpse] */
export function listen(draw, glimpse = () => {}) {
  /** @type {EventSource|null} */
  let stream = null;
  let seen = "";
  let told = 0;
  let word_at = -Infinity;
  let crowd = "";
  /** @type {number|undefined} */
  let retry;

  function open() {
    clearTimeout(retry);
    stream?.close();
    const source = new EventSource(`/${face}/events?seen=${encodeURIComponent(seen)}`);
    stream = source;
    const opened = performance.now();
    word_at = Math.max(word_at, opened - DEAD + 3000);
    /** @param {string} name @param {(data: any, event: MessageEvent) => void} then */
    const on = (name, then) =>
      source.addEventListener(name, (event) => {
        if (source !== stream || !(event instanceof MessageEvent)) return;
        word_at = performance.now();
        if (event.lastEventId) seen = event.lastEventId;
        then(JSON.parse(event.data), event);
        status();
      });
    on("hello", (hello) => {
      if (!hello.known) {
        told = 0;
        element("log").replaceChildren();
      }
      show(true);
      for (const one of hello.captions) {
        if (one.number > told) log(one, false);
        told = Math.max(told, one.number);
      }
      setClock(hello.clock);
      if (hello.view) draw(hello.view);
    });
    on("caption", (one) => {
      if (one.number <= told) return;
      told = one.number;
      log(one, true);
    });
    on("view", draw);
    on("clock", setClock);
    on("beat", setClock);
    on("glimpse", (one) => glimpse(one.text));
    on("people", (now, { data }) => {
      if (data !== crowd) document.dispatchEvent(new CustomEvent("people", { detail: now }));
      crowd = data;
    });
    source.onerror = () => {
      if (source !== stream) return;
      source.close();
      stream = null;
      ask();
    };
  }

  /** Is it the door that is shut, or the network that is gone? */
  async function ask() {
    let answer = 0;
    try {
      answer = (await fetch(`/${face}/here`, { cache: "no-store", signal: within(3000) })).status;
    } catch {
      answer = 0;
    }
    if (answer === 401) return show(false);
    clearTimeout(retry);
    retry = setTimeout(open, AGAIN);
    status();
  }

  function status() {
    const age = Math.floor((performance.now() - word_at) / 1000);
    const link = element("link");
    const lost = !stream || age * 1000 >= DEAD;
    link.classList.toggle("lost", lost);
    if (!Number.isFinite(age)) put(link, word("line.connecting"));
    else put(link, lost ? word("line.lost", { seconds: age }) : word("line.connected"));
  }

  /** @param {boolean} inside */
  function show(inside) {
    element("door").hidden = inside;
    element("face").hidden = !inside;
    document.dispatchEvent(new CustomEvent("inside", { detail: inside }));
    if (!inside) {
      put(element("link"), "");
      if (location.hash.length > 1) enter(location.hash.slice(1));
    }
  }

  /** @param {string} code */
  async function enter(code) {
    history.replaceState(null, "", location.pathname);
    const note = element("entry-note");
    const place = document.getElementById("place");
    const input = element("code");
    note.textContent = "";
    if (place instanceof HTMLInputElement && input instanceof HTMLInputElement && !place.value) {
      input.value = code; // from the QR code: only the seat is still asked for
      return place.focus();
    }
    try {
      const seat = place instanceof HTMLInputElement ? { seat: Number(place.value) || 0 } : {};
      const answer = await post("enter", { code, ...seat });
      if (answer.status === 202) return wait();
      if (answer.ok) return open();
      note.textContent = word(WHY[answer.status] ?? "door.wrong");
    } catch {
      note.textContent = word("door.lost");
    }
    element("code").focus();
  }

  /** The table has been asked for this seat: by day it answers, and the door is open or it is not. */
  async function wait() {
    put(element("entry-note"), word("door.asked"));
    const answer = await fetch(`/${face}/here`, { cache: "no-store" }).catch(() => null);
    if (answer?.ok) return open();
    setTimeout(wait, 2000);
  }

  document.addEventListener("turned", open);
  element("entry").addEventListener("submit", (event) => {
    event.preventDefault();
    const code = element("code");
    if (code instanceof HTMLInputElement) enter(code.value);
  });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && open());
  addEventListener("pageshow", (event) => event.persisted && open());
  addEventListener("online", open);
  setInterval(() => {
    if (stream && performance.now() - word_at > DEAD) open();
    status();
  }, 1000);
  setInterval(drawClock, 100);
  stayAwake();
  open();
}

/** A signal that gives up after so many ms (AbortSignal.timeout is younger than some phones).
 * @param {number} ms */
export function within(ms) {
  const given = new AbortController();
  setTimeout(() => given.abort(), ms);
  return given.signal;
}

/** @param {string} what @param {unknown} content @param {number} [ms] */
export function post(what, content, ms = 3000) {
  return fetch(`/${face}/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(content),
    cache: "no-store",
    signal: within(ms),
  });
}

/** An id of its own for each thing done: sent twice, it counts once. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");
}

/** Send, and send again while the network is away; "" or what to tell.
 * @param {string} what @param {Record<string, unknown>} content */
export async function send(what, content) {
  const once = { ...content, id: newId() };
  for (let tries = 0; tries < 4; tries++) {
    try {
      const answer = await post(what, once);
      return answer.ok ? "" : word("line.refused");
    } catch {
      await new Promise((done) => setTimeout(done, 500));
    }
  }
  return word("line.not_sent");
}

/** The screen stays on while it is looked at, where the browser can do that; it forgets at each
 * trip to another app, so it is asked again. A refusal is no error: nothing depends on it. */
function stayAwake() {
  async function ask() {
    try {
      if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen");
    } catch {
      // a low battery, an old phone, plain http
    }
  }
  document.addEventListener("visibilitychange", ask);
  document.addEventListener("pointerdown", ask, { once: true });
  ask();
}
