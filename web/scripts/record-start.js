// @ts-check
// Starts the page of the record: Python with all our packages, without PyScript, a table or bots.
import { loadPyodide } from "./interpreter.js";
import "./morph.js";
import "./page-settings.js";

const main = document.querySelector("#record");

/** @param {unknown} error */
function showFailure(error) {
  console.error(error);
  const [line, again] = document.querySelectorAll("#record-failed > *");
  if (document.documentElement.hasAttribute("data-ready") || !(line instanceof HTMLElement)) return;
  document.querySelector("#record-failed")?.removeAttribute("hidden");
  main?.querySelector(".loading")?.remove();
  if (again instanceof HTMLElement) again.focus();
}

addEventListener("palaces-failed", (event) => showFailure(event instanceof CustomEvent ? event.detail : event));
try {
  const python = await loadPyodide();
  await window.palaces.whole?.();
  python.pyimport("palaces.browser.record_page").start();
} catch (error) {
  showFailure(error);
}
