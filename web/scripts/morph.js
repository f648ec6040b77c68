// @ts-check
// Hands the morphing library to Python, which patches the page with it.
import { Idiomorph } from "../vendor/idiomorph.js";

// What is the same already is left alone: most of a board, each time.
Idiomorph.defaults.callbacks.beforeNodeMorphed = (before, after) => !before.isEqualNode(after);
Idiomorph.defaults.morphStyle = "innerHTML"; // a region is filled; itself it stays
window.Idiomorph = Idiomorph;
