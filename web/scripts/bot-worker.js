// @ts-check
// A bot's own Python: JSON text in, JSON text out, on a thread of its own. Says {"ready": true} when it can think, for
// a page of its own release, whose name it was given.
import { complete, isFromCopy, start } from "./start-python.js";
import { isToRehearse, noteRehearsal } from "./image-cache.js";

const LATER = 10_000; // ms after which nobody waits for a worker that has just come up

/** @type {string[]} */
const requests = [];
onmessage = (event) => requests.push(event.data); // asked before Python is up: kept for later

const python = await start();
/** @type {{ greet: (release: string) => string, handle: (text: string) => string }} */
const { greet, handle } = python.pyimport("palaces.workers.bot_worker");

/** A browser keeps what it has compiled of a wasm that the offline copy brought, once that is much. */
async function rehearse() {
  if (!isFromCopy() || !(await isToRehearse())) return;
  await whole; // the warm-up is not in the image
  /** @type {Iterator<undefined>} */
  const slices = python.pyimport("palaces.workers.warmup").rehearsal();
  while (!slices.next().done) await new Promise((resolve) => setTimeout(resolve)); // others wait for one slice only
  await noteRehearsal();
}

/** @type {Promise<void> | undefined} once what not every answer needs is there, or will not come */
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
 * What an answer says of the request it belongs to; nothing if that was not even JSON.
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
    .catch(() => {}) // the page tells of it
    .then(() => {
      isWhole = true;
    });
  setTimeout(rehearse, LATER);
} else close();
