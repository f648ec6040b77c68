// @ts-check
// The service worker: Workbox (put above this text by the build) keeps one hashed copy of every file of the site.
const { precaching, core } = workbox;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));

// Project pages share their origin with others: the name holds our own id and (Workbox's suffix) the scope.
core.setCacheNameDetails({ prefix: "palaces" });

// Ask "has it changed?" where Workbox would load anew what the page fetched a moment ago. The entries' hashes still decide.
precaching.addPlugins([{ requestWillFetch: async ({ request }) => new Request(request, { cache: "no-cache" }) }]);
precaching.precacheAndRoute(PRECACHE, { directoryIndex: "index.html", ignoreURLParametersMatching: [/./] });
precaching.cleanupOutdatedCaches();

// Never by itself: a page and a worker of two releases must not meet in one game. The player says when.
worker.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") worker.skipWaiting();
});
