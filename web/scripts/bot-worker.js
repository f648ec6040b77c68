// @ts-check
// The bots' Python in a worker thread: JSON text in, JSON text out. It sends {"ready": true} once it can think. It
// works only for a page of its own release. Its name is that of the release, the language of the page, and "lab" for a
// referee of the lab.
import { loadLibrary, isFromCopy, startPython } from "./start-python.js";
import { needsWarmUp, recordWarmUp } from "./image-cache.js";

const WARM_UP_DELAY_MS = 10_000; // until the warm-up of a new worker

/** @type {string[]} */
const requests = [];
onmessage = (event) => requests.push(event.data); // a request before Python has started waits

const [release, language = "en", purpose] = self.name.split(" ");
const python = await startPython(language);
/** @type {{ greet: (release: string) => string, handle: (text: string) => string }} */
const { greet, handle } = python.pyimport("palaces.workers.bot_worker");

/** Run the warm-up: browsers keep the compiled code of a wasm from the offline copy once there is enough of it. */
async function runWarmUp() {
  if (!isFromCopy() || !(await needsWarmUp())) return;
  await completion; // the image lacks the warm-up
  /** @type {Iterator<undefined>} */
  const slices = python.pyimport("palaces.workers.warmup").rehearsal();
  while (!slices.next().done) await new Promise((resolve) => setTimeout(resolve)); // requests wait one slice
  await recordWarmUp();
}

/** @type {Promise<void> | undefined} ends once the optional modules are loaded, or will not be */
let completion;
let isWhole = false;

/** @param {string} text */
async function sendAnswer(text) {
  try {
    postMessage(handle(text));
  } catch (error) {
    if (!isWhole) {
      await completion;
      return sendAnswer(text);
    }
    const { ask, id } = requestIds(text);
    postMessage(JSON.stringify({ ask, id, error: error instanceof Error ? error.message : String(error) }));
  }
}

/**
 * Return the fields of a request that its answer repeats, or nothing if it was not even JSON.
 * @param {string} text
 * @returns {{ ask?: unknown, id?: unknown }}
 */
function requestIds(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

const greeting = greet(release);
postMessage(greeting);
if (JSON.parse(greeting).ready) {
  onmessage = (event) => sendAnswer(event.data);
  requests.forEach(sendAnswer);
  completion = loadLibrary(python, purpose === "lab" ? "lab" : "")
    .catch(() => {}) // the page reports it
    .then(() => {
      isWhole = true;
    });
  setTimeout(runWarmUp, WARM_UP_DELAY_MS);
} else close();
