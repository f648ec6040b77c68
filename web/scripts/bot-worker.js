// @ts-check
// A bot's own Python: JSON text in, JSON text out, on a thread of its own. Says {"ready": true} when it can think, for a page
// of its own release, whose name it was given.
import { complete, start } from "./begin.js";

/** @type {string[]} */
const requests = [];
onmessage = (event) => requests.push(event.data); // asked before Python is up: kept for later

const python = await start();
/** @type {{ greet: (release: string) => string, handle: (text: string) => string }} */
const { greet, handle } = python.pyimport("palaces.worker");

/** @param {string} text */
function answer(text) {
  try {
    postMessage(handle(text));
  } catch (error) {
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
  complete(python).catch(() => {}); // the page tells of it
} else close();
