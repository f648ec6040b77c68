// @ts-check
// Hands the library for QR codes to Python; loaded when the first code is asked for. A row is a text, 1 for a dark
// module.
import { encode } from "../vendor/uqr.js";

/** @param {string} text */
window.palaces.qr = (text) => encode(text, { border: 0 }).data.map((row) => row.map(Number).join(""));
