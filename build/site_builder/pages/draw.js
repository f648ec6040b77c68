// @ts-check
// node draw.js FONTS DRAWN MADE: converts every *.svg in the folder DRAWN to a *.png of the same size in MADE, with the
// fonts in FONTS and no others. WebAssembly draws them, so every computer makes the same bytes.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

/** @type {(folder: string, ending: string) => string[]} */
const files = (folder, ending) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort();

const [fonts, drawn, made] = process.argv.slice(2);
const fontBuffers = files(fonts, ".woff2").map((name) => readFileSync(join(fonts, name)));
await initWasm(readFileSync(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")));
mkdirSync(made, { recursive: true });
for (const name of files(drawn, ".svg")) {
  const picture = new Resvg(readFileSync(join(drawn, name), "utf8"), { font: { fontBuffers } }).render();
  writeFileSync(join(made, `${basename(name, ".svg")}.png`), picture.asPng());
}
console.log(`${files(made, ".png").length} pictures`);
