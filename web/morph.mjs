// Hands the morphing library to Python, which patches the page with it.
import { Idiomorph } from "./vendor/idiomorph.mjs";

window.Idiomorph = Idiomorph;
