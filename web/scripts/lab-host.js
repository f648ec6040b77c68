// @ts-check
// The engine of the lab on a page of its own. The page of a game opens that page in a hidden frame for a bot of one's own,
// so that its policy need not allow the sandbox.
import { createEngine } from "./lab-engine.js";

const engine = createEngine();

/**
 * Ask a bot for one move: the arguments of the engine's `ask` as a JSON array, and its answer as JSON.
 * @param {string} request
 */
async function askInText(request) {
  /** @type {Parameters<typeof engine.ask>} */
  const asked = JSON.parse(request);
  return JSON.stringify(await engine.ask(...asked));
}

window.palaces = { ...window.palaces, lab: { ...engine, askInText } };
