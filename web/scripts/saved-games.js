// @ts-check
// The saved games of the home page. `palaces/prerender/saved_game_list.py` renders their lines and has all sentences.
import { today } from "./daily.js";
import { showReturningPage } from "./home.js";
import { fillText, findElement, pluralText } from "./page-content.js";
import {
  importGames,
  exportGames,
  readFiles,
  isOver,
  isWhy,
  listGames,
  guestTableOf,
  linkTableOf,
  listTables,
  pointsOf,
  countNewer,
  dealOf,
  proofOf,
  removeGame,
  renameGame,
  cleanName,
  isolateName,
  pictureOf,
  turnOf,
  undoChanges,
} from "./saved-games-store.js";
import { trusted } from "./trusted-types.js";

/** @import { Change, Facts, Game, Refusal, StoredGame, Why } from "./saved-games-store.js" */
/**
 * @typedef {{ why: Record<Why, string>, refusal: Record<string, string>, others: string[], games: string[] }} Groups
 * @typedef {Record<string, string> & Groups} Sentences
 */

const MAX_SHOWN = 5; // games in the list, until the user asks for all
const MAX_NAMED = 3; // files that a sentence names
const MAX_PREVIEWED = 5; // shared games in the question about them
const box = findElement(document, "#continue");
// The game to continue, and all others.
const [next, list] = ["ol.next", ".yours ol"].map((selector) => findElement(box, selector));
const panel = findElement(box, ".yours");
const byLink = findElement(box, "#by-link");
const openButton = findElement(document, "#open-games", HTMLButtonElement);
const newest = findElement(box, "#newer");
const heading = findElement(box, "#continue-title");
const reportList = findElement(document, ".reports");
const [showAll, exporting, importing] = ["#all", "#export", "#import"].map((name) =>
  findElement(document, name, HTMLButtonElement),
);
const chooser = findElement(document, "#import + input", HTMLInputElement);
const question = findElement(box, "#shared");
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
const joinList = (parts) => new Intl.ListFormat(document.documentElement.lang).format(parts);

// -- rendering --------------------------------------------------------------------------------------------------------

function drawList() {
  const games = listGames();
  const tables = drawLinkTables();
  const drawn = games.map((game, n) => fillLine(lineOf(game.key), game, n, games.length - 1 + tables));
  const focused = document.activeElement;
  const newer = countNewer();
  newest.hidden = !newer;
  findElement(newest, "p").textContent = fillText(say.newer, { n: newer });
  if (games.length || tables) showReturningPage();
  box.hidden = !games.length && !tables && newest.hidden && question.hidden;
  openButton.hidden = box.hidden;
  const shownNow = [...next.children, ...list.children];
  const first = games.length && !isOver(games[0]) ? 1 : 0;
  const others = games.length + tables - first;
  findElement(openButton, "small").textContent = pluralText(first && others ? say.others : say.games, others || first);
  if (
    next.children.length !== first ||
    drawn.length !== shownNow.length ||
    drawn.some((line, n) => line !== shownNow[n])
  ) {
    next.replaceChildren(...drawn.slice(0, first));
    list.replaceChildren(...drawn.slice(first));
    const stays = focused instanceof HTMLElement && focused.isConnected && !focused.closest("[hidden]");
    if (focused !== document.activeElement) stays ? focused.focus() : focusList();
  }
  for (const key of lines.keys()) if (!games.some((game) => game.key === key)) lines.delete(key);
  showAll.hidden = games.length <= MAX_SHOWN;
  showAll.textContent = all ? say.fewer : fillText(say.all, { n: games.length });
  showAll.ariaExpanded = String(all);
  exporting.hidden = !games.length;
}

/** Show the games by link and those at other devices' tables, and return their number. */
function drawLinkTables() {
  const tables = listTables(linkTableOf);
  const links = tables.map(({ game, number, name, isOwn }) => {
    const link = document.createElement("a");
    link.href = `./${game}.html#table=${number}`;
    const turn = isOwn ? say.turn : fillText(say.next, { name: isolateName(name) });
    link.textContent = fillText(say.byLink, { title: gameTitle(game), turn });
    return link;
  });
  const guests = listTables(guestTableOf);
  for (const { game, name, link: href } of guests) {
    const text = fillText(name ? say.atTable : say.atSomeTable, { title: gameTitle(game), name: isolateName(name) });
    links.push(Object.assign(document.createElement("a"), { href, textContent: text }));
  }
  byLink.hidden = !links.length;
  byLink.replaceChildren(...links);
  return links.length;
}

/**
 * Open or close the list of games.
 * @param {boolean} isOpen
 */
function showPanel(isOpen) {
  panel.hidden = !isOpen;
  openButton.ariaExpanded = String(isOpen);
  for (const line of lines.values()) findButton(line, "others").ariaExpanded = String(isOpen);
}

/** Focus the heading of the list, or the button of the settings if there is no list. */
function focusList() {
  if (box.hidden) {
    findElement(document, "[popovertarget=settings]").focus();
    return;
  }
  showPanel(true);
  heading.focus();
}

/** Return the visible button that opens the list. */
function closedOpener() {
  const first = next.querySelector("[data-use=others]");
  return first instanceof HTMLElement && first.offsetParent ? first : openButton;
}

/** @param {HTMLElement} opener */
function togglePanel(opener) {
  if (!panel.hidden) {
    showPanel(false);
    opener.focus();
    return;
  }
  focusList();
  panel.scrollIntoView({ block: "nearest" });
}

/**
 * Return a new element from a template of the page.
 * @param {string} template
 */
function makeElement(template) {
  const { content } = findElement(box, template, HTMLTemplateElement);
  return findElement(document.importNode(content, true), "*");
}

/** @param {string} key */
function lineOf(key) {
  const line = lines.get(key) ?? makeElement("#line");
  line.dataset.key = key;
  lines.set(key, line);
  return line;
}

// dates are in the language of the page, with the customs of the reader's country if they read it there
const dateLocale =
  navigator.languages.find((one) => one.split("-")[0] === document.documentElement.lang) ??
  document.documentElement.lang;

/** @type {(line: HTMLElement, game: StoredGame, n: number, others: number) => HTMLElement} */
function fillLine(line, game, n, others) {
  const { record } = game;
  const { save } = record;
  const link = findElement(line, "a", HTMLAnchorElement);
  const title = titleOf(record);
  const first = !n && !isOver(game);
  const name = findElement(line, "h3");
  name.hidden = !first;
  name.textContent = title;
  line.dataset.game = save.game;
  line.hidden = n >= MAX_SHOWN && !all;
  if (!line.hidden) showPicture(line, game);
  line.classList.toggle("first", first);
  const query = record.address.replace(/^game=\w+&/, "");
  link.href = `./${save.game}.html?${query}${proofOf(record)}`;
  link.classList.toggle("primary", first);
  findElement(link, "span").textContent = first ? say.continue : title;
  for (const control of line.querySelectorAll("[data-called]")) {
    const called = control.getAttribute(control === link && first ? "data-continue" : "data-called") ?? "";
    control.ariaLabel = fillText(called, { game: nameOf(game) });
  }
  const look = findElement(line, ".look", HTMLAnchorElement);
  look.href = `./${save.game}.html?${query}#again`;
  look.hidden = !isOver(game) || save.resigned !== undefined || ownSeat(save.seats) < 0;
  const more = findButton(line, "others");
  more.hidden = !first;
  more.textContent = others ? pluralText(say.others, others) : heading.textContent;
  more.ariaExpanded = String(!panel.hidden);
  const [turn, standings] = [".turn", ".score-row"].map((part) => findElement(line, part));
  turn.hidden = standings.hidden = !first;
  if (first) {
    fillTurn(turn, game);
    fillStandings(standings, game);
  }
  findElement(line, ".people").textContent = [
    record.name && gameTitle(save.game),
    save.practice && say.practice,
    !first && isTodaysDeal(game) && say.deal,
    first ? companyText(save.seats) : playersText(game),
  ]
    .filter(Boolean)
    .join(" · ");
  fillProgress(findElement(line, ".far"), game, first);
  const date = new Date(String(record.time));
  const time = findElement(line, "time", HTMLTimeElement);
  time.dateTime = Number.isNaN(date.getTime()) ? "" : date.toISOString();
  time.textContent = time.dateTime && ((first && elapsedText(date)) || timeText(date));
  time.title = time.dateTime && timeText(date);
  return line;
}

/** @param {StoredGame} game */
const isTodaysDeal = (game) => dealOf(game) === today();

/** @param {Date} date */
const timeText = (date) => date.toLocaleString(dateLocale, { dateStyle: "medium", timeStyle: "short" });

/**
 * Return how long ago a date is, or "" if that is a week or more.
 * @param {Date} date
 */
function elapsedText(date) {
  const minutes = Math.max(0, Math.round((Date.now() - date.getTime()) / 60_000));
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86_400_000);
  const format = new Intl.RelativeTimeFormat(dateLocale, { numeric: "auto" });
  if (minutes < 60) return minutes ? format.format(-minutes, "minute") : format.format(0, "second");
  if (days < 1) return format.format(-Math.round(minutes / 60), "hour");
  return days < 7 ? format.format(-days, "day") : "";
}

/** @param {number} seat */
const seatSign = (seat) =>
  document.importNode(findElement(box, "#signs", HTMLTemplateElement).content.children[seat], true);

/** @type {(place: HTMLElement, game: StoredGame) => void} */
function fillTurn(place, game) {
  const { seats } = game.record.save;
  const seat = turnOf(game);
  if (seat === null) {
    place.textContent = say.inProgress;
    return;
  }
  const isOwn = seat === ownSeat(seats);
  const said = isOwn ? say.turn : fillText(say.theirTurn, { name: isolateName(seats[seat].name) });
  place.replaceChildren(seatSign(seat), ` ${said}`);
}

/**
 * Show everybody's points with their signs.
 * @type {(place: HTMLElement, game: StoredGame) => void}
 */
function fillStandings(place, game) {
  const points = pointsOf(game) ?? [];
  place.hidden = !points.length;
  place.ariaLabel = playersText(game);
  place.replaceChildren(
    ...points.map((count, seat) => {
      const standing = document.createElement("span");
      standing.append(seatSign(seat), formatNumber(count));
      return standing;
    }),
  );
}

/**
 * Return the players of a game, with their points in a running one.
 * @param {StoredGame} game
 */
function playersText(game) {
  const { seats } = game.record.save;
  const own = ownSeat(seats);
  const points = pointsOf(game);
  return seats
    .map(({ name, kind }, seat) => {
      const person = seat === own ? say.you : isolateName(name);
      const player = kind === "human" ? person : botText(name, kind);
      return points ? fillText(say.standing, { player, points: formatNumber(points[seat]) }) : player;
    })
    .join(", ");
}

/** @param {string} kind */
const levelOf = (kind) => levels[kind.slice(4)] ?? kind.slice(4);

/** @type {(name: string, kind: string) => string} */
const botText = (name, kind) => fillText(say.seat, { name: isolateName(name), level: levelOf(kind) });

/**
 * Return the others at the table. If all are bots of one level, it comes once.
 * @param {Game["save"]["seats"]} seats
 */
function companyText(seats) {
  const own = ownSeat(seats);
  const others = seats.filter((_, seat) => seat !== own);
  const kinds = new Set(others.map(({ kind }) => kind));
  const [kind] = kinds;
  if (kinds.size === 1 && kind !== "human")
    return fillText(say.with, { names: joinList(others.map(({ name }) => isolateName(name))), level: levelOf(kind) });
  const names = others.map((seat) => (seat.kind === "human" ? isolateName(seat.name) : botText(seat.name, seat.kind)));
  return own < 0 ? joinList(names) : fillText(say.withAll, { names: joinList(names) });
}

/**
 * Show the table of a game: its own picture, or the poster of the game.
 * @type {(line: HTMLElement, game: StoredGame) => void}
 */
function showPicture(line, { record }) {
  const place = findElement(line, ".glimpse");
  const time = String(record.time);
  if (place.dataset.time === time) return;
  place.dataset.time = time;
  const picture = pictureOf(record);
  try {
    place.innerHTML = trusted.createHTML(picture);
  } catch {
    place.replaceChildren(); // a picture that this version did not draw
  }
  place.classList.toggle("stock", !place.firstElementChild);
  if (!place.firstElementChild)
    place.append(findElement(document, `#${record.save.game}-window svg`, SVGElement).cloneNode(true));
}

/** @type {(far: HTMLElement, game: StoredGame, first: boolean) => void} */
function fillProgress(far, game, first) {
  const { seats, log, result, resigned, game: name } = game.record.save;
  const bar = findElement(far, "progress", HTMLProgressElement);
  const most = known[name].moves[seats.length];
  bar.hidden = result !== null;
  [bar.max, bar.value] = [most, Math.min(log.length, most * 0.97)];
  findElement(far, "span").textContent = result
    ? resigned === undefined
      ? resultText(seats, result)
      : resignedText(seats, resigned)
    : fillText(first ? say.at : log.length < most ? say.moves : say.move, { n: log.length, most });
  if (first && isTodaysDeal(game)) findElement(far, "span").prepend(`${say.deal} · `);
}

/** @type {(seats: Game["save"]["seats"], resigned: number) => string} */
const resignedText = (seats, resigned) =>
  resigned === ownSeat(seats) ? say.youResigned : fillText(say.resigned, { name: isolateName(seats[resigned].name) });

/** @type {(seats: Game["save"]["seats"], result: NonNullable<Game["save"]["result"]>) => string} */
function resultText(seats, { scores, places }) {
  const own = ownSeat(seats);
  const winners = seats.filter((_, seat) => places[seat] === 1 && seat !== own).map(({ name }) => isolateName(name));
  const yours = places[own] === 1;
  const said = yours ? (winners.length ? say.yoursToo : say.yours) : winners.length > 1 ? say.shared : say.won;
  return fillText(said, { names: joinList(winners), points: formatNumber(scores[places.indexOf(1)]) });
}

/**
 * Return the seat of the one person who plays, or -1 with several or none.
 * @param {Game["save"]["seats"]} seats
 */
function ownSeat(seats) {
  const own = seats.findIndex(({ kind }) => kind === "human");
  return seats.findLastIndex(({ kind }) => kind === "human") === own ? own : -1;
}

/**
 * Format a number with a real minus sign.
 * @param {number} number
 */
const formatNumber = (number) => String(number).replace("-", "−");

/** @param {string} game */
const gameTitle = (game) => findElement(document, `#${game}-title`).textContent;

/** @param {Game} record */
const titleOf = ({ name, save }) => (typeof name === "string" && isolateName(cleanName(name))) || gameTitle(save.game);

/**
 * Return the accessible name of a game, from the person's opponents.
 * @param {StoredGame} game
 */
function nameOf(game) {
  const { record } = game;
  const { seats, log } = record.save;
  const own = seats.findIndex(({ kind }) => kind === "human");
  const names = joinList(seats.filter((_, seat) => seat !== own).map(({ name }) => isolateName(name)));
  return fillText(isOver(game) ? say.over : say.game, { title: titleOf(record), names, n: log.length });
}

// -- actions ----------------------------------------------------------------------------------------------------------

/**
 * Return the stored game of a line.
 * @param {HTMLElement} line
 */
function gameOf(line) {
  const game = listGames().find(({ key }) => key === line.dataset.key);
  if (!game) throw new Error("This game isn't saved anymore."); // a deletion in another tab also removes the line
  return game;
}

/** @type {(element: HTMLElement, use: string) => HTMLButtonElement} */
const findButton = (element, use) => findElement(element, `[data-use=${use}]`, HTMLButtonElement);

/**
 * Return the part below a line: its menu, the form for its name, or nothing.
 * @param {HTMLElement} line
 */
function showPart(line, part = "") {
  const menu = findElement(line, "div");
  menu.hidden = part !== "menu";
  findElement(line, "form").hidden = part !== "form";
  findButton(line, "more").ariaExpanded = String(!menu.hidden);
}

/** @param {HTMLElement} line */
function closeParts(line) {
  showPart(line);
  findButton(line, "more").focus();
}

/**
 * Show a sentence until it is closed or its changes are undone. It replaces an earlier report on its topic
 * that has nothing to undo.
 * @param {"import" | "newest" | "refusal" | "delete"} topic
 * @param {string} sentence
 * @param {Change[]} changes
 */
function showReport(topic, sentence, changes = []) {
  for (const earlier of reportList.children)
    if (earlier instanceof HTMLElement && earlier.dataset.topic === topic && !reports.get(earlier)?.length) {
      earlier.remove();
      break;
    }
  const told = makeElement("#report");
  told.dataset.topic = topic;
  findElement(told, "p").textContent = sentence;
  findButton(told, "undo").hidden = !changes.length;
  reports.set(told, changes);
  reportList.append(told);
  reportList.scrollTop = reportList.scrollHeight;
  return told;
}

/** Load the newest version. Without one, it says so in place of an earlier message. */
async function seekNewest() {
  if (await window.palaces?.newest?.()) return;
  showReport("newest", say.newest);
}

/**
 * The handlers of controls of the list or of a report; `element` is the line or the report.
 * @type {Record<string, (element: HTMLElement) => void>}
 */
const actions = {
  others: (line) => togglePanel(findButton(line, "others")),
  more: (line) => showPart(line, findElement(line, "div").hidden ? "menu" : ""),
  cancel: closeParts,
  rename(line) {
    showPart(line, "form");
    const field = findElement(line, "input", HTMLInputElement);
    field.value = titleOf(gameOf(line).record);
    field.select();
  },
  file(line) {
    const { save } = gameOf(line).record;
    downloadText(`${save.game}-${save.seed}-${save.log.length}.json`, JSON.stringify(save));
  },
  delete(line) {
    const game = gameOf(line);
    const change = removeGame(game.key);
    drawList();
    findButton(showReport("delete", fillText(say.deleted, { game: nameOf(game) }), [change]), "undo").focus();
  },
  undo(told) {
    const changes = reports.get(told) ?? [];
    undoChanges(changes);
    told.remove();
    all ||= changes.some(({ before }) => before);
    drawList();
    const line = changes[0].before && lines.get(changes[0].key);
    if (!line) {
      focusList();
      return;
    }
    if (!line.classList.contains("first")) showPanel(true);
    findElement(line, "a").focus();
  },
  newest: seekNewest,
  keep: keepShared,
  discard: discardShared,
  close(told) {
    told.remove();
    focusList();
  },
};

/**
 * Run an action, and show a refusal of storage, which has changed nothing.
 * @param {() => void} action
 */
function runAction(action) {
  try {
    action();
  } catch (reason) {
    if (!isWhy(reason)) throw reason;
    showReport("refusal", say.refusal[reason]);
  }
}

/** @type {(name: string, text: string) => void} */
function downloadText(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/**
 * Return a sentence about refused files and games, or "".
 * @param {Refusal[]} refused
 */
function refusalText(refused) {
  const names = refused.slice(0, MAX_NAMED).map(({ file, n, why }) => {
    const name = cleanName(file);
    return fillText(say.file, { file: n ? fillText(say.one, { file: name, n }) : name, why: say.why[why] });
  });
  if (refused.length > MAX_NAMED) names.push(fillText(say.more, { n: refused.length - MAX_NAMED }));
  return names.length ? fillText(say.not, { files: joinList(names) }) : "";
}

/** @param {File[]} files */
async function loadFiles(files) {
  const { changes, same, refused } = await importGames(files);
  const phrases = [
    changes.length ? fillText(say.imported, { n: changes.length }) : "",
    same ? fillText(say.same, { n: same }) : "",
    refusalText(refused),
  ];
  all ||= changes.length > 0; // they come after the user's own games
  drawList();
  if (changes.length) showPanel(true);
  const told = showReport("import", phrases.filter(Boolean).join(" · "), changes);
  findButton(told, "newest").hidden = !refused.some(({ why }) => why === "newer");
}

/** @type {(target: EventTarget | null, selector: string) => HTMLElement | null} */
const closestTo = (target, selector) => (target instanceof Element ? target.closest(selector) : null);

for (const part of [box, reportList])
  part.addEventListener("click", ({ target }) => {
    const name = closestTo(target, "[data-use]")?.dataset.use;
    const element = closestTo(target, "li, .report, #newer");
    if (name && element) runAction(() => actions[name](element));
  });
box.addEventListener("keydown", ({ key, target }) => {
  const line = closestTo(target, "li");
  if (key !== "Escape" || !line) return;
  if (!findElement(line, "div").hidden || !findElement(line, "form").hidden) closeParts(line);
});
box.addEventListener("submit", (event) => {
  event.preventDefault();
  const line = closestTo(event.target, "li");
  if (!line) return;
  runAction(() => {
    const game = gameOf(line);
    renameGame(game, findElement(line, "input", HTMLInputElement).value, gameTitle(game.record.save.game));
    drawList();
    showPart(line);
    findElement(line, "a").focus();
  });
});
openButton.addEventListener("click", () => togglePanel(openButton));
findElement(panel, "#close-games").addEventListener("click", () => togglePanel(closedOpener()));
showAll.addEventListener("click", () => {
  all = !all;
  drawList();
});
exporting.addEventListener("click", () => {
  const now = new Date();
  const today = new Date(now.getTime() - now.getTimezoneOffset() * 60000); // the reader's day, written as that of UTC
  downloadText(`palaces-${today.toISOString().slice(0, 10)}.json`, exportGames());
});
importing.addEventListener("click", () => chooser.click());
chooser.addEventListener("change", async () => {
  const files = [...(chooser.files ?? [])];
  chooser.value = ""; // so that the user can choose the same file again
  findElement(document, "#settings").hidePopover(); // it would cover the report
  if (files.length) await loadFiles(files);
});

// -- shared games -----------------------------------------------------------------------------------------------------

const shareCache = `palaces-shared-${new URL("./", location.href).href}`;
/** @type {File[]} that the service worker has laid aside, until the user keeps or discards them */
let shared = [];

async function readShared() {
  if (!(await globalThis.caches?.has(shareCache))) return [];
  const cache = await caches.open(shareCache);
  return Promise.all(
    (await cache.keys()).map(async (key) => {
      const answer = await cache.match(key);
      return new File(answer ? [await answer.blob()] : [], decodeURIComponent(key.url.split("/").pop() ?? ""));
    }),
  );
}

/** Ask about games that another app, or any page of the web, has sent. The question has no words of the sender. */
async function askAboutShared() {
  const { hash } = location;
  if (hash.startsWith("#shared")) history.replaceState(null, "", "./");
  shared = await readShared().catch(() => []); // a browser may refuse its caches
  if (hash === "#shared=large") showReport("import", say.tooMuch);
  else if (hash === "#shared" && !shared.length) showReport("import", say.nothing);
  if (!shared.length) return;
  const { found, refused } = await readFiles(shared);
  if (!found.length) {
    showReport("import", refusalText(refused));
    await discardShared();
    return;
  }
  const titles = found
    .slice(0, MAX_PREVIEWED)
    .map(({ record: { save } }) => fillText(say.preview, { title: gameTitle(save.game), n: save.log.length }));
  if (found.length > MAX_PREVIEWED) titles.push(fillText(say.more, { n: found.length - MAX_PREVIEWED }));
  findElement(question, "p").textContent = fillText(say.sharedGames, { n: found.length });
  findElement(question, ".facts").textContent = titles.join(" · ");
  question.hidden = false;
  drawList();
  showPanel(true);
  if (hash) question.scrollIntoView({ block: "center" });
}

async function keepShared() {
  await loadFiles(shared);
  await discardShared();
}

async function discardShared() {
  shared = [];
  const isInside = question.contains(document.activeElement);
  question.hidden = true;
  drawList();
  if (isInside) focusList();
  await caches.delete(shareCache);
}

drawList();
if (!newest.hidden || location.hash === "#continue-title") showPanel(true);
importing.hidden = false;
askAboutShared();
addEventListener("pageshow", drawList);
addEventListener("storage", drawList);
