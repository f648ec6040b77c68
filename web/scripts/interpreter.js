// @ts-check
// The page's Python, begun the moment this module is asked for: it starts while storage is still being probed, and
// while PyScript reads its settings. PyScript takes this module for Pyodide itself (`interpreter` in pyscript.json).
import { bring, complete, keepImage, start } from "./start-python.js";
import { forget } from "./image-cache.js";

export { version } from "../pyodide/pyodide.js";

const root = document.documentElement;
// start-monitor.js has other files to wait for then
const begun = start(whole, () => root.setAttribute("data-begun", "library"));
// told at once: whoever asks for this Python may keep to itself that there is none
begun.catch((error) =>
  dispatchEvent(
    new CustomEvent("palaces-failed", {
      detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  ),
);

/**
 * Our packages, if they are as the page says. Python would only find out in mid-game, or never; but without https
 * nobody says.
 * @param {ArrayBuffer} zip
 */
async function whole(zip) {
  const link = document.querySelector("link[href$='/app.zip']");
  if (!globalThis.crypto.subtle || !(link instanceof HTMLLinkElement)) return zip;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", zip));
  if (link.dataset.integrity !== `sha256-${btoa(String.fromCharCode(...digest))}`)
    throw new Error("app.zip is not as it was released.");
  return zip;
}

/**
 * Once the board is live, which has all that it needs.
 * @param {Awaited<typeof begun>} python
 */
function completeLater(python) {
  new MutationObserver(async (_, watch) => {
    watch.disconnect();
    keepImage();
    try {
      await complete(python);
    } catch (error) {
      console.info(error instanceof Error ? error.message : error);
      window.palaces.recover?.miss("link[href$='/python_stdlib.zip']");
    }
  }).observe(root, { attributeFilter: ["data-ready"] });
}

/**
 * The Python that is begun, with its lines going there.
 * @param {{ stdout?: (line: string) => void, stderr?: (line: string) => void }} [to]
 */
export async function loadPyodide({ stdout, stderr } = {}) {
  const python = await begun;
  (window.palaces ??= {}).whole = () => bring(python);
  completeLater(python);
  python._api.on_fatal = ({ message }) => {
    forget(); // were a kept image at fault, starting from it again would not help
    dispatchEvent(new CustomEvent("palaces-stopped", { detail: message }));
  };
  if (stdout) python.setStdout({ batched: stdout });
  if (stderr) python.setStderr({ batched: stderr });
  return python;
}
