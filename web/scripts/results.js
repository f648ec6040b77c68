// @ts-check
// Shows the results of a move when its pieces arrive: until then, a changed result keeps its old look. Then its figure
// counts up. A result is an element with `data-result`, its name.
import { countSteps } from "./flight.js";

const COUNT_MS = 300; // from the old figure to the new one
const POP_MS = 180;
const POP_EASING = "cubic-bezier(.3,1.4,.5,1)";

/** @typedef {{ look: Element, box?: DOMRect }} Note about a result before a change of the page */
/** @typedef {(pace: number) => void} Release shows the new look; its figure counts up unless the pace is 0 */

/** @type {Map<string, Note>} */
let notes = new Map();
/** @type {Map<Element, Release>} */
const waiting = new Map();
/** @type {Map<Text, { final: string, timer: number }>} */
const counting = new Map();

const resultElements = () => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-result]"));

/** @param {Element} element */
function textsOf(element) {
  const found = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) found.push(/** @type {Text} */ (walker.currentNode));
  return found;
}

/** Record all results before a change of the page. */
export function noteResults() {
  notes = new Map();
  for (const each of resultElements())
    notes.set(String(each.dataset.result), {
      look: /** @type {Element} */ (each.cloneNode(true)),
      box: "slides" in each.dataset ? each.getBoundingClientRect() : undefined,
    });
}

/** Return the results that the change of the page has changed, with their earlier look, if there was one. */
export const changedResults = () =>
  [...resultElements()]
    .map((element) => ({ element, before: notes.get(String(element.dataset.result)) }))
    .filter(({ element, before }) => !before || before.box || !before.look.isEqualNode(element));

/**
 * Show the old look of a result until the returned function is called, or all results finish.
 * @param {Element} element
 * @param {Element} look
 * @returns {Release}
 */
export function holdResult(element, look) {
  const [now, before] = [textsOf(element), textsOf(look)];
  const [className, nodes] = [element.getAttribute("class"), [...element.childNodes]];
  /** @type {Release} */
  const release = (pace) => {
    if (waiting.get(element) !== release) return; // finished, and perhaps held again
    waiting.delete(element);
    setClass(element, className);
    element.replaceChildren(...nodes);
    if (!pace) return;
    if (now.length === before.length)
      now.forEach((text, n) => countUp(text, countSteps(before[n].data, text.data), pace));
    if (element instanceof HTMLElement)
      element.animate({ scale: [1.18, 1] }, { duration: pace * POP_MS, easing: POP_EASING });
  };
  waiting.set(element, release);
  setClass(element, look.getAttribute("class"));
  element.replaceChildren(...look.childNodes);
  return release;
}

/** @param {Element} element @param {string | null} name */
function setClass(element, name) {
  if (name === null) element.removeAttribute("class");
  else element.setAttribute("class", name);
}

/** @param {Text} text @param {string[]} steps the figures to show @param {number} pace */
function countUp(text, steps, pace) {
  if (steps.length < 2) return;
  const final = steps[steps.length - 1];
  const ms = (pace * COUNT_MS) / steps.length;
  let n = 0;
  const next = () => {
    text.data = steps[n];
    n += 1;
    if (n === steps.length) counting.delete(text);
    else counting.set(text, { final, timer: setTimeout(next, ms) });
  };
  next();
}

/** Show the new look of all results. */
export function finishResults() {
  for (const release of [...waiting.values()]) release(0);
  for (const [text, { final, timer }] of counting) {
    clearTimeout(timer);
    text.data = final;
  }
  counting.clear();
}
