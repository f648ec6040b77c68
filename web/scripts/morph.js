// @ts-check
// Gives Python the functions that change the page: they turn markup into the contents of an element, and load our
// scripts.
import { Idiomorph } from "../vendor/idiomorph.js";
import { startWorker, trusted } from "./trusted-types.js";

// Skips equal elements: most of a board, each time.
Idiomorph.defaults.callbacks.beforeNodeMorphed = (before, after) => !before.isEqualNode(after);

const palaces = (window.palaces ??= {});

/**
 * @param {Element} element
 * @param {string} markup
 */
palaces.morph = (element, markup) => {
  const parsed = document.createElement("template");
  parsed.innerHTML = trusted.createHTML(markup);
  Idiomorph.morph(element, parsed.content, { morphStyle: "innerHTML" });
};

/** @param {string} address */
palaces.script = (address) => trusted.createScriptURL(address);
palaces.startWorker = startWorker;
