// @ts-check
// The microphone's sound at 16 kHz, by the rate that the phone really gives: some give 48 kHz
// whatever was asked. Band-limited: a windowed sinc, as wide as the lower of both rates needs.
const RATE = 16000;
const PIECE = 1280; // samples: 80 ms
const HALF = 16; // zero crossings on each side

class Microphone extends AudioWorkletProcessor {
  constructor() {
    super();
    this.step = sampleRate / RATE;
    this.cut = Math.min(1, RATE / sampleRate) * 0.94;
    this.reach = Math.ceil(HALF / this.cut);
    /** @type {Float32Array} */
    this.past = new Float32Array(0);
    this.at = this.reach; // place of the next sample in `past`
    this.piece = new Int16Array(PIECE);
    this.filled = 0;
    this.number = 0;
  }

  /** @param {Float32Array[][]} inputs */
  process(inputs) {
    const input = inputs[0]?.[0];
    if (!input) return true;
    const sound = new Float32Array(this.past.length + input.length);
    sound.set(this.past);
    sound.set(input, this.past.length);
    while (this.at + this.reach < sound.length) {
      this.put(this.sample(sound, this.at));
      this.at += this.step;
    }
    const done = Math.max(0, Math.floor(this.at) - this.reach);
    this.past = sound.slice(done);
    this.at -= done;
    return true;
  }

  /** @param {Float32Array} sound @param {number} at */
  sample(sound, at) {
    if (this.step === 1) return sound[Math.round(at)];
    let sum = 0;
    const middle = Math.floor(at);
    for (let k = middle - this.reach + 1; k <= middle + this.reach; k++) {
      const x = (at - k) * this.cut;
      const near = Math.abs(x) / HALF;
      if (near >= 1) continue;
      const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
      sum += (sound[k] ?? 0) * sinc * (0.5 + 0.5 * Math.cos(Math.PI * near)) * this.cut;
    }
    return sum;
  }

  /** @param {number} value */
  put(value) {
    this.piece[this.filled++] = Math.max(-1, Math.min(1, value)) * 32767;
    if (this.filled < PIECE) return;
    this.port.postMessage({ at: this.number, sound: this.piece.slice() });
    this.number += PIECE;
    this.filled = 0;
  }
}
registerProcessor("microphone", Microphone);
