// @ts-check
// node calls.js SCRIPT FACTS: imports the script of the home page that knows saves, as if in a page with these facts, and
// answers a list of calls, [[function, ...arguments], …] in JSON, with the list of what they returned.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [script, facts] = process.argv.slice(2);
Object.assign(globalThis, { document: { getElementById: () => ({ dataset: { facts } }) } });
/** @type {Record<string, (...values: unknown[]) => unknown>} */
const shelf = await import(pathToFileURL(script).href);
/** @type {[name: string, ...values: unknown[]][]} */
const calls = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(calls.map(([name, ...values]) => shelf[name](...values))));
