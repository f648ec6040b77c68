// @ts-check
// node image.js PYTHON APP: beside the Python of a site, the memory image that it begins with: of what its page needs of the
// standard library, before any of our packages. The same Python gives the same bytes.
import crypto from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { gathered } from "../web/scripts/pages.js";

const [folder, app] = process.argv.slice(2).map((path) => resolve(path));
const APP = "/lib/app.zip";
// what a page has imported once it shows a game of each title, but for our packages
const SEEN = `
import sys
sys.path.insert(0, "${APP}")
from importlib import import_module
from palaces import address, browser, words
from pygame_core import GAMES, Match
address.usual("")
words.speak("en")
for game in GAMES:
    import_module(f"palaces.{game}.face")
    Match.new(game, 2, seed=1)
"\\n".join(name for name in sys.modules if name.split(".")[0] not in ("palaces", "pygame_core", "js", "__main__"))
`;
const FILLED = `
import gc
from importlib import import_module
for name in names.split():
    import_module(name)
del import_module, name, names
gc.collect()
del gc
`;

// nothing of the hour, of chance or of this machine
Object.assign(globalThis, { navigator: undefined });
process.env = {};
Date.now = () => 0;
performance.now = () => 0;
crypto.randomFillSync = (bytes) => bytes;

const copy = mkdtempSync(join(tmpdir(), "palaces-"));
try {
  cpSync(folder, copy, { recursive: true });
  writeFileSync(join(copy, "package.json"), '{"type": "module"}'); // what a page says with <script type="module">
  const address = pathToFileURL(join(copy, "pyodide.js")).href;
  const { loadPyodide } = /** @type {typeof import("./types/pyodide/pyodide.js")} */ (await import(address));
  const stdLibURL = Promise.resolve(gunzipSync(readFileSync(join(folder, "python_stdlib.zip"))));
  const first = await loadPyodide({ indexURL: copy, stdLibURL });
  first.FS.writeFile(APP, readFileSync(app));
  const names = first.runPython(SEEN);
  const second = await loadPyodide({ indexURL: copy, stdLibURL, _makeSnapshot: true });
  second.globals.set("names", names);
  second.runPython(FILLED);
  const image = gathered(second.makeMemorySnapshot(), second._api.fresh);
  writeFileSync(join(folder, "python_image.bin"), gzipSync(image, { level: 9 }));
  console.log(`${names.split("\n").length} modules in the image`);
} catch (error) {
  console.error(error instanceof Error ? error.stack : error);
  process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true });
}
