// The home page: for each game a form that makes its address. No Python here.
import { parsed, stored } from "./shelf.js";

const LAST = "palaces:last:"; // and the game's name
const CHOICES = ["opponents", "level", "people", "speed"];

// Sentences come from the page, in its language.
export const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, key) => values[key]);

// A form that makes the address of one game.
function setUp(form) {
  const field = (name) => form.elements.namedItem(name);
  const game = field("game").value;
  const options = [...form.querySelectorAll("select[data-option]")];
  const choices = [...CHOICES, ...options.map((select) => select.name)];
  const problem = form.querySelector(".problem");
  const names = () => [...form.querySelectorAll(".names input")].map((input) => input.value);
  const seats = () => Number(field("people").value) + Number(field("opponents").value);

  function showNames(remembered = []) {
    const kept = names();
    form.querySelector(".names").replaceChildren(
      ...Array.from({ length: Number(field("people").value) }, (_, n) => {
        const label = document.createElement("label");
        const input = document.createElement("input");
        input.maxLength = 40;
        input.autocomplete = "off";
        input.placeholder = filled(form.dataset.player, { n: n + 1 });
        input.value = kept[n] ?? remembered[n] ?? "";
        label.append(`${filled(form.dataset.name, { n: n + 1 })} `, input);
        return label;
      }),
    );
  }

  // What needs more seats than there are cannot be chosen.
  function showOptions() {
    for (const select of options) {
      for (const choice of select.options) choice.disabled = Number(choice.dataset.seats ?? 0) > seats();
      if (select.selectedOptions[0]?.disabled) select.value = "";
    }
  }

  // How the chosen level plays.
  function showLevel() {
    document.getElementById(`${game}-level`).textContent = field("level").selectedOptions[0].dataset.plays;
  }

  function recall() {
    const last = parsed(stored((storage) => storage.getItem(LAST + game), "null")) ?? {};
    for (const name of choices) {
      const values = [...field(name).options].map((option) => option.value);
      if (values.includes(last[name])) field(name).value = last[name];
    }
    showNames(Array.isArray(last.names) ? last.names.map(String) : []);
    showOptions();
    showLevel();
  }

  function play(event) {
    event.preventDefault();
    if (seats() < Number(form.dataset.fewest) || seats() > Number(form.dataset.most)) {
      problem.textContent = filled(form.dataset.problem, { n: seats() });
      return;
    }
    const chosen = Object.fromEntries(choices.map((name) => [name, field(name).value]));
    chosen.names = names().map((name) => name.replaceAll(",", " ").trim());
    stored((storage) => storage.setItem(LAST + game, JSON.stringify(chosen)));
    const people = Array(Number(chosen.people)).fill("you");
    const bots = Array(Number(chosen.opponents)).fill(`bot:${chosen.level}`);
    const address = new URLSearchParams({ game, seats: [...people, ...bots].join(",") });
    if (chosen.names.some(Boolean)) address.set("names", chosen.names.join(","));
    for (const { name, value } of options) if (value) address.set(name, value);
    address.set("seed", field("seed").value || String(crypto.getRandomValues(new Uint32Array(1))[0]));
    if (chosen.speed !== "normal") address.set("speed", chosen.speed);
    location.href = `./play.html?${address.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
  }

  recall();
  field("people").addEventListener("change", () => showNames());
  form.addEventListener("submit", play);
  form.addEventListener("input", () => {
    problem.textContent = "";
    showOptions();
    showLevel();
  });
}

document.querySelectorAll("article form").forEach(setUp);
