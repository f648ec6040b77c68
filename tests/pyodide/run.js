// @ts-check
// node run.js PYODIDE SCRIPT [NAME=FOLDER …] [IMAGE]: run a Python file in the given Pyodide under Node, with folders
// mounted at /NAME. With a memory image, it starts from that and without a library, as a page does.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { unpackImage } from "../../web/scripts/memory-image.js";

const [pyodide, script, ...more] = process.argv.slice(2);
const folder = dirname(resolve(pyodide));
const [mounts, images] = [more.filter((each) => each.includes("=")), more.filter((each) => !each.includes("="))];

// both in the form that the page uses
function readLibrary() {
  const zip = readFileSync(resolve(folder, "python_stdlib.zip"));
  return zip[0] === 0x1f ? { stdLibURL: Promise.resolve(gunzipSync(zip)) } : {};
}

/** @param {string} image */
function imageOptions(image) {
  const _loadSnapshot = Promise.resolve(unpackImage(new Uint8Array(gunzipSync(readFileSync(image))).buffer));
  return { stdLibURL: Promise.resolve(undefined), _loadSnapshot };
}

const address = pathToFileURL(resolve(pyodide)).href;
const { loadPyodide } = /** @type {typeof import("../../build/types/pyodide/pyodide.js")} */ (await import(address));
const python = await loadPyodide({ indexURL: folder, ...(images.length ? imageOptions(images[0]) : readLibrary()) });
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
