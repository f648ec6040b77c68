// @ts-check
// The poster of <palace-game puzzle="medina-17">: the position, the question and a button. `embed.js` loads it, as
// `embed/puzzle.js` of the release, only for elements with a puzzle.
/* global PUZZLE_WORDS */
import { PUZZLE_COUNTS, puzzle, today } from "./daily.js";

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
img {
  height: calc(100% - 150px);
  object-fit: contain;
  background: light-dark(#f7e7c9, #262a31);
}
.palazzo button {
  background: light-dark(#8f3a1d, #ffb08c);
}
.medina button {
  background: light-dark(#00595a, #7fd8d2);
}
.head {
  inset: auto 0 72px;
  padding: 14px 16px 2px;
  border-radius: 14px;
  background: inherit;
  text-align: start;
}
.foot,
button {
  box-shadow: none;
}
b {
  order: 1;
  font-size: 1.5em;
}
small {
  color: light-dark(#7a4b00, #e5b75c);
}
`);

/**
 * Return the game and the number of the puzzle of an element.
 * @param {string} asked the value of its attribute, without a game if another attribute has it
 * @param {string | null} game
 */
function findPuzzle(asked, game) {
  if (asked === "today") return puzzle(today());
  const [number, named = game ?? ""] = asked.split("-").reverse();
  return { game: named, number };
}

/**
 * Turn the poster of a game into that of a puzzle.
 * @param {HTMLElement} element
 */
function showPuzzle(element) {
  const root = element.shadowRoot;
  const asked = element.getAttribute("puzzle")?.trim().toLowerCase() ?? "";
  const { game, number } = findPuzzle(asked, element.getAttribute("game"));
  if (asked === "today" && element.getAttribute("game") !== game) return element.setAttribute("game", game); // again
  const [box, image, title, facts, play, status] = [".box", "img", "b", "small", ".foot button", "p"].map((name) =>
    root?.querySelector(name),
  );
  if (!root || !box || !title || !facts || !play || !status || !(image instanceof HTMLImageElement)) return;
  const language = element.lang.toLowerCase().split("-")[0];
  const words = PUZZLE_WORDS[language] ?? PUZZLE_WORDS.en;
  if (!/^[1-9]\d*$/.test(`${number}`) || !(Number(number) <= PUZZLE_COUNTS[game])) {
    // the sentence takes the place of picture and button
    status.textContent = words.unknown.replace("{puzzle}", asked);
    return box.replaceChildren(status);
  }
  box.classList.add(game);
  const date = new Date().toLocaleDateString(language || "en", { month: "short", day: "numeric", timeZone: "UTC" });
  facts.textContent = words.title.replace("{game}", title.textContent ?? "");
  if (asked === "today") facts.textContent += `, ${date}`;
  title.textContent = words.question;
  play.textContent = words.solve;
  image.src = image.src.replace(/embed\/[\w-]+(?=\.svg)/, `puzzles/${game}-${number}`);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets.filter((other) => other !== sheet), sheet];
}

document.currentScript?.dispatchEvent(new CustomEvent("words", { detail: { showPuzzle } }));
