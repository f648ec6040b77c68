// The home page: what was played last goes on, and a form that makes a game's address. No Python here.
const PREFIX = "palaces:game:";
const LAST = "palaces:last";
const SHOWN = 5; // games to continue
const form = document.getElementById("new-game");
const field = (name) => form.elements.namedItem(name);

// Sentences come from the page, in its language.
const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, key) => values[key]);

// Storage may be refused; then nothing is remembered, and all else works.
function stored(read, otherwise) {
  try {
    return read(localStorage) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function unfinished() {
  const keys = stored((storage) => Object.keys(storage).filter((key) => key.startsWith(PREFIX)), []);
  return keys
    .map((key) => parsed(stored((storage) => storage.getItem(key), "null")))
    .filter((game) => game && game.over === false && typeof game.address === "string" && Array.isArray(game.save?.log) && game.save.log.length)
    .sort((one, other) => String(other.time).localeCompare(String(one.time)));
}

function showUnfinished() {
  const games = unfinished().slice(0, SHOWN);
  const box = document.getElementById("continue");
  box.hidden = !games.length;
  box.querySelector("ul").replaceChildren(
    ...games.map((game, n) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = `./play.html?${game.address}`;
      link.className = n ? "second" : "primary";
      const when = new Date(game.time);
      link.textContent = filled(box.dataset.game, { names: game.title, n: game.save.log.length });
      const time = document.createElement("small");
      time.textContent = Number.isNaN(when.getTime()) ? "" : when.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
      item.append(link, time);
      return item;
    }),
  );
}

function showNames(names = []) {
  const kept = [...form.querySelectorAll("#names input")].map((input) => input.value);
  const box = document.getElementById("names");
  box.replaceChildren(
    ...Array.from({ length: Number(field("people").value) }, (_, n) => {
      const label = document.createElement("label");
      const input = document.createElement("input");
      input.maxLength = 40;
      input.autocomplete = "off";
      input.placeholder = filled(form.dataset.player, { n: n + 1 });
      input.value = kept[n] ?? names[n] ?? "";
      label.append(`${filled(form.dataset.name, { n: n + 1 })} `, input);
      return label;
    }),
  );
}

function choices() {
  const names = [...form.querySelectorAll("#names input")].map((input) => input.value.replaceAll(",", " ").trim());
  return { opponents: field("opponents").value, level: field("level").value, people: field("people").value, speed: field("speed").value, names };
}

function recall() {
  const last = parsed(stored((storage) => storage.getItem(LAST), "null")) ?? {};
  for (const name of ["opponents", "level", "people", "speed"]) {
    const options = [...field(name).options].map((option) => option.value);
    if (options.includes(last[name])) field(name).value = last[name];
  }
  showNames(Array.isArray(last.names) ? last.names.map(String) : []);
}

function play(event) {
  event.preventDefault();
  const chosen = choices();
  const people = Number(chosen.people);
  const seats = [...Array(people).fill("you"), ...Array(Number(chosen.opponents)).fill(`bot:${chosen.level}`)];
  if (seats.length < Number(form.dataset.fewest) || seats.length > Number(form.dataset.most)) {
    document.getElementById("problem").textContent = filled(form.dataset.problem, { n: seats.length });
    return;
  }
  stored((storage) => storage.setItem(LAST, JSON.stringify(chosen)));
  const seed = field("seed").value || String(crypto.getRandomValues(new Uint32Array(1))[0]);
  const address = new URLSearchParams({ game: field("game").value, seats: seats.join(",") });
  if (chosen.names.some(Boolean)) address.set("names", chosen.names.join(","));
  address.set("seed", seed);
  if (chosen.speed !== "normal") address.set("speed", chosen.speed);
  location.href = `./play.html?${address.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
}

recall();
showUnfinished();
field("people").addEventListener("change", () => showNames());
form.addEventListener("submit", play);
form.addEventListener("input", () => (document.getElementById("problem").textContent = ""));
addEventListener("pageshow", showUnfinished);
