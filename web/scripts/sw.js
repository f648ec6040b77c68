// @ts-check
// The service worker: Workbox (put above this text by the build) keeps one hashed copy of every file of the site.
const { precaching, core } = workbox;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));

// Sites of one owner may share their origin, so the name has our own id and (in Workbox's suffix) the scope.
core.setCacheNameDetails({ prefix: "palaces" });

/**
 * Revalidate a file that the page has just fetched, where Workbox would load it again. The entries' hashes still
 * decide. A reload past every cache gets what it asks for.
 * @type {import("workbox-core/types").RequestWillFetchCallback}
 */
const requestWillFetch = async ({ request, event }) =>
  event?.type !== "install" && request.cache === "reload" ? request : new Request(request, { cache: "no-cache" });

/**
 * Handle a failure of that: it loads a file past the HTTP cache if it does not match the entry's hash. A page that is
 * missing in the copy, and different on the server, is shown as the server has it.
 * @type {import("workbox-core/types").HandlerDidErrorCallback}
 */
const handlerDidError = async ({ request, event }) => {
  if (event?.type !== "install") return request.mode === "navigate" ? fetch(request) : undefined;
  const answer = await fetch(new Request(request, { cache: "reload" }));
  const copy = await caches.open(core.cacheNames.precache);
  await copy.put(precaching.getCacheKeyForURL(request.url) ?? request, answer.clone());
  return answer;
};

precaching.addPlugins([{ requestWillFetch, handlerDidError }]);
precaching.precacheAndRoute(PRECACHE, { directoryIndex: "index.html", ignoreURLParametersMatching: [/./] });
precaching.cleanupOutdatedCaches();

const MAX_SHARED_FILES = 20;
const MAX_SHARED_BYTES = 5_000_000; // a file of 100 games has about a million

/**
 * Return the first link to a page of this site in a text, without the sentence around it.
 *
 * The check comes after the normalization, because "SITE/../other/" is an address of a neighbor on this origin. Servers
 * also decode signs of a path, so one with `%` is no link either. No page of the site has any.
 * @param {string} text
 */
function findLink(text) {
  const { scope } = worker.registration;
  const [link] = text.slice(Math.max(text.indexOf(scope.slice(0, -1)), 0)).split(/[\s<>"“”]/);
  const alone = link.replace(/[.,;:!?)\]}'’»]+$/, "");
  const address = `${alone}/` === scope ? scope : alone;
  if (!URL.canParse(address)) return "";
  const { href, origin, pathname } = new URL(address);
  return href.startsWith(scope) && /^[\w./-]*$/.test(pathname.slice(scope.length - origin.length)) ? href : "";
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
  if (method === "POST" && url === `${worker.registration.scope}shared`) event.respondWith(acceptShare(event.request));
});

// Never by itself: a page and a worker of two releases must not meet in one game. The player decides when.
worker.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") worker.skipWaiting();
});
