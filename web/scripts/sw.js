// @ts-check
// The service worker: Workbox (put above this text by the build) keeps one hashed copy of every file of the site.
const { precaching, core } = workbox;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));

// Project pages share their origin with others: the name holds our own id and (Workbox's suffix) the scope.
core.setCacheNameDetails({ prefix: "palaces" });

/**
 * How a file is loaded for the copy. Where Workbox would load anew what the page fetched a moment ago, "has it changed?" is
 * enough, unless what the HTTP cache has is not what the entry's hash says: that is loaded past it.
 * @type {import("workbox-core/types").RequestWillFetchCallback}
 */
const requestWillFetch = async ({ request, event }) => {
  const asking = new Request(request, { cache: "no-cache" });
  if (event?.type !== "install") return request.cache === "reload" ? request : asking;
  const isRight = await fetch(asking).then(({ ok }) => ok, () => false);
  return new Request(request, { cache: isRight ? "force-cache" : "reload" });
};

/**
 * A page that is gone from the copy, and is another on the server by now, is shown as it is there.
 * @type {import("workbox-core/types").HandlerDidErrorCallback}
 */
const handlerDidError = async ({ request }) => (request.mode === "navigate" ? fetch(request) : undefined);

precaching.addPlugins([{ requestWillFetch, handlerDidError }]);
precaching.precacheAndRoute(PRECACHE, { directoryIndex: "index.html", ignoreURLParametersMatching: [/./] });
precaching.cleanupOutdatedCaches();

// Never by itself: a page and a worker of two releases must not meet in one game. The player says when.
worker.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") worker.skipWaiting();
});
