// @ts-check
// The page's Python, begun the moment this module is asked for: it starts while storage is still being probed, and while
// PyScript reads its settings. PyScript takes this module for Pyodide itself (`interpreter` in pyscript.json).
import { loadPyodide as load, version } from "../pyodide/pyodide.js";

const begun = load({ indexURL: new URL("../pyodide/", import.meta.url).href });

export { version };

/**
 * The Python that is begun, with its lines going there.
 * @param {{ stdout?: (line: string) => void, stderr?: (line: string) => void }} [to]
 */
export async function loadPyodide({ stdout, stderr } = {}) {
  const python = await begun;
  python._api.on_fatal = ({ message }) => dispatchEvent(new CustomEvent("palaces-stopped", { detail: message }));
  if (stdout) python.setStdout({ batched: stdout });
  if (stderr) python.setStderr({ batched: stderr });
  return python;
}
