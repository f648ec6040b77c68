// @ts-check
// Animates pieces: it records all boxes before a change of the page. Afterwards a picture of each moved piece flies
// from its old place, or its source, to its new place, or its destination. The next tap or key ends all flights.
import { distanceBetween, flightFrames, flightTimes } from "./flight.js";
import { changedResults, finishResults, holdResult, noteResults } from "./results.js";

const TRAVEL_EASING = "cubic-bezier(.2,.7,.2,1)";
const SETTLE_EASING = "cubic-bezier(.3,1.4,.5,1)";
const SETTLE_MS = 140;
const LANDING_SCALE = 1.06;
const SHIFT_MS = 240; // of neighbors and sliding results
const FRAME_LIMIT_MS = 100;
const OCCASION_MS = 1400;
const STAGGER_MS = 60; // between two pieces of one move
const MAX_FLIGHTS = 24; // maximum of pieces that fly together; all others appear in their places
const MIN_TRAVEL_PX = 2; // below which nothing flies

/** @typedef {import("./flight.js").Box} Box */
/** @typedef {{ box: Box, above: Element[], picture?: Picture }} Note about a piece before a change of the page */
/** @typedef {[piece: string, source: string, goal: string, via: string]} Move */
/** @typedef {{ drawing: Element, size: Box }} Picture and its box before it flies */
/** @typedef {{ delay: number, duration: number, comes: boolean, goes: boolean }} Timing */
/** @typedef {{ name: string, picture: Picture, home: Element, stops: Box[], how: Timing }} Flight */

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
const elementsOf = (kind) =>
  [...document.querySelectorAll(`[data-${kind}]`)].map((each) => [String(each.getAttribute(`data-${kind}`)), each]);

/** @param {string} kind */
const boxesOf = (kind) => new Map(elementsOf(kind).map(([name, each]) => [name, boxOf(each)]));

/** @param {Element} element */
function* ancestorsOf(element) {
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (!(parent instanceof SVGElement)) yield parent;
}

/**
 * Return a copy of a piece that is only a picture. A part of a larger drawing gets a drawing of its own.
 * @param {Element} piece
 * @param {Box} box
 */
function drawPiece(piece, box) {
  const copy = /** @type {HTMLElement | SVGElement} */ (piece.cloneNode(true));
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...each.attributes]) if (/^(id$|tabindex|data-)/.test(name)) each.removeAttribute(name);
  }
  if (!(piece instanceof SVGGraphicsElement) || piece instanceof SVGSVGElement) {
    const { offsetWidth: width = box.width, offsetHeight: height = box.height } = /** @type {HTMLElement} */ (piece);
    const size = { width: `${width}px`, height: `${height}px` };
    Object.assign(copy.style, { ...size, margin: "0", position: "relative", inset: "auto" });
    return { drawing: copy, size: new DOMRect(0, 0, width, height) };
  }
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const { x, y, width, height } = piece.getBBox();
  drawing.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  copy.removeAttribute("transform");
  drawing.append(copy);
  const size = { width: `${box.width}px`, height: `${box.height}px` };
  Object.assign(drawing.style, { ...size, display: "block", overflow: "visible" });
  return { drawing, size: new DOMRect(0, 0, box.width, box.height) };
}

/**
 * Record the boxes of all pieces before a change of the page.
 * @param {string} moves as JSON
 */
function note(moves) {
  finish();
  running.clear();
  startNow = undefined;
  pieces = new Map();
  if (isStill()) return;
  noteResults();
  const moved = new Set(JSON.parse(moves).map((/** @type {Move} */ [piece]) => piece));
  for (const [name, piece] of elementsOf("piece")) {
    const box = boxOf(piece);
    if (isSeen(box))
      pieces.set(name, {
        box,
        above: [...ancestorsOf(piece)],
        picture: moved.has(name) ? drawPiece(piece, box) : undefined,
      });
  }
  places = boxesOf("place");
}

/**
 * Return the current or earlier box of a place, or of the place that contains it.
 * @param {string} place
 * @param {Map<string, Box>[]} known
 */
function findBox(place, ...known) {
  for (let name = place; name; name = name.slice(0, Math.max(0, name.lastIndexOf("-")))) {
    for (const boxes of known) if (isSeen(boxes.get(name))) return boxes.get(name);
  }
}

/**
 * Return the box at which a piece leaves or enters the table when its other place is not visible.
 * @param {Box | undefined} box
 */
const edgeBox = (box) => box && new DOMRect(box.left, box.top - box.height / 2, box.width, box.height);

/**
 * @param {Element} element
 * @param {PropertyIndexedKeyframes} frames at equal intervals
 * @param {KeyframeAnimationOptions} timing
 * @param {() => void} [then]
 */
function playFrames(element, frames, timing, then) {
  const animation = element.animate(frames, { fill: "backwards", ...timing });
  running.add(animation);
  animation.onfinish = () => {
    running.delete(animation);
    then?.();
  };
}

/**
 * Show pictures above everything else, one layer for each home. A layer disappears after its last picture.
 * @param {Flight[]} flights
 */
function showPictures(flights) {
  /** @type {Map<Element, HTMLElement>} */
  const layers = new Map();
  const shown = flights.map(({ picture, home }) => {
    const layer = layers.get(home) ?? document.createElement("div");
    if (!layers.has(home)) {
      Object.assign(layer, { className: "flights", inert: true, ariaHidden: "true", popover: "manual" });
      layers.set(home, layer);
    }
    const over = document.createElement("div");
    over.className = "flying";
    over.append(picture.drawing);
    layer.append(over);
    return over;
  });
  for (const [home, layer] of layers) (home.isConnected ? home : document.body).append(layer);
  for (const layer of layers.values()) layer.showPopover?.();
  return shown;
}

/**
 * @param {Element} over the flying picture
 * @param {Flight} flight
 */
function flyPicture(over, { picture, stops, how }) {
  const { delay, duration } = how;
  const [whole, ofLeg] = stops.length === 2 ? [TRAVEL_EASING, "linear"] : ["linear", TRAVEL_EASING];
  const frames = { ...flightFrames(picture.size, stops, how), easing: ofLeg };
  playFrames(over, frames, { delay, duration, easing: whole, fill: "both" }, () => {
    const layer = over.parentElement;
    over.remove();
    if (!layer?.childElementCount) layer?.remove();
  });
}

/** @typedef {{ flights: Flight[], moved: Set<string>, arrivals: Map<string, number>, known: number, end: number }} Plan */

/**
 * Return the flights of these moves, and their times in milliseconds: the arrival of each piece, the last arrival of a
 * piece that the page showed before, and the end.
 * @param {Move[]} moves
 * @param {number} pace
 * @param {Map<string, Element>} now the pieces on the page
 * @param {Map<string, Box>} current their boxes
 * @returns {Plan}
 */
function planFlights(moves, pace, now, current) {
  const at = new Map([...boxesOf("at"), ...boxesOf("place")]);
  /** @type {Plan} */
  const plan = { flights: [], moved: new Set(), arrivals: new Map(), known: 0, end: 0 };
  let [delay, busy] = [0, 0];
  for (const [name, source, goal, via] of moves) {
    plan.moved.add(name);
    const isPoints = name.startsWith("points"); // by the piece that has landed; nothing waits for them
    const [before, piece, box] = [isPoints ? undefined : pieces.get(name), now.get(name), current.get(name)];
    const there = isSeen(box) ? box : undefined;
    const from = before?.box ?? findBox(source, places, at) ?? edgeBox(there);
    const to = there ?? findBox(goal, at, places) ?? edgeBox(before?.box);
    if (!from || !to || !(before || there) || plan.flights.length >= MAX_FLIGHTS) continue;
    const between = via ? findBox(via, at, places) : undefined;
    if (isPoints) delay = plan.end;
    else if (!between) delay = Math.max(delay, busy);
    const isFlight = Boolean(between) || distanceBetween(from, to) >= MIN_TRAVEL_PX;
    const times = flightTimes(from, between, to);
    const duration = pace * times.duration;
    const picture = piece && there ? drawPiece(piece, to) : before?.picture;
    const home = piece && there ? ancestorsOf(piece).next().value : before?.above.find((each) => each.isConnected);
    if (isFlight && !(picture && home)) continue;
    if (isFlight && picture && home) {
      const stops = between ? [from, between, to] : [from, to];
      plan.flights.push({ name, picture, home, stops, how: { delay, duration, comes: !before, goes: !there } });
    }
    const arrival = isFlight ? delay + duration : delay;
    plan.arrivals.set(name, arrival);
    if (before && !isPoints) plan.known = Math.max(plan.known, arrival);
    if (!isPoints) plan.end = Math.max(plan.end, delay + duration + pace * SETTLE_MS);
    busy = between ? delay + pace * times.free : busy;
    delay += pace * STAGGER_MS;
  }
  return plan;
}

/**
 * Hide pieces until their pictures have arrived. Then they settle.
 * @param {Plan} plan
 * @param {number} pace
 * @param {Map<string, Element>} now
 */
function settlePieces({ flights, arrivals }, pace, now) {
  const flown = new Set(flights.map(({ name }) => name));
  for (const [name, arrival] of arrivals) {
    const piece = now.get(name);
    if (!piece) continue;
    if (flown.has(name)) playFrames(piece, { opacity: [0, 0] }, { duration: arrival });
    const timing = { delay: arrival, duration: pace * SETTLE_MS, easing: SETTLE_EASING };
    playFrames(piece, { scale: [LANDING_SCALE, 1] }, { ...timing, fill: "none" });
  }
}

/**
 * Let neighbors that have shifted make room, or close a gap.
 * @param {Set<string>} moved
 * @param {number} pace
 * @param {Map<string, Element>} now
 * @param {Map<string, Box>} current
 */
function shiftNeighbors(moved, pace, now, current) {
  for (const [name, piece] of now) {
    const [before, box] = [pieces.get(name)?.box, current.get(name)];
    const isNeighbor = !moved.has(name) && before && box && isSeen(box) && !(piece instanceof SVGElement);
    if (isNeighbor && running.size <= 2 * MAX_FLIGHTS) slideFrom(piece, before, box, 0, pace);
  }
}

/** @param {Element} element @param {Box} before @param {Box} box @param {number} delay @param {number} pace */
function slideFrom(element, before, box, delay, pace) {
  const [x, y] = [before.left - box.left, before.top - box.top];
  if (Math.hypot(x, y) < MIN_TRAVEL_PX) return;
  const timing = { delay, duration: pace * SHIFT_MS, easing: TRAVEL_EASING };
  playFrames(element, { translate: [`${x}px ${y}px`, "0 0"] }, { ...timing, composite: "add" });
}

/**
 * Keep the old look of all results. Return functions that let each one change when its pieces have arrived.
 * @returns {((plan: Plan, pace: number) => void)[]}
 */
function holdResults() {
  return changedResults().map(({ element, before }) => {
    const release = before && !before.box ? holdResult(element, before.look) : undefined;
    return ({ arrivals, known }, pace) => {
      const last = known || Math.max(0, ...arrivals.values());
      const duration = arrivals.get(String(element.dataset.result)) ?? last;
      if (release && !duration) release(0);
      else if (release) playFrames(element, { opacity: [1, 1] }, { duration }, () => release(pace));
      else if (!before) playFrames(element, { opacity: [0, 0] }, { duration });
      else if (before.box && isSeen(before.box)) slideFrom(element, before.box, boxOf(element), duration, pace);
    };
  });
}

/**
 * Find the way of every piece after a change of the page. Return a function that starts the animation, and returns its
 * duration in milliseconds.
 * @param {string} moves as JSON
 * @param {number} pace the factor for every duration
 */
function prepare(moves, pace) {
  if (isStill()) return () => 0;
  const now = new Map(elementsOf("piece"));
  /** @type {Move[]} */
  const parsed = JSON.parse(moves);
  const held = parsed.length ? holdResults() : []; // before boxes are read, so that the page is laid out once
  for (const [name] of parsed)
    for (const change of now.get(name)?.getAnimations() ?? []) if (change instanceof CSSTransition) change.finish();
  const current = boxesOf("piece"); // at their destinations
  const plan = planFlights(parsed, pace, now, current);
  return () => {
    if (isStill()) {
      finish();
      return 0;
    }
    for (const hold of held) hold(plan, pace);
    settlePieces(plan, pace, now);
    shiftNeighbors(plan.moved, pace, now, current);
    showPictures(plan.flights).forEach((over, n) => flyPicture(over, plan.flights[n]));
    return plan.end + showOccasion(plan.end, pace);
  };
}

/** @type {(() => void) | undefined} */
let startNow;

/**
 * Animate everything to its place after a change of the page. The animation starts in the next frame, before it is
 * painted: so it is a task of its own.
 * @param {string} moves as JSON
 * @param {number} pace the factor for every duration
 * @param {(ms: number) => void} started is called with the duration
 */
function travel(moves, pace, started) {
  const begin = motion.prepare(moves, pace);
  const start = () => {
    if (startNow !== start) return; // a later change of the page came first, or the page was hidden
    startNow = undefined;
    started(begin());
  };
  startNow = start;
  requestAnimationFrame(start);
  setTimeout(start, FRAME_LIMIT_MS); // a frame of another site that is out of sight has no frames
}

/**
 * Show an occasion once everything is in its place, and light its subject. Return its duration in milliseconds.
 * @param {number} delay
 * @param {number} pace
 */
function showOccasion(delay, pace) {
  const card = document.querySelector("#occasion > *");
  if (!card) return 0;
  lightTargets({ target: card });
  const duration = pace * OCCASION_MS;
  playFrames(card, { opacity: [0, 1, 1, 1, 1, 1, 1, 0] }, { delay, duration }, () => lightTargets({}));
  return duration;
}

/**
 * Move everything to its place now.
 * @param {Iterable<Animation>} [animations] some of which may be endless
 */
function finish(animations = running) {
  finishResults();
  for (const animation of animations)
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
}

/** End an occasion, too. A control that presses itself after a while waits from now on. */
function finishAll() {
  finish();
  for (const timer of document.getAnimations())
    if (timer instanceof CSSAnimation && timer.animationName === "looked-at") timer.cancel();
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
function lightTargets({ target }) {
  const control = target instanceof Element ? target.closest("[data-lights]") : null;
  const names = new Set(control ? JSON.parse(String(/** @type {HTMLElement} */ (control).dataset.lights)) : []);
  for (const [, lit] of elementsOf("lit")) lit.removeAttribute("data-lit");
  for (const [name, each] of names.size ? [...elementsOf("piece"), ...elementsOf("place")] : [])
    if (names.has(name)) each.toggleAttribute("data-lit", true);
}

/**
 * Press a control at the end of the animation in its `data-after`.
 * @param {AnimationEvent} event
 */
function pressAfter({ target, animationName }) {
  if (target instanceof HTMLElement && target.dataset.after === animationName) target.click();
}

document.addEventListener("animationend", pressAfter);
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, finishAll, { capture: true, passive: true });
for (const look of ["pointerover", "focusin"]) addEventListener(look, lightTargets, { passive: true });
document.addEventListener("visibilitychange", () => {
  finish();
  startNow?.(); // a hidden page has no frames
});
const motion = { note, prepare, travel, finish };
window.palaces.motion = motion;
