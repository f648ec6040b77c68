// @ts-check
// Starts the game, by PyScript where it may store things and evaluate code, and by bare Pyodide where not, and meanwhile says how far it is.
const root = document.documentElement;
const box = found("#boot", HTMLElement);
const bar = found("#boot-bar", HTMLProgressElement);
const PATIENCE = 20_000; // ms without any progress until we say so
const PROBE = 15; // times that storage is waited for, 100 ms each: while Python keeps the page busy, neither it nor the clock is heard

// The preload links in the page's head list every file of the start path, with its size.
const links = [...document.querySelectorAll("link[data-bytes]")].filter(isLink);
const waiting = new Map(links.map((link) => [link.href, Number(link.dataset.bytes)]));
const total = [...waiting.values()].reduce((sum, bytes) => sum + bytes, 0);
const over = new AbortController();
let loaded = 0;
let named = false; // whether the file that is missing has been named
/** @type {number | undefined} */
let timer;

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

/** @param {string} text */
function say(text, state = "loading") {
  clearTimeout(timer);
  if (box.dataset.state === "failed") return; // the first cause is the one worth reading
  box.dataset.state = state;
  found("#boot-text", HTMLElement).textContent = text;
  if (state === "loading") timer = setTimeout(() => (box.dataset.state = "late"), PATIENCE);
}

/** @param {string} cause */
function fail(cause) {
  console.error(`Start failed: ${cause}`);
  const offline = navigator.onLine === false ? " You seem to be offline." : "";
  say(`The game could not start: ${cause}${offline}`, "failed");
}

/**
 * A missing file explains every other failure, even one heard of before it.
 * @param {string} url
 */
function lost(url, why = "") {
  if (named) return;
  delete box.dataset.state;
  fail(`${new URL(url, location.href).pathname.split("/").pop()} was not loaded${why}.`);
  named = true;
}

/** @param {PerformanceEntry} entry */
function count(entry) {
  const bytes = waiting.get(entry.name);
  if (bytes === undefined || !(entry instanceof PerformanceResourceTiming)) return;
  // 0 stands for a network error; browsers that do not tell leave it undefined
  if (entry.responseStatus === 0) return lost(entry.name);
  if (entry.responseStatus >= 400) return lost(entry.name, ` (error ${entry.responseStatus})`);
  waiting.delete(entry.name);
  loaded += bytes;
  bar.value = loaded;
  found("#boot-size", HTMLElement).textContent = `${(loaded / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB`;
  say(waiting.size ? "Loading the game" : "Starting Python");
}

/** @type {(node: EventTarget | null) => node is HTMLLinkElement} */
function isLink(node) {
  return node instanceof HTMLLinkElement;
}

/** @param {unknown} error */
function reasonOf(error) {
  return error instanceof Error ? error.message : String(error);
}

function watch() {
  bar.max = total;
  const seen = new PerformanceObserver((list) => list.getEntries().forEach(count));
  const live = new MutationObserver(() => {
    if (root.dataset.ready === undefined) return;
    clearTimeout(timer);
    live.disconnect();
    seen.disconnect();
    over.abort();
    box.remove();
  });
  live.observe(root, { attributeFilter: ["data-ready"] });
  const meanwhile = { capture: true, signal: over.signal };
  addEventListener(
    "error",
    /** @param {Event} event */
    (event) => {
      if (event instanceof ErrorEvent) fail(event.message);
      else if (isLink(event.target) && waiting.has(event.target.href)) lost(event.target.href);
    },
    meanwhile,
  );
  addEventListener("unhandledrejection", (event) => fail(reasonOf(event.reason)), meanwhile);
  addEventListener("palaces-python", () => say("Setting up the table"), meanwhile);
  addEventListener("palaces-failed", (event) => fail(event.detail), meanwhile);
  found("#boot-again", HTMLElement).addEventListener("click", (event) => {
    event.preventDefault();
    location.reload();
  });
  say("Loading the game");
  seen.observe({ type: "resource", buffered: true });
}

/**
 * Python has ended for good, so nothing of the game answers any more: say so, with the way out. `play.html` holds both
 * things that there are to say: that the game is kept, with its last entry, or that it is not.
 */
function stop() {
  if (found("#app", HTMLElement).inert) return;
  const [kept, unkept] = found("#boot-stopped", HTMLTemplateElement).content.children;
  const told = document.importNode(root.dataset.kept === root.dataset.turn ? kept : unkept, true);
  told.querySelector("button")?.addEventListener("click", () => location.reload());
  found("#app", HTMLElement).inert = true;
  document.body.append(told);
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
  const app = fetch(new URL("../app.zip", import.meta.url)).then((answer) => {
    if (!answer.ok) throw new Error(`app.zip was not loaded (error ${answer.status}).`);
    return answer.arrayBuffer();
  });
  const { loadPyodide } = await import("./python.js");
  const [python, zip] = await Promise.all([loadPyodide(), app]);
  python.unpackArchive(zip, "zip");
  python.runPython(found("script[type=py]", HTMLScriptElement).text);
}

watch();
// Pyodide tells of its end by `palaces-stopped`; where it cannot even do that, what trapped is heard of here.
/** @param {unknown} error */
const trapped = (error) => {
  if (error instanceof WebAssembly.RuntimeError) dispatchEvent(new CustomEvent("palaces-stopped", { detail: error.message }));
};
addEventListener("error", (event) => trapped(event.error));
addEventListener("unhandledrejection", (event) => trapped(event.reason));
addEventListener("palaces-stopped", ({ detail }) => (root.dataset.ready === undefined ? fail(detail) : stop()));
root.dataset.boot = evaluates() && (await storage()) ? "pyscript" : "bare";
try {
  await (root.dataset.boot === "bare" ? bare() : import(found("link[href*='pyscript/core.js']", HTMLLinkElement).href));
} catch (error) {
  fail(reasonOf(error));
}
