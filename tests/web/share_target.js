// @ts-check
// node share_target.js SCRIPT: run the service worker's script beside a stand-in for Workbox, and share forms to it. It
// reads a list of forms, [{ texts, files: [[name, text], …], bytes }, …] in JSON; `bytes` makes one file of this size. It
// prints for each the address to which the worker redirects, and the names of the files that are laid aside then.
import { readFileSync } from "node:fs";

const SCOPE = "https://example.org/palaces/";
/** @type {Map<string, Map<string, Response>>} */
const stored = new Map();
const caches = {
  open: async (/** @type {string} */ name) => {
    const files = stored.get(name) ?? new Map();
    stored.set(name, files);
    return { put: async (/** @type {string} */ key, /** @type {Response} */ value) => files.set(key, value) };
  },
  delete: async (/** @type {string} */ name) => stored.delete(name),
};
const none = () => {};
const workbox = {
  precaching: { addPlugins: none, precacheAndRoute: none, cleanupOutdatedCaches: none },
  core: { setCacheNameDetails: none },
};
/** @type {Record<string, (event: object) => void>} */
const listeners = {};
const globals = {
  ...{ workbox, caches, PRECACHE: [], registration: { scope: SCOPE } },
  addEventListener: (/** @type {string} */ kind, /** @type {(event: object) => void} */ listener) => {
    listeners[kind] = listener;
  },
};
for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value });
new Function(readFileSync(process.argv[2], "utf8"))();

const results = [];
for (const { texts, files = [], bytes = 0 } of JSON.parse(readFileSync(0, "utf8"))) {
  const body = new FormData();
  for (const [name, text] of Object.entries(texts)) body.append(name, text);
  for (const [name, text] of files) body.append("saves", new File([text], name));
  if (bytes) body.append("saves", new File([new Uint8Array(bytes)], "large.json"));
  if (!files.length && !bytes) body.append("saves", new File([], "")); // as a browser sends an empty field
  /** @type {Promise<Response> | undefined} */
  let answer;
  const request = new Request(`${SCOPE}shared`, { method: "POST", body });
  listeners.fetch({ request, respondWith: (/** @type {Promise<Response>} */ given) => (answer = given) });
  const response = await answer;
  const kept = [...stored.values()].flatMap((held) => [...held.keys()]);
  results.push([response?.headers.get("location"), kept.map((key) => key.split("/").pop())]);
}
console.log(JSON.stringify(results));
