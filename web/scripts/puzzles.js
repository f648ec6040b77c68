// @ts-check
// The page of the books of puzzles: it shows the puzzles of one game, marks the solved and missed ones, and filters them.
// `palaces/app/puzzle_record.py` describes the record, which this page only reads.
import { fillText, findElement, makePuzzlePicture, pluralText } from "./page-content.js";
import { isObject, readObject } from "./saved-games-store.js";

const RECORD_KEY = "palaces:puzzles";
const main = findElement(document, "#puzzles");
/** @type {Record<string, string> & { count: string[] }} */
const say = JSON.parse(main.dataset.say ?? "{}");
const settledDeviation = Number(main.dataset.settled);
const links = [...main.querySelectorAll("a[data-game]")].filter((link) => link instanceof HTMLAnchorElement);
const books = [...main.querySelectorAll("section")];
const states = [...main.querySelectorAll("[data-show]")].filter((each) => each instanceof HTMLButtonElement);

/** The game and the state of the shown puzzles. */
const shown = { game: String(links[0].dataset.game), state: "all" };

/**
 * Return the numbers of a list in the record.
 * @param {unknown} byGame
 * @param {string} game
 */
function numbersOf(byGame, game) {
  const numbers = isObject(byGame) ? byGame[game] : [];
  return new Set(Array.isArray(numbers) ? numbers : []);
}

/** Return the rows of the grid of a game. */
const rowsOf = (/** @type {HTMLElement} */ book) =>
  [...book.querySelectorAll("li")].map((row) => ({ row, link: findElement(row, "a", HTMLAnchorElement) }));

/** Return the number of a puzzle. */
const numberOf = (/** @type {HTMLElement} */ link) => Number(link.id.split("-")[1]);

/** Mark each puzzle as the record says. Say how many are solved, and the rating. */
function markPuzzles() {
  const record = readObject(RECORD_KEY);
  let total = 0;
  let solvedTotal = 0;
  for (const book of books) {
    const game = String(book.dataset.book);
    const [solved, missed] = [numbersOf(record.solved, game), numbersOf(record.missed, game)];
    for (const { row, link } of rowsOf(book)) {
      const number = numberOf(link);
      const state = solved.has(number) ? "solved" : missed.has(number) ? "missed" : "new";
      row.dataset.state = state;
      link.querySelector(".unseen.state")?.remove();
      if (state === "new") continue;
      const words = document.createElement("span");
      words.className = "unseen state";
      words.textContent = ` ${say[state]}`;
      link.append(words);
    }
    const count = book.querySelectorAll("[data-state=solved]").length;
    total += count + book.querySelectorAll("[data-state=missed]").length;
    solvedTotal += count;
    const fact = findElement(main, `[data-game="${game}"] small`);
    fact.dataset.puzzles ??= fact.textContent;
    fact.textContent = count ? pluralText(say.count, count) : fact.dataset.puzzles;
  }
  if (total) showRating(record.rating, solvedTotal);
}

/**
 * @param {unknown} rating its value, its deviation and its volatility
 * @param {number} solved
 */
function showRating(rating, solved) {
  const place = findElement(main, ".puzzle-rating");
  const [value, deviation] = Array.isArray(rating) ? rating.map(Number) : [];
  const sentences = [pluralText(say.count, solved)];
  if (value > 0 && deviation > 0) {
    const rating = fillText(say.rating, { n: Math.round(value), margin: Math.round(2 * deviation) });
    sentences.push(deviation > settledDeviation ? say.settling : rating);
  }
  place.replaceChildren(
    ...sentences.map((sentence, n) => {
      const part = document.createElement(n === 1 && deviation <= settledDeviation ? "b" : "span");
      part.textContent = sentence;
      return part;
    }),
  );
}

/** Show the puzzles of the chosen game that pass the filters; or say why there are none. */
function showPuzzles() {
  for (const link of links)
    if (link.dataset.game === shown.game) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  for (const each of states) each.setAttribute("aria-pressed", String(each.dataset.show === shown.state));
  for (const book of books) book.hidden = book.dataset.book !== shown.game;
  const book = books.find((each) => !each.hidden);
  if (!book) return;
  const theme = findElement(book, "select", HTMLSelectElement).value;
  if (!book.querySelector("img"))
    for (const { link } of rowsOf(book)) {
      const picture = makePuzzlePicture(shown.game, numberOf(link), () => (picture.hidden = true));
      link.prepend(picture);
    }
  for (const { row } of rowsOf(book))
    row.hidden =
      (shown.state !== "all" && row.dataset.state !== shown.state) || (theme !== "" && row.dataset.theme !== theme);
  findElement(main, ".puzzles-none").textContent = book.querySelector("li:not([hidden])") ? "" : noneSentence(book);
}

/**
 * Return why no puzzle passes the filters.
 * @param {HTMLElement} book
 */
function noneSentence(book) {
  if (shown.state === "missed") return say["no-missed"];
  if (book.querySelector("[data-state=new]")) return say["no-new"]; // there are some of other themes
  return book.querySelector("[data-state=missed]") ? say.retry : say.done;
}

/** Show the game and the theme that the address asks for: "?game=medina&theme=walls". Others are ignored. */
function followQuery() {
  const query = new URLSearchParams(location.search);
  const book = books.find((each) => each.dataset.book === query.get("game")?.toLowerCase());
  if (!book) return;
  shown.game = String(book.dataset.book);
  const select = findElement(book, "select", HTMLSelectElement);
  select.value = query.get("theme")?.toLowerCase() ?? "";
  if (select.selectedIndex < 0) select.value = "";
}

/** Return the fragment of the address as text. */
function readFragment() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return ""; // it is damaged
  }
}

/**
 * Show the game or the puzzle that the address names: "#medina" or "#medina-17". Say so if there is no such puzzle. The
 * address "#look" is that of a damaged link to a decision, which has led here.
 */
function followAddress() {
  const hash = readFragment();
  const [game, ...rest] = hash.split("-");
  const number = rest.join("-");
  const lost = findElement(main, ".puzzle-lost");
  lost.textContent = hash === "look" ? say.damaged : "";
  main.querySelector("li [aria-current]")?.removeAttribute("aria-current");
  if (!books.some((book) => book.dataset.book === game)) return;
  shown.game = game;
  const puzzle = main.querySelector(`li > a[id="${CSS.escape(hash)}"]`);
  if (puzzle instanceof HTMLAnchorElement) {
    shown.state = "all";
    findElement(main, `[data-book="${game}"] select`, HTMLSelectElement).value = "";
  }
  showPuzzles();
  if (!(puzzle instanceof HTMLAnchorElement)) {
    const most = main.querySelectorAll(`[data-book="${game}"] li`).length;
    if (number) lost.textContent = fillText(say.unknown, { puzzle: number.slice(0, 30), least: 1, most });
    return;
  }
  puzzle.setAttribute("aria-current", "true");
  puzzle.scrollIntoView({ block: "center" });
  puzzle.focus({ preventScroll: true });
}

function refresh() {
  markPuzzles();
  showPuzzles();
}

for (const link of links)
  link.addEventListener("click", (event) => {
    event.preventDefault(); // the page stays where it is
    history.replaceState(null, "", link.hash);
    followAddress();
  });
for (const each of states)
  each.addEventListener("click", () => {
    shown.state = String(each.dataset.show);
    showPuzzles();
  });
for (const book of books) findElement(book, "select", HTMLSelectElement).addEventListener("change", showPuzzles);
addEventListener("hashchange", followAddress);
addEventListener("storage", refresh);
addEventListener("pageshow", (event) => event.persisted && refresh());
followQuery();
refresh();
followAddress();
