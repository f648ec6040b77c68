// @ts-check
// node run-in-pyodide.js SCRIPT ROOT OUT [NAME=FOLDER …]: runs a Python file of this folder in Pyodide, with the folder of
// the project, the packages of npm, the output folder and more folders mounted.
import { readFileSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadPyodide } from "pyodide";

const [script, ...more] = process.argv.slice(2);
const [root, out] = more.slice(0, 2).map((path) => resolve(path));
// Bytecode without column numbers is smaller. Only tracebacks show them.
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
python.mountNodeFS("/root", root);
// Where several projects share their packages, the folder or a package is a link, which Pyodide cannot follow.
for (const name of ["pyodide", "@pyscript/core"]) {
  python.mountNodeFS(`/modules/${name}`, realpathSync(join(root, "node_modules", name)));
}
python.mountNodeFS("/out", out);
for (const mount of more.slice(2)) {
  const [name, folder] = mount.split(/=(.*)/s);
  python.mountNodeFS(`/${name}`, realpathSync(folder));
}
try {
  console.log(python.runPython(readFileSync(new URL(script, import.meta.url), "utf8"), { filename: script }));
} catch (error) {
  // Python's traceback. Node's own report would quote a megabyte of Pyodide.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
