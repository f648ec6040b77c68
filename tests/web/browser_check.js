// @ts-check
// node browser_check.js SCRIPT: run the script that finds out what a browser lacks, in a small window that has all that
// it asks for. It reads a list of cases in JSON: the protocol, the attributes of the page, what is missing or refused.
// It prints the result of each case: what the page says is missing, the texts of the notice, and messages to a host.
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";

const source = readFileSync(process.argv[2], "utf8");
const say = { title: "title", again: "again", home: "home", disk: "disk", old: "old", wasm: "wasm", policy: "policy" };

/** @param {string} tag */
function makeElement(tag) {
  /** @type {any} */
  const element = { tag, children: [], attributes: {}, text: "" };
  element.appendChild = (/** @type {any} */ child) => element.children.push(child);
  element.insertBefore = (/** @type {any} */ child) => element.children.unshift(child);
  element.setAttribute = (/** @type {string} */ name, /** @type {string} */ value) =>
    (element.attributes[name] = value);
  element.getAttribute = (/** @type {string} */ name) => element.attributes[name];
  element.hasAttribute = (/** @type {string} */ name) => name in element.attributes;
  return element;
}

/**
 * Return an object with this property, and make all objects on the way.
 * @param {any} owner
 * @param {string} path
 */
function give(owner, path) {
  const names = path.split(".");
  const last = names.pop() ?? "";
  for (const name of names) owner = owner[name] ??= {};
  owner[last] ??= {};
}

/** @param {any} owner @param {string} path */
function take(owner, path) {
  const names = path.split(".");
  const last = names.pop() ?? "";
  for (const name of names) owner = owner[name];
  if (last in owner) delete owner[last];
  if (last === "WebAssembly") owner[last] = undefined; // Node's own would show through
}

/** @type {(node: any) => string} */
const textOf = (node) => node.text + node.children.map(textOf).join("|");

/** @param {{ missing?: string, style?: string, refused?: Record<string, string>, protocol?: string, page: Record<string, string> }} each */
async function check({ missing, style, refused = {}, protocol = "https:", page }) {
  const [root, script, body] = ["html", "script", "body"].map(makeElement);
  Object.assign(root.attributes, page);
  script.attributes["data-say"] = JSON.stringify(say);
  /** @type {unknown[]} */
  const told = [];
  const refuse = (/** @type {string} */ name) =>
    refused[name] === undefined ? Promise.resolve({}) : Promise.reject(new Error(refused[name]));
  /** @type {any} */
  const window = {
    JSON,
    Response: class {},
    location: { protocol },
    parent: { postMessage: (/** @type {unknown} */ message) => told.push(message) },
    document: {
      documentElement: root,
      currentScript: script,
      createElement: makeElement,
      createTextNode: (/** @type {string} */ text) => ({ text, children: [] }),
      body: undefined,
    },
    setTimeout: (/** @type {() => void} */ work) => setTimeout(work),
    CSS: { supports: (/** @type {string} */ condition) => condition !== style },
    WebAssembly: {
      Module: function () {
        if (refused.Module !== undefined) throw new Error(refused.Module);
      },
      compileStreaming: () => refuse("compileStreaming"),
      compile: () => refuse("compile"),
      instantiate: () => refuse("instantiate"),
    },
  };
  window.window = window;
  const [, list] = /INTERFACES = \[([^\]]*)\]/.exec(source) ?? [];
  for (const [, name] of (list ?? "").matchAll(/"([^"]+)"/g)) give(window, name);
  if (missing) take(window, missing);
  runInNewContext(source, window);
  setTimeout(() => (window.document.body = body), 20); // the body comes later than the head
  await new Promise((resolve) => setTimeout(resolve, 60));
  return {
    lacks: root.attributes["data-lacks"] ?? "",
    notice: body.children.map((/** @type {any} */ each) => `${each.tag}: ${textOf(each)}`),
    told,
  };
}

console.log(JSON.stringify(await Promise.all(JSON.parse(readFileSync(0, "utf8")).map(check))));
