// @ts-check
// Keeps a tap or key during the start of Python, and carries it out on the live board if it means the same there. The
// picture shows some table, so it cannot choose or play anything. Only its tools and the keys that open a panel count.
export {}; // a module without exports

const TOOL_SELECTOR = "#menu, #hint";
const PANEL_KEYS = ["?", "l", "h"];
const root = document.documentElement;
const over = new AbortController();
/** @type {(() => void) | undefined} the last request */
let runQueued;

/** @param {() => void} carryOut */
function queueAction(carryOut) {
  document.querySelector("[data-asked]")?.removeAttribute("data-asked");
  runQueued = carryOut;
}

/** @param {MouseEvent} event */
function queueClick({ clientX: x, clientY: y }) {
  // inert elements are never the target of an event, so the position decides
  const tool = [...document.querySelectorAll(TOOL_SELECTOR)].find((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left <= x && x < right && top <= y && y < bottom;
  });
  if (!tool) return;
  const { id } = tool;
  queueAction(() => {
    document.getElementById(id)?.focus();
    document.getElementById(id)?.click();
  });
  tool.toggleAttribute("data-asked", true);
}

/** True if the user has changed shortcuts. Then only Python knows their meaning. */
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
function queueKey(event) {
  const { key, code, ctrlKey, metaKey, altKey, target } = event;
  // a keyboard of another script has these letters at the same places
  const letter = /^[a-z]$/i.test(key) ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? key);
  if (ctrlKey || metaKey || altKey || !PANEL_KEYS.includes(letter.toLowerCase()) || hasOwnKeys()) return;
  if (target instanceof Element && target.matches("input, textarea, select")) return;
  event.preventDefault();
  queueAction(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, code, bubbles: true })));
}

const options = { capture: true, signal: over.signal };
addEventListener("click", queueClick, options);
addEventListener("keydown", queueKey, options);
new MutationObserver((_, watch) => {
  if (root.dataset.ready === undefined) return;
  watch.disconnect();
  over.abort();
  runQueued?.();
}).observe(root, { attributeFilter: ["data-ready"] });
