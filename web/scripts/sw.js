// @ts-check
// The service worker: Workbox (put above this text by the build) keeps one hashed copy of every file of the site.
const { precaching, core } = workbox;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));

// Sites of one owner may share their origin, so the name has our own id and (in Workbox's suffix) the scope.
core.setCacheNameDetails({ prefix: "palaces" });

// Pages and catalogs of a language are kept once somebody has opened one of its pages, the docs once somebody has opened
// one of theirs, and a book of puzzles, whose "language" is the end of its address, once somebody has opened a puzzle. The
// files of the lab, whose "language" is the end of the address of one of them, are kept once somebody has opened the lab.
// All others are kept at once.
const ENGLISH_FILES = PRECACHE.filter(({ language }) => language === undefined);
const LANGUAGE_FILES = PRECACHE.filter(({ language }) => language !== undefined);
const LANGUAGE_CACHE = `palaces-languages-${worker.registration.scope}`;

const RELEASE = PRECACHE.map(({ url }) => /^release-([0-9a-f]{16})\//.exec(url)?.[1]).find(Boolean);
const PAGE_RELEASE = new RegExp(`<html[^>]*\\sdata-release="?${RELEASE}\\b`);
const PAGE_END = /<template[^>]*\sdata-end\b/; // the last element of each page

/** @param {string} url of a file */
const nameOf = (url) => new URL(url).pathname.split("/").pop() || "index.html";

/**
 * Return true for a whole file of this release. The browser checks the hash of any file but a page. Some hosts add a
 * line to each page, so a page only has to be of this release and to have its end.
 * @param {Request} request
 * @param {Response} answer
 */
async function isOfRelease({ integrity }, answer) {
  if (answer.status !== 200) return false;
  if (integrity) return true;
  const text = await answer.clone().text();
  return PAGE_RELEASE.test(text) && PAGE_END.test(text);
}

/**
 * Return a file as it was released. An upload in text mode writes a carriage return before each line feed.
 * @param {Request} request
 * @param {Response} answer
 */
async function withoutReturns(request, answer) {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const kept = bytes.filter((byte, at) => byte !== 0x0d || bytes[at + 1] !== 0x0a);
  if ((await hashOf(kept)) !== request.integrity) throw new IncompleteError(request.url, "altered");
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response(kept, { headers });
}

/** @param {BufferSource} bytes */
async function hashOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}

/** Why there is no offline copy: a file is altered or lost, or the browser has too little space. */
class IncompleteError extends Error {
  /**
   * @param {string} url
   * @param {"altered" | "lost" | "space"} fault
   */
  constructor(url, fault) {
    super(`${nameOf(url)}: ${fault}`);
    this.report = { type: "INCOMPLETE", file: nameOf(url), fault };
  }
}

/**
 * Load a file of the release past the HTTP cache.
 * @param {Request} request
 */
async function loadFile(request) {
  const fresh = new Request(request, { cache: "reload" });
  const checked = await fetch(fresh).catch(() => undefined);
  if (checked && (await isOfRelease(request, checked))) return checked;
  const answer = await fetch(new Request(fresh, { integrity: "" })).catch(() => undefined);
  if (answer?.status !== 200) throw new IncompleteError(request.url, "lost");
  if (!request.integrity) throw new IncompleteError(request.url, "altered");
  return withoutReturns(request, answer);
}

/** @param {{ url: string }} request or file */
const precacheKey = ({ url }) => {
  const { href } = new URL(url, worker.registration.scope);
  return precaching.getCacheKeyForURL(href) ?? href;
};

/**
 * Put a file into a copy.
 * @param {Request} request
 * @param {string} [cacheName]
 * @param {string} [key]
 */
async function storeFile(request, cacheName = core.cacheNames.precache, key = precacheKey(request)) {
  const answer = await loadFile(request);
  const copy = await caches.open(cacheName);
  try {
    await copy.put(key, answer.clone());
  } catch {
    throw new IncompleteError(request.url, "space");
  }
  return answer;
}

/**
 * Tell all pages of the site why there is no offline copy.
 * @param {unknown} error
 */
async function tellPages(error) {
  if (!(error instanceof IncompleteError)) return;
  const pages = await worker.clients.matchAll({ includeUncontrolled: true });
  for (const page of pages) if (page.url.startsWith(worker.registration.scope)) page.postMessage(error.report);
}

/**
 * Return true if this file is in a copy, as it was released.
 * @param {Response | undefined} stored
 * @param {Request} request
 * @param {boolean} isThorough
 */
async function isStored(stored, request, isThorough) {
  if (!stored || !isThorough) return stored !== undefined;
  if (!request.integrity) return isOfRelease(request, stored);
  return (await hashOf(await stored.arrayBuffer())) === request.integrity;
}

/**
 * Load all files that a copy lacks: another site of the origin, or the browser, may have deleted them. With
 * `isThorough`, also replace damaged files.
 * @param {string} cacheName
 * @param {PrecacheFile[]} files
 * @param {(file: PrecacheFile) => string} keyOf
 * @param {boolean} isThorough
 */
async function fillCopy(cacheName, files, keyOf, isThorough) {
  const copy = await caches.open(cacheName);
  for (const file of files) {
    const { url, integrity } = file;
    const request = new Request(url, { credentials: "same-origin", ...(integrity && { integrity }) });
    const stored = await copy.match(keyOf(file));
    if (!(await isStored(stored, request, isThorough)))
      await storeFile(request, cacheName, keyOf(file)).catch(tellPages);
  }
}

/** @param {boolean} isThorough */
async function repairCopy(isThorough) {
  await fillCopy(core.cacheNames.precache, ENGLISH_FILES, precacheKey, isThorough);
  for (const language of await keptLanguages()) await keepLanguage(language, isThorough);
}

/**
 * Return the key of a file of a language: its address with its revision.
 * @param {PrecacheFile} file
 */
const languageKey = ({ url, revision }) =>
  new URL(revision ? `${url}?${revision}` : url, worker.registration.scope).href;

/**
 * Return the file of a language at an address of the site, whose server may leave out `index.html` or `.html`.
 * @param {string} address
 */
function findLanguageFile(address) {
  const { origin, pathname } = new URL(address);
  const path = (origin + pathname).slice(worker.registration.scope.length);
  return LANGUAGE_FILES.find(({ url }) => [path, `${path}index.html`, `${path}.html`].includes(url));
}

/**
 * Keep all files of a language, as they are in this release.
 * @param {string | undefined} language
 */
async function keepLanguage(language, isThorough = false) {
  const files = LANGUAGE_FILES.filter((each) => each.language === language);
  await fillCopy(LANGUAGE_CACHE, files, languageKey, isThorough);
}

/** Return the languages that have files in the copy, of any release. */
async function keptLanguages() {
  const keys = await (await caches.open(LANGUAGE_CACHE)).keys();
  const files = keys.map(({ url }) => url.slice(worker.registration.scope.length));
  return [...new Set(LANGUAGE_FILES.map(({ language }) => language))].filter((language) =>
    files.some((name) => name.startsWith(`${language}/`) || name.endsWith(`/${language}`)),
  );
}

/**
 * Answer with a file of a language: from the copy, or else from the server, for the copy of the whole language.
 * @param {FetchEvent} event
 * @param {PrecacheFile} file
 */
async function answerInLanguage(event, file) {
  const copy = await caches.open(LANGUAGE_CACHE);
  const kept = await copy.match(languageKey(file));
  event.waitUntil(keepLanguage(file.language));
  return kept ?? fetch(event.request);
}

/**
 * Answer with the picture of a puzzle. Offline, a book without pictures is still a book.
 * @param {FetchEvent} event
 */
async function answerWithPicture({ request }) {
  const empty = new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', {
    headers: { "Content-Type": "image/svg+xml" },
  });
  return fetch(request).catch(() => empty);
}

/** Remove files of other releases. */
async function tidyLanguages() {
  const copy = await caches.open(LANGUAGE_CACHE);
  const current = new Set(LANGUAGE_FILES.map(languageKey));
  for (const request of await copy.keys()) if (!current.has(request.url)) await copy.delete(request);
}

worker.addEventListener("install", (event) =>
  event.waitUntil(
    keptLanguages().then((languages) => Promise.all(languages.map((language) => keepLanguage(language)))),
  ),
);
worker.addEventListener("activate", (event) => event.waitUntil(tidyLanguages()));

/** @type {Promise<void> | undefined} */
let repairing;

/**
 * Revalidate a file that the page has just fetched, where Workbox would load it again. The entries' hashes still
 * decide. A reload past every cache gets what it asks for.
 * @type {import("workbox-core/types").RequestWillFetchCallback}
 */
const requestWillFetch = async ({ request, event }) =>
  event?.type !== "install" && request.cache === "reload" ? request : new Request(request, { cache: "no-cache" });

/** @type {import("workbox-core/types").CacheWillUpdateCallback} */
const cacheWillUpdate = async ({ request, response }) => ((await isOfRelease(request, response)) ? response : null);

/**
 * Handle a failure of that: it loads a file past the HTTP cache if it does not match its entry. A page that is missing
 * in the copy, and different on the server, is shown as the server has it.
 * @type {import("workbox-core/types").HandlerDidErrorCallback}
 */
const handlerDidError = async ({ request, event }) => {
  if (event?.type !== "install") return request.mode === "navigate" ? fetch(request) : undefined;
  try {
    return await storeFile(request);
  } catch (error) {
    await tellPages(error);
    throw error;
  }
};

precaching.addPlugins([{ requestWillFetch, cacheWillUpdate, handlerDidError }]);
precaching.precacheAndRoute(ENGLISH_FILES, { directoryIndex: "index.html", ignoreURLParametersMatching: [/./] });
precaching.cleanupOutdatedCaches();

const MAX_SHARED_FILES = 20;
const MAX_SHARED_BYTES = 5_000_000; // a file of 100 games has about a million
// As in palaces/app/link_reader.py, but for a slash, with which the address of the site ends.
const TRAILING_SIGNS =
  /[.,;:!?)\]}>'"`*»›”’…\\|~\u3002\uff0e\uff0c\u3001\uff1b\uff1a\uff01\uff1f\uff09\u3011\u300d\u300f\u300b\u3009]+$/;
const PAGE_PATH = /^(?:[a-z]{2}\/)?(?:rules\/|docs\/(?:[a-z]+\/)?)?(?:[\w-]+(?:\.html)?)?$/; // some servers leave out ".html"

/**
 * Return the first link to a page of this site in a text, without the sentence around it.
 *
 * The check comes after the normalization, because "SITE/../other/" is an address of a neighbor on this origin. Servers
 * also decode signs of a path, so one with `%` is no link either. No page of the site has any. Files of the site that
 * are no pages are no links.
 * @param {string} text
 */
function findLink(text) {
  const { scope } = worker.registration;
  const [link] = text.slice(Math.max(text.indexOf(scope.slice(0, -1)), 0)).split(/[\s<>"“”]/);
  const alone = link.replace(TRAILING_SIGNS, "");
  const address = `${alone}/` === scope ? scope : alone;
  if (!URL.canParse(address)) return "";
  const { href, origin, pathname } = new URL(address);
  return href.startsWith(scope) && PAGE_PATH.test(pathname.slice(scope.length - origin.length)) ? href : "";
}

/**
 * Accept a share from another app. Files, or texts that may be saved games, are laid aside for the home page, which
 * asks before it keeps any: any other site can send this form, too. Without files, a link to this site is opened.
 * @param {Request} request
 */
async function acceptShare(request) {
  const form = await request.formData();
  const scope = worker.registration.scope;
  const files = form
    .getAll("saves")
    .filter((file) => file instanceof File)
    .filter(({ name }) => name);
  if (!files.length) {
    const texts = ["title", "text", "url"].map((name) => String(form.get(name) ?? ""));
    const link = texts.map(findLink).find(Boolean);
    if (link) return Response.redirect(link, 303);
    files.push(...texts.filter((text) => text.trim().startsWith("{")).map((text) => new File([text], "text")));
  }
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (files.length > MAX_SHARED_FILES || bytes > MAX_SHARED_BYTES)
    return Response.redirect(`${scope}#shared=large`, 303);
  if (files.length) {
    await caches.delete(`palaces-shared-${scope}`); // an earlier share that was neither kept nor discarded
    const cache = await caches.open(`palaces-shared-${scope}`);
    await Promise.all(
      files.map((file, n) => cache.put(`${scope}shared/${n}/${encodeURIComponent(file.name)}`, new Response(file))),
    );
  }
  return Response.redirect(`${scope}#shared`, 303);
}

worker.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (!url.startsWith(worker.registration.scope)) return;
  if (method === "POST" && url === `${worker.registration.scope}shared`) event.respondWith(acceptShare(event.request));
  const file = method === "GET" ? findLanguageFile(url) : undefined;
  if (file) event.respondWith(answerInLanguage(event, file));
  if (/\/puzzles\/[\w-]+\.svg(?:#|$)/.test(url)) event.respondWith(answerWithPicture(event));
});

worker.addEventListener("message", (event) => {
  // Never by itself: a page and a worker of two releases must not meet in one game. The player decides when.
  if (event.data?.type === "SKIP_WAITING") worker.skipWaiting();
  if (event.data?.type === "KEEP") event.waitUntil(keepLanguage(event.data.group).catch(() => {}));
  if (event.data?.type !== "REPAIR") return;
  const [port] = event.ports; // of a page that waits for the end of a thorough repair
  repairing = (repairing ?? Promise.resolve()).then(() => repairCopy(port !== undefined)).catch(() => {});
  event.waitUntil(repairing.then(() => port?.postMessage("repaired")));
});
