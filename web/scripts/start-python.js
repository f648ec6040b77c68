// @ts-check
// Begins a Python that has our packages: with the memory image of one that has imported them, which the site ships.
// Where the image is of no use, or Pyodide is not the one that the build knows, with Python's library and our packages
// themselves.
import { loadPyodide as load } from "../pyodide/pyodide.js";
import { forget, keep, kept } from "./image-cache.js";
import { read } from "./memory-image.js";

const changed = /* changed */ false; // whether this is the Pyodide that the build changes: see patch_pyodide.py
const PYTHON = at("../pyodide/");
const WASM = `${PYTHON}pyodide.asm.wasm`;
const APP = "/lib/app.zip"; // Python imports from it as it is
const LIBRARY = "/lib/python314.zip"; // and from this
const PAUSES = [1000, 3000, 6000]; // ms before each time that it is asked for again
const MARKUP = "<".charCodeAt(0); // of a page that a server gives in place of a file

/** @param {string} path */
function at(path) {
  return new URL(path, import.meta.url).href;
}

/** @param {string} address */
async function loaded(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.split("/").pop()} was not loaded (error ${answer.status}).`);
  return answer;
}

/**
 * A server may call it by a wrong type.
 * @param {Response} answer
 */
async function compiled(answer) {
  const typed = answer.headers.get("content-type") === "application/wasm";
  return typed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

// A Pyodide that the build does not change loads its wasm itself: it would take one of the right type only, and wait
// for ever where none can be compiled.
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
 * What was compressed as a whole, unless a server has unpacked it already. It fails for what is cut or altered, which
 * has another checksum.
 * @param {string} address
 */
async function unpacked(address) {
  const bytes = await (await loaded(address)).arrayBuffer();
  const [first] = new Uint8Array(bytes, 0, 1);
  if (first === MARKUP) throw new Error(`${address.split("/").pop()} is a page.`);
  if (first !== 0x1f) return bytes;
  const { readable, writable } = new DecompressionStream("gzip");
  new Blob([bytes])
    .stream()
    .pipeTo(writable)
    .catch(() => {}); // who reads hears of it
  return new Response(readable).arrayBuffer();
}

/** @type {ArrayBuffer | undefined} the image, where none was kept */
let unkept;

async function image() {
  const own = await kept();
  unkept = own ? undefined : await unpacked(at("../memory.bin"));
  return read(own ?? /** @type {ArrayBuffer} */ (unkept));
}

const library = async () => new Uint8Array(await unpacked(`${PYTHON}python_stdlib.zip`));

/**
 * Its parts come at once, and are compiled as they come.
 * @typedef {(zip: ArrayBuffer) => Promise<ArrayBuffer>} Check of our packages: Python imports from them as they are
 * @param {Check} [check]
 * @param {() => void} [otherwise] told of an image that is of no use
 */
export async function start(check, otherwise = () => {}) {
  if (!changed) return fromLibrary(check);
  const wasm = loaded(WASM).then(compiled);
  try {
    return await fromImage(wasm);
  } catch (error) {
    await wasm; // nothing begins without it
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
  const stdLibURL = Promise.resolve(undefined); // or Pyodide would ask for it
  const [python] = await Promise.all([load({ indexURL: PYTHON, wasm, stdLibURL, _loadSnapshot: found }), found, wasm]);
  python.pyimport("random").seed(); // what an image holds of chance would come out the same at every visit
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
 * The line may be gone for a moment.
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

/** @type {Promise<void> | undefined} the rest of our packages, while it is on its way */
let coming;

/**
 * What our packages have besides that an image does not hold: it takes the place of them all, which an image has
 * imported. Whoever lacks it may ask for it at any time.
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

/** Whether the wasm came from the offline copy. */
export function isFromCopy() {
  return performance
    .getEntriesByName(WASM)
    .some((entry) => entry instanceof PerformanceResourceTiming && entry.workerStart > 0);
}

/**
 * Leave the image for later visits as it was unpacked, if they will be offered an offline copy, which needs the room
 * first.
 */
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
 * Bring the rest to a Python that began with an image: what not everybody needs, and its library, for what nobody has
 * foreseen.
 * @param {Awaited<ReturnType<typeof start>>} python
 */
export async function complete(python) {
  if (!changed || python.FS.analyzePath(LIBRARY).exists) return;
  await bring(python);
  python.FS.writeFile(LIBRARY, await patiently(library));
}
