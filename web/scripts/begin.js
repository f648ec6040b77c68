// @ts-check
// Begins a Python that has our packages: Pyodide, its wasm and our packages come at once, and are compiled as they come.
import { loadPyodide as load } from "../pyodide/pyodide.js";
import { forget, kept } from "./image.js";

export const changed = /* changed */ false; // whether this is the Pyodide that the build changes: see vendored.py
const APP = "/lib/app.zip"; // Python imports from it as it is

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
 * A Python made of these parts, and of a memory image of one that has imported all that it may need, if there is one.
 * @param {Parts} parts
 * @param {{ image?: Promise<Uint8Array | undefined>, forImage?: boolean }} [options]
 */
export async function begin({ wasm, app }, { image, forImage = false } = {}) {
  const options = { indexURL: at("../pyodide/"), wasm, _loadSnapshot: image, _makeSnapshot: forImage };
  const [python, zip] = await Promise.all([load(options), app, wasm]);
  python.FS.writeFile(APP, new Uint8Array(zip));
  if (await image) python.pyimport("palaces.image").wake();
  else python._api.sys.path.insert(0, APP);
  return python;
}

/**
 * Python from the memory image that an earlier visit has left, else from nothing; and whether there was an image.
 * @param {Check} [check]
 */
export async function start(check) {
  const coming = parts(check);
  if (!changed) return { python: await begin(coming), woken: false };
  const image = kept();
  try {
    const python = await begin(coming, { image });
    return { python, woken: (await image) !== undefined };
  } catch (error) {
    if (!(await image)) throw error;
    await forget(error);
    return { python: await begin(coming), woken: false };
  }
}
