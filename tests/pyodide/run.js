// @ts-check
// node run.js PYODIDE SCRIPT [NAME=FOLDER …]: runs a Python file in the Pyodide that this module loads under Node, folders mounted at /NAME.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, script, ...mounts] = process.argv.slice(2);
const { loadPyodide } = /** @type {typeof import("pyodide")} */ (await import(pathToFileURL(resolve(pyodide)).href));
const python = await loadPyodide({ indexURL: dirname(resolve(pyodide)) });
for (const mount of mounts) {
  const [name, folder] = mount.split(/=(.*)/s);
  python.mountNodeFS(`/${name}`, resolve(folder));
}
try {
  console.log(await python.runPythonAsync(readFileSync(script, "utf8"), { filename: script }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
