// Starts the game, by PyScript where the browser lets us store things and by bare Pyodide where not, and meanwhile says how far it is.
const root = document.documentElement;
const part = (name) => document.getElementById(`boot-${name}`);
const box = document.getElementById("boot");
const PATIENCE = 20_000; // ms without any progress until we say so
const PROBE = 15; // times that storage is waited for, 100 ms each: while Python keeps the page busy, neither it nor the clock is heard

// The preload links in the page's head list every file of the start path, with its size.
const waiting = new Map([...document.querySelectorAll("link[data-bytes]")].map((link) => [link.href, Number(link.dataset.bytes)]));
const total = [...waiting.values()].reduce((sum, bytes) => sum + bytes, 0);
const over = new AbortController();
let loaded = 0;
let named = false; // whether the file that is missing has been named
let timer;

function say(text, state = "loading") {
  clearTimeout(timer);
  if (box.dataset.state === "failed") return; // the first cause is the one worth reading
  box.dataset.state = state;
  part("text").textContent = text;
  if (state === "loading") timer = setTimeout(() => (box.dataset.state = "late"), PATIENCE);
}

function fail(cause) {
  console.error(`Start failed: ${cause}`);
  const offline = navigator.onLine === false ? " You seem to be offline." : "";
  say(`The game could not start: ${cause}${offline}`, "failed");
}

// A missing file explains every other failure, even one heard of before it.
function lost(url, why = "") {
  if (named) return;
  delete box.dataset.state;
  fail(`${new URL(url, location.href).pathname.split("/").pop()} was not loaded${why}.`);
  named = true;
}

function count(entry) {
  const bytes = waiting.get(entry.name);
  if (bytes === undefined) return;
  // 0 stands for a network error; browsers that do not tell leave it undefined
  if (entry.responseStatus === 0) return lost(entry.name);
  if (entry.responseStatus >= 400) return lost(entry.name, ` (error ${entry.responseStatus})`);
  waiting.delete(entry.name);
  loaded += bytes;
  part("bar").value = loaded;
  part("size").textContent = `${(loaded / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB`;
  say(waiting.size ? "Loading the game" : "Starting Python");
}

function watch() {
  part("bar").max = total;
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
  const on = (type, hear) => addEventListener(type, hear, { capture: true, signal: over.signal });
  on("error", (event) => {
    if (event instanceof ErrorEvent) fail(event.message);
    else if (waiting.has(event.target.href)) lost(event.target.href);
  });
  on("unhandledrejection", (event) => fail(event.reason?.message ?? String(event.reason)));
  on("palaces-python", () => say("Setting up the table"));
  on("palaces-failed", (event) => fail(event.detail));
  part("again").addEventListener("click", (event) => {
    event.preventDefault();
    location.reload();
  });
  say("Loading the game");
  seen.observe({ type: "resource", buffered: true });
}

// Python has ended for good, so nothing of the game answers any more: say so, with the way out. `play.html` holds both
// things that there are to say: that the game is kept, with its last entry, or that it is not.
function stop() {
  const [kept, unkept] = part("stopped").content.children;
  const told = (root.dataset.kept === root.dataset.turn ? kept : unkept).cloneNode(true);
  told.querySelector("button").addEventListener("click", () => location.reload());
  document.getElementById("app").inert = true;
  document.body.append(told);
}

// PyScript waits for IndexedDB for ever where it is refused (a foreign frame, strict settings), so ask first.
function storage() {
  return new Promise((resolve) => {
    let timer;
    const answer = (allowed) => {
      clearTimeout(timer);
      resolve(allowed);
    };
    const wait = (left) => (left ? (timer = setTimeout(wait, 100, left - 1)) : answer(false));
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

async function bare() {
  const app = fetch(new URL("../app.zip", import.meta.url)).then((answer) => {
    if (!answer.ok) throw new Error(`app.zip was not loaded (error ${answer.status}).`);
    return answer.arrayBuffer();
  });
  const { loadPyodide } = await import("./python.js");
  const [python, zip] = await Promise.all([loadPyodide(), app]);
  python.unpackArchive(zip, "zip");
  python.runPython(document.querySelector("script[type=py]").textContent);
}

watch();
addEventListener("palaces-stopped", ({ detail }) => (root.dataset.ready === undefined ? fail(detail) : stop()));
root.dataset.boot = (await storage()) ? "pyscript" : "bare";
try {
  await (root.dataset.boot === "bare" ? bare() : import(document.querySelector("link[href*='pyscript/core.js']").href));
} catch (error) {
  fail(error.message);
}
