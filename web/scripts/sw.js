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

/**
 * Return the first link to this site in a text, without the sentence around it.
 * @param {string} text
 */
function findLink(text) {
  const { scope } = worker.registration;
  const [link] = text.slice(Math.max(text.indexOf(scope.slice(0, -1)), 0)).split(/[\s<>"“”]/);
  const alone = link.replace(/[.,;:!?)\]}'’»]+$/, "");
  return `${alone}/` === scope ? scope : alone.startsWith(scope) && alone;
}

/**
 * Accept a share from another app. Files, or texts that may be saved games, go to the place where the home page looks
 * for them. Without files, a link to this site is opened.
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
  const cache = await caches.open(`palaces-shared-${scope}`);
  await Promise.all(
    files.map((file, n) => cache.put(`${scope}shared/${n}/${encodeURIComponent(file.name)}`, new Response(file))),
  );
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
