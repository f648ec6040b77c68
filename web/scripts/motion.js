// @ts-check
// Animates pieces: it records all boxes before a change of the page. Afterwards a picture of each moved piece flies
// from its old place, or its source, to its new place, or its destination. The next tap or key ends all flights.
export {};

const TRAVEL_EASING = "cubic-bezier(.2,.7,.2,1)";
const SETTLE_EASING = "cubic-bezier(.3,1.4,.5,1)";
const SETTLE_MS = 140;
const OCCASION_MS = 1400;
const STAGGER_MS = 60; // between two pieces of one move
const MAX_FLIGHTS = 24; // maximum of pieces that fly together; all others appear in their places
const MIN_TRAVEL_PX = 2; // below which nothing flies

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
 * Show a picture above everything else.
 * @param {Element} picture
 * @param {Element} home the element in which its styles are those of the piece
 */
function liftPicture(picture, home) {
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
function flyPicture(over, own, from, to, { delay, duration, comes, goes }) {
  /** @param {Box} box */
  const positionOf = (box) => {
    const scale = Math.min(
      comes || goes ? 1.2 : Infinity,
      Math.min(box.width / own.width, box.height / own.height) || 1,
    );
    const x = box.left + box.width / 2 - own.left - own.width / 2;
    const y = box.top + box.height / 2 - own.top - own.height / 2;
    return { x, y, scale, transform: `translate(${x}px,${y}px) scale(${scale})` };
  };
  const [first, last] = [positionOf(from), positionOf(to)];
  const middle = `translate(${(first.x + last.x) / 2}px,${(first.y + last.y) / 2}px) scale(${((first.scale + last.scale) / 2) * 1.06})`;
  const frames = {
    transform: [first.transform, middle, last.transform],
    opacity: [comes ? 0 : 1, 1, 1, 1, 1, goes ? 0 : 1],
  };
  playFrames(over, frames, { delay, duration, easing: TRAVEL_EASING, fill: "both" }, () => over.remove());
}

/**
 * Animate everything to its place after a change of the page. Return the duration in milliseconds.
 * @param {string} moves as JSON
 * @param {number} pace the factor for every duration
 */
function travel(moves, pace) {
  if (isStill()) return 0;
  const now = new Map(elementsOf("piece"));
  const current = boxesOf("piece");
  const at = new Map([...boxesOf("at"), ...boxesOf("place")]);
  let [delay, end] = [0, 0];
  /** @type {{ picture: Element, home: Element, from: Box, to: Box, how: Flight }[]} */
  const flights = [];
  const moved = new Set();
  for (const [name, source, goal] of /** @type {Move[]} */ (JSON.parse(moves))) {
    moved.add(name);
    const isPoints = name.startsWith("points"); // by the piece that has landed; nothing waits for them
    const [before, piece, box] = [isPoints ? undefined : pieces.get(name), now.get(name), current.get(name)];
    const there = isSeen(box) ? box : undefined;
    const from = before?.box ?? findBox(source, places, at) ?? edgeBox(there);
    const to = there ?? findBox(goal, at, places) ?? edgeBox(before?.box);
    if (!from || !to || !(before || there) || flights.length >= MAX_FLIGHTS) continue;
    if (isPoints) delay = end;
    const distance = Math.hypot(
      from.left - to.left + (from.width - to.width) / 2,
      from.top - to.top + (from.height - to.height) / 2,
    );
    const duration = pace * Math.min(420, Math.max(220, 160 + 0.28 * distance));
    const settling = pace * SETTLE_MS;
    if (distance >= MIN_TRAVEL_PX) {
      const picture = piece && there ? drawPiece(piece, to) : before?.picture;
      const home = piece && there ? ancestorsOf(piece).next().value : before?.above.find((each) => each.isConnected);
      if (!picture || !home) continue;
      flights.push({ picture, home, from, to, how: { delay, duration, comes: !before, goes: !there } });
    }
    if (piece && there) {
      const landing = distance < MIN_TRAVEL_PX ? delay : delay + duration;
      if (distance >= MIN_TRAVEL_PX) playFrames(piece, { opacity: [0, 0] }, { duration: landing }); // until its picture has arrived
      playFrames(
        piece,
        { scale: [1.06, 1] },
        { delay: landing, duration: settling, easing: SETTLE_EASING, fill: "none" },
      );
    }
    if (!isPoints) end = Math.max(end, delay + duration + settling);
    delay += pace * STAGGER_MS;
  }
  const over = flights.map(({ picture, home }) => liftPicture(picture, home));
  for (const each of over) each.showPopover?.(); // all together, because each layout of the page takes time
  const own = over.map(boxOf);
  flights.forEach(({ from, to, how }, n) => flyPicture(over[n], own[n], from, to, how));
  // Neighbors that have shifted make room, or close a gap.
  for (const [name, piece] of now) {
    const [before, box] = [pieces.get(name)?.box, current.get(name)];
    if (
      moved.has(name) ||
      !before ||
      !box ||
      !isSeen(box) ||
      piece instanceof SVGElement ||
      running.size > 2 * MAX_FLIGHTS
    )
      continue;
    const [x, y] = [before.left - box.left, before.top - box.top];
    if (Math.hypot(x, y) >= MIN_TRAVEL_PX)
      playFrames(
        piece,
        { translate: [`${x}px ${y}px`, "0 0"] },
        { duration: pace * 240, easing: TRAVEL_EASING, composite: "add" },
      );
  }
  // An occasion appears once everything is in its place, and lights its subject.
  const card = document.querySelector("#occasion > *");
  if (!card) return end;
  lightTargets({ target: card });
  playFrames(card, { opacity: [0, 1, 1, 1, 1, 1, 1, 0] }, { delay: end, duration: pace * OCCASION_MS }, () =>
    lightTargets({}),
  );
  return end + pace * OCCASION_MS;
}

/**
 * Move everything to its place now.
 * @param {Iterable<Animation>} [animations] some of which may be endless
 */
function finish(animations = running) {
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
document.addEventListener("visibilitychange", () => finish());
window.palaces.motion = { note, travel, finish };
