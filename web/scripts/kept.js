// The list of kept games on the home page. Its lines are drawn by `palaces/home.py`, which has all sentences, too.
import { filled } from "./home.js";
import { bring, everything, isOver, kept, proofOf, remove, rename, shown, undo } from "./shelf.js";

const SHOWN = 5; // games, until all are asked for
const NAMED = 3; // files that a sentence names
const box = document.getElementById("continue");
const list = box.querySelector("ol");
const say = JSON.parse(box.dataset.say);
const { games: known, levels } = JSON.parse(box.dataset.facts);
const part = (name) => document.getElementById(name);
const chooser = box.querySelector("input[type=file]");
const lines = new Map(); // by key: a line stays the same element, so that nothing in it loses the focus
const reports = new WeakMap(); // by element: the changes that it can undo
let all = false;

const listed = (parts) => new Intl.ListFormat(document.documentElement.lang).format(parts);

// -- drawing ----------------------------------------------------------------------------------------------------------

function draw() {
  const games = kept();
  const drawn = games.map((game, n) => fill(lineOf(game.key), game, n));
  const focused = document.activeElement;
  if (drawn.length !== list.children.length || drawn.some((line, n) => line !== list.children[n])) {
    list.replaceChildren(...drawn);
    if (focused !== document.activeElement) (focused.isConnected && !focused.closest("[hidden]") ? focused : part("continue-title")).focus();
  }
  for (const key of lines.keys()) if (!games.some((game) => game.key === key)) lines.delete(key);
  box.classList.toggle("none", !games.length);
  part("all").hidden = games.length <= SHOWN;
  part("all").textContent = all ? say.fewer : filled(say.all, { n: games.length });
  part("all").ariaExpanded = String(all);
  part("export").hidden = !games.length;
}

function lineOf(key) {
  if (!lines.has(key)) {
    lines.set(key, part("line").content.firstElementChild.cloneNode(true));
    lines.get(key).dataset.key = key;
  }
  return lines.get(key);
}

function fill(line, game, n) {
  const { record } = game;
  const { save } = record;
  const link = line.querySelector("a");
  const title = titleOf(record);
  const first = !n && !isOver(game);
  line.hidden = n >= SHOWN && !all;
  line.classList.toggle("first", first);
  line.classList.toggle("over", isOver(game));
  link.href = `./play.html?${record.address}${proofOf(record)}`;
  link.className = first ? "primary" : "goes";
  link.textContent = first ? filled(say.continue, { title }) : title;
  for (const control of line.querySelectorAll("[data-called]")) {
    const called = control === link && first ? link.dataset.continue : control.dataset.called;
    control.ariaLabel = filled(called, { game: nameOf(game) });
  }
  const seats = save.seats.map(({ name, kind }) => (kind === "human" ? name : filled(say.seat, { name, level: levels[kind.slice(4)] ?? kind.slice(4) })));
  line.querySelector(".people").textContent = [record.name && gameTitle(save.game), save.practice && say.practice, seats.join(", ")].filter(Boolean).join(" · ");
  fillProgress(line.querySelector(".far"), game);
  const date = new Date(record.time);
  const time = line.querySelector("time");
  time.dateTime = Number.isNaN(date.getTime()) ? "" : date.toISOString();
  time.textContent = time.dateTime && date.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return line;
}

function fillProgress(far, game) {
  const { seats, log, result, game: name } = game.record.save;
  const bar = far.querySelector("progress");
  const most = known[name].moves[seats.length];
  bar.hidden = isOver(game);
  [bar.max, bar.value] = [most, Math.min(log.length, most * 0.97)];
  far.querySelector("span").textContent = isOver(game) ? ended(seats, result) : filled(log.length < most ? say.moves : say.move, { n: log.length, most });
}

function ended(seats, { scores, places }) {
  const winners = seats.filter((_, seat) => places[seat] === 1).map(({ name }) => name);
  return filled(winners.length > 1 ? say.shared : say.won, { names: listed(winners), points: figure(scores[places.indexOf(1)]) });
}

// A number as people read it, with a true minus sign.
const figure = (number) => String(number).replace("-", "−");
const gameTitle = (game) => part(`${game}-title`).textContent;
const titleOf = ({ name, save }) => (typeof name === "string" && shown(name)) || gameTitle(save.game);

// What a screen reader calls a game: by whom the person plays with.
function nameOf(game) {
  const { record } = game;
  const { seats, log } = record.save;
  const own = seats.findIndex(({ kind }) => kind === "human");
  const names = listed(seats.filter((_, seat) => seat !== own).map(({ name }) => name));
  return filled(isOver(game) ? say.over : say.game, { title: titleOf(record), names, n: log.length });
}

// -- doing ------------------------------------------------------------------------------------------------------------

const gameOf = (line) => kept().find(({ key }) => key === line.dataset.key);

// What lies below a line: its menu, the form for its name, or nothing.
function unfold(line, part = "") {
  const menu = line.querySelector("div");
  menu.hidden = part !== "menu";
  line.querySelector("form").hidden = part !== "form";
  line.querySelector("[data-use=more]").ariaExpanded = String(!menu.hidden);
}

function fold(line) {
  unfold(line);
  line.querySelector("[data-use=more]").focus();
}

// A sentence that stays until it is closed, or what it tells is undone.
function report(sentence, changes = []) {
  const told = part("report").content.firstElementChild.cloneNode(true);
  told.querySelector("p").textContent = sentence;
  told.querySelector("[data-use=undo]").hidden = !changes.length;
  reports.set(told, changes);
  box.querySelector(".told").append(told);
  return told;
}

// A control of the list or of a report was used; `element` is the line or the report.
const actions = {
  more: (line) => unfold(line, line.querySelector("div").hidden ? "menu" : ""),
  cancel: fold,
  rename(line) {
    unfold(line, "form");
    line.querySelector("input").value = titleOf(gameOf(line).record);
    line.querySelector("input").select();
  },
  file(line) {
    const { save } = gameOf(line).record;
    download(`${save.game}-${save.seed}-${save.log.length}.json`, JSON.stringify(save));
  },
  delete(line) {
    const game = gameOf(line);
    const change = remove(game.key);
    draw();
    report(filled(say.deleted, { game: nameOf(game) }), [change]).querySelector("[data-use=undo]").focus();
  },
  undo(told) {
    const changes = reports.get(told);
    undo(changes);
    told.remove();
    all ||= changes.some(({ before }) => before);
    draw();
    (lines.get(changes[0].before && changes[0].key)?.querySelector("a") ?? part("import")).focus();
  },
  close(told) {
    told.remove();
    part("continue-title").focus();
  },
};

// What storage refuses is said, and has changed nothing.
function attempt(action, element) {
  try {
    action(element);
  } catch (reason) {
    if (!say.why[reason]) throw reason;
    report(sentence([say.why[reason]]));
  }
}

// Phrases as one sentence.
function sentence(phrases) {
  const text = phrases.join("; ");
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function load(files) {
  const { changes, same, refused } = await bring(files);
  const names = refused.slice(0, NAMED).map(({ file, n, why }) => {
    const name = shown(file);
    return filled(say.file, { file: n ? filled(say.one, { file: name, n }) : name, why: say.why[why] });
  });
  if (refused.length > NAMED) names.push(filled(say.more, { n: refused.length - NAMED }));
  const phrases = [
    changes.length && filled(say.imported, { n: changes.length }),
    same && filled(say.same, { n: same }),
    names.length && filled(say.not, { files: listed(names) }),
  ];
  draw();
  report(sentence(phrases.filter(Boolean)), changes);
}

box.addEventListener("click", ({ target }) => {
  const name = target.closest("[data-use]")?.dataset.use;
  if (name) attempt(actions[name], target.closest("li, .report"));
});
list.addEventListener("keydown", (event) => {
  const line = event.target.closest("li");
  if (event.key === "Escape" && !(line.querySelector("div").hidden && line.querySelector("form").hidden)) fold(line);
});
list.addEventListener("submit", (event) => {
  event.preventDefault();
  const line = event.target.closest("li");
  attempt(() => {
    rename(line.dataset.key, event.target.elements.namedItem("name").value, gameTitle(gameOf(line).record.save.game));
    draw();
    unfold(line);
    line.querySelector("a").focus();
  });
});
part("all").addEventListener("click", () => {
  all = !all;
  draw();
});
part("export").addEventListener("click", () => download(`palaces-${new Date().toISOString().slice(0, 10)}.json`, everything()));
part("import").addEventListener("click", () => chooser.click());
chooser.addEventListener("change", async () => {
  const files = [...chooser.files];
  chooser.value = ""; // so that the same file can be chosen again
  if (files.length) await load(files);
});

if (!kept().length) box.parentElement.append(box); // with nothing to go on with, the games come first
draw();
box.hidden = false;
addEventListener("pageshow", draw);
addEventListener("storage", draw);
