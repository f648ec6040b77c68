// @ts-check
// Gives Python the library for QR codes. It loads with the first request for a code. A row is a text, with 1 for a dark
// module.
import { encode } from "../vendor/uqr.js";

/** @param {string} text */
window.palaces.qr = (text) => encode(text, { border: 0 }).data.map((row) => row.map(Number).join(""));
