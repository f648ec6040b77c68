// @ts-check
// Registers the service worker after the page's own start, and lets the player decide when a new release takes over.
import { trusted } from "./trusted-types.js";

const RETRY_MS = 30_000; // after which a lost network is assumed to be back
const TAKE_OVER_MS = 5000; // for a service worker to take control
const root = document.documentElement;
const home = new URL("../../", import.meta.url);
const isReading = document.body.matches(".rules, .docs"); // readers of texts need not load the games
const palaces = (window.palaces ??= {});
/** @type {ServiceWorkerRegistration | undefined} */
let registration;
let agreed = false; // true if a user agreed here to the new release
let isFirstVisit = false; // true if no service worker controls this page, but it saw the first one come
let isRetry = false; // true once making the offline copy has failed

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
function offerRelease(state) {
  if (agreed) return;
  root.dataset.update = state;
  dispatchEvent(new CustomEvent("palaces-update"));
  const notice = document.getElementById("renew");
  if (!notice) return;
  notice.hidden = false;
  notice.querySelector("p")?.replaceChildren(notice.dataset[state] ?? "");
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
  if (!waiting) {
    const isReplaced = root.dataset.update === "replaced"; // then the service worker has the new release already
    return palaces.recover && !isReplaced ? palaces.recover.again() : location.reload();
  }
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  setTimeout(() => location.reload(), TAKE_OVER_MS);
  waiting.postMessage({ type: "SKIP_WAITING" });
};

/** @param {ServiceWorkerRegistration} found */
function followUpdates(found) {
  // otherwise, this page is a reload past the service worker, so there is nothing to replace
  const isReplacing = () => navigator.serviceWorker.controller !== null || isFirstVisit;
  const watchInstall = () => {
    const worker = found.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && isReplacing()) offerRelease("waiting");
      if (worker.state === "activated" && isFirstVisit) offerRelease("replaced"); // no controller changes here
    });
  };
  if (found.waiting && isReplacing()) offerRelease("waiting");
  watchInstall();
  found.addEventListener("updatefound", watchInstall);
}

function startRegistration() {
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
const waitForInstall = (worker) =>
  new Promise((resolve, reject) => {
    const settleInstall = () =>
      worker.state === "redundant" ? reject(new Error("some files are missing")) : resolve(undefined);
    worker.addEventListener("statechange", settleInstall, { once: true });
  });

// Make an offline copy, or find the existing one.
async function makeCopy() {
  const found = await (isReading ? navigator.serviceWorker.getRegistration(home) : startRegistration());
  const isFirst = Boolean(found?.installing && !found.active);
  if (isFirst && found?.installing) await waitForInstall(found.installing);
  registration = found;
  if (found) followUpdates(found);
  isFirstVisit ||= isFirst; // later workers are of other releases
  found?.active?.postMessage({ type: "REPAIR" }); // something else may have deleted the copy
}

/**
 * Say on the home page why there is no offline copy.
 * @param {{ file: string, fault: string }} report
 */
function showNoCopy({ file, fault }) {
  const notice = document.getElementById("no-copy");
  if (!notice) return;
  const sentence = notice.dataset[fault === "space" ? "space" : "lost"] ?? "";
  notice.textContent = sentence.replace("{file}", file);
  notice.hidden = false;
}

/**
 * Report why there is no offline copy. A damaged file may also be at work on this page, which has not checked it.
 * @param {MessageEvent} event of the service worker
 */
function reportIncomplete({ data }) {
  if (data?.type !== "INCOMPLETE") return;
  console.info(`No offline copy here: ${data.file} (${data.fault})`);
  if (data.fault === "space" || isRetry) showNoCopy(data);
  if (data.fault === "altered" && /\.(js|css|wasm)$/.test(data.file))
    palaces.recover?.miss(`:is(script[src$="/${data.file}"], link[href$="/${data.file}"]:not([rel=spared]))`);
}

const waitForNetwork = () =>
  new Promise((resolve) => {
    addEventListener("online", resolve, { once: true });
    setTimeout(resolve, RETRY_MS);
  });

try {
  navigator.serviceWorker.addEventListener("controllerchange", () => offerRelease("replaced"));
  navigator.serviceWorker.addEventListener("message", reportIncomplete);
  await live;
  await makeCopy();
} catch (error) {
  // foreign frames, private windows, plain http: the game works without it
  console.info(`No offline copy here: ${error instanceof Error ? error.message : error}`);
  waitForNetwork()
    .then(() => {
      isRetry = true; // after a network failure, one silent retry
      return makeCopy();
    })
    .catch(() => {});
}
// no other code checks for a newer release here, and a cache without headers may keep this page for years
if (!registration) fetch(location.href, { cache: "no-cache" }).catch(() => {});
