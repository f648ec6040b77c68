// The service worker: Workbox (put above this text by the build) keeps one hashed copy of every file of the site.
/* global workbox, PRECACHE */
const { precaching, core } = workbox;

// Project pages share their origin with others: the name holds our own id and (Workbox's suffix) the scope.
core.setCacheNameDetails({ prefix: "palaces" });

// Ask "has it changed?" where Workbox would load anew what the page fetched a moment ago. The entries' hashes still decide.
precaching.addPlugins([{ requestWillFetch: async ({ request }) => new Request(request, { cache: "no-cache" }) }]);
precaching.precacheAndRoute(PRECACHE, { directoryIndex: "index.html", ignoreURLParametersMatching: [/./] });
precaching.cleanupOutdatedCaches();

// Never by itself: a page and a worker of two releases must not meet in one game. The player says when.
addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") skipWaiting();
});
