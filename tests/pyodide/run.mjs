// node run.mjs PYODIDE SCRIPT [NAME=FOLDER …]: runs a Python file in the Pyodide of that folder under Node, folders mounted at /NAME.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, script, ...mounts] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(resolve(pyodide), "pyodide.mjs")));
const python = await loadPyodide({ indexURL: resolve(pyodide) });
for (const mount of mounts) {
  const [name, folder] = mount.split(/=(.*)/s);
  python.mountNodeFS(`/${name}`, resolve(folder));
}
try {
  console.log(await python.runPythonAsync(readFileSync(script, "utf8"), { filename: script }));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
