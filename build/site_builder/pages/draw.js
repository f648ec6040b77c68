// @ts-check
// node draw.js FONTS SOURCE TARGET: converts every *.svg in SOURCE and its folders to a *.png of the same size in TARGET, with
// the fonts in FONTS and no others. WebAssembly draws them, so every computer makes the same bytes.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

/** @type {(folder: string, ending: string) => string[]} */
const listFiles = (folder, ending) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(ending))
    .sort();

const [fonts, source, target] = process.argv.slice(2);
const fontBuffers = listFiles(fonts, ".woff2").map((name) => readFileSync(join(fonts, name)));
await initWasm(readFileSync(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")));
for (const name of listFiles(source, ".svg")) {
  const picture = new Resvg(readFileSync(join(source, name), "utf8"), { font: { fontBuffers } }).render();
  const path = join(target, name.replace(/svg$/, "png"));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, picture.asPng());
}
console.log(`${listFiles(target, ".png").length} pictures`);
