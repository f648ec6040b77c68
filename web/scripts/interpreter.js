// @ts-check
// The page's Python. It starts with the import of this module, while the page still probes storage and PyScript reads
// its settings. PyScript uses this module as Pyodide itself (`interpreter` in pyscript.json).
import { loadPackages, loadLibrary, keepImage, startPython } from "./start-python.js";
import { deleteImage } from "./image-cache.js";

export { version } from "../pyodide/pyodide.js";

const root = document.documentElement;
// then start-monitor.js has other files to wait for
/** @type {ReturnType<typeof startPython>} */
const starting =
  root.dataset.lacks === undefined
    ? startPython(root.lang, checkPackages, () => root.setAttribute("data-begun", "library"))
    : new Promise(() => {}); // never: `browser-check.js` says why
// immediately, because the user of this Python may not report its failure
starting.catch((error) =>
  dispatchEvent(
    new CustomEvent("palaces-failed", {
      detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  ),
);

/**
 * Return our packages if they match the page's hash. Otherwise Python would fail in mid-game, or never. Without https
 * there is no check.
 * @param {ArrayBuffer} zip
 */
async function checkPackages(zip) {
  const link = document.querySelector("link[href$='/app.zip']");
  if (!globalThis.crypto.subtle || !(link instanceof HTMLLinkElement)) return zip;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", zip));
  if (link.dataset.integrity !== `sha256-${btoa(String.fromCharCode(...digest))}`)
    throw new Error("app.zip is damaged.");
  return zip;
}

/**
 * Run once the board is live and has everything that it needs.
 * @param {Awaited<typeof starting>} python
 */
function completeLater(python) {
  new MutationObserver(async (_, watch) => {
    watch.disconnect();
    keepImage();
    try {
      await loadLibrary(python);
    } catch (error) {
      console.info(error instanceof Error ? error.message : error);
      window.palaces.recover?.miss("link[href$='/python_stdlib.zip']");
    }
  }).observe(root, { attributeFilter: ["data-ready"] });
}

/**
 * Return the started Python, with its output sent to these functions.
 * @param {{ stdout?: (line: string) => void, stderr?: (line: string) => void }} [to]
 */
export async function loadPyodide({ stdout, stderr } = {}) {
  const python = await starting;
  (window.palaces ??= {}).whole = (part) => loadPackages(python, part);
  completeLater(python);
  python._api.on_fatal = ({ message }) => {
    deleteImage(); // if a cached image is at fault, another start from it would not help
    dispatchEvent(new CustomEvent("palaces-stopped", { detail: message }));
  };
  if (stdout) python.setStdout({ batched: stdout });
  if (stderr) python.setStderr({ batched: stderr });
  return python;
}
