// @ts-check
// The page's Python, begun the moment this module is asked for: it starts while storage is still being probed, and while
// PyScript reads its settings. PyScript takes this module for Pyodide itself (`interpreter` in pyscript.json).
import { changed, complete, start } from "./begin.js";
import { forget } from "./image.js";
import { trusted } from "./trusted.js";

export { version } from "../pyodide/pyodide.js";

const LATER = 10_000; // ms that computer players have had their worker before another one makes an image
const root = document.documentElement;
const begun = start(whole);
// told at once: whoever asks for this Python may keep to itself that there is none
begun.catch((error) => dispatchEvent(new CustomEvent("palaces-failed", { detail: error instanceof Error ? (error.stack ?? error.message) : String(error) })));

/**
 * Our packages, if they are as the page says. Python would only find out in mid-game, or never; but without https nobody says.
 * @param {ArrayBuffer} zip
 */
async function whole(zip) {
  const link = document.querySelector("link[href$='/app.zip']");
  if (!globalThis.crypto.subtle || !(link instanceof HTMLLinkElement)) return zip;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", zip));
  if (link.dataset.integrity !== `sha256-${btoa(String.fromCharCode(...digest))}`) throw new Error("app.zip is not as it was released.");
  return zip;
}

/**
 * Do something once the page says this of itself.
 * @param {string} name
 * @param {string} value
 * @param {() => void} act
 */
function once(name, value, act) {
  const watch = new MutationObserver(() => {
    if (root.getAttribute(name) !== value) return;
    watch.disconnect();
    act();
  });
  watch.observe(root, { attributeFilter: [name] });
}

/** @param {unknown} error */
function told(error) {
  console.info(error instanceof Error ? error.message : error);
}

/**
 * Where there was no image of everything to start from, one is made for the next visit, once nobody waits for anything.
 * In a frame that may not have them a worker throws, and storage may be refused: then there is none.
 */
function make() {
  try {
    const worker = new Worker(trusted.createScriptURL(new URL("image-worker.js", import.meta.url).href), { type: "module" });
    worker.onmessage = ({ data }) => {
      worker.terminate();
      if (data === "kept") root.dataset.image = "kept";
      else console.info(`No memory image: ${data}`);
    };
  } catch (error) {
    told(error);
  }
}

/** @param {unknown} error */
function missed(error) {
  told(error);
  window.palaces.recover?.miss("link[rel=later]");
}

/**
 * The Python that is begun, with its lines going there.
 * @param {{ stdout?: (line: string) => void, stderr?: (line: string) => void }} [to]
 */
export async function loadPyodide({ stdout, stderr } = {}) {
  const { python, woken } = await begun;
  if (woken) root.dataset.image = "used";
  else if (changed) once("data-bots", "ready", () => setTimeout(make, LATER));
  once("data-ready", "", () => complete(python).catch(missed)); // the board has all that it needs, computer players have not
  python._api.on_fatal = ({ message }) => {
    forget(message); // were the image at fault, starting from it again would not help
    dispatchEvent(new CustomEvent("palaces-stopped", { detail: message }));
  };
  if (stdout) python.setStdout({ batched: stdout });
  if (stderr) python.setStderr({ batched: stderr });
  return python;
}
