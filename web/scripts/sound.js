// @ts-check
// Makes every sound from a few oscillators and a second of noise. It loads with the first sound.
export {}; // a module without exports

const SCALE_SEMITONES = [0, 2, 4, 7, 9]; // of points, one after the other, in each octave
const IDLE_MS = 2000; // without input after which a sound calls the player
const MASTER_GAIN = 0.5;
const SOFT_GAIN = 0.5; // factor for cards of bots
const PITCH_SPREAD = 0.03; // by which equal sounds differ, up or down
const STAGE_ANIMATIONS = ["noted", "earned", "told"]; // of a part with `data-sound`, which sounds when one starts
const STILL_ONLY = "still"; // before sounds that an animated stage makes itself
/** @type {Record<string, number>} milliseconds until the next sound */
const GAPS_MS = {
  card: 90,
  coin: 80,
  stone: 150,
  tile: 150,
  point: 180,
  dome: 260,
  awning: 220,
  pass: 160,
  prize: 260,
};
const DEFAULT_GAP_MS = 200;
const MELODIES = ["point", "turn", "win", "lost"]; // whose pitches never vary

const context = new AudioContext();
const master = new GainNode(context, { gain: MASTER_GAIN });
master.connect(context.destination);
const noise = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate });
noise.getChannelData(0).forEach((_, at, all) => (all[at] = 2 * Math.random() - 1));

/** @typedef {{ at: number, pitch: number, gain: number, nth: number, out: AudioNode }} Voice */

/** @param {Voice} voice @param {number} ms @returns {Voice} the same one, later */
const later = (voice, ms) => ({ ...voice, at: voice.at + ms / 1000 });

/**
 * Play a source that starts and ends in silence.
 * @param {Voice} voice
 * @param {AudioScheduledSourceNode} source
 * @param {AudioNode} last node of its chain
 * @param {number} ms @param {number} gain @param {number} attack ms
 */
function playSource({ at, gain: factor, out }, source, last, ms, gain, attack = 4) {
  const volume = new GainNode(context, { gain: 0 });
  const end = at + ms / 1000;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(gain * factor, at + attack / 1000);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  last.connect(volume).connect(out);
  source.stop(end);
}

/**
 * @param {AudioParam} param @param {number | [number, number]} value, or start and end
 * @param {Voice} voice @param {number} ms
 */
function sweep(param, value, { at, pitch }, ms) {
  const [from, to] = [value].flat();
  param.setValueAtTime(from * pitch, at);
  if (to) param.exponentialRampToValueAtTime(to * pitch, at + ms / 1000);
}

/**
 * @param {Voice} voice
 * @param {OscillatorType} type
 * @param {number | [number, number]} frequency Hz, or start and end
 * @param {number} ms @param {number} gain
 */
function playTone(voice, type, frequency, ms, gain) {
  const source = new OscillatorNode(context, { type });
  sweep(source.frequency, frequency, voice, ms);
  source.start(voice.at);
  playSource(voice, source, source, ms, gain);
}

/**
 * Play noise in a band, from a random moment of its second: so two equal cards sound alike, but not the same.
 * @param {Voice} voice
 * @param {number | [number, number]} frequency Hz, or start and end
 * @param {number} ms @param {number} gain
 * @param {{ Q?: number, attack?: number }} how
 */
function playNoise(voice, frequency, ms, gain, { Q = 1, attack } = {}) {
  const source = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
  const filter = new BiquadFilterNode(context, { type: "bandpass", Q });
  sweep(filter.frequency, frequency, voice, ms);
  source.connect(filter);
  source.start(voice.at, Math.random() * noise.duration);
  playSource(voice, source, filter, ms, gain, attack);
}

/** @param {Voice} voice */
function playKnock(voice) {
  playTone(voice, "triangle", [240, 150], 80, 0.6);
  playTone(voice, "triangle", [760, 620], 60, 0.4);
  playNoise(voice, 1400, 40, 0.85);
}

/** @param {Voice} voice @param {number} height of the hoof beat */
function playHoof(voice, height) {
  playTone(voice, "triangle", [560 * height, 400 * height], 55, 0.47);
  playNoise(voice, 1100 * height, 40, 0.86, { Q: 2 });
}

/** @param {Voice} voice */
function playRide(voice) {
  [0, 110, 300, 410].forEach((ms, n) => playHoof(later(voice, ms), n % 2 ? 0.8 : 1));
}

/** @type {Record<string, (voice: Voice) => void>} */
const SOUNDS = {
  touch: (voice) => playTone(voice, "triangle", [640, 560], 70, 0.45),
  card: (voice) => {
    playNoise(voice, 3200, 90, 0.73, { Q: 0.8, attack: 30 });
    playNoise(later(voice, 90), 900, 50, 0.66);
  },
  coin: (voice) => {
    playTone(voice, "sine", 2794, 160, 0.27);
    playTone(later(voice, 12), "sine", 4085, 130, 0.16);
    playNoise(voice, 6000, 20, 0.27);
  },
  stone: (voice) => {
    playTone(voice, "sine", [170, 82], 120, 0.4);
    playTone(voice, "triangle", [980, 640], 100, 0.75);
    playNoise(voice, 1100, 80, 1.3, { Q: 0.7 });
  },
  tile: (voice) => {
    playTone(voice, "triangle", [1180, 1040], 60, 0.42);
    playNoise(voice, 2000, 45, 0.9);
  },
  exact: (voice) => [1319, 1760, 2217].forEach((pitch, n) => playTone(later(voice, 70 * n), "sine", pitch, 300, 0.15)),
  dome: (voice) => {
    playTone(voice, "sine", 294, 500, 0.36);
    playTone(voice, "sine", 441, 400, 0.21);
    playTone(voice, "sine", 808, 320, 0.2);
    playTone(voice, "sine", 1180, 220, 0.09);
  },
  prize: (voice) =>
    [988, 1319].forEach((pitch, n) => {
      playTone(later(voice, 90 * n), "triangle", pitch, 260, 0.23);
      playTone(later(voice, 90 * n), "sine", pitch * 2.76, 120, 0.05);
    }),
  hammer: (voice) => [0, 160, 320].forEach((ms) => playKnock(later(voice, ms))),
  rider: (voice) => playRide(voice),
  last: (voice) => {
    playRide(voice);
    for (const [pitch, gain] of [
      [523, 0.2],
      [1047, 0.1],
      [1442, 0.07],
    ])
      playTone(later(voice, 560), "sine", pitch, 620, gain);
  },
  tea: (voice) => {
    playNoise(voice, [800, 1900], 320, 0.8, { Q: 3, attack: 60 });
    playTone(later(voice, 330), "sine", 3322, 130, 0.17);
  },
  drop: (voice) => {
    playNoise(voice, [1500, 420], 240, 0.85, { Q: 0.8 });
    playTone(later(voice, 60), "triangle", [420, 210], 160, 0.42);
  },
  awning: (voice) => {
    playNoise(voice, [600, 2600], 200, 0.7, { Q: 0.9, attack: 70 });
    playNoise(later(voice, 190), 2800, 50, 0.8);
  },
  pass: (voice) => {
    playTone(voice, "triangle", [523, 392], 130, 0.38);
    playNoise(voice, 1300, 70, 0.38, { attack: 20 });
  },
  undo: (voice) => {
    playNoise(voice, [1000, 3600], 130, 0.56, { Q: 0.8, attack: 80 });
    playTone(voice, "triangle", [392, 622], 110, 0.2);
  },
  scoring: (voice) => {
    playTone(voice, "sine", 220, 900, 0.38);
    playTone(voice, "sine", 554, 700, 0.2);
    playTone(voice, "sine", 831, 500, 0.12);
  },
  point: (voice) => {
    const [octave, step] = [Math.floor(voice.nth / SCALE_SEMITONES.length), voice.nth % SCALE_SEMITONES.length];
    playTone(voice, "triangle", 523 * 2 ** (octave + SCALE_SEMITONES[step] / 12), 220, 0.4);
  },
  refuse: (voice) => {
    playTone(voice, "triangle", [196, 165], 160, 0.5);
    playTone(voice, "triangle", [784, 620], 130, 0.32);
  },
  turn: (voice) => {
    playTone(voice, "sine", 659, 350, 0.21);
    playTone(later(voice, 130), "sine", 880, 450, 0.22);
  },
  win: (voice) =>
    [392, 494, 587, 784, 988].forEach((pitch, n) => {
      playTone(later(voice, 110 * n), "triangle", pitch, 900 - 80 * n, 0.18);
      playTone(later(voice, 110 * n), "triangle", 2 * pitch, 600 - 60 * n, 0.045);
    }),
  lost: (voice) => [587, 523, 440, 349].forEach((pitch, n) => playTone(later(voice, 190 * n), "sine", pitch, 480, 0.2)),
};

/** @param {string} name @param {{ at: number, out: AudioNode, gain?: number, nth?: number }} how */
function playSound(name, { at, out, gain = 1, nth = 0 }) {
  const pitch = MELODIES.includes(name) ? 1 : 1 + PITCH_SPREAD * (2 * Math.random() - 1);
  SOUNDS[name]?.({ at, out, gain, nth, pitch });
}

let lastInput = -IDLE_MS; // time of the last input
for (const touch of ["pointerdown", "keydown"])
  addEventListener(touch, () => (lastInput = performance.now()), { capture: true, passive: true });

// A stage sounds part by part, in step with its animation. When it is skipped, only its verdict sounds.
addEventListener("animationstart", ({ target, animationName }) => {
  if (!STAGE_ANIMATIONS.includes(animationName) || !(target instanceof HTMLElement) || !target.dataset.sound) return;
  const skipped = !target.getAnimations().some(({ playState }) => playState === "running");
  if (target.dataset.sound === "point" && skipped) return;
  const nth = [...(target.parentElement?.children ?? [])].indexOf(target);
  playSound(target.dataset.sound, { at: context.currentTime, out: master, nth });
});

/** Return true if nothing on the page moves. */
function isStill() {
  const { speed, motion } = document.documentElement.dataset;
  return speed === "instant" || motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * @param {string} names as JSON
 * @param {boolean} softly
 * @param {number} side from -1, left, to 1, right
 */
window.palaces.sound = (names, softly, side) => {
  if (document.hidden) return;
  context.resume();
  const out = new StereoPannerNode(context, { pan: side });
  out.connect(master);
  let at = context.currentTime + 0.02;
  let nth = 0;
  for (const name of /** @type {string[]} */ (JSON.parse(names))) {
    if (name === STILL_ONLY && !isStill()) break;
    if (name === "turn" && performance.now() - lastInput < IDLE_MS) continue;
    playSound(name, { at, out, gain: softly && name === "card" ? SOFT_GAIN : 1, nth: name === "point" ? nth++ : 0 });
    at += (GAPS_MS[name] ?? DEFAULT_GAP_MS) / 1000;
  }
};
