// @ts-check
// The service worker: Workbox (put above this text by the build) keeps one hashed copy of every file of the site.
const { precaching, core } = workbox;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));

// Project pages share their origin with others: the name holds our own id and (Workbox's suffix) the scope.
core.setCacheNameDetails({ prefix: "palaces" });

/**
 * Ask "has it changed?" where Workbox would load anew what the page fetched a moment ago. The entries' hashes still
 * decide. What a page wants past every cache, on its way back, it gets.
 * @type {import("workbox-core/types").RequestWillFetchCallback}
 */
const requestWillFetch = async ({ request, event }) =>
  event?.type !== "install" && request.cache === "reload" ? request : new Request(request, { cache: "no-cache" });

/**
 * Where that has failed: a file that the HTTP cache does not have as the entry's hash says is loaded past it; and a
 * page that is gone from the copy, and is another on the server by now, is shown as it is there.
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
 * The first link to this site within a text, without the sentence round it.
 * @param {string} text
 */
function linked(text) {
  const { scope } = worker.registration;
  const [link] = text.slice(Math.max(text.indexOf(scope.slice(0, -1)), 0)).split(/[\s<>"“”]/);
  const alone = link.replace(/[.,;:!?)\]}'’»]+$/, "");
  return `${alone}/` === scope ? scope : alone.startsWith(scope) && alone;
}

/**
 * What another app has shared: files, or else texts that may be saved games, are laid where the home page looks for
 * them; where there are no files a link to this site is followed.
 * @param {Request} request
 */
async function taken(request) {
  const given = await request.formData();
  const scope = worker.registration.scope;
  const files = given
    .getAll("saves")
    .filter((file) => file instanceof File)
    .filter(({ name }) => name);
  if (!files.length) {
    const texts = ["title", "text", "url"].map((name) => String(given.get(name) ?? ""));
    const link = texts.map(linked).find(Boolean);
    if (link) return Response.redirect(link, 303);
    files.push(...texts.filter((text) => text.trim().startsWith("{")).map((text) => new File([text], "text")));
  }
  const shelf = await caches.open(`palaces-shared-${scope}`);
  await Promise.all(
    files.map((file, n) => shelf.put(`${scope}shared/${n}/${encodeURIComponent(file.name)}`, new Response(file))),
  );
  return Response.redirect(`${scope}#shared`, 303);
}

worker.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "POST" && url === `${worker.registration.scope}shared`) event.respondWith(taken(event.request));
});

// Never by itself: a page and a worker of two releases must not meet in one game. The player says when.
worker.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") worker.skipWaiting();
});
