// @ts-check
// The bots' Python in a worker thread: JSON text in, JSON text out. It sends {"ready": true} once it can think. It
// works only for a page of its own release, whose name it gets.
import { complete, isFromCopy, start } from "./start-python.js";
import { isToRehearse, noteRehearsal } from "./image-cache.js";

const LATER = 10_000; // ms until the warm-up of a new worker

/** @type {string[]} */
const requests = [];
onmessage = (event) => requests.push(event.data); // a request before Python has started waits

const python = await start();
/** @type {{ greet: (release: string) => string, handle: (text: string) => string }} */
const { greet, handle } = python.pyimport("palaces.workers.bot_worker");

/** Run the warm-up: browsers keep the compiled code of a wasm from the offline copy once there is enough of it. */
async function rehearse() {
  if (!isFromCopy() || !(await isToRehearse())) return;
  await whole; // the image lacks the warm-up
  /** @type {Iterator<undefined>} */
  const slices = python.pyimport("palaces.workers.warmup").rehearsal();
  while (!slices.next().done) await new Promise((resolve) => setTimeout(resolve)); // requests wait one slice
  await noteRehearsal();
}

/** @type {Promise<void> | undefined} ends once the optional modules are loaded, or will not be */
let whole;
let isWhole = false;

/** @param {string} text */
async function answer(text) {
  try {
    postMessage(handle(text));
  } catch (error) {
    if (!isWhole) {
      await whole;
      return answer(text);
    }
    const { ask, id } = asked(text);
    postMessage(JSON.stringify({ ask, id, error: error instanceof Error ? error.message : String(error) }));
  }
}

/**
 * Return the fields of a request that its answer repeats, or nothing if it was not even JSON.
 * @param {string} text
 * @returns {{ ask?: unknown, id?: unknown }}
 */
function asked(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

const greeting = greet(self.name);
postMessage(greeting);
if (JSON.parse(greeting).ready) {
  onmessage = (event) => answer(event.data);
  requests.forEach(answer);
  whole = complete(python)
    .catch(() => {}) // the page reports it
    .then(() => {
      isWhole = true;
    });
  setTimeout(rehearse, LATER);
} else close();
