// @ts-check
// The engine of the lab on a page of its own. The page of a game opens that page in a hidden frame for a bot of one's own,
// so that its policy need not allow the sandbox.
import { createEngine } from "./lab-engine.js";

window.palaces = { ...window.palaces, lab: createEngine() };
