// @ts-check
// Registers the service worker after the page's own start, and lets the player decide when a new release takes over.
import { trusted } from "./trusted-types.js";

const LINE = 30_000; // ms after which a lost network is assumed to be back
const TAKE_OVER = 5000; // ms for a service worker to take control
const root = document.documentElement;
const home = new URL("../../", import.meta.url);
const isReading = document.body.classList.contains("rules"); // readers of the rules need not load the games
const palaces = (window.palaces ??= {});
/** @type {ServiceWorkerRegistration | undefined} */
let registration;
let agreed = false; // true if a user agreed here to the new release

/**
 * A game page waits for its live board. Earlier, both would compete for the network.
 * @type {Promise<void>}
 */
const live = new Promise((resolve) => {
  if (!document.getElementById("boot") || root.dataset.ready !== undefined) return resolve();
  new MutationObserver((_, watch) => {
    watch.disconnect();
    resolve();
  }).observe(root, { attributeFilter: ["data-ready"] });
});

/**
 * Report that a new release waits, or that another tab has replaced this page's. Python reports it in a game, this
 * script on all other pages.
 * @param {"waiting" | "replaced"} state
 */
function offer(state) {
  if (agreed) return;
  root.dataset.update = state;
  dispatchEvent(new CustomEvent("palaces-update"));
  const told = document.getElementById("renew");
  if (!told) return;
  told.hidden = false;
  told.querySelector("p")?.replaceChildren(told.dataset[state] ?? "");
}

document.querySelector("#renew button")?.addEventListener("click", () => palaces.update?.());

palaces.newest = async () => {
  const isThere = Boolean(registration?.waiting || (await palaces.recover?.isReplaced()));
  if (isThere) palaces.update?.();
  return isThere;
};

// Reload the page with the newest release: the waiting one after it takes control, or the server's.
palaces.update = () => {
  agreed = true;
  const { waiting } = registration ?? {};
  if (!waiting) return palaces.recover ? palaces.recover.again() : location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  setTimeout(() => location.reload(), TAKE_OVER);
  waiting.postMessage({ type: "SKIP_WAITING" });
};

/** @param {ServiceWorkerRegistration} found */
function follow(found) {
  // without a controller, this is the first release or a reload past it, so there is nothing to replace
  const replaces = () => navigator.serviceWorker.controller !== null;
  const watch = () => {
    const worker = found.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && replaces()) offer("waiting");
    });
  };
  if (found.waiting && replaces()) offer("waiting");
  watch();
  found.addEventListener("updatefound", watch);
}

function registered() {
  const script = new URL("sw.js", home).href;
  return navigator.serviceWorker.register(trusted.createScriptURL(script), {
    scope: home.pathname,
    updateViaCache: "none",
  });
}

/**
 * Wait until a first service worker has all its files.
 * @param {ServiceWorker} worker
 */
const installed = (worker) =>
  new Promise((resolve, reject) => {
    const become = () =>
      worker.state === "redundant" ? reject(new Error("some files are missing")) : resolve(undefined);
    worker.addEventListener("statechange", become, { once: true });
  });

// Make an offline copy, or find the existing one.
async function copy() {
  const found = await (isReading ? navigator.serviceWorker.getRegistration(home) : registered());
  if (found?.installing && !found.active) await installed(found.installing);
  registration = found;
  if (found) follow(found);
}

const lineIsBack = () =>
  new Promise((resolve) => {
    addEventListener("online", resolve, { once: true });
    setTimeout(resolve, LINE);
  });

try {
  navigator.serviceWorker.addEventListener("controllerchange", () => offer("replaced"));
  await live;
  await copy();
} catch (error) {
  // foreign frames, private windows, plain http: the game works without it
  console.info(`No offline copy here: ${error instanceof Error ? error.message : error}`);
  lineIsBack()
    .then(copy)
    .catch(() => {}); // after a network failure, one silent retry
}
// no other code checks for a newer release here, and a cache without headers may keep this page for years
if (!registration) fetch(location.href, { cache: "no-cache" }).catch(() => {});
