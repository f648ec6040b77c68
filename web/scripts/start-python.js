// @ts-check
// Starts a Python with our packages, from the shipped memory image of a Python that has imported them. If the image
// does not work, or the build does not know this Pyodide, it uses Python's library and our packages.
import { loadPyodide as load } from "../pyodide/pyodide.js";
import { forget, keep, kept } from "./image-cache.js";
import { read } from "./memory-image.js";

const changed = /* changed */ false; // true if the build changes this Pyodide: see patch_pyodide.py
const PYTHON = at("../pyodide/");
const WASM = `${PYTHON}pyodide.asm.wasm`;
const APP = "/lib/app.zip"; // Python imports from it directly
const LIBRARY = "/lib/python314.zip"; // and from this one
const PAUSES = [1000, 3000, 6000]; // ms before each new attempt
const MARKUP = "<".charCodeAt(0); // the first byte of an HTML page sent instead of a file

/** @param {string} path */
function at(path) {
  return new URL(path, import.meta.url).href;
}

/** @param {string} address */
async function loaded(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.split("/").pop()} wasn't loaded (error ${answer.status}).`);
  return answer;
}

/**
 * The server may send a wrong type.
 * @param {Response} answer
 */
async function compiled(answer) {
  const typed = answer.headers.get("content-type") === "application/wasm";
  return typed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

// A Pyodide unknown to the build loads its wasm itself. It accepts only the right type, and waits forever if it cannot
// compile any.
if (!changed) {
  WebAssembly.instantiateStreaming = async (coming, imports) => {
    try {
      const module = await compiled(await coming);
      return { module, instance: await WebAssembly.instantiate(module, imports) };
    } catch (error) {
      reportError(error);
      throw error;
    }
  };
}

/**
 * Unpack a file that was compressed as a whole, unless the server has already unpacked it. It fails for a truncated or
 * changed file, which has another checksum.
 * @param {string} address
 */
async function unpacked(address) {
  const bytes = await (await loaded(address)).arrayBuffer();
  const [first] = new Uint8Array(bytes, 0, 1);
  if (first === MARKUP) throw new Error(`${address.split("/").pop()} is a web page.`);
  if (first !== 0x1f) return bytes;
  const { readable, writable } = new DecompressionStream("gzip");
  new Blob([bytes])
    .stream()
    .pipeTo(writable)
    .catch(() => {}); // the reader gets the error
  return new Response(readable).arrayBuffer();
}

/** @type {ArrayBuffer | undefined} the image if none was cached */
let unkept;

async function image() {
  const own = await kept();
  unkept = own ? undefined : await unpacked(at("../memory.bin"));
  return read(own ?? /** @type {ArrayBuffer} */ (unkept));
}

const library = async () => new Uint8Array(await unpacked(`${PYTHON}python_stdlib.zip`));

/**
 * Start Python. All parts load in parallel, and are compiled while they load.
 * @typedef {(zip: ArrayBuffer) => Promise<ArrayBuffer>} Check of our packages: Python imports from them as they are
 * @param {Check} [check]
 * @param {() => void} [otherwise] called if the image does not work
 */
export async function start(check, otherwise = () => {}) {
  if (!changed) return fromLibrary(check);
  const wasm = loaded(WASM).then(compiled);
  try {
    return await fromImage(wasm);
  } catch (error) {
    await wasm; // nothing can start without it
    console.info(`No memory image: ${error instanceof Error ? error.message : error}`);
    unkept = undefined;
    await forget();
    otherwise();
    return fromLibrary(check, wasm);
  }
}

/** @param {Promise<WebAssembly.Module>} wasm */
async function fromImage(wasm) {
  const found = image();
  const stdLibURL = Promise.resolve(undefined); // otherwise Pyodide would request it
  const [python] = await Promise.all([load({ indexURL: PYTHON, wasm, stdLibURL, _loadSnapshot: found }), found, wasm]);
  python.pyimport("random").seed(); // otherwise the image would give the same random numbers at every visit
  return python;
}

/**
 * @param {Check} [check]
 * @param {Promise<WebAssembly.Module>} [wasm]
 */
async function fromLibrary(check = async (zip) => zip, wasm) {
  const app = loaded(at("../app.zip")).then((answer) => answer.arrayBuffer());
  const stdLibURL = changed ? library() : undefined;
  const [python, zip] = await Promise.all([load({ indexURL: PYTHON, wasm, stdLibURL }), app.then(check), stdLibURL]);
  python.FS.writeFile(APP, new Uint8Array(zip));
  python._api.sys.path.insert(0, APP);
  return python;
}

/**
 * Repeat a request, because the network may fail for a moment.
 * @template T
 * @param {() => Promise<T>} ask
 */
async function patiently(ask) {
  for (const pause of PAUSES) {
    try {
      return await ask();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return ask();
}

/** @type {Promise<void> | undefined} the rest of our packages, while it loads */
let coming;

/**
 * Load the rest of our packages, which an image lacks. The file replaces the whole package file, because an image has
 * already imported the other modules. Any user of the rest may call this at any time.
 * @param {Awaited<ReturnType<typeof start>>} python
 */
export async function bring(python) {
  if (python.FS.analyzePath(APP).exists) return;
  coming ??= patiently(async () => (await loaded(at("../later.zip"))).arrayBuffer())
    .then((zip) => python.FS.writeFile(APP, new Uint8Array(zip)))
    .finally(() => {
      coming = undefined;
    });
  await coming;
}

/** Return true if the wasm came from the offline copy. */
export function isFromCopy() {
  return performance
    .getEntriesByName(WASM)
    .some((entry) => entry instanceof PerformanceResourceTiming && entry.workerStart > 0);
}

/** Cache the unpacked image for later visits, but only if the offline copy, which needs the space first, will exist. */
export async function keepImage() {
  if (!unkept) return;
  try {
    await navigator.serviceWorker.ready;
    await keep(unkept);
  } catch (error) {
    console.info(`No memory image is kept: ${error instanceof Error ? error.message : error}`);
  }
  unkept = undefined;
}

/**
 * Load the rest into a Python that started from an image: modules that few users need, and the library for unforeseen
 * imports.
 * @param {Awaited<ReturnType<typeof start>>} python
 */
export async function complete(python) {
  if (!changed || python.FS.analyzePath(LIBRARY).exists) return;
  await bring(python);
  python.FS.writeFile(LIBRARY, await patiently(library));
}
