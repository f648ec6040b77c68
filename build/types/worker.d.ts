/** Definitions that the build adds above the service worker: Workbox, and the list of all files of the site. */
declare const workbox: { core: typeof import("workbox-core"); precaching: typeof import("workbox-precaching") };
/** One file of the site. Files of a language are kept for its readers only. */
type PrecacheFile = import("workbox-precaching").PrecacheEntry & { language?: string };
declare const PRECACHE: PrecacheFile[];
