// @ts-check
// node calls.js SCRIPT FACTS: import the home page's script for saves, as in a page with these facts and an empty
// store. It reads a list of calls, [[function, ...arguments], …] in JSON, and prints the list of their results. An
// argument {"file": …, "text": …} stands for a file of this name.
import { File } from "node:buffer";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const STORAGE = {
  /** @param {string} key */
  getItem: (key) => (Object.hasOwn(storage, key) ? storage[key] : null),
  /** @type {(key: string, text: string) => void} */
  setItem(key, text) {
    storage[key] = text;
  },
};
/** @type {Record<string, string>} as in a browser, only its keys are listed */
const storage = Object.create(STORAGE);

const [script, facts] = process.argv.slice(2);
const page = { document: { getElementById: () => ({ dataset: { facts } }) }, localStorage: storage };
for (const [name, value] of Object.entries(page)) Object.defineProperty(globalThis, name, { value });
/** @type {Record<string, (...values: unknown[]) => unknown>} */
const module = await import(pathToFileURL(script).href);
/** @type {[name: string, ...values: unknown[]][]} */
const calls = JSON.parse(readFileSync(0, "utf8"), (_, value) =>
  value?.file ? new File([value.text], value.file) : value,
);
const results = [];
for (const [name, ...values] of calls) results.push(await module[name](...values));
console.log(JSON.stringify(results));
