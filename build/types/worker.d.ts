/** Definitions that the build adds above the service worker: Workbox, and the list of all files of the site. */
declare const workbox: { core: typeof import("workbox-core"); precaching: typeof import("workbox-precaching") };
declare const PRECACHE: import("workbox-precaching").PrecacheEntry[];
