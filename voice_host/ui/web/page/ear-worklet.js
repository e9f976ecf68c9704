// @ts-check
// Plays what comes from the companion at 24 kHz, at the phone's own rate. A little is gathered before
// the first sound of a sentence; what grows beyond a second is dropped: no lag is ever kept.
const RATE = 24000;
const FIRST = RATE * 0.09;
const MOST = RATE * 1.0;
const LEFT = RATE * 0.2;

class Ear extends AudioWorkletProcessor {
  constructor() {
    super();
    /** @type {Float32Array[]} */
    this.waiting = [];
    this.held = 0;
    this.at = 0; // place in the first of those that wait
    this.playing = false;
    this.port.onmessage = (event) => this.take(event.data);
  }

  /** @param {Int16Array} sound */
  take(sound) {
    this.waiting.push(Float32Array.from(sound, (one) => one / 32768));
    this.held += sound.length;
    while (this.held > MOST && this.held - this.waiting[0].length > LEFT) this.drop();
  }

  drop() {
    this.held -= this.waiting.shift()?.length ?? 0;
    this.at = 0;
  }

  /** @param {Float32Array[][]} inputs @param {Float32Array[][]} outputs */
  process(inputs, outputs) {
    const out = outputs[0][0];
    if (!this.playing && this.held < FIRST && !this.over()) return true;
    this.playing = true;
    const step = RATE / sampleRate;
    for (let i = 0; i < out.length; i++) {
      const first = this.waiting[0];
      if (!first) {
        this.playing = false;
        break;
      }
      const from = Math.floor(this.at);
      const next = first[from + 1] ?? this.waiting[1]?.[0] ?? first[from];
      out[i] = first[from] + (next - first[from]) * (this.at - from);
      this.at += step;
      if (this.at >= first.length) {
        const over = this.at - first.length;
        this.drop();
        this.at = over;
      }
    }
    for (const other of outputs[0].slice(1)) other.set(out);
    return true;
  }

  /** The end of a sentence may be shorter than what is gathered first. */
  over() {
    this.quiet = this.held ? (this.quiet ?? 0) + 1 : 0;
    return this.quiet > (sampleRate * 0.15) / 128;
  }
}
registerProcessor("ear", Ear);
