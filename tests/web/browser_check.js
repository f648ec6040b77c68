// @ts-check
// node browser_check.js SCRIPT: run the script that finds out what a browser lacks, in a small window that has all that
// it asks for. It reads a list of cases in JSON: the protocol, the attributes of the page, what is missing or refused.
// It prints the result of each case: what the page says is missing, the texts of the notice, and messages to a host.
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";

const source = readFileSync(process.argv[2], "utf8");
const say = { title: "title", again: "again", home: "home", disk: "disk", old: "old", wasm: "wasm", policy: "policy" };

/** An element with as much as the script needs. */
class OwnElement {
  /** @type {OwnElement[]} */
  children = [];
  /** @type {Record<string, string>} */
  attributes = {};
  text = "";

  /** @param {string} tag */
  constructor(tag) {
    this.tag = tag;
  }

  /** @param {OwnElement} child */
  appendChild(child) {
    this.children.push(child);
  }

  /** @param {OwnElement} child */
  insertBefore(child) {
    this.children.unshift(child);
  }

  /** @type {(name: string, value: string) => void} */
  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes[name];
  }

  /** @param {string} name */
  hasAttribute(name) {
    return name in this.attributes;
  }
}

/** @param {string} tag */
const makeElement = (tag) => new OwnElement(tag);

/** @typedef {Record<string, unknown>} Owner of properties */

/**
 * Give an object this property, and make all objects on the way.
 * @type {(owner: Owner, path: string) => void}
 */
function give(owner, path) {
  const names = path.split(".");
  const last = names.pop() ?? "";
  for (const name of names) owner = /** @type {Owner} */ (owner[name] ??= {});
  owner[last] ??= {};
}

/** @type {(owner: Owner, path: string) => void} */
function take(owner, path) {
  const names = path.split(".");
  const last = names.pop() ?? "";
  for (const name of names) owner = /** @type {Owner} */ (owner[name]);
  if (last in owner) delete owner[last];
  if (last === "WebAssembly") owner[last] = undefined; // Node's own would show through
}

/** @type {(node: OwnElement) => string} */
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
  const document = {
    documentElement: root,
    currentScript: script,
    createElement: makeElement,
    createTextNode: (/** @type {string} */ text) => ({ text, children: [] }),
    body: /** @type {OwnElement | undefined} */ (undefined),
  };
  /** @type {Owner} */
  const window = {
    JSON,
    Response: class {},
    location: { protocol },
    parent: { postMessage: (/** @type {unknown} */ message) => told.push(message) },
    document,
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
  setTimeout(() => (document.body = body), 20); // the body comes later than the head
  await new Promise((resolve) => setTimeout(resolve, 60));
  return {
    lacks: root.attributes["data-lacks"] ?? "",
    notice: body.children.map((each) => `${each.tag}: ${textOf(each)}`),
    told,
  };
}

console.log(JSON.stringify(await Promise.all(JSON.parse(readFileSync(0, "utf8")).map(check))));
