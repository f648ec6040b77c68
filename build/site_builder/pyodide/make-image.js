// @ts-check
// node make-image.js PYTHON APP LAB IMAGE: writes the memory image that a page starts from. Its Python has imported our
// packages: all modules of APP that are not in LAB. The same Python and packages give the same bytes.
import crypto from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { packImage } from "../../../web/scripts/memory-image.js";

const [folder, app, lab, together, target] = process.argv.slice(2).map((path) => resolve(path));
const APP_PATH = "/lib/app.zip";
const LATER_PATHS = ["/lib/lab.zip", "/lib/together.zip"];
const LARGEST_BLOCK_BYTES = 2 ** 16;
const SMALLEST_BLOCK_BYTES = 12; // the smallest block of the allocator
const LIST_MODULES_PY = `
from zipfile import ZipFile
deferred = [name for path in ${JSON.stringify(LATER_PATHS)} for name in ZipFile(path).namelist()]
held = [name for name in ZipFile("${APP_PATH}").namelist() if name.endswith(".pyc") and name not in deferred]
" ".join(name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".") for name in held)
`;
// Some modules are imported only on use, such as when Python reads an address or reports an error. The image forgets the
// list of files in the zip, because a page starts without a zip and gets another one later. It also forgets the signatures
// that `dataclass` and `NamedTuple` write as docstrings.
const IMPORT_MODULES_PY = `
import gc, sys, traceback
from importlib import import_module
sys.path.insert(0, "${APP_PATH}")
for name in names.split():
    import_module(name)
from palaces.app import routing
routing.default_address("")
for module in [module for name, module in sys.modules.items() if name.split(".")[0] in ("palaces", "pygame_core")]:
    for kind in [kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__]:
        kind.__doc__ = None
        for field in getattr(kind, "_fields", ()):
            vars(kind)[field].__doc__ = None
for finder in sys.path_importer_cache.values():
    if getattr(finder, "archive", "") == "${APP_PATH}":
        finder.invalidate_caches()
del field, finder, import_module, kind, module, name, names, routing, sys, traceback
gc.collect()
del gc
`;

// The image must not depend on the clock, on chance or on this computer.
Object.assign(globalThis, { navigator: undefined });
process.env = {};
Date.now = () => 0;
performance.now = () => 0;
crypto.randomFillSync = (bytes) => bytes;

/**
 * Fills all memory that Python no longer uses with zeros. They compress better and tell nothing about this computer.
 * @param {Awaited<ReturnType<typeof import("../../types/pyodide/pyodide.js").loadPyodide>>["_module"]} memory
 */
function clearFreeMemory(memory) {
  const end = memory.HEAPU8.findLastIndex((byte) => byte !== 0);
  const blocks = [];
  for (let size = LARGEST_BLOCK_BYTES; size >= SMALLEST_BLOCK_BYTES;) {
    const block = memory._malloc(size);
    if (block < end) {
      memory.HEAPU8.fill(0, block, block + size);
      blocks.push(block);
    } else {
      memory._free(block);
      size -= Math.max(8, (size >> 4) & ~7);
    }
  }
  for (const block of blocks) memory._free(block);
}

const copy = mkdtempSync(join(tmpdir(), "palaces-"));
try {
  cpSync(folder, copy, { recursive: true });
  writeFileSync(join(copy, "package.json"), '{"type": "module"}'); // a page says so with <script type="module">
  const address = pathToFileURL(join(copy, "pyodide.js")).href;
  const { loadPyodide } = /** @type {typeof import("../../types/pyodide/pyodide.js")} */ (await import(address));
  const stdLibURL = Promise.resolve(gunzipSync(readFileSync(join(folder, "python_stdlib.zip"))));
  const reader = await loadPyodide({ indexURL: copy, stdLibURL });
  const python = await loadPyodide({
    indexURL: copy,
    stdLibURL,
    _makeSnapshot: true,
    _sysExecutable: "./this.program",
  });
  for (const each of [reader, python]) each.FS.writeFile(APP_PATH, readFileSync(app));
  for (const [n, each] of [lab, together].entries()) {
    reader.FS.writeFile(LATER_PATHS[n], gunzipSync(readFileSync(each)));
  }
  const names = reader.runPython(LIST_MODULES_PY);
  python.globals.set("names", names);
  python.runPython(IMPORT_MODULES_PY);
  clearFreeMemory(python._module);
  const image = packImage(python.makeMemorySnapshot(), python._api.fresh);
  writeFileSync(target, gzipSync(image, { level: 9 }));
  console.log(`${names.split(" ").length} modules of ours in the image`);
} catch (error) {
  console.error(error instanceof Error ? error.stack : error);
  process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true });
}
