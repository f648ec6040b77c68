// @ts-check
// The home page: for each game a form that makes its address, and a link that plays with the last choices. It needs no
// Python.
import { findElement, fillText, pluralText } from "./page-content.js";
import { barSelects, defaultOption, keepSetting, settingSelects, storedOption } from "./page-settings.js";
import { readObject, useStorage } from "./saved-games-store.js";

const LAST_PREFIX = "palaces:last:"; // followed by the game's name
const OWN_BOT = "own:"; // followed by the name of a bot of one's own, in place of a level
const OWN_BOTS_KEY = "palaces-bots"; // as in palaces/lab/own_bots.py
const MAX_BOT_NAME_CHARS = 40;
const LESSON_PREFIX = "palaces:learning:"; // followed by the game's name: the step at which the player left the lesson

/** Arrange the page for a visitor who has played here before: today comes before the games. */
export function showReturningPage() {
  document.documentElement.dataset.visit = "again";
  const games = findElement(document, ".games");
  const today = findElement(document, ".today");
  if (games.nextElementSibling === today) games.before(today);
}

/**
 * Return the step at which a visitor has left a lesson, 0 without one.
 * @param {string} game
 */
export function lessonStep(game) {
  const n = Number(useStorage((storage) => storage.getItem(LESSON_PREFIX + game), "0"));
  return Number.isInteger(n) ? n : 0;
}

/**
 * Return the names of the bots of one's own for a game, as the lab keeps them.
 * @param {string} game
 * @returns {string[]}
 */
function ownBotNames(game) {
  try {
    const kept = JSON.parse(useStorage((storage) => storage.getItem(OWN_BOTS_KEY), "") || "[]");
    return kept
      .filter((/** @type {Record<string, unknown>} */ bot) => bot.game === game && typeof bot.name === "string")
      .map((/** @type {{ name: string }} */ { name }) => name.slice(0, MAX_BOT_NAME_CHARS))
      .filter((/** @type {string} */ name) => name.trim());
  } catch {
    return []; // not a list of bots
  }
}

/**
 * Set up a form that makes the address of one game.
 * @param {HTMLFormElement} form
 */
function setUpForm(form) {
  const game = findElement(form, "[name=game]", HTMLInputElement).value;
  const seed = findElement(form, "[name=seed]", HTMLInputElement);
  const [people, opponents, level] = ["people", "opponents", "level"].map((name) =>
    findElement(form, `[name=${name}]`, HTMLSelectElement),
  );
  const choices = [...form.querySelectorAll("select")];
  const options = choices.filter((choice) => choice.matches("[data-option]")); // of the game, by their words
  const play = findElement(document, `#${game}-play`, HTMLAnchorElement);
  const typedNames = () =>
    [...form.querySelectorAll(".names input")].map((input) => (input instanceof HTMLInputElement ? input.value : ""));
  const ownBot = () => (level.value.startsWith(OWN_BOT) ? level.value.slice(OWN_BOT.length) : "");
  const playerNames = () => typedNames().map((name) => name.replaceAll(",", " ").trim());
  const seatCount = () => Number(people.value) + Number(opponents.value);
  /** @param {string} sentence a sentence of the form, by its name */
  const formText = (sentence, n = 0) => fillText(form.dataset[sentence] ?? "", { n });

  /** @param {string[]} remembered */
  function showNames(remembered = []) {
    const current = typedNames();
    findElement(form, ".names").replaceChildren(
      ...Array.from({ length: Number(people.value) }, (_, n) => {
        const label = document.createElement("label");
        const input = document.createElement("input");
        input.maxLength = 80; // browsers count some characters twice, and the game cuts longer names
        input.dir = "auto";
        input.autocomplete = "off";
        input.placeholder = formText("player", n + 1);
        input.value = current[n] ?? remembered[n] ?? "";
        label.append(`${formText("name", n + 1)} `, input);
        return label;
      }),
    );
  }

  // Offer only numbers of opponents that the game allows with the people on this device.
  function showOpponents() {
    const [fewest, most] = [form.dataset.fewest, form.dataset.most].map(
      (seats) => Number(seats) - Number(people.value),
    );
    for (const option of opponents.options)
      option.hidden = option.disabled = Number(option.value) < fewest || Number(option.value) > most;
    opponents.value = String(Math.max(fewest, Math.min(most, Number(opponents.value))));
  }

  // Disable choices for more seats than chosen.
  function showOptions() {
    for (const choice of options) {
      for (const option of choice.options) option.disabled = Number(option.dataset.seats ?? 0) > seatCount();
      if (choice.selectedOptions[0]?.disabled) choice.selectedIndex = 0;
    }
  }

  // Show the style of play of the chosen level.
  function showLevel() {
    findElement(document, `#${game}-level`).textContent = level.selectedOptions[0].dataset.plays ?? "";
  }

  // Offer the bots of one's own that this browser keeps for the game. Their names are only text.
  function offerOwnBots() {
    const names = ownBotNames(game);
    if (!names.length) return;
    const group = document.createElement("optgroup");
    group.label = level.dataset.own ?? "";
    group.append(...names.map((name) => new Option(name, `${OWN_BOT}${name}`)));
    level.append(group);
  }

  function restoreForm() {
    const chosen = readObject(LAST_PREFIX + game);
    for (const choice of choices) {
      const offered = [...choice.options].find((option) => option.value === chosen[choice.name]);
      if (offered) choice.value = offered.value;
    }
    for (const select of settingSelects(form)) select.value = storedOption(select)?.value ?? select.value;
    showNames(Array.isArray(chosen.names) ? chosen.names.map(String) : []);
    showOpponents();
    showOptions();
    showLevel();
    showChoices();
  }

  // Write the opponents into the link that plays with the last choices.
  function showChoices() {
    const persons = Number(people.value);
    const bots = Number(opponents.value);
    const phrases = [
      persons > 1 && pluralText(JSON.parse(form.dataset.people ?? "[]"), persons),
      bots > 0 && (ownBot() || pluralText(JSON.parse(level.selectedOptions[0].dataset.bots ?? "[]"), bots)),
    ];
    const list = new Intl.ListFormat(document.documentElement.lang, { type: "unit", style: "short" });
    findElement(play, "small").textContent = list.format(phrases.filter((phrase) => typeof phrase === "string"));
    play.href = gameAddress();
  }

  /** Return the address of a game with the choices of the form. A new game has a new seed. */
  function gameAddress(gameSeed = "") {
    const names = playerNames();
    const persons = Array(Number(people.value)).fill("you");
    const own = ownBot().replaceAll(",", " ");
    const bots = Array(Number(opponents.value)).fill(own ? "bot:custom" : `bot:${level.value}`);
    if (own) names.push(...bots.map(() => own));
    const address = new URLSearchParams({ seats: [...persons, ...bots].join(",") });
    if (names.some(Boolean)) address.set("names", names.join(","));
    for (const { name, value } of options) if (value) address.set(name, value);
    if (gameSeed) address.set("seed", gameSeed);
    for (const select of [...barSelects, ...settingSelects(form)]) {
      if (select.value !== defaultOption(select).value) address.set(String(select.dataset.setting), select.value);
    }
    return `./${game}.html?${address.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
  }

  const randomSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

  /** @param {SubmitEvent} event */
  function startGame(event) {
    event.preventDefault();
    const chosen = { ...Object.fromEntries(choices.map(({ name, value }) => [name, value])), names: playerNames() };
    useStorage((storage) => storage.setItem(LAST_PREFIX + game, JSON.stringify(chosen)), undefined);
    location.href = gameAddress(seed.value || randomSeed());
  }

  // A lesson continues at its last step.
  function showStep() {
    const learn = form.parentElement?.querySelector("[data-again]");
    const n = lessonStep(game);
    if (!(learn instanceof HTMLAnchorElement) || n < 2) return;
    learn.search = `?learn=${n}`;
    learn.textContent = fillText(learn.dataset.again ?? "", { n });
  }

  offerOwnBots();
  restoreForm();
  showStep();
  for (const select of settingSelects(form))
    select.addEventListener("change", () => keepSetting(String(select.dataset.setting), select.value));
  people.addEventListener("change", () => showNames());
  form.addEventListener("submit", startGame);
  play.addEventListener("click", () => {
    play.href = gameAddress(randomSeed()); // in a new tab, the page of the game draws the seed
  });
  form.addEventListener("input", () => {
    showOpponents();
    showOptions();
    showLevel();
  });
}

if (document.documentElement.dataset.visit) showReturningPage();
for (const form of document.forms) if (form.matches(".drawer form")) setUpForm(form);
