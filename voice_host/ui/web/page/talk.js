// @ts-check
// The host's phone as microphone, key and ear. Sound is started by a touch and can be stopped by the
// phone at any moment (a call, a lock, a headset pulled out): then it is built anew at the next touch,
// and meanwhile the table's own microphone is heard.
import { element, facts, newId, post, put, readers, word } from "/page/face.js";
import { held } from "/page/hold.js";

const WAITING = 12; // pieces of 80 ms that may wait for the network; older ones are lost

/** @type {{context: AudioContext, stop: () => void}|null} */
let microphone = null;
let wanted = false;
/** @type {{context: AudioContext, stop: () => void}|null} */
let ear = null;
let earWanted = false;

/** @param {string} text */
function note(text) {
  put(element("note"), text);
}

/** A context that runs, or one that is made anew: after a call some never run again.
 * @param {AudioContext|null} old */
async function running(old) {
  if (old && old.state !== "closed") {
    await Promise.race([old.resume(), new Promise((done) => setTimeout(done, 500))]).catch(() => {});
    if (old.state === "running") return old;
    old.close().catch(() => {});
  }
  const made = new AudioContext();
  await made.resume();
  return made;
}

async function startMicrophone() {
  if (!window.isSecureContext || !navigator.mediaDevices) return note(word("host.mic_insecure"));
  stopMicrophone();
  wanted = true;
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    });
    const context = await running(null);
    await context.audioWorklet.addModule("/page/mic-worklet.js");
    const source = context.createMediaStreamSource(stream);
    const worklet = new AudioWorkletNode(context, "microphone", { numberOfOutputs: 0 });
    const sender = sendPieces();
    worklet.port.onmessage = (event) => sender.put(event.data);
    source.connect(worklet);
    const [track] = stream.getTracks();
    track.onended = restart;
    track.onmute = restart;
    context.onstatechange = () => context.state !== "running" && lost();
    microphone = {
      context,
      stop: () => {
        track.onended = track.onmute = context.onstatechange = null;
        sender.stop();
        for (const one of stream.getTracks()) one.stop();
        context.close().catch(() => {});
      },
    };
    showMicrophone(word("host.mic_works"));
  } catch {
    wanted = false;
    stopMicrophone();
    note(word("host.mic_denied"));
  }
}

function stopMicrophone() {
  microphone?.stop();
  microphone = null;
  showMicrophone("");
}

function lost() {
  note(word("host.mic_lost"));
}

let restarting = false;
/** What was plugged in or out, and a track that ended: the graph is built anew. */
async function restart() {
  if (!wanted || restarting) return;
  restarting = true;
  await new Promise((done) => setTimeout(done, 300));
  await startMicrophone();
  restarting = false;
}

/** @param {string} text */
function showMicrophone(text) {
  const button = element("mic");
  button.setAttribute("aria-pressed", String(microphone !== null));
  put(button, word(microphone ? "host.mic_off" : "host.mic_on"));
  note(text);
}

/** One piece of road at a time, in order; what waits too long is lost, and the companion hears
 * silence of its length. */
function sendPieces() {
  const run = newId();
  /** @type {{at: number, sound: Int16Array}[]} */
  let waiting = [];
  let busy = false;
  let on = true;
  async function go() {
    if (busy || !on || !waiting.length) return;
    busy = true;
    const pieces = waiting;
    waiting = [];
    const first = pieces[0].at;
    const last = pieces[pieces.length - 1];
    const sound = new Int16Array(last.at + last.sound.length - first);
    for (const piece of pieces) sound.set(piece.sound, piece.at - first);
    try {
      const given = new AbortController();
      const timer = setTimeout(() => given.abort(), 2000);
      await fetch(`/host/mic?run=${run}&at=${first}`, {
        method: "POST",
        headers: { "content-type": "application/octet-stream" },
        body: sound,
        signal: given.signal,
      });
      clearTimeout(timer);
    } catch {
      // lost on the way: silence of the same length
    }
    busy = false;
    go();
  }
  return {
    /** @param {{at: number, sound: Int16Array}} piece */
    put(piece) {
      waiting.push(piece);
      if (waiting.length > WAITING) waiting.shift();
      go();
    },
    stop() {
      on = false;
    },
  };
}

async function startEar() {
  earWanted = true;
  try {
    const context = await running(ear?.context ?? null);
    ear?.stop();
    await context.audioWorklet.addModule("/page/ear-worklet.js");
    const worklet = new AudioWorkletNode(context, "ear", { numberOfInputs: 0 });
    worklet.connect(context.destination);
    const given = new AbortController();
    context.onstatechange = () => context.state !== "running" && earWanted && note(word("host.ear_lost"));
    ear = { context, stop: () => given.abort() };
    play(worklet, given.signal);
    note(word("host.ear_works"));
  } catch {
    earWanted = false;
    note(word("host.ear_lost"));
  }
  showEar();
}

function stopEar() {
  earWanted = false;
  ear?.stop();
  ear?.context.close().catch(() => {});
  ear = null;
  showEar();
}

function showEar() {
  element("ear").setAttribute("aria-pressed", String(ear !== null));
  put(element("ear"), word(ear ? "host.ear_off" : "host.ear_on"));
}

/** @param {AudioWorkletNode} worklet @param {AbortSignal} signal */
async function play(worklet, signal) {
  while (!signal.aborted) {
    try {
      const answer = await fetch("/host/ear", { signal, cache: "no-store" });
      const reader = answer.ok ? answer.body?.getReader() : null;
      let rest = new Uint8Array(0);
      while (reader) {
        const { value, done } = await reader.read();
        if (done) break;
        const bytes = new Uint8Array(rest.length + value.length);
        bytes.set(rest);
        bytes.set(value, rest.length);
        const whole = bytes.length - (bytes.length % 2);
        rest = bytes.slice(whole);
        if (whole) worklet.port.postMessage(new Int16Array(bytes.buffer, 0, whole / 2));
      }
    } catch {
      // the network is away: tried again
    }
    await new Promise((done) => setTimeout(done, 700));
  }
}

/** A touch is what phones want before they let sound run again; this listener stays for ever. */
function touched() {
  if (microphone && microphone.context.state !== "running") restart();
  if (ear && earWanted && ear.context.state !== "running") startEar();
}

/** @param {boolean} down */
function push(down) {
  const button = element("talk");
  button.setAttribute("aria-pressed", String(down));
  put(button, word(down ? "host.talking" : "host.talk"));
  post("push", { held: down }).catch(() => note(word("line.not_sent")));
}

// Where there is no earbud of the companion's, the phone's own voice may read what is for the ear.
let reading = false;
const reads = element("read");
reads.hidden = !("speechSynthesis" in window);
reads.addEventListener("click", () => {
  reading = !reading;
  reads.setAttribute("aria-pressed", String(reading));
  speechSynthesis.cancel();
});
readers.push((caption) => {
  if (!reading || caption.to !== "host") return;
  const line = new SpeechSynthesisUtterance(caption.text);
  line.lang = document.documentElement.lang;
  speechSynthesis.speak(line);
});

element("mic").hidden = !facts.microphone;
element("ear").hidden = !facts.ear;
element("talk").hidden = facts.listen !== "push";
element("mic").addEventListener("click", () => {
  wanted = !microphone;
  if (microphone) stopMicrophone();
  else startMicrophone();
});
element("ear").addEventListener("click", () => (ear ? stopEar() : startEar()));
held(element("talk"), () => push(true), () => push(false));
addEventListener("pointerdown", touched);
navigator.mediaDevices?.addEventListener?.("devicechange", restart);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && microphone?.context.state !== "running") restart();
});
