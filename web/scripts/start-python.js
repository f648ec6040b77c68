// @ts-check
// Starts a Python with our packages, from the shipped memory image of a Python that has imported them. If the image
// does not work, or the build does not know this Pyodide, it uses Python's library and our packages.
import { loadPyodide as load } from "../pyodide/pyodide.js";
import { deleteImage, storeImage, readImage } from "./image-cache.js";
import { unpackImage } from "./memory-image.js";

export const canUseImage = /* changed */ false; // true if the build changes this Pyodide: see patch_pyodide.py
const PYODIDE_URL = urlOf("../pyodide/");
const WASM_URL = `${PYODIDE_URL}pyodide.asm.wasm`;
const APP_PATH = "/lib/app.zip"; // Python imports from it directly
const LIBRARY = "/lib/python314.zip"; // and from this one
const RETRY_PAUSES_MS = [1000, 3000, 6000]; // before each new attempt
const HTML_BYTE = "<".charCodeAt(0); // the first byte of an HTML page sent instead of a file

/** @param {string} path */
export function urlOf(path) {
  return new URL(path, import.meta.url).href;
}

/** @param {string} address */
export async function fetchFile(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.split("/").pop()} wasn't loaded (error ${answer.status}).`);
  if (isFromNetwork()) reportBytes(answer.clone()).catch(() => {}); // the other reader gets the error
  return answer;
}

/** Return true if this is a page without an offline copy. A sandbox forbids even this question. */
function isFromNetwork() {
  try {
    return "document" in globalThis && !navigator.serviceWorker?.controller;
  } catch {
    return true;
  }
}

/**
 * Report how much of a file has come, for `start-monitor.js`.
 * @param {Response} answer
 */
async function reportBytes({ url, body }) {
  let bytes = 0;
  const counter = new WritableStream({
    write(/** @type {Uint8Array} */ part) {
      bytes += part.byteLength;
      dispatchEvent(new CustomEvent("palaces-bytes", { detail: { url, bytes } }));
    },
  });
  await body?.pipeTo(counter);
}

/**
 * The server may send a wrong type.
 * @param {Response} answer
 */
async function compileWasm(answer) {
  const typed = answer.headers.get("content-type") === "application/wasm";
  return typed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

// A Pyodide unknown to the build loads its wasm itself. It accepts only the right type, and waits forever if it cannot
// compile any.
if (!canUseImage) {
  WebAssembly.instantiateStreaming = async (coming, imports) => {
    try {
      const module = await compileWasm(await coming);
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
export async function unpackFile(address) {
  const bytes = await (await fetchFile(address)).arrayBuffer();
  const [first] = new Uint8Array(bytes, 0, 1);
  if (first === HTML_BYTE) throw new Error(`${address.split("/").pop()} is a web page.`);
  if (first !== 0x1f) return bytes;
  const { readable, writable } = new DecompressionStream("gzip");
  new Blob([bytes])
    .stream()
    .pipeTo(writable)
    .catch(() => {}); // the reader gets the error
  return new Response(readable).arrayBuffer();
}

/** @type {ArrayBuffer | undefined} the image if none was cached */
let uncached;

async function loadImage() {
  const cached = await readImage();
  uncached = cached ? undefined : await unpackFile(urlOf("../memory.bin"));
  return unpackImage(cached ?? /** @type {ArrayBuffer} */ (uncached));
}

const fetchLibrary = async () => new Uint8Array(await unpackFile(`${PYODIDE_URL}python_stdlib.zip`));

/**
 * Return the compiled catalogs of a language, or "" for English.
 * @param {string} language
 */
export async function fetchLanguage(language) {
  if (language === "en") return "";
  return retryRequest(async () => (await fetchFile(urlOf(`../languages/${language}.json`))).text());
}

/**
 * Start Python in a language. Without its catalogs it speaks English, and the page says so.
 * @param {string} language
 * @param {Check} [check]
 * @param {() => void} [otherwise] called if the image does not work
 */
export async function startPython(language, check, otherwise = () => {}) {
  const coming = fetchLanguage(language).catch(() => "");
  const python = await startEnglish(check, otherwise);
  const catalogs = await coming;
  try {
    if (catalogs) python.pyimport("palaces.app.i18n").load_language(catalogs);
  } catch (error) {
    console.info(error instanceof Error ? error.message : error); // a server may send a page in its place
  }
  return python;
}

/**
 * Start Python. All parts load in parallel, and are compiled while they load.
 * @typedef {(zip: ArrayBuffer) => Promise<ArrayBuffer>} Check of our packages: Python imports from them as they are
 * @param {Check | undefined} check
 * @param {() => void} otherwise called if the image does not work
 */
async function startEnglish(check, otherwise) {
  if (!canUseImage) return startFromLibrary(check);
  const wasm = fetchFile(WASM_URL).then(compileWasm);
  try {
    return await startFromImage(wasm);
  } catch (error) {
    await wasm; // nothing can start without it
    console.info(`No memory image: ${error instanceof Error ? error.message : error}`);
    uncached = undefined;
    await deleteImage();
    otherwise();
    return startFromLibrary(check, wasm);
  }
}

/** @param {Promise<WebAssembly.Module>} wasm */
async function startFromImage(wasm) {
  const image = loadImage();
  const stdLibURL = Promise.resolve(undefined); // otherwise Pyodide would request it
  const [python] = await Promise.all([
    load({ indexURL: PYODIDE_URL, wasm, stdLibURL, _loadSnapshot: image }),
    image,
    wasm,
  ]);
  python.pyimport("random").seed(); // otherwise the image would give the same random numbers at every visit
  return python;
}

/**
 * @param {Check} [check]
 * @param {Promise<WebAssembly.Module>} [wasm]
 */
async function startFromLibrary(check = async (zip) => zip, wasm) {
  const app = fetchFile(urlOf("../app.zip")).then((answer) => answer.arrayBuffer());
  const stdLibURL = canUseImage ? fetchLibrary() : undefined;
  const [python, zip] = await Promise.all([
    load({ indexURL: PYODIDE_URL, wasm, stdLibURL }),
    app.then(check),
    stdLibURL,
  ]);
  python.FS.writeFile(APP_PATH, new Uint8Array(zip));
  hasLab = true;
  python._api.sys.path.insert(0, APP_PATH);
  return python;
}

/**
 * Repeat a request, because the network may fail for a moment.
 * @template T
 * @param {() => Promise<T>} ask
 */
async function retryRequest(ask) {
  for (const pause of RETRY_PAUSES_MS) {
    try {
      return await ask();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return ask();
}

/** @type {Map<string, Promise<void>>} files of our packages, while they load */
const loading = new Map();
let hasLab = false; // true once all our packages but those for several devices are there
const TOGETHER_PATH = "/lib/together.zip";

/**
 * Load the rest of our packages, which an image lacks: with the modules of the lab, or without them. The file replaces
 * the whole package file, because an image has already imported the other modules. The modules for several devices are
 * a file beside it, and Python extends its packages. Any user of the rest may call this at any time.
 * @param {Awaited<ReturnType<typeof startPython>>} python
 * @param {string} part "lab", "together", or "" for the rest
 */
export async function loadPackages(python, part = "") {
  if (part === "together") {
    if (!canUseImage || python.FS.analyzePath(TOGETHER_PATH).exists) return;
    const zip = await retryRequest(() => unpackFile(urlOf("../together.zip")));
    python.FS.writeFile(TOGETHER_PATH, new Uint8Array(zip));
    return;
  }
  const withLab = part === "lab";
  if (hasLab || (!withLab && python.FS.analyzePath(APP_PATH).exists)) return;
  const name = withLab ? "lab.zip" : "later.zip";
  const coming =
    loading.get(name) ??
    retryRequest(() => unpackFile(urlOf(`../${name}`)))
      .then((zip) => {
        if (hasLab) return; // the file with all modules came before this one
        hasLab = withLab;
        python.FS.writeFile(APP_PATH, new Uint8Array(zip));
        python._api.sys.path_importer_cache.get(APP_PATH).invalidate_caches();
      })
      .finally(() => loading.delete(name));
  loading.set(name, coming);
  await coming;
}

/** Return true if the wasm came from the offline copy. */
export function isFromCopy() {
  return performance
    .getEntriesByName(WASM_URL)
    .some((entry) => entry instanceof PerformanceResourceTiming && entry.workerStart > 0);
}

/** Cache the unpacked image for later visits, but only if the offline copy, which needs the space first, will exist. */
export async function keepImage() {
  if (!uncached) return;
  try {
    await navigator.serviceWorker.ready;
    await storeImage(uncached);
  } catch (error) {
    console.info(`No memory image was saved: ${error instanceof Error ? error.message : error}`);
  }
  uncached = undefined;
}

/**
 * Load the rest into a Python that started from an image: modules that few users need, and the library for unforeseen
 * imports.
 * @param {Awaited<ReturnType<typeof startPython>>} python
 * @param {string} part as in `loadPackages`
 */
export async function loadLibrary(python, part = "") {
  if (!canUseImage || python.FS.analyzePath(LIBRARY).exists) return;
  await loadPackages(python, part);
  python.FS.writeFile(LIBRARY, await retryRequest(fetchLibrary));
}
