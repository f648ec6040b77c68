// @ts-check
// A touch or a key while Python still comes is kept and carried out, where it means the same on the board that comes.
// The picture shows some table, so nothing is chosen or played by it: only its tools and the keys that open a panel
// count.
export {}; // a module, though it has nothing to give

const TOOLS = "#menu, #hint";
const KEYS = ["?", "l", "h"];
const root = document.documentElement;
const over = new AbortController();
/** @type {(() => void) | undefined} what was asked for last */
let asked;

/** @param {() => void} carryOut */
function ask(carryOut) {
  document.querySelector("[data-asked]")?.removeAttribute("data-asked");
  asked = carryOut;
}

/** @param {MouseEvent} event */
function touched({ clientX: x, clientY: y }) {
  // what is inert is never the target of an event, so its place has to tell
  const tool = [...document.querySelectorAll(TOOLS)].find((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left <= x && x < right && top <= y && y < bottom;
  });
  if (!tool) return;
  const { id } = tool;
  ask(() => {
    document.getElementById(id)?.focus();
    document.getElementById(id)?.click();
  });
  tool.toggleAttribute("data-asked", true);
}

/** Whether somebody has changed single keys: what these mean only Python knows then. */
function hasOwnKeys() {
  try {
    return /\bkeys=./.test(
      localStorage.getItem(root.dataset.embed === undefined ? "palaces:settings" : "palaces:settings:embed") ?? "",
    );
  } catch {
    return false;
  }
}

/** @param {KeyboardEvent} event */
function pressed({ key, ctrlKey, metaKey, altKey }) {
  if (ctrlKey || metaKey || altKey || !KEYS.includes(key.toLowerCase()) || hasOwnKeys()) return;
  ask(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
}

const meanwhile = { capture: true, signal: over.signal };
addEventListener("click", touched, meanwhile);
addEventListener("keydown", pressed, meanwhile);
new MutationObserver((_, watch) => {
  if (root.dataset.ready === undefined) return;
  watch.disconnect();
  over.abort();
  asked?.();
}).observe(root, { attributeFilter: ["data-ready"] });
