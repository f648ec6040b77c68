// @ts-check
// Starts the lab: Python with all our packages, the editor, and the engine once somebody lets a bot play.
import { loadPyodide } from "./interpreter.js";
import "./morph.js";
import "./page-settings.js";
import { findElement } from "./page-content.js";

const root = document.documentElement;
const palaces = (window.palaces ??= {});

/** @type {ReturnType<typeof import("./lab-engine.js").createEngine> | undefined} */
let engine;
/** @type {{ stop: () => void } | undefined} */
let running;
let runs = 0;

/** Load the files of the lab. They are kept offline from then on. */
const loadEditor = () => import("./lab-editor.js").catch(() => undefined);

/**
 * Let a bot play. Events of an earlier run are dropped.
 * @param {string} order as JSON
 * @param {(event: string) => void} onEvent gets events as JSON
 */
palaces.playBot = async (order, onEvent) => {
  const run = ++runs;
  running = undefined;
  /** @param {object} event */
  const tell = (event) => {
    if (run === runs) onEvent(JSON.stringify(event));
  };
  try {
    const { createEngine } = await import("./lab-engine.js");
    engine ??= createEngine({ language: root.lang });
    if (run === runs) running = engine.start(JSON.parse(order), tell);
  } catch (error) {
    tell({ kind: "broken", message: String(error) });
  }
};

palaces.stopBot = () => {
  running?.stop();
};

const offline = findElement(document, "#lab-offline");

/** @param {HTMLElement} message in place of the lab */
function showMessage(message) {
  message.hidden = false;
  document.querySelector(".loading")?.remove();
  message.querySelector("a")?.focus();
}

/** @param {unknown} error */
function showFailure(error) {
  console.error(error);
  if (!root.hasAttribute("data-ready") && offline.hidden) showMessage(findElement(document, "#lab-failed"));
}

addEventListener("palaces-failed", (event) => showFailure(event instanceof CustomEvent ? event.detail : event));
// A first visit comes before the service worker, which has kept none of the lab's files yet.
navigator.serviceWorker?.ready.then(({ active }) =>
  active?.postMessage({ type: "KEEP", group: "scripts/lab-editor.js" }),
);
try {
  const [python, editor] = await Promise.all([loadPyodide(), loadEditor()]);
  if (!editor) showMessage(offline); // the modules of the lab load only if the network is back by then
  await palaces.whole?.("lab");
  offline.hidden = true;
  const page = python.pyimport("palaces.browser.lab_page");
  page.start(editor?.makeEditor);
} catch (error) {
  showFailure(error);
}
