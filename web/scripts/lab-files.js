// @ts-check
// The files from which a bot's Python starts. The frame of the lab has no network, so the page hands them over.
import { canUseImage, fetchFile, fetchLanguage, unpackFile, urlOf } from "./start-python.js";
import { readImage } from "./image-cache.js";

/** @param {string} address */
const readBytes = async (address) => (await fetchFile(address)).arrayBuffer();

/** @param {string} name of a script of this folder */
export const readScript = async (name) => (await fetchFile(urlOf(name))).text();

/**
 * Return the files: the memory image and the rest of our packages, or else all of our packages; and the whole library.
 * @param {string} language
 */
export async function readPythonFiles(language) {
  const [loader, interpreter, wasm, lock, library, rest, image, packages, unpacker, words] = await Promise.all([
    readBytes(urlOf("../pyodide/pyodide.js")),
    readBytes(urlOf("../pyodide/pyodide.asm.js")),
    readBytes(urlOf("../pyodide/pyodide.asm.wasm")),
    readBytes(urlOf("../pyodide/pyodide-lock.json")),
    unpackFile(urlOf("../pyodide/python_stdlib.zip")),
    readBytes(urlOf("../pyodide/lab-library.zip")),
    canUseImage ? readImage().then((kept) => kept ?? unpackFile(urlOf("../memory.bin"))) : undefined,
    canUseImage ? unpackFile(urlOf("../lab.zip")) : readBytes(urlOf("../app.zip")),
    readScript("memory-image.js"),
    fetchLanguage(language).catch(() => ""), // then refusals are in English
  ]);
  return { loader, interpreter, wasm, lock, library, rest, image, packages, unpacker, language: words };
}
