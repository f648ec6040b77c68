// @ts-check
// The home page: for each game a form that makes its address. It needs no Python.
import { isObject, parsed, stored } from "./saved-games-store.js";

const LAST = "palaces:last:"; // followed by the game's name
const LEARNING = "palaces:learning:"; // followed by the game's name: the step at which the player left the lesson
const SETTINGS = "palaces:settings"; // a query that theme.js and the game's page read

/**
 * Fill values into a sentence of the page.
 * @param {string} sentence
 * @param {Record<string, string | number>} values
 */
export const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, key) => String(values[key]));

/**
 * Return the page's element for a selector.
 * @template {Element} E
 * @param {ParentNode} within
 * @param {string} selector
 * @param {new () => E} kind
 */
export function found(within, selector, kind) {
  const element = within.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`There is no ${selector}.`);
  return element;
}

/** All stored settings. */
const settings = () => new URLSearchParams(stored((storage) => storage.getItem(SETTINGS), null) ?? "");

/**
 * @param {string} name
 * @param {string} value
 */
function keepSetting(name, value) {
  const all = settings();
  all.set(name, value);
  stored((storage) => storage.setItem(SETTINGS, String(all)), undefined);
}

/**
 * Return the selects of settings. Python writes one for every setting that this page offers.
 * @param {ParentNode} within
 * @returns {HTMLSelectElement[]}
 */
const settingSelects = (within) => [
  .../** @type {NodeListOf<HTMLSelectElement>} */ (within.querySelectorAll("select[data-setting]")),
];

/** @param {HTMLSelectElement} select */
const defaultOption = (select) => [...select.options].find((option) => option.defaultSelected) ?? select.options[0];

/**
 * Return the stored option, if there is one.
 * @param {HTMLSelectElement} select
 */
function keptOption(select) {
  const kept = settings().get(String(select.dataset.setting));
  return [...select.options].find(({ value }) => value === kept);
}

/**
 * Set up a form that makes the address of one game.
 * @param {HTMLFormElement} form
 */
function setUp(form) {
  const game = found(form, "[name=game]", HTMLInputElement).value;
  const seed = found(form, "[name=seed]", HTMLInputElement);
  const [people, opponents, level] = ["people", "opponents", "level"].map((name) =>
    found(form, `[name=${name}]`, HTMLSelectElement),
  );
  const choices = [...form.querySelectorAll("select")];
  const options = choices.filter((choice) => choice.matches("[data-option]")); // of the game, by their words
  const problem = found(form, ".problem", HTMLElement);
  const names = () =>
    [...form.querySelectorAll(".names input")].map((input) => (input instanceof HTMLInputElement ? input.value : ""));
  const seats = () => Number(people.value) + Number(opponents.value);
  /** @param {string} sentence a sentence of the form, by its name */
  const say = (sentence, n = 0) => filled(form.dataset[sentence] ?? "", { n });

  /** @param {string[]} remembered */
  function showNames(remembered = []) {
    const kept = names();
    found(form, ".names", HTMLElement).replaceChildren(
      ...Array.from({ length: Number(people.value) }, (_, n) => {
        const label = document.createElement("label");
        const input = document.createElement("input");
        input.maxLength = 40;
        input.autocomplete = "off";
        input.placeholder = say("player", n + 1);
        input.value = kept[n] ?? remembered[n] ?? "";
        label.append(`${say("name", n + 1)} `, input);
        return label;
      }),
    );
  }

  // Disable choices for more seats than chosen.
  function showOptions() {
    for (const choice of options) {
      for (const option of choice.options) option.disabled = Number(option.dataset.seats ?? 0) > seats();
      if (choice.selectedOptions[0]?.disabled) choice.selectedIndex = 0;
    }
  }

  // Show the style of play of the chosen level.
  function showLevel() {
    found(document, `#${game}-level`, HTMLElement).textContent = level.selectedOptions[0].dataset.plays ?? "";
  }

  function recall() {
    const last = parsed(stored((storage) => storage.getItem(LAST + game), "null"));
    const chosen = isObject(last) ? last : {};
    for (const choice of choices) {
      const offered = [...choice.options].find((option) => option.value === chosen[choice.name]);
      if (offered) choice.value = offered.value;
    }
    for (const select of settingSelects(form)) select.value = keptOption(select)?.value ?? select.value;
    showNames(Array.isArray(chosen.names) ? chosen.names.map(String) : []);
    showOptions();
    showLevel();
  }

  /** @param {SubmitEvent} event */
  function play(event) {
    event.preventDefault();
    if (seats() < Number(form.dataset.fewest) || seats() > Number(form.dataset.most)) {
      problem.textContent = say("problem", seats());
      return;
    }
    const called = names().map((name) => name.replaceAll(",", " ").trim());
    const chosen = { ...Object.fromEntries(choices.map(({ name, value }) => [name, value])), names: called };
    stored((storage) => storage.setItem(LAST + game, JSON.stringify(chosen)), undefined);
    const persons = Array(Number(people.value)).fill("you");
    const bots = Array(Number(opponents.value)).fill(`bot:${level.value}`);
    const address = new URLSearchParams({ seats: [...persons, ...bots].join(",") });
    if (called.some(Boolean)) address.set("names", called.join(","));
    for (const { name, value } of options) if (value) address.set(name, value);
    address.set("seed", seed.value || String(crypto.getRandomValues(new Uint32Array(1))[0]));
    for (const select of [...barSelects, ...settingSelects(form)]) {
      if (select.value !== defaultOption(select).value) address.set(String(select.dataset.setting), select.value);
    }
    location.href = `./${game}.html?${address.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
  }

  // A lesson continues at its last step.
  function showStep() {
    const learn = form.querySelector("[data-again]");
    const n = Number(stored((storage) => storage.getItem(LEARNING + game), "0"));
    if (!(learn instanceof HTMLAnchorElement) || !Number.isInteger(n) || n < 2) return;
    learn.search = `?learn=${n}`;
    learn.textContent = filled(learn.dataset.again ?? "", { n });
  }

  recall();
  showStep();
  for (const select of settingSelects(form))
    select.addEventListener("change", () => keepSetting(String(select.dataset.setting), select.value));
  people.addEventListener("change", () => showNames());
  form.addEventListener("submit", play);
  form.addEventListener("input", () => {
    problem.textContent = "";
    showOptions();
    showLevel();
  });
}

const barSelects = settingSelects(found(document, ".top", HTMLElement));
for (const select of barSelects) {
  const name = String(select.dataset.setting);
  select.value = (keptOption(select) ?? defaultOption(select)).value;
  select.addEventListener("change", () => {
    document.documentElement.dataset[name] = select.value; // for the style sheet
    keepSetting(name, select.value);
  });
}
for (const form of document.forms) if (form.matches("article form")) setUp(form);
