// @ts-check
// Makes every sound from a few oscillators and a second of noise. It loads with the first sound.
export {}; // a module without exports

const SCALE = [0, 2, 4, 7, 9, 12, 14, 16]; // semitones above the first point of a scoring
const PATIENCE = 2000; // ms without input after which a sound calls the player
const APART = { card: 90, coin: 70, stone: 130, point: 180, dome: 260, knock: 360 }; // ms until the next sound
const MASTER = 0.5;
const SOFTLY = 0.5; // factor for cards of bots

const context = new AudioContext();
const master = new GainNode(context, { gain: MASTER });
master.connect(context.destination);
const noise = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate });
noise.getChannelData(0).forEach((_, at, all) => (all[at] = 2 * Math.random() - 1));

/**
 * Play a source that starts and ends in silence.
 * @param {AudioScheduledSourceNode} source
 * @param {AudioNode} last node of its chain
 * @param {number} at @param {number} ms @param {number} gain @param {number} attack ms
 */
function shape(source, last, at, ms, gain, attack = 4) {
  const volume = new GainNode(context, { gain: 0 });
  const end = at + ms / 1000;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(gain, at + attack / 1000);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  last.connect(volume).connect(master);
  source.start(at);
  source.stop(end);
}

/**
 * @param {OscillatorType} type
 * @param {number | [number, number]} pitch Hz, or start and end
 * @param {number} at @param {number} ms @param {number} gain
 */
function tone(type, pitch, at, ms, gain) {
  const [from, to] = [pitch].flat();
  const source = new OscillatorNode(context, { type, frequency: from });
  if (to) {
    source.frequency.setValueAtTime(from, at);
    source.frequency.exponentialRampToValueAtTime(to, at + ms / 1000);
  }
  shape(source, source, at, ms, gain);
}

/**
 * @param {BiquadFilterType} type
 * @param {number} frequency @param {number} at @param {number} ms @param {number} gain
 * @param {{ Q?: number, attack?: number }} how
 */
function rush(type, frequency, at, ms, gain, { Q = 1, attack } = {}) {
  const source = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
  const filter = new BiquadFilterNode(context, { type, frequency, Q });
  source.connect(filter);
  shape(source, filter, at, ms, gain, attack);
}

/** @param {number} at */
function knock(at) {
  tone("triangle", [240, 150], at, 70, 0.7);
  rush("bandpass", 1400, at, 30, 0.5);
}

/** @param {number} at @param {number} notes */
function fanfare(at, notes) {
  [392, 494, 587, 784, 988].slice(0, notes).forEach((pitch, n) => {
    tone("triangle", pitch, at + n * 0.11, 1100 - n * 100, 0.22);
    tone("triangle", 2 * pitch, at + n * 0.11, 1100 - n * 100, 0.07);
  });
}

/** @type {Record<string, (at: number, nth: number, gain: number) => void>} */
const SOUNDS = {
  touch: (at) => tone("triangle", [420, 380], at, 50, 0.18),
  card: (at, _, gain) => {
    rush("bandpass", 3200, at, 90, 0.35 * gain, { Q: 0.8, attack: 30 });
    rush("bandpass", 900, at + 0.09, 50, 0.3 * gain);
  },
  coin: (at) => {
    tone("sine", 2093, at, 180, 0.22);
    tone("sine", 3136, at + 0.012, 140, 0.16);
    rush("bandpass", 6000, at, 20, 0.2);
  },
  stone: (at) => {
    tone("sine", [170, 82], at, 110, 0.7);
    rush("lowpass", 700, at, 50, 0.4, { Q: 0.7 });
  },
  exact: (at) => [1568, 2093, 2637].forEach((pitch, n) => tone("sine", pitch, at + n * 0.07, 300, 0.2)),
  dome: (at) => {
    tone("sine", 294, at, 500, 0.4);
    tone("sine", 441, at, 400, 0.2);
    tone("sine", 808, at, 250, 0.1);
  },
  knock: (at) => {
    knock(at);
    knock(at + 0.16);
  },
  point: (at, nth) => tone("triangle", 523 * 2 ** (SCALE[Math.min(nth, SCALE.length - 1)] / 12), at, 220, 0.25),
  refuse: (at) => tone("triangle", [196, 165], at, 160, 0.3),
  turn: (at) => {
    tone("sine", 659, at, 350, 0.2);
    tone("sine", 880, at + 0.13, 500, 0.22);
  },
  win: (at) => fanfare(at, 5),
  lost: (at) => fanfare(at, 2),
};

let touched = -PATIENCE; // time of the last input
for (const touch of ["pointerdown", "keydown"])
  addEventListener(touch, () => (touched = performance.now()), { capture: true, passive: true });

/**
 * @param {string} names as JSON
 * @param {boolean} softly
 */
window.palaces.sound = (names, softly) => {
  if (document.hidden) return;
  context.resume();
  let at = context.currentTime + 0.02;
  let nth = 0;
  for (const name of /** @type {string[]} */ (JSON.parse(names))) {
    if (name === "turn" && performance.now() - touched < PATIENCE) continue;
    SOUNDS[name]?.(at, name === "point" ? nth++ : 0, softly ? SOFTLY : 1);
    at += (APART[/** @type {keyof typeof APART} */ (name)] ?? 200) / 1000;
  }
};
