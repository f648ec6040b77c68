// @ts-check
// Starts the game, by PyScript where it may store things and evaluate code, and by bare Pyodide where not. watch.js says how far it is.
export {}; // a module, though it has nothing to give

const PROBE = 15; // times that storage is waited for, 100 ms each: while Python keeps the page busy, neither it nor the clock is heard

/**
 * The element that the page has there.
 * @template {Element} E
 * @param {string} selector
 * @param {new () => E} kind
 */
function found(selector, kind) {
  const element = document.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`There is no ${selector}.`);
  return element;
}

/**
 * PyScript waits for IndexedDB for ever where it is refused (a foreign frame, strict settings), so ask first.
 * @returns {Promise<boolean>}
 */
function storage() {
  return new Promise((resolve) => {
    /** @type {number | undefined} */
    let timer;
    /** @param {boolean} allowed */
    const answer = (allowed) => {
      clearTimeout(timer);
      resolve(allowed);
    };
    /** @param {number} left */
    const wait = (left) => {
      if (left) timer = setTimeout(wait, 100, left - 1);
      else answer(false);
    };
    wait(PROBE);
    try {
      const asked = indexedDB.open("palaces-probe");
      asked.onsuccess = () => {
        asked.result.close();
        answer(true);
      };
      asked.onerror = (event) => {
        event.preventDefault();
        answer(false);
      };
    } catch {
      answer(false);
    }
  });
}

/** PyScript evaluates code of its own, which a policy of the server may forbid. */
function evaluates() {
  try {
    return new Function("return true")();
  } catch {
    return false;
  }
}

async function bare() {
  const { loadPyodide } = await import("./python.js");
  const python = await loadPyodide();
  python.runPython(found("script[type=py]", HTMLScriptElement).text);
}

const root = document.documentElement;
root.dataset.boot = evaluates() && (await storage()) ? "pyscript" : "bare";
try {
  await (root.dataset.boot === "bare" ? bare() : import(found("link[href*='pyscript/core.js']", HTMLLinkElement).href));
} catch (error) {
  dispatchEvent(new CustomEvent("palaces-failed", { detail: error instanceof Error ? (error.stack ?? error.message) : String(error) }));
}
