// @ts-check
// Finds elements of a page, fills its sentences, and makes the pictures of puzzles.

/**
 * Fill values into a sentence of the page.
 * @param {string} sentence
 * @param {Record<string, string | number>} values
 */
export const fillText = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, key) => String(values[key]));

/**
 * Return the page's element for a selector.
 * @template {Element} [E=HTMLElement]
 * @param {ParentNode} within
 * @param {string} selector
 * @param {new () => E} [kind]
 */
export function findElement(
  within,
  selector,
  kind = /** @type {new () => E} */ (/** @type {unknown} */ (HTMLElement)),
) {
  const element = within.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`There's no ${selector}.`);
  return element;
}

/**
 * Choose the form of a sentence for a number, and fill it in.
 * @param {string[]} forms the singular and the plural
 * @param {number} n
 */
export const pluralText = ([one, other], n) =>
  fillText(new Intl.PluralRules(document.documentElement.lang).select(n) === "one" ? one : other, { n });

/**
 * Return the picture of a puzzle, which the browser loads once it is near the window. Without it, `onerror` runs.
 * `part` is "#near" for the part that is legible in a small space.
 * @param {string} game
 * @param {number} number
 * @param {() => void} [onerror]
 */
export function makePuzzlePicture(game, number, onerror, part = "") {
  const src = new URL(`../puzzles/${game}-${number}.svg${part}`, import.meta.url).href;
  return Object.assign(new Image(400, 300), { loading: "lazy", alt: "", onerror, src });
}
