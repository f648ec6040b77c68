// @ts-check
// node run.js PYODIDE SCRIPT [NAME=FOLDER …]: runs a Python file in the Pyodide that this module loads under Node, folders mounted at /NAME.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [pyodide, script, ...mounts] = process.argv.slice(2);
const folder = dirname(resolve(pyodide));
const library = readFileSync(resolve(folder, "python_stdlib.zip"));
const given = library[0] === 0x1f ? { stdLibURL: Promise.resolve(gunzipSync(library)) } : {}; // as the page gives it
const address = pathToFileURL(resolve(pyodide)).href;
const { loadPyodide } = /** @type {typeof import("../../build/types/pyodide/pyodide.js")} */ (await import(address));
const python = await loadPyodide({ indexURL: folder, ...given });
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
