// @ts-check
// Registers the service worker once the page has what it needs, and lets the player say when a new release takes over.
import { trusted } from "./trusted.js";

const root = document.documentElement;
const palaces = (window.palaces ??= {});
/** @type {ServiceWorker | undefined} */
let waiting;

/**
 * A game page waits for its live board: earlier the two would fight for the same line.
 * @type {Promise<void>}
 */
const live = new Promise((resolve) => {
  if (!document.getElementById("boot") || root.dataset.ready !== undefined) return resolve();
  new MutationObserver((_, watch) => {
    watch.disconnect();
    resolve();
  }).observe(root, { attributeFilter: ["data-ready"] });
});

/** @param {ServiceWorker} worker */
function offer(worker) {
  waiting = worker;
  root.dataset.update = "waiting";
  dispatchEvent(new CustomEvent("palaces-update"));
}

// Does nothing while no new release waits; else the page is loaded anew, by the new release, once that is in charge.
palaces.update = () => {
  if (!waiting) return;
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage({ type: "SKIP_WAITING" });
};

try {
  await live;
  const home = new URL("../../", import.meta.url);
  const registration = await navigator.serviceWorker.register(trusted.createScriptURL(new URL("sw.js", home).href), { scope: home.pathname, updateViaCache: "none" });
  // without a controller this is the very first release, or a page that was loaded past it: there is nothing to replace
  const replaces = () => navigator.serviceWorker.controller !== null;
  if (registration.waiting && replaces()) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && replaces()) offer(worker);
    });
  });
} catch (error) {
  console.info(`No offline copy here: ${error instanceof Error ? error.message : error}`); // foreign frames, private windows, plain http: the game goes on
  // nobody else asks here whether there is a newer release: a cache that was told nothing may keep this page for years
  fetch(location.href, { cache: "no-cache" }).catch(() => {});
}
