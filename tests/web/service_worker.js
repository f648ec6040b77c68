// @ts-check
// node service_worker.js SCRIPT: run the service worker with a small Workbox, as the build puts it above the script. It
// reads the list of files, the files of the server, those of the copy, and the steps to do, all in JSON:
// ["install", url] lets Workbox load a file, ["repair"] and ["repair", true] ask for a repair as pages do. ["get", url] opens
// an address, ["begin"] and ["activate"] are the life of the worker. It prints the files of the copy at the end, those of
// languages, the answers, the messages to pages, and the steps that failed.
import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";

const SCOPE = "https://example.org/palaces/";
const { precache, server, stored, languages = {}, steps, room = Infinity } = JSON.parse(readFileSync(0, "utf8"));
/** @type {Map<string, string>} texts by address */
const copy = new Map(Object.entries(stored).map(([name, text]) => [SCOPE + name, text]));
/** @type {Map<string, string>} texts by key */
const spoken = new Map(Object.entries(languages).map(([name, text]) => [SCOPE + name, String(text)]));
/** @type {unknown[]} */
const told = [];
/** @type {string[]} */
const answers = [];
/** @type {Record<string, (event: object) => void>} */
const listeners = {};
/**
 * @typedef {object} Plugin of Workbox
 * @property {(given: object) => Promise<Response | undefined>} cacheWillUpdate
 * @property {(given: object) => Promise<Response>} handlerDidError
 */
/** @type {Plugin[]} */
const plugins = [];

/** A request that resolves an address as in a worker. */
class OwnRequest {
  url = "";
  integrity = "";
  /**
   * @param {string | OwnRequest} from
   * @param {Record<string, unknown>} init
   */
  constructor(from, init = {}) {
    const base = typeof from === "string" ? { url: new URL(from, SCOPE).href, integrity: "" } : from;
    Object.assign(this, base, init);
  }
}

const page = {
  url: `${SCOPE}index.html`,
  postMessage: (/** @type {unknown} */ report) => told.push(report),
};
const neighbor = { url: "https://example.org/other/", postMessage: () => told.push("told to a neighbor") };
/** @param {Map<string, string>} texts */
const cacheOf = (texts) => ({
  match: async (/** @type {string} */ key) => (texts.has(key) ? new Response(texts.get(key)) : undefined),
  put: async (/** @type {string} */ key, /** @type {Response} */ answer) => {
    if (texts.size >= room) throw new DOMException("no room", "QuotaExceededError");
    texts.set(key, await answer.text());
  },
  keys: async () => [...texts.keys()].map((url) => ({ url })),
  delete: async (/** @type {{ url: string }} */ { url }) => texts.delete(url),
});
const cache = cacheOf(copy);
const globals = {
  workbox: {
    core: { setCacheNameDetails: () => {}, cacheNames: { precache: "palaces-precache" } },
    precaching: {
      addPlugins: (/** @type {Plugin[]} */ given) => plugins.push(...given),
      precacheAndRoute: () => {},
      cleanupOutdatedCaches: () => {},
      getCacheKeyForURL: (/** @type {string} */ url) => url,
    },
  },
  PRECACHE: precache,
  Request: OwnRequest,
  caches: {
    open: async (/** @type {string} */ name) => (name.startsWith("palaces-languages") ? cacheOf(spoken) : cache),
  },
  fetch: async (/** @type {OwnRequest} */ { url, integrity }) => {
    const [name] = url.slice(SCOPE.length).split("?");
    if (!Object.hasOwn(server, name)) return new Response("", { status: 404 });
    const hash = createHash("sha256").update(server[name]).digest("base64");
    if (integrity && integrity !== `sha256-${hash}`) throw new TypeError("Failed to fetch");
    return new Response(server[name]);
  },
  registration: { scope: SCOPE },
  clients: { matchAll: async () => [page, neighbor] },
  addEventListener: (/** @type {string} */ name, /** @type {(event: object) => void} */ listener) =>
    (listeners[name] = listener),
};
for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value });
new Function(readFileSync(process.argv[2], "utf8"))();

/** @param {string} url of an entry, which Workbox loads first, and then the plugin if that failed */
async function install(url) {
  const entry = precache.find((/** @type {{ url: string }} */ each) => each.url === url);
  const request = new OwnRequest(url, { integrity: entry.integrity ?? "" });
  const response = await globals.fetch(request).catch(() => undefined);
  const [plugin] = plugins;
  const good = response && (await plugin.cacheWillUpdate({ request, response }));
  if (good) await cache.put(SCOPE + url, good);
  else await plugin.handlerDidError({ request, event: { type: "install" } });
}

/** @type {string[]} */
const failed = [];
for (const [step, value] of steps) {
  if (step === "install") await install(value).catch((error) => failed.push(`${value}: ${error.message}`));
  else if (step === "get" || step === "begin" || step === "activate") {
    /** @type {Promise<unknown>[]} */
    const works = [];
    /** @type {Promise<Response> | undefined} */
    let answer;
    listeners[
      { get: "fetch", begin: "install", activate: "activate" }[/** @type {"get" | "begin" | "activate"} */ (step)]
    ]({
      request: Object.assign(new OwnRequest(value ?? ""), { method: "GET" }),
      respondWith: (/** @type {Promise<Response>} */ coming) => (answer = coming),
      waitUntil: (/** @type {Promise<unknown>} */ work) => works.push(work),
    });
    if (step === "get") answers.push(answer ? await (await answer).text() : "not ours");
    await Promise.all(works);
  } else {
    /** @type {Promise<unknown> | undefined} */
    let done;
    const ports = value ? [{ postMessage: (/** @type {unknown} */ answer) => told.push(answer) }] : [];
    listeners.message({
      data: { type: "REPAIR" },
      ports,
      waitUntil: (/** @type {Promise<unknown>} */ work) => (done = work),
    });
    await done;
  }
}
const held = Object.fromEntries([...copy].map(([url, text]) => [url.slice(SCOPE.length), text]));
const kept = Object.fromEntries([...spoken].map(([url, text]) => [url.slice(SCOPE.length), text]));
console.log(JSON.stringify({ held, told, failed, ...(kept && { kept, answers }) }));
