// @ts-check
// The way back, from whatever release a page is of: it keeps its address for ever, and is the one script of which a page of
// one release may meet that of another. It counts on nothing in a page but `data-release` and the links with `data-bytes`.
(() => {
  const ANSWER = 10_000; // ms in which the server has to answer
  const INSTALL = 30_000; // ms in which a new service worker has to have all its files
  const TAKE_OVER = 5000; // ms in which it has to be in charge
  const ALL = 90_000; // ms after which the page is loaded anew in any case
  const MARK = "palaces-recovered"; // stands in the state of the page's entry in the history, which no frame refuses

  const root = document.documentElement;
  const palaces = (window.palaces ??= {});
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const scope = new URL("./", script.src).href;
  const page = location.href.split("#")[0];

  /**
   * Whether it comes to pass in time.
   * @param {Promise<unknown>} event
   * @param {number} ms
   */
  const inTime = (event, ms) =>
    Promise.race([event.then(() => true), new Promise((resolve) => setTimeout(resolve, ms, false))]).catch(() => false);

  // The service worker's registration, where there is one: a sandbox and plain http have none.
  async function registered() {
    try {
      return await navigator.serviceWorker.getRegistration(scope);
    } catch {
      return undefined;
    }
  }

  // Whether a service worker answers for this page; a sandbox forbids even to ask.
  function isControlled() {
    try {
      return navigator.serviceWorker.controller !== null;
    } catch {
      return false;
    }
  }

  /**
   * The release that the server has by now, past every cache; none where it is out of reach, or gives something else in place
   * of the site, such as an error or the page of a portal. A service worker lets through only what asks for its own file.
   */
  async function published() {
    const told = isControlled() ? { file: `${scope}sw.js`, at: /release-([0-9a-f]{16})\// } : { file: page, at: /<html[^>]*\sdata-release="([^"]*)"/ };
    try {
      const answer = await fetch(told.file, { cache: "reload", signal: AbortSignal.timeout(ANSWER) });
      return answer.ok ? told.at.exec(await answer.text())?.[1] : undefined;
    } catch {
      return undefined;
    }
  }

  /** Whether the server has another release than this page's. */
  async function isReplaced() {
    const release = await published();
    return release !== undefined && release !== root.dataset.release;
  }

  /** @type {(worker: ServiceWorker, states: ServiceWorkerState[]) => Promise<void>} */
  const hasBecome = (worker, states) =>
    new Promise((resolve) => {
      const look = () => states.includes(worker.state) && resolve();
      worker.addEventListener("statechange", look);
      look();
    });

  /**
   * The service worker of a newer release, if the server has one.
   * @param {ServiceWorkerRegistration} registration
   */
  async function newer(registration) {
    await inTime(registration.update(), ANSWER);
    return registration.installing ?? registration.waiting;
  }

  /**
   * Lets the service worker of a newer release take over; answers whether it has.
   * @param {ServiceWorkerRegistration} registration
   */
  async function isTakenOver(registration) {
    const next = await newer(registration);
    if (!next) return false;
    await inTime(hasBecome(next, ["installed", "activating", "activated", "redundant"]), INSTALL);
    if (next.state === "installed") next.postMessage({ type: "SKIP_WAITING" });
    await inTime(hasBecome(next, ["activated", "redundant"]), TAKE_OVER);
    return next.state === "activated";
  }

  /**
   * The service worker goes, and all that is kept for a quicker start; nothing else does: sites of one owner may share their
   * origin with ours.
   * @param {ServiceWorkerRegistration | undefined} registration
   */
  async function retire(registration) {
    await registration?.unregister();
    try {
      const ours = (await caches.keys()).filter((name) => name.startsWith("palaces-") && name.endsWith(scope));
      await Promise.all(ours.map((name) => caches.delete(name)));
    } catch {
      // a sandbox and plain http have none
    }
  }

  /**
   * A file that came, but that a cache does not have as the release has it, is loaded past it.
   * @param {Element} link
   */
  async function renew(link) {
    if (!(link instanceof HTMLLinkElement) || !performance.getEntriesByName(link.href).length) return;
    const { integrity = "" } = link.dataset;
    const answer = await fetch(link.href, { cache: "force-cache", integrity }).catch(() => undefined);
    if (!answer?.ok) await fetch(link.href, { cache: "reload", integrity }).catch(() => undefined);
  }

  // Where the server does not give the site there is nothing better than what is here, so nothing of it goes.
  async function makeWay() {
    const registration = await registered();
    if (registration && (await isTakenOver(registration))) return;
    const release = await published();
    if (!release || (release !== root.dataset.release && !isControlled())) return;
    await retire(registration);
    await Promise.all([...document.querySelectorAll("link[data-bytes]")].map(renew));
    await fetch(page, { cache: "reload" });
  }

  /** The one way back: to the newest release there is, and past every cache that may be to blame. */
  async function again() {
    await inTime(makeWay(), ALL);
    location.reload();
  }

  // Whether this page has not yet been loaded anew by itself. A page that cannot note it never is.
  function isFirstTime() {
    if (history.state === MARK) return false;
    try {
      history.replaceState(MARK, "");
      return true;
    } catch {
      return false;
    }
  }

  // A page that has started may recover by itself another time.
  function forget() {
    if (history.state === MARK) history.replaceState(null, "");
  }

  /**
   * Goes the way back by itself, once, if that helps: because the caller knows that it does, or because this page is not of
   * the release that the server has by now. Answers whether the page is about to be loaded anew.
   * @param {unknown} helps
   */
  async function ifThatHelps(helps) {
    const registration = await registered();
    if (!(helps || (registration && (await newer(registration))) || (await isReplaced())) || !isFirstTime()) return false;
    await again();
    return true;
  }

  palaces.recover = { again, ifThatHelps, forget };
  // None of the page's own scripts has run: its release may be gone from the server, with all that could say so.
  const orphaned = () => !palaces.runs && ifThatHelps(false);
  if (document.readyState === "complete") orphaned();
  else addEventListener("load", orphaned);
})();
