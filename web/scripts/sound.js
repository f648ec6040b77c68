// @ts-check
// Makes every sound from a few oscillators and a second of noise. It loads with the first sound.
export {}; // a module without exports

const SCALE_SEMITONES = [0, 2, 4, 7, 9, 12, 14, 16]; // semitones above the first point of a scoring
const IDLE_MS = 2000; // without input after which a sound calls the player
const GAPS_MS = { card: 90, coin: 70, stone: 130, point: 180, dome: 260, knock: 360 }; // until the next sound
const MASTER_GAIN = 0.5;
const SOFT_GAIN = 0.5; // factor for cards of bots

const context = new AudioContext();
const master = new GainNode(context, { gain: MASTER_GAIN });
master.connect(context.destination);
const noise = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate });
noise.getChannelData(0).forEach((_, at, all) => (all[at] = 2 * Math.random() - 1));

/**
 * Play a source that starts and ends in silence.
 * @param {AudioScheduledSourceNode} source
 * @param {AudioNode} last node of its chain
 * @param {number} at @param {number} ms @param {number} gain @param {number} attack ms
 */
function playSource(source, last, at, ms, gain, attack = 4) {
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
function playTone(type, pitch, at, ms, gain) {
  const [from, to] = [pitch].flat();
  const source = new OscillatorNode(context, { type, frequency: from });
  if (to) {
    source.frequency.setValueAtTime(from, at);
    source.frequency.exponentialRampToValueAtTime(to, at + ms / 1000);
  }
  playSource(source, source, at, ms, gain);
}

/**
 * @param {BiquadFilterType} type
 * @param {number} frequency @param {number} at @param {number} ms @param {number} gain
 * @param {{ Q?: number, attack?: number }} how
 */
function playNoise(type, frequency, at, ms, gain, { Q = 1, attack } = {}) {
  const source = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
  const filter = new BiquadFilterNode(context, { type, frequency, Q });
  source.connect(filter);
  playSource(source, filter, at, ms, gain, attack);
}

/** @param {number} at */
function playKnock(at) {
  playTone("triangle", [240, 150], at, 70, 0.7);
  playNoise("bandpass", 1400, at, 30, 0.5);
}

/** @param {number} at @param {number} notes */
function playFanfare(at, notes) {
  [392, 494, 587, 784, 988].slice(0, notes).forEach((pitch, n) => {
    playTone("triangle", pitch, at + n * 0.11, 1100 - n * 100, 0.22);
    playTone("triangle", 2 * pitch, at + n * 0.11, 1100 - n * 100, 0.07);
  });
}

/** @type {Record<string, (at: number, nth: number, gain: number) => void>} */
const SOUNDS = {
  touch: (at) => playTone("triangle", [420, 380], at, 50, 0.18),
  card: (at, _, gain) => {
    playNoise("bandpass", 3200, at, 90, 0.35 * gain, { Q: 0.8, attack: 30 });
    playNoise("bandpass", 900, at + 0.09, 50, 0.3 * gain);
  },
  coin: (at) => {
    playTone("sine", 2093, at, 180, 0.22);
    playTone("sine", 3136, at + 0.012, 140, 0.16);
    playNoise("bandpass", 6000, at, 20, 0.2);
  },
  stone: (at) => {
    playTone("sine", [170, 82], at, 110, 0.7);
    playNoise("lowpass", 700, at, 50, 0.4, { Q: 0.7 });
  },
  exact: (at) => [1568, 2093, 2637].forEach((pitch, n) => playTone("sine", pitch, at + n * 0.07, 300, 0.2)),
  dome: (at) => {
    playTone("sine", 294, at, 500, 0.4);
    playTone("sine", 441, at, 400, 0.2);
    playTone("sine", 808, at, 250, 0.1);
  },
  knock: (at) => {
    playKnock(at);
    playKnock(at + 0.16);
  },
  point: (at, nth) =>
    playTone("triangle", 523 * 2 ** (SCALE_SEMITONES[Math.min(nth, SCALE_SEMITONES.length - 1)] / 12), at, 220, 0.25),
  refuse: (at) => playTone("triangle", [196, 165], at, 160, 0.3),
  turn: (at) => {
    playTone("sine", 659, at, 350, 0.2);
    playTone("sine", 880, at + 0.13, 500, 0.22);
  },
  win: (at) => playFanfare(at, 5),
  lost: (at) => playFanfare(at, 2),
};

let lastInput = -IDLE_MS; // time of the last input
for (const touch of ["pointerdown", "keydown"])
  addEventListener(touch, () => (lastInput = performance.now()), { capture: true, passive: true });

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
    if (name === "turn" && performance.now() - lastInput < IDLE_MS) continue;
    SOUNDS[name]?.(at, name === "point" ? nth++ : 0, softly ? SOFT_GAIN : 1);
    at += (GAPS_MS[/** @type {keyof typeof GAPS_MS} */ (name)] ?? 200) / 1000;
  }
};
