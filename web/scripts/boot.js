// @ts-check
// Starts the game: by PyScript if the page may store data and evaluate code, otherwise by plain Pyodide.
// start-monitor.js shows the progress.
import { storage } from "./storage-probe.js";

/**
 * Return the page's element for a selector.
 * @template {Element} E
 * @param {string} selector
 * @param {new () => E} kind
 */
function findElement(selector, kind) {
  const element = document.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`${selector} is missing.`);
  return element;
}

/** PyScript evaluates its own code, which a policy of the server may forbid. */
function canEvaluate() {
  try {
    return new Function("return true")();
  } catch {
    return false;
  }
}

async function runPlain() {
  const { loadPyodide } = await import("./interpreter.js");
  const python = await loadPyodide();
  python.runPython(findElement("script[type=py]", HTMLScriptElement).text);
}

const root = document.documentElement;
root.dataset.boot = canEvaluate() && (await storage) ? "pyscript" : "bare";
try {
  await (root.dataset.boot === "bare"
    ? runPlain()
    : import(findElement("link[href*='pyscript/core.js']", HTMLLinkElement).href));
} catch (error) {
  dispatchEvent(
    new CustomEvent("palaces-failed", {
      detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  );
}
