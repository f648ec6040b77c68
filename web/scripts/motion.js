// @ts-check
// Animates pieces: it records all boxes before a change of the page. Afterwards a picture of each moved piece flies
// from its old place, or its source, to its new place, or its destination. The next tap or key ends all flights.
export {};

const TRAVEL = "cubic-bezier(.2,.7,.2,1)";
const SETTLE = "cubic-bezier(.3,1.4,.5,1)";
const SETTLING = 140; // ms
const MOMENT = 1400;
const STAGGER = 60; // ms between two pieces of one move
const MOST = 24; // maximum of pieces that fly together; all others appear in their places
const NEAR = 2; // px below which nothing flies

/** @typedef {{ left: number, top: number, width: number, height: number }} Box */
/** @typedef {{ box: Box, above: Element[], picture?: Element }} Note about a piece before a change of the page */
/** @typedef {[piece: string, source: string, goal: string]} Move */

/** @type {Map<string, Note>} */
let pieces = new Map();
/** @type {Map<string, Box>} */
let places = new Map();
/** @type {Set<Animation>} */
const running = new Set();
const still = matchMedia("(prefers-reduced-motion: reduce)");

const isStill = () => still.matches || document.hidden;

/** @param {Element} element @returns {Box} */
const boxOf = (element) => element.getBoundingClientRect();

/** @param {Box | undefined} box */
const isSeen = (box) => Boolean(box && (box.width || box.height));

/** @param {string} kind @returns {[string, Element][]} */
const all = (kind) =>
  [...document.querySelectorAll(`[data-${kind}]`)].map((each) => [String(each.getAttribute(`data-${kind}`)), each]);

/** @param {string} kind */
const boxes = (kind) => new Map(all(kind).map(([name, each]) => [name, boxOf(each)]));

/** @param {Element} element */
function* above(element) {
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (!(parent instanceof SVGElement)) yield parent;
}

/**
 * Return a copy of a piece that is only a picture. A part of a larger drawing gets a drawing of its own.
 * @param {Element} piece
 * @param {Box} box
 */
function pictured(piece, box) {
  const copy = /** @type {HTMLElement | SVGElement} */ (piece.cloneNode(true));
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...each.attributes]) if (/^(id$|tabindex|data-)/.test(name)) each.removeAttribute(name);
  }
  if (!(piece instanceof SVGGraphicsElement) || piece instanceof SVGSVGElement) {
    const { offsetWidth: width = box.width, offsetHeight: height = box.height } = /** @type {HTMLElement} */ (piece);
    Object.assign(copy.style, {
      width: `${width}px`,
      height: `${height}px`,
      margin: "0",
      position: "relative",
      inset: "auto",
    });
    return copy;
  }
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const { x, y, width, height } = piece.getBBox();
  drawing.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  copy.removeAttribute("transform");
  drawing.append(copy);
  Object.assign(drawing.style, {
    display: "block",
    width: `${box.width}px`,
    height: `${box.height}px`,
    overflow: "visible",
  });
  return drawing;
}

/**
 * Record the boxes of all pieces before a change of the page.
 * @param {string} moves as JSON
 */
function note(moves) {
  finish();
  running.clear();
  pieces = new Map();
  if (isStill()) return;
  const moved = new Set(JSON.parse(moves).map((/** @type {Move} */ [piece]) => piece));
  for (const [name, piece] of all("piece")) {
    const box = boxOf(piece);
    if (isSeen(box))
      pieces.set(name, { box, above: [...above(piece)], picture: moved.has(name) ? pictured(piece, box) : undefined });
  }
  places = boxes("place");
}

/**
 * Return the current or earlier box of a place, or of the place that contains it.
 * @param {string} place
 * @param {Map<string, Box>[]} known
 */
function found(place, ...known) {
  for (let name = place; name; name = name.slice(0, Math.max(0, name.lastIndexOf("-")))) {
    for (const boxes of known) if (isSeen(boxes.get(name))) return boxes.get(name);
  }
}

/**
 * Return the box at which a piece leaves or enters the table when its other place is not visible.
 * @param {Box | undefined} box
 */
const outside = (box) => box && new DOMRect(box.left, box.top - box.height / 2, box.width, box.height);

/**
 * @param {Element} element
 * @param {PropertyIndexedKeyframes} frames at equal intervals
 * @param {KeyframeAnimationOptions} timing
 * @param {() => void} [then]
 */
function play(element, frames, timing, then) {
  const animation = element.animate(frames, { fill: "backwards", ...timing });
  running.add(animation);
  animation.onfinish = () => {
    running.delete(animation);
    then?.();
  };
}

/**
 * Show a picture above everything else.
 * @param {Element} picture
 * @param {Element} home the element in which its styles are those of the piece
 */
function lifted(picture, home) {
  const over = document.createElement("div");
  over.className = "flying";
  over.inert = true;
  over.ariaHidden = "true";
  over.popover = "manual";
  over.append(picture);
  home.append(over);
  return over;
}

/**
 * @typedef {{ delay: number, duration: number, comes: boolean, goes: boolean }} Flight
 * @param {Element} over the flying picture
 * @param {Box} own
 * @param {Box} from
 * @param {Box} to
 * @param {Flight} how
 */
function fly(over, own, from, to, { delay, duration, comes, goes }) {
  /** @param {Box} box */
  const at = (box) => {
    const scale = Math.min(
      comes || goes ? 1.2 : Infinity,
      Math.min(box.width / own.width, box.height / own.height) || 1,
    );
    const x = box.left + box.width / 2 - own.left - own.width / 2;
    const y = box.top + box.height / 2 - own.top - own.height / 2;
    return { x, y, scale, transform: `translate(${x}px,${y}px) scale(${scale})` };
  };
  const [first, last] = [at(from), at(to)];
  const middle = `translate(${(first.x + last.x) / 2}px,${(first.y + last.y) / 2}px) scale(${((first.scale + last.scale) / 2) * 1.06})`;
  const frames = {
    transform: [first.transform, middle, last.transform],
    opacity: [comes ? 0 : 1, 1, 1, 1, 1, goes ? 0 : 1],
  };
  play(over, frames, { delay, duration, easing: TRAVEL, fill: "both" }, () => over.remove());
}

/**
 * Animate everything to its place after a change of the page. Return the duration in milliseconds.
 * @param {string} moves as JSON
 * @param {number} pace the factor for every duration
 */
function travel(moves, pace) {
  if (isStill()) return 0;
  const now = new Map(all("piece"));
  const lie = boxes("piece");
  const at = new Map([...boxes("at"), ...boxes("place")]);
  let [delay, end] = [0, 0];
  /** @type {{ picture: Element, home: Element, from: Box, to: Box, how: Flight }[]} */
  const flights = [];
  const moved = new Set();
  for (const [name, source, goal] of /** @type {Move[]} */ (JSON.parse(moves))) {
    moved.add(name);
    const won = name.startsWith("points"); // by the piece that has landed; nothing waits for them
    const [before, piece, box] = [won ? undefined : pieces.get(name), now.get(name), lie.get(name)];
    const there = isSeen(box) ? box : undefined;
    const from = before?.box ?? found(source, places, at) ?? outside(there);
    const to = there ?? found(goal, at, places) ?? outside(before?.box);
    if (!from || !to || !(before || there) || flights.length >= MOST) continue;
    if (won) delay = end;
    const far = Math.hypot(
      from.left - to.left + (from.width - to.width) / 2,
      from.top - to.top + (from.height - to.height) / 2,
    );
    const duration = pace * Math.min(420, Math.max(220, 160 + 0.28 * far));
    const settling = pace * SETTLING;
    if (far >= NEAR) {
      const picture = piece && there ? pictured(piece, to) : before?.picture;
      const home = piece && there ? above(piece).next().value : before?.above.find((each) => each.isConnected);
      if (!picture || !home) continue;
      flights.push({ picture, home, from, to, how: { delay, duration, comes: !before, goes: !there } });
    }
    if (piece && there) {
      const landing = far < NEAR ? delay : delay + duration;
      if (far >= NEAR) play(piece, { opacity: [0, 0] }, { duration: landing }); // until its picture has arrived
      play(piece, { scale: [1.06, 1] }, { delay: landing, duration: settling, easing: SETTLE, fill: "none" });
    }
    if (!won) end = Math.max(end, delay + duration + settling);
    delay += pace * STAGGER;
  }
  const over = flights.map(({ picture, home }) => lifted(picture, home));
  for (const each of over) each.showPopover?.(); // all together, because each layout of the page takes time
  const own = over.map(boxOf);
  flights.forEach(({ from, to, how }, n) => fly(over[n], own[n], from, to, how));
  // Neighbors that have shifted make room, or close a gap.
  for (const [name, piece] of now) {
    const [before, box] = [pieces.get(name)?.box, lie.get(name)];
    if (moved.has(name) || !before || !box || !isSeen(box) || piece instanceof SVGElement || running.size > 2 * MOST)
      continue;
    const [x, y] = [before.left - box.left, before.top - box.top];
    if (Math.hypot(x, y) >= NEAR)
      play(piece, { translate: [`${x}px ${y}px`, "0 0"] }, { duration: pace * 240, easing: TRAVEL, composite: "add" });
  }
  // An occasion appears once everything is in its place, and lights its subject.
  const card = document.querySelector("#occasion > *");
  if (!card) return end;
  light({ target: card });
  play(card, { opacity: [0, 1, 1, 1, 1, 1, 1, 0] }, { delay: end, duration: pace * MOMENT }, () => light({}));
  return end + pace * MOMENT;
}

/**
 * Move everything to its place now.
 * @param {Iterable<Animation>} [animations] some of which may be endless
 */
function finish(animations = running) {
  for (const animation of animations)
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
}

/** End an occasion, too. */
function hurry() {
  finish();
  finish(
    document
      .getAnimations()
      .filter(({ effect }) => /** @type {KeyframeEffect} */ (effect).target?.closest(".occasion")),
  );
}

/**
 * Light the pieces and places that a control refers to, while it is hovered or focused.
 * @param {{ target?: EventTarget | null }} event
 */
function light({ target }) {
  const control = target instanceof Element ? target.closest("[data-lights]") : null;
  const names = new Set(control ? JSON.parse(String(/** @type {HTMLElement} */ (control).dataset.lights)) : []);
  for (const [, lit] of all("lit")) lit.removeAttribute("data-lit");
  for (const [name, each] of names.size ? [...all("piece"), ...all("place")] : [])
    if (names.has(name)) each.toggleAttribute("data-lit", true);
}

for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, hurry, { capture: true, passive: true });
for (const look of ["pointerover", "focusin"]) addEventListener(look, light, { passive: true });
document.addEventListener("visibilitychange", () => finish());
window.palaces.motion = { note, travel, finish };
