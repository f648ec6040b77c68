// @ts-check
// The list of saved games on the home page. `palaces/prerender/home.py` renders its lines and has all its sentences.
import { filled, found } from "./home.js";
import {
  bring,
  everything,
  isOver,
  isWhy,
  kept,
  newer,
  proofOf,
  remove,
  rename,
  shown,
  undo,
} from "./saved-games-store.js";

/** @import { Change, Facts, Game, Kept, Why } from "./saved-games-store.js" */
/** @typedef {Record<string, string> & { why: Record<Why, string>, refusal: Record<string, string> }} Sentences */

const SHOWN = 5; // games in the list, until the user asks for all
const NAMED = 3; // files that a sentence names
const box = found(document, "#continue", HTMLElement);
// The game to continue, and all others.
const [next, list] = ["ol.next", ".yours ol"].map((selector) => found(box, selector, HTMLElement));
const newest = found(box, "#newer", HTMLElement);
const heading = found(box, "#continue-title", HTMLElement);
const [showAll, exporting, importing] = ["#all", "#export", "#import"].map((name) =>
  found(box, name, HTMLButtonElement),
);
const chooser = found(box, "input[type=file]", HTMLInputElement);
/** @type {Sentences} */
const say = JSON.parse(box.dataset.say ?? "{}");
/** @type {Facts} */
const { games: known, levels } = JSON.parse(box.dataset.facts ?? "{}");
/** @type {Map<string, HTMLElement>} by key: a line keeps its element, so that nothing in it loses the focus */
const lines = new Map();
/** @type {WeakMap<HTMLElement, Change[]>} by element: the changes that it can undo */
const reports = new WeakMap();
let all = false;

/** @param {string[]} parts */
const listed = (parts) => new Intl.ListFormat(document.documentElement.lang).format(parts);

// -- rendering --------------------------------------------------------------------------------------------------------

function draw() {
  const games = kept();
  const drawn = games.map((game, n) => fill(lineOf(game.key), game, n));
  const focused = document.activeElement;
  const shownNow = [...next.children, ...list.children];
  const first = games.length && !isOver(games[0]) ? 1 : 0;
  if (
    next.children.length !== first ||
    drawn.length !== shownNow.length ||
    drawn.some((line, n) => line !== shownNow[n])
  ) {
    next.replaceChildren(...drawn.slice(0, first));
    list.replaceChildren(...drawn.slice(first));
    const stays = focused instanceof HTMLElement && focused.isConnected && !focused.closest("[hidden]");
    if (focused !== document.activeElement) (stays ? focused : heading).focus();
  }
  for (const key of lines.keys()) if (!games.some((game) => game.key === key)) lines.delete(key);
  box.classList.toggle("none", !games.length);
  showAll.hidden = games.length <= SHOWN;
  showAll.textContent = all ? say.fewer : filled(say.all, { n: games.length });
  showAll.ariaExpanded = String(all);
  exporting.hidden = !games.length;
  const others = newer();
  newest.hidden = !others;
  found(newest, "p", HTMLElement).textContent = filled(say.newer, { n: others });
}

/**
 * Return a new element from a template of the page.
 * @param {string} template
 */
function made(template) {
  const { content } = found(box, template, HTMLTemplateElement);
  return found(document.importNode(content, true), "*", HTMLElement);
}

/** @param {string} key */
function lineOf(key) {
  const line = lines.get(key) ?? made("#line");
  line.dataset.key = key;
  lines.set(key, line);
  return line;
}

/** @type {(line: HTMLElement, game: Kept, n: number) => HTMLElement} */
function fill(line, game, n) {
  const { record } = game;
  const { save } = record;
  const link = found(line, "a", HTMLAnchorElement);
  const title = titleOf(record);
  const first = !n && !isOver(game);
  const name = found(line, "h3", HTMLElement);
  name.hidden = !first;
  name.textContent = filled(say.next, { title });
  line.dataset.game = save.game;
  line.hidden = n >= SHOWN && !all;
  if (!line.hidden) showPicture(line, save.game);
  line.classList.toggle("first", first);
  line.classList.toggle("over", isOver(game));
  link.href = `./${save.game}.html?${record.address.replace(/^game=\w+&/, "")}${proofOf(record)}`;
  link.className = first ? "primary" : "goes";
  link.textContent = first ? say.continue : title;
  for (const control of line.querySelectorAll("[data-called]")) {
    const called = control.getAttribute(control === link && first ? "data-continue" : "data-called") ?? "";
    control.ariaLabel = filled(called, { game: nameOf(game) });
  }
  const own = youOf(save.seats);
  const seats = save.seats.map(({ name, kind }, seat) => {
    if (kind === "human") return seat === own ? say.you : name;
    return filled(say.seat, { name, level: levels[kind.slice(4)] ?? kind.slice(4) });
  });
  found(line, ".people", HTMLElement).textContent = [
    record.name && gameTitle(save.game),
    save.practice && say.practice,
    seats.join(", "),
  ]
    .filter(Boolean)
    .join(" · ");
  fillProgress(found(line, ".far", HTMLElement), game);
  const date = new Date(String(record.time));
  const time = found(line, "time", HTMLTimeElement);
  time.dateTime = Number.isNaN(date.getTime()) ? "" : date.toISOString();
  time.textContent = time.dateTime && date.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return line;
}

/**
 * Show a small window onto a game's table, unless it is already there. The game of a line never changes.
 * @type {(line: HTMLElement, game: string) => void}
 */
function showPicture(line, game) {
  const place = found(line, ".glimpse", HTMLElement);
  if (place.hasChildNodes()) return;
  place.append(found(document, `#${game}-window svg`, SVGElement).cloneNode(true));
}

/** @type {(far: HTMLElement, game: Kept) => void} */
function fillProgress(far, game) {
  const { seats, log, result, game: name } = game.record.save;
  const bar = found(far, "progress", HTMLProgressElement);
  const most = known[name].moves[seats.length];
  bar.hidden = result !== null;
  [bar.max, bar.value] = [most, Math.min(log.length, most * 0.97)];
  found(far, "span", HTMLElement).textContent = result
    ? ended(seats, result)
    : filled(log.length < most ? say.moves : say.move, { n: log.length, most });
}

/** @type {(seats: Game["save"]["seats"], result: NonNullable<Game["save"]["result"]>) => string} */
function ended(seats, { scores, places }) {
  const own = youOf(seats);
  const winners = seats.filter((_, seat) => places[seat] === 1 && seat !== own).map(({ name }) => name);
  const yours = places[own] === 1;
  const said = yours ? (winners.length ? say.yoursToo : say.yours) : winners.length > 1 ? say.shared : say.won;
  return filled(said, { names: listed(winners), points: figure(scores[places.indexOf(1)]) });
}

/**
 * Return the seat of the one person who plays, or -1 with several or none.
 * @param {Game["save"]["seats"]} seats
 */
function youOf(seats) {
  const own = seats.findIndex(({ kind }) => kind === "human");
  return seats.findLastIndex(({ kind }) => kind === "human") === own ? own : -1;
}

/**
 * Format a number with a real minus sign.
 * @param {number} number
 */
const figure = (number) => String(number).replace("-", "−");

/** @param {string} game */
const gameTitle = (game) => found(document, `#${game}-title`, HTMLElement).textContent;

/** @param {Game} record */
const titleOf = ({ name, save }) => (typeof name === "string" && shown(name)) || gameTitle(save.game);

/**
 * Return the accessible name of a game, from the person's opponents.
 * @param {Kept} game
 */
function nameOf(game) {
  const { record } = game;
  const { seats, log } = record.save;
  const own = seats.findIndex(({ kind }) => kind === "human");
  const names = listed(seats.filter((_, seat) => seat !== own).map(({ name }) => name));
  return filled(isOver(game) ? say.over : say.game, { title: titleOf(record), names, n: log.length });
}

// -- actions ----------------------------------------------------------------------------------------------------------

/**
 * Return the stored game of a line.
 * @param {HTMLElement} line
 */
function gameOf(line) {
  const game = kept().find(({ key }) => key === line.dataset.key);
  if (!game) throw new Error("This game is kept no more."); // a deletion in another tab also removes the line
  return game;
}

/** @type {(element: HTMLElement, use: string) => HTMLButtonElement} */
const control = (element, use) => found(element, `[data-use=${use}]`, HTMLButtonElement);

/**
 * Return the part below a line: its menu, the form for its name, or nothing.
 * @param {HTMLElement} line
 */
function unfold(line, part = "") {
  const menu = found(line, "div", HTMLElement);
  menu.hidden = part !== "menu";
  found(line, "form", HTMLElement).hidden = part !== "form";
  control(line, "more").ariaExpanded = String(!menu.hidden);
}

/** @param {HTMLElement} line */
function fold(line) {
  unfold(line);
  control(line, "more").focus();
}

/**
 * Show a sentence until it is closed or its changes are undone.
 * @param {string} sentence
 * @param {Change[]} changes
 */
function report(sentence, changes = []) {
  const told = made("#report");
  found(told, "p", HTMLElement).textContent = sentence;
  control(told, "undo").hidden = !changes.length;
  reports.set(told, changes);
  found(box, ".reports", HTMLElement).append(told);
  return told;
}

/** Load the newest version. Without one, it says so in place of an earlier message. */
async function seekNewest() {
  if (await window.palaces?.newest?.()) return;
  for (const told of box.querySelectorAll("[data-newest]")) told.remove();
  report(say.newest).toggleAttribute("data-newest", true);
}

/**
 * The handlers of controls of the list or of a report; `element` is the line or the report.
 * @type {Record<string, (element: HTMLElement) => void>}
 */
const actions = {
  more: (line) => unfold(line, found(line, "div", HTMLElement).hidden ? "menu" : ""),
  cancel: fold,
  rename(line) {
    unfold(line, "form");
    const field = found(line, "input", HTMLInputElement);
    field.value = titleOf(gameOf(line).record);
    field.select();
  },
  file(line) {
    const { save } = gameOf(line).record;
    download(`${save.game}-${save.seed}-${save.log.length}.json`, JSON.stringify(save));
  },
  delete(line) {
    const game = gameOf(line);
    const change = remove(game.key);
    draw();
    control(report(filled(say.deleted, { game: nameOf(game) }), [change]), "undo").focus();
  },
  undo(told) {
    const changes = reports.get(told) ?? [];
    undo(changes);
    told.remove();
    all ||= changes.some(({ before }) => before);
    draw();
    const line = changes[0].before && lines.get(changes[0].key);
    (line ? found(line, "a", HTMLElement) : importing).focus();
  },
  newest: seekNewest,
  close(told) {
    told.remove();
    heading.focus();
  },
};

/**
 * Run an action, and show a refusal of storage, which has changed nothing.
 * @param {() => void} action
 */
function attempt(action) {
  try {
    action();
  } catch (reason) {
    if (!isWhy(reason)) throw reason;
    report(say.refusal[reason]);
  }
}

/** @type {(name: string, text: string) => void} */
function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** @param {File[]} files */
async function load(files) {
  const { changes, same, refused } = await bring(files);
  const names = refused.slice(0, NAMED).map(({ file, n, why }) => {
    const name = shown(file);
    return filled(say.file, { file: n ? filled(say.one, { file: name, n }) : name, why: say.why[why] });
  });
  if (refused.length > NAMED) names.push(filled(say.more, { n: refused.length - NAMED }));
  const phrases = [
    changes.length ? filled(say.imported, { n: changes.length }) : "",
    same ? filled(say.same, { n: same }) : "",
    names.length ? filled(say.not, { files: listed(names) }) : "",
  ];
  draw();
  const told = report(phrases.filter(Boolean).join(" · "), changes);
  control(told, "newest").hidden = !refused.some(({ why }) => why === "newer");
}

/** @type {(target: EventTarget | null, selector: string) => HTMLElement | null} */
const around = (target, selector) => (target instanceof Element ? target.closest(selector) : null);

box.addEventListener("click", ({ target }) => {
  const name = around(target, "[data-use]")?.dataset.use;
  const element = around(target, "li, .report, #newer");
  if (name && element) attempt(() => actions[name](element));
});
box.addEventListener("keydown", ({ key, target }) => {
  const line = around(target, "li");
  if (key !== "Escape" || !line) return;
  if (!found(line, "div", HTMLElement).hidden || !found(line, "form", HTMLElement).hidden) fold(line);
});
box.addEventListener("submit", (event) => {
  event.preventDefault();
  const line = around(event.target, "li");
  if (!line) return;
  attempt(() => {
    const game = gameOf(line);
    rename(game, found(line, "input", HTMLInputElement).value, gameTitle(game.record.save.game));
    draw();
    unfold(line);
    found(line, "a", HTMLElement).focus();
  });
});
showAll.addEventListener("click", () => {
  all = !all;
  draw();
});
exporting.addEventListener("click", () =>
  download(`palaces-${new Date().toISOString().slice(0, 10)}.json`, everything()),
);
importing.addEventListener("click", () => chooser.click());
chooser.addEventListener("change", async () => {
  const files = [...(chooser.files ?? [])];
  chooser.value = ""; // so that the user can choose the same file again
  if (files.length) await load(files);
});

// The service worker puts texts shared by other apps there.
async function takeShared() {
  history.replaceState(null, "", "./");
  const name = `palaces-shared-${new URL("./", location.href).href}`;
  const shelf = await caches.open(name);
  const files = await Promise.all(
    (await shelf.keys()).map(async (key) => {
      const answer = await shelf.match(key);
      return new File(answer ? [await answer.blob()] : [], decodeURIComponent(key.url.split("/").pop() ?? ""));
    }),
  );
  await caches.delete(name);
  if (files.length) await load(files);
  else report(say.nothing);
}

if (!kept().length) box.parentElement?.append(box); // without a game to continue, the games come first
draw();
box.hidden = false;
if (location.hash === "#shared") takeShared();
addEventListener("pageshow", draw);
addEventListener("storage", draw);
