// @ts-check
// Registers the service worker once the page has what it needs, and lets the player say when a new release takes over.
import { trusted } from "./trusted-types.js";

const LINE = 30_000; // ms after which it is taken for granted that a line that was gone is back
const TAKE_OVER = 5000; // ms in which a service worker that was told to has to be in charge
const root = document.documentElement;
const home = new URL("../../", import.meta.url);
const isReading = document.body.classList.contains("rules"); // whoever reads need not load the games
const palaces = (window.palaces ??= {});
/** @type {ServiceWorkerRegistration | undefined} */
let registration;
let agreed = false; // whether it was said here that a new release takes over

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

/**
 * Says that a new release waits, or that this page's has been replaced, as another tab wanted. A game says so in
 * Python, all other pages here.
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

// The page is loaded anew by the newest release: the one that waits, once that is in charge, or whatever the server
// has.
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
  // without a controller this is the very first release, or a page that was loaded past it: there is nothing to replace
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
 * A first service worker has to have all its files.
 * @param {ServiceWorker} worker
 */
const installed = (worker) =>
  new Promise((resolve, reject) => {
    const become = () =>
      worker.state === "redundant" ? reject(new Error("not all files have come")) : resolve(undefined);
    worker.addEventListener("statechange", become, { once: true });
  });

// Has an offline copy made, or finds the one that is there.
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
  // foreign frames, private windows, plain http: the game goes on
  console.info(`No offline copy here: ${error instanceof Error ? error.message : error}`);
  lineIsBack()
    .then(copy)
    .catch(() => {}); // unless it was the line: once more, and no word of it
}
// nobody else asks here whether there is a newer release: a cache that was told nothing may keep this page for years
if (!registration) fetch(location.href, { cache: "no-cache" }).catch(() => {});
