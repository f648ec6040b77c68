// @ts-check
// Lets pieces travel: the boxes of all are noted before the page is changed, and afterwards a picture of each that
// moved flies from where it was, or came from, to where it is, or went. The next touch or key finds all of it at its
// end.
export {};

const TRAVEL = "cubic-bezier(.2,.7,.2,1)";
const SETTLE = "cubic-bezier(.3,1.4,.5,1)";
const SETTLING = 140; // ms
const MOMENT = 1400;
const STAGGER = 60; // ms between two pieces of one move
const MOST = 24; // pieces that fly at once; the rest is where it belongs
const NEAR = 2; // px that nothing travels

/** @typedef {{ left: number, top: number, width: number, height: number }} Box */
/** @typedef {{ box: Box, above: Element[], picture?: Element }} Note of a piece before the page is changed */
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
 * A copy of a piece that is a picture and nothing else. What is drawn inside a larger drawing gets a drawing of its
 * own.
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
 * Note where everything is, before the page is changed.
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
 * The box of a place, or of the place that it is a part of; as it is now, or as it was.
 * @param {string} place
 * @param {Map<string, Box>[]} known
 */
function found(place, ...known) {
  for (let name = place; name; name = name.slice(0, Math.max(0, name.lastIndexOf("-")))) {
    for (const boxes of known) if (isSeen(boxes.get(name))) return boxes.get(name);
  }
}

/**
 * Where a piece leaves the table, or comes to it: there is no such place in sight.
 * @param {Box | undefined} box
 */
const outside = (box) => box && new DOMRect(box.left, box.top - box.height / 2, box.width, box.height);

/**
 * @param {Element} element
 * @param {PropertyIndexedKeyframes} frames evenly over the time
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
 * A picture lies over everything.
 * @param {Element} picture
 * @param {Element} home where its styles are those of the piece
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
 * @param {Element} over what flies
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
 * Let everything travel to where it is, once the page is changed; answers how long that takes, in milliseconds.
 * @param {string} moves as JSON
 * @param {number} pace by what every time is multiplied
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
    const won = name.startsWith("points"); // by what has landed, and nothing waits for it
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
      if (far >= NEAR) play(piece, { opacity: [0, 0] }, { duration: landing }); // until its picture is there
      play(piece, { scale: [1.06, 1] }, { delay: landing, duration: settling, easing: SETTLE, fill: "none" });
    }
    if (!won) end = Math.max(end, delay + duration + settling);
    delay += pace * STAGGER;
  }
  const over = flights.map(({ picture, home }) => lifted(picture, home));
  for (const each of over) each.showPopover?.(); // all at once, as each layout of the page takes its time
  const own = over.map(boxOf);
  flights.forEach(({ from, to, how }, n) => fly(over[n], own[n], from, to, how));
  // What did not move but lies elsewhere now makes room, or closes up.
  for (const [name, piece] of now) {
    const [before, box] = [pieces.get(name)?.box, lie.get(name)];
    if (moved.has(name) || !before || !box || !isSeen(box) || piece instanceof SVGElement || running.size > 2 * MOST)
      continue;
    const [x, y] = [before.left - box.left, before.top - box.top];
    if (Math.hypot(x, y) >= NEAR)
      play(piece, { translate: [`${x}px ${y}px`, "0 0"] }, { duration: pace * 240, easing: TRAVEL, composite: "add" });
  }
  // A moment comes once everything lies where it belongs, and lights what it is about.
  const card = document.querySelector("#occasion > *");
  if (!card) return end;
  light({ target: card });
  play(card, { opacity: [0, 1, 1, 1, 1, 1, 1, 0] }, { delay: end, duration: pace * MOMENT }, () => light({}));
  return end + pace * MOMENT;
}

/**
 * Everything is where it belongs, now.
 * @param {Iterable<Animation>} [animations] of which some may have no end
 */
function finish(animations = running) {
  for (const animation of animations)
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
}

/** And so is an occasion. */
function hurry() {
  finish();
  finish(
    document
      .getAnimations()
      .filter(({ effect }) => /** @type {KeyframeEffect} */ (effect).target?.closest(".occasion")),
  );
}

/**
 * Light the pieces and places that a control speaks of, while it is pointed at or has the focus.
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
