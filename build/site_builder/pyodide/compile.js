// @ts-check
// node compile.js ROOT OUT: runs compile_in_pyodide.py in Pyodide, with the folder of the project, the packages of npm and
// the output folder mounted.
import { readFileSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadPyodide } from "pyodide";

const [root, out] = process.argv.slice(2).map((path) => resolve(path));
// Bytecode without column numbers is smaller. Only tracebacks show them.
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
python.mountNodeFS("/root", root);
// Where several projects share their packages, the folder or a package is a link, which Pyodide cannot follow.
for (const name of ["pyodide", "@pyscript/core"]) {
  python.mountNodeFS(`/modules/${name}`, realpathSync(join(root, "node_modules", name)));
}
python.mountNodeFS("/out", out);
try {
  console.log(
    python.runPython(readFileSync(new URL("compile_in_pyodide.py", import.meta.url), "utf8"), {
      filename: "compile_in_pyodide.py",
    }),
  );
} catch (error) {
  // Python's traceback. Node's own report would quote a megabyte of Pyodide.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
