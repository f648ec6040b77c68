// @ts-check
// Starts the game: by PyScript if the page may store data, evaluate code and start workers, otherwise by plain Pyodide.
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

const [visit] = performance.getEntriesByType("navigation");
const isRedirected = visit instanceof PerformanceNavigationTiming && visit.redirectCount > 0;
const isBare = isRedirected && !location.search; // before the game writes its own address

/** Return true if the server has dropped the query of the address. Some shorten `play.html?seed=7` to `play`. */
async function isQueryLost() {
  if (!isBare) return false;
  const answer = await fetch("./play.html?kept", { method: "HEAD" });
  return answer.redirected && !new URL(answer.url).search;
}

(window.palaces ??= {}).isQueryLost = () => isQueryLost().catch(() => false);

async function start() {
  if (root.dataset.lacks !== undefined) return; // `browser-check.js` says why
  const usesPyScript = canEvaluate() && typeof Worker === "function" && (await storage);
  root.dataset.boot = usesPyScript ? "pyscript" : "bare";
  if (usesPyScript) await import(findElement("link[href*='pyscript/core.js']", HTMLLinkElement).href);
  else await runPlain();
}

try {
  await start();
} catch (error) {
  dispatchEvent(
    new CustomEvent("palaces-failed", {
      detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  );
}
