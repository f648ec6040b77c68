// @ts-check
// The puzzle and the deals of today on the home page, and the facts about everything else of a returning visitor. It
// reads what other pages have stored, and stores nothing.
import { puzzle, today } from "./daily.js";
import { lessonStep } from "./home.js";
import { fillText, findElement, makePuzzlePicture, pluralText } from "./page-content.js";
import { dealOf, isObject, isOver, listGames, parseJson, readObject, useStorage } from "./saved-games-store.js";

const ENTRY_PREFIX = "palaces:played:"; // of the finished games in the record
const MAX_POINTS = 999; // as in daily_deal.py
const MAX_SHOWN_MARGIN = 150; // a rating with a greater margin says little
const section = findElement(document, ".today");
/** @type {Record<string, string> & Record<"levels" | "points" | "puzzles" | "record" | "wins", string[]>} */
const say = JSON.parse(section.dataset.say ?? "{}");
/** @type {Record<string, string>} */
const titles = JSON.parse(section.dataset.games ?? "{}");
/** @type {Record<string, number[]>} the levels of the puzzles of each game */
const levels = JSON.parse(section.dataset.levels ?? "{}");
const language = document.documentElement.lang;

/** @param {unknown} value */
const objectOf = (value) => (isObject(value) ? value : {});

/**
 * @param {unknown} value
 * @returns {value is number}
 */
const isNumber = (value) => typeof value === "number" && Number.isFinite(value);

/**
 * Return true for points that a game can have.
 * @param {unknown} value
 * @returns {value is number}
 */
const arePoints = (value) => isNumber(value) && Number.isInteger(value) && Math.abs(value) <= MAX_POINTS;

/**
 * Return the numbers of a list.
 * @param {unknown} list
 */
const numbersOf = (list) => (Array.isArray(list) ? list.filter(isNumber) : []);

/**
 * Show the poster of a game.
 * @param {HTMLElement} place
 * @param {string} game
 */
function showPoster(place, game) {
  if (place.dataset.game === game) return;
  place.dataset.game = game;
  place.replaceChildren(findElement(document, `#${game}-window svg`, SVGElement).cloneNode(true));
}

/**
 * Show the position of a puzzle. A first visit loads no more than the page, so it keeps the poster.
 * @param {HTMLElement} place
 * @param {string} game
 * @param {number} number
 */
function showPosition(place, game, number) {
  const part = document.querySelector(".next > *") ? "#near" : ""; // without a game to continue, the puzzle is large
  const name = `${game}-${number}${part}`;
  if (!document.documentElement.dataset.visit || place.dataset.puzzle === name) return;
  place.dataset.puzzle = name;
  const poster = [...place.childNodes];
  place.replaceChildren(makePuzzlePicture(game, number, () => place.replaceChildren(...poster), part));
}

/**
 * Show the puzzle of a day. Return true if it has had its answer.
 * @param {string} date
 */
function showPuzzle(date) {
  const part = findElement(section, ".puzzle");
  const link = findElement(part, "a", HTMLAnchorElement);
  const { game, number } = puzzle(date);
  const stored = readObject("palaces:puzzles");
  const isSolved = numbersOf(objectOf(stored.solved)[game]).includes(number);
  const isDone = isSolved || objectOf(stored.today)[date] !== undefined;
  part.dataset.game = game;
  link.href = `./${game}.html?puzzle=today`;
  link.classList.toggle("finished", isDone);
  if (isDone) link.textContent = isSolved ? say.solved : say.missed;
  const level = say.levels[levels[game][number - 1] - 1];
  if (document.documentElement.dataset.visit)
    findElement(part, ".facts").textContent = fillText(say.puzzle, { game: titles[game], level });
  showPoster(findElement(part, ".glimpse"), game);
  showPosition(findElement(part, ".glimpse"), game, number);
  return isDone;
}

/**
 * Show the deals of a day. Return true if all have been played.
 * @param {string} date
 */
function showDeals(date) {
  const results = objectOf(readObject("palaces:today")[date]);
  const links = [...section.querySelectorAll("[data-deal]")].filter((link) => link instanceof HTMLAnchorElement);
  const running = listGames().flatMap((game) =>
    dealOf(game) === date && !isOver(game) ? [game.record.save.game] : [],
  );
  let left = links.length;
  for (const link of links) {
    const { points } = objectOf(results[String(link.dataset.deal)]);
    link.classList.toggle("finished", arePoints(points));
    if (!arePoints(points)) {
      if (running.includes(String(link.dataset.deal))) findElement(link, "small").textContent = say.continue;
      continue;
    }
    findElement(link, "small").textContent = pluralText(say.points, points).replace("-", "−");
    left -= 1;
  }
  // A first visit offers one deal, in another game than its puzzle.
  const games = links.map((link) => String(link.dataset.deal));
  const game = games[(games.indexOf(puzzle(date).game) + 1) % games.length];
  const part = findElement(section, ".deal");
  findElement(part, "a.second", HTMLAnchorElement).href = `./${game}.html?deal=today`;
  showPoster(findElement(part, ".glimpse"), game);
  return !left;
}

/** Write a fact into a link of the page. */
function showFact(/** @type {string} */ place, /** @type {string} */ fact) {
  findElement(document, `#to-${place} small`).textContent = fact;
}

/** Show what the visitor has reached elsewhere. */
function showFacts() {
  const { games, wins } = readObject("palaces:record");
  const list = new Intl.ListFormat(language, { type: "unit", style: "short" });
  if (isNumber(games) && games > 0)
    showFact("record", list.format([pluralText(say.record, games), pluralText(say.wins, isNumber(wins) ? wins : 0)]));
  else if (useStorage((storage) => Object.keys(storage).some((key) => key.startsWith(ENTRY_PREFIX)), false))
    showFact("record", games === 0 ? say.unranked : ""); // a damaged summary says nothing
  const stored = readObject("palaces:puzzles");
  const solved = Object.values(objectOf(stored.solved)).flatMap(numbersOf).length;
  const [rating, deviation] = numbersOf(stored.rating);
  const margin = Math.round(2 * deviation);
  if (margin <= MAX_SHOWN_MARGIN) showFact("puzzle", fillText(say.rating, { n: Math.round(rating), margin }));
  else if (solved) showFact("puzzle", pluralText(say.puzzles, solved));
  const learn = findElement(document, "#to-learn", HTMLAnchorElement);
  const steps = objectOf(parseJson(learn.dataset.steps ?? null));
  const game = Object.keys(steps).find((name) => lessonStep(name) > 1);
  if (!game) return;
  learn.href = `./${game}.html?learn=${lessonStep(game)}`;
  showFact("learn", fillText(say.lesson, { game: titles[game], n: lessonStep(game), most: Number(steps[game]) }));
}

function showToday() {
  const date = today();
  const time = findElement(section, "time", HTMLTimeElement);
  time.dateTime = date;
  time.textContent = new Date(date).toLocaleDateString(language, {
    weekday: "long",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });
  const isDone = [showPuzzle(date), showDeals(date)].every(Boolean);
  section.classList.toggle("finished", isDone);
  findElement(section, ".all-done").hidden = !isDone;
  showFacts();
}

showToday();
addEventListener("pageshow", showToday);
addEventListener("storage", showToday);
