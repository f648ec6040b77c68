// @ts-check
// The poster of <palace-game puzzle="medina-17">: the position, the question and a button. `embed.js` loads it, as
// `embed/puzzle.js` of the release, only for elements with a puzzle.
/* global PUZZLE_WORDS */
import { puzzle, today } from "./daily.js";

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
img {
  height: calc(100% - 150px);
}
.head {
  inset: auto 0 72px;
  gap: 2px;
  padding: 14px 16px 2px;
  border-radius: 14px 14px 0 0;
  background: light-dark(#fffaf0, #262a31);
  text-align: start;
  box-shadow: 0 -3px 0 light-dark(#3a2a1433, #0009);
}
.foot {
  border-radius: 0;
  box-shadow: none;
}
b {
  order: 1;
  font-size: clamp(20px, 1.5em, 7vw);
}
small {
  color: light-dark(#7a4b00, #e5b75c);
  font-weight: 700;
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
  const [image, title, facts, play] = ["img", "b", "small", ".foot button"].map((name) => root?.querySelector(name));
  if (!root || !title || !facts || !play || !(image instanceof HTMLImageElement)) return;
  const language = element.lang.toLowerCase().split("-")[0];
  const words = PUZZLE_WORDS[language] ?? PUZZLE_WORDS.en;
  const date = new Date().toLocaleDateString(language || "en", { month: "short", day: "numeric", timeZone: "UTC" });
  facts.textContent = words.title.replace("{game}", title.textContent ?? "");
  if (asked === "today") facts.textContent += ` \u00b7 ${date}`;
  title.textContent = words.question;
  play.textContent = words.solve;
  play.ariaLabel = `${words.solve}: ${facts.textContent}`;
  image.src = image.src.replace(/embed\/[\w-]+(?=\.svg)/, `puzzles/${game}-${number}`);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets.filter((other) => other !== sheet), sheet];
}

document.currentScript?.dispatchEvent(new CustomEvent("words", { detail: { showPuzzle } }));
