// @ts-check
// Hands Python what it changes the page with: markup becomes what is in an element, and scripts of ours are loaded.
import { Idiomorph } from "../vendor/idiomorph.js";
import { trusted } from "./trusted-types.js";

// What is the same already is left alone: most of a board, each time.
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
