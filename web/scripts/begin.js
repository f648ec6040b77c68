// @ts-check
// Begins a Python that has our packages: Pyodide, its wasm and our packages come at once, and are compiled as they come.
import { loadPyodide as load } from "../pyodide/pyodide.js";
import { forget, kept } from "./image.js";
import { read } from "./pages.js";

export const changed = /* changed */ false; // whether this is the Pyodide that the build changes: see vendored.py
const APP = "/lib/app.zip"; // Python imports from it as it is
const LIBRARY = "/lib/python314.zip"; // and from this, whatever no image holds
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

// A Pyodide that the build does not change loads its wasm itself: it would take one of the right type only, and wait for ever
// where none can be compiled.
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
 * A part of Python's that was compressed as a whole, unless a server has unpacked it already. It fails for one that is cut or
 * altered, which has another checksum.
 * @param {string} address
 */
async function unpacked(address) {
  const bytes = await (await loaded(address)).arrayBuffer();
  const [first] = new Uint8Array(bytes, 0, 1);
  if (first === MARKUP) throw new Error(`${address.split("/").pop()} is a page.`);
  if (first !== 0x1f) return bytes;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

const library = async () => new Uint8Array(await unpacked(at("../pyodide/python_stdlib.zip")));
const shipped = async () => read(await unpacked(at("../pyodide/python_image.bin")));

/**
 * The two files that take longest, on their way.
 * @typedef {ReturnType<typeof parts>} Parts
 * @typedef {(zip: ArrayBuffer) => Promise<ArrayBuffer>} Check of our packages: Python imports from them as they are
 * @param {Check} [check]
 */
export function parts(check = async (zip) => zip) {
  const app = loaded(at("../app.zip")).then((answer) => answer.arrayBuffer());
  const wasm = changed ? loaded(at("../pyodide/pyodide.asm.wasm")).then(compiled) : undefined;
  return { wasm, app: app.then(check) };
}

/**
 * A Python made of these parts, and of a memory image, if there is one: else it imports its library as it begins.
 * @param {Parts} parts
 * @param {{ image?: Promise<import("./pages.js").Image | undefined>, forImage?: boolean }} [options]
 */
export async function begin({ wasm, app }, { image, forImage = false } = {}) {
  const stdLibURL = changed ? Promise.resolve(image).then((found) => (found ? undefined : library())) : undefined;
  stdLibURL?.catch(() => {}); // who waits for the image hears of it, too
  const options = { indexURL: at("../pyodide/"), wasm, stdLibURL, _loadSnapshot: image, _makeSnapshot: forImage };
  const [python, zip] = await Promise.all([load(options), app, wasm]);
  python.FS.writeFile(APP, new Uint8Array(zip));
  return python;
}

/**
 * Python from the memory image that an earlier visit has left, which holds our packages, too; else from the one that the
 * site has of Python alone; else from nothing. And whether it was the first of them.
 * @param {Check} [check]
 */
export async function start(check) {
  const coming = parts(check);
  if (!changed) return { python: ours(await begin(coming)), woken: false };
  const own = kept();
  const image = own.then((found) => found ?? shipped());
  try {
    const python = await begin(coming, { image });
    python.pyimport("random").seed(); // what an image holds of chance would come out the same at every visit
    const woken = (await own) !== undefined;
    return { python: woken ? python : ours(python), woken };
  } catch (error) {
    await forget(error);
    return { python: ours(await begin(coming)), woken: false };
  }
}

/**
 * A Python that imports our packages.
 * @param {Awaited<ReturnType<typeof begin>>} python
 */
export function ours(python) {
  python._api.sys.path.insert(0, APP);
  return python;
}

/**
 * Bring what no image holds to a Python that began with one: the line may be gone for a moment.
 * @param {Awaited<ReturnType<typeof begin>>} python
 */
export async function complete(python) {
  if (!changed || python.FS.analyzePath(LIBRARY).exists) return;
  for (const pause of [...PAUSES, 0]) {
    try {
      return python.FS.writeFile(LIBRARY, await library());
    } catch (error) {
      if (!pause) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
