// @ts-check
// What is wrong with a file, and the way back, from whatever release a page is of: it keeps its address for ever, and
// is the one script of which a page of one release may meet that of another. It counts on nothing in a page but
// `data-release`, the elements with `data-bytes`, and its own `data-say`. It comes before all else, and so hears of
// whatever does not come.
(() => {
  /** @typedef {"missing" | "refused" | "page" | "type" | "cut" | "altered" | "lost"} Fault of a file */
  /** @typedef {"late" | "frame" | "again"} Told */

  const ANSWER = 10_000; // ms in which the server has to answer
  const INSTALL = 30_000; // ms in which a new service worker has to have all its files
  const TAKE_OVER = 5000; // ms in which it has to be in charge
  const ALL = 90_000; // ms after which the page is loaded anew in any case
  const LIMIT = 10_000; // ms for which a single file is waited for when all are looked at
  const PATIENCE = 20_000; // ms until it is said what has not come
  const TYPES = { js: /^(text|application)\/(x-)?(java|ecma)script$/, css: /^text\/css$/ }; // that browsers take
  const MARK = "palaces-recovered"; // stands in the state of the page's entry in the history, which no frame refuses

  const root = document.documentElement;
  const palaces = (window.palaces ??= {});
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const scope = new URL("./", script.src).href;
  const page = location.href.split("#")[0];
  /** @type {Partial<Record<Fault | Told, string>>} */
  const say = JSON.parse(script.dataset.say ?? "{}");

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
   * The release that the server has by now, past every cache; none where it is out of reach, or gives something else in
   * place of the site, such as an error or the page of a portal. A service worker lets through only what asks for its
   * own file.
   */
  async function published() {
    const told = isControlled()
      ? { file: `${scope}sw.js`, at: /release-([0-9a-f]{16})\// }
      : { file: page, at: /<html[^>]*\sdata-release="([^"]*)"/ };
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
   * The service worker goes, and all that is kept for a quicker start; nothing else does: sites of one owner may share
   * their origin with ours.
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
   * @param {PalaceFile} file
   */
  async function renew({ href, integrity }) {
    if (!performance.getEntriesByName(href).length) return;
    const answer = await fetch(href, { cache: "force-cache", integrity }).catch(() => undefined);
    if (!answer?.ok) await fetch(href, { cache: "reload", integrity }).catch(() => undefined);
  }

  // Where the server does not give the site there is nothing better than what is here, so nothing of it goes.
  async function makeWay() {
    const registration = await registered();
    if (registration && (await isTakenOver(registration))) return;
    const release = await published();
    if (!release || (release !== root.dataset.release && !isControlled())) return;
    await retire(registration);
    await Promise.all(files("[data-bytes]").map(renew));
    await fetch(page, { cache: "reload" });
  }

  let leaves = false; // whether this page is about to be loaded anew

  /** The one way back: to the newest release there is, and past every cache that may be to blame. */
  async function again() {
    await leave(() => false);
  }

  /** @param {() => boolean} isToStay asked once the way is free */
  async function leave(isToStay) {
    leaves = true;
    await inTime(makeWay(), ALL);
    if (!isToStay()) location.reload();
  }

  // Whether this page has not yet been loaded anew by itself. A page that cannot note it never is; a sandbox loses the
  // note, so there whatever was loaded anew counts.
  function isFirstTime() {
    const [visit] = performance.getEntriesByType("navigation");
    const isReload = visit instanceof PerformanceNavigationTiming && visit.type === "reload";
    if (history.state === MARK || (self.origin === "null" && isReload)) return false;
    try {
      history.replaceState(MARK, "");
      return true;
    } catch {
      return false;
    }
  }

  // It may come to life while it is looked into: then nobody wants it gone.
  const isLive = () => root.dataset.ready !== undefined;

  // A page that has started may recover by itself another time.
  function forget() {
    if (history.state === MARK) history.replaceState(null, "");
  }

  /**
   * Goes the way back by itself, once, if that helps: because a copy is to blame for what was found, or because this
   * page is not of the release that the server has by now. Answers whether the page is about to be loaded anew.
   * @param {PalaceFound} found
   */
  async function ifThatHelps({ finding, mended }) {
    const registration = await registered();
    const helps =
      (finding ? isControlled() : mended) || (registration && (await newer(registration))) || (await isReplaced());
    if (!leaves && helps && !isLive() && isFirstTime()) await leave(isLive);
    return leaves;
  }

  // -- what is wrong with a file --------------------------------------------------------------------------------------

  /**
   * The files that these elements of the page ask for, each once: with its size and its hash, as the build wrote them
   * there.
   * @param {string} selector
   * @returns {PalaceFile[]}
   */
  function files(selector) {
    const named = [...document.querySelectorAll(selector)].flatMap((element) => {
      const href =
        element instanceof HTMLLinkElement ? element.href : element instanceof HTMLScriptElement ? element.src : "";
      if (!href || !(element instanceof HTMLElement)) return [];
      const { bytes, integrity = "" } = element.dataset;
      return [{ href, name: new URL(href).pathname.split("/").pop() ?? "", bytes: Number(bytes), integrity }];
    });
    return [...new Map(named.map((file) => [file.href, file])).values()];
  }

  /**
   * A sentence of the page, in its language, with these values in it.
   * @param {string} sentence
   * @param {Record<string, string | number>} values
   */
  const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, key) => String(values[key]));

  /** @type {(file: PalaceFile, cache: RequestCache) => Promise<PalaceFinding | undefined>} */
  async function faultOf({ href, name, bytes, integrity }, cache) {
    const signal = AbortSignal.timeout(LIMIT);
    const ending = name.split(".").pop() ?? "";
    let [status, type, length] = [0, "", 0];
    /** @type {(fault: Fault) => PalaceFinding} */
    const finding = (fault) => {
      // by a sandbox: what is not open to everybody is not open to it
      const isShutOut = fault === "lost" && self.origin === "null";
      const sentence = say[isShutOut ? "frame" : fault] ?? "";
      const told = filled(sentence, {
        file: name,
        status,
        type: type || "–",
        ending,
        right: ending === "css" ? "text/css" : "text/javascript",
      });
      return {
        isShutOut,
        sentence: told,
        facts: `${name}: ${fault}, status ${status}, type “${type}”, ${length} of ${bytes} bytes`,
      };
    };
    let answer;
    try {
      answer = await fetch(href, { cache, signal });
    } catch {
      return finding("lost");
    }
    status = answer.status;
    type = (answer.headers.get("Content-Type") ?? "").split(";")[0].trim().toLowerCase();
    if (!answer.ok) return finding([404, 410].includes(status) ? "missing" : "refused");
    let content;
    try {
      content = await answer.arrayBuffer();
    } catch {
      return finding("cut");
    }
    length = content.byteLength;
    const head = new TextDecoder().decode(content.slice(0, 200));
    if (/^\s*<(!doctype|!--|html|head|body)/i.test(head)) return finding("page");
    if ((ending === "js" || ending === "css") && !TYPES[ending].test(type)) return finding("type");
    if (length < bytes) return finding("cut");
    try {
      await fetch(href, { cache: "force-cache", integrity, signal }); // in which it is by now
    } catch {
      return finding("altered");
    }
  }

  /**
   * What is wrong with these files, if anything is: first as a cache may have them, then past every cache; and whether
   * one was not right in a cache, and is now. What is known not to have come is asked for anew in any case.
   * @param {PalaceFile[]} looked
   * @returns {Promise<PalaceFound>}
   */
  async function look(looked, isKnown = false) {
    let mended = false;
    const findings = await Promise.all(
      looked.map(async (file) => {
        const before = await faultOf(file, "force-cache");
        if (!before && !isKnown) return;
        const now = before && (await faultOf(file, "reload"));
        if (!now) mended = true;
        return now;
      }),
    );
    return { finding: findings.find((finding) => finding), mended };
  }

  // -- what is said of it where nobody else says it -------------------------------------------------------------------

  // A page without the style that all pages share, the first of its style sheets: what is told stays in view, and
  // drawings in bounds.
  const UNSTYLED = `
html > [role="alert"] { position: sticky; inset: 0 0 auto; z-index: 1; }
svg { max-width: 100%; max-height: 80vh; fill: currentColor; }
svg[aria-hidden="true"] { max-height: 48px; }`;

  let isUnwell = false; // whether anything was heard that did not come, or does not run
  /** @type {HTMLElement | undefined} */
  let notice;

  // What the page is made of, but for what `start-monitor.js` watches where it runs.
  const parts = () =>
    files("link[data-bytes]:is([rel=stylesheet], [rel=modulepreload]), script[data-bytes]").filter(
      ({ href }) => !palaces.watched?.has(href),
    );

  /** @param {PalaceFile} file */
  const entryOf = ({ href }) =>
    performance.getEntriesByName(href).find((entry) => entry instanceof PerformanceResourceTiming);

  /**
   * Whether this is a style sheet that the page does without.
   * @param {PalaceFile} file
   */
  function isUnused({ href, name }) {
    const sheet = [...document.styleSheets].find((each) => each.href === href);
    try {
      return name.endsWith(".css") && !sheet?.cssRules.length;
    } catch {
      // a sandbox may not look into a style sheet, and nobody into one that was not let through
      return self.origin !== "null";
    }
  }

  /**
   * Whether there is reason to look at a file.
   * @param {PalaceFile} file
   */
  function isOdd(file) {
    const size = entryOf(file)?.decodedBodySize;
    return isUnused(file) || Boolean(size && size !== file.bytes);
  }

  /** @param {string} rules */
  function sheetOf(rules) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    return sheet;
  }

  /**
   * A sentence on top of the page, with the way back. It stands before all that the page shows, and in its own style.
   * @param {string} sentence
   */
  function tell(sentence) {
    if (!sentence) return;
    const own = sheetOf(`
:host {
  --ink: light-dark(#2a2018, #f4ecdf);
  --accent: light-dark(#14527f, #8cc8f0);
  --accent-ink: light-dark(#ffffff, #0b2233);
  --accent-deep: light-dark(#0b3556, #4a86ae);
  --warn: light-dark(#99321a, #ffab8f);
  --warn-wash: light-dark(#fbe3da, #4a1f14);
  all: initial;
  color-scheme: inherit;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px 24px;
  padding: 16px max(16px, 50% - 480px);
  background: var(--warn-wash);
  border-bottom: 3px solid var(--warn);
  color: var(--ink);
  font:
    500 17px/1.3 "Alegreya Sans",
    Calibri,
    Carlito,
    Roboto,
    system-ui,
    sans-serif;
  overflow-wrap: anywhere;
}
p {
  flex: 1 1 240px;
  margin: 0;
}
button {
  min-height: 48px;
  padding: 0 18px;
  border: 0;
  border-radius: 10px;
  background: var(--accent);
  color: var(--accent-ink);
  box-shadow: 0 3px 0 var(--accent-deep);
  font: inherit;
  font-weight: 700;
  cursor: pointer;
}
button:disabled {
  opacity: 0.6;
  cursor: default;
}
button:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
}
`);
    const [told, button] = [document.createElement("p"), document.createElement("button")];
    told.textContent = sentence;
    button.type = "button";
    button.textContent = say.again ?? "";
    button.addEventListener("click", () => {
      button.disabled = true;
      again();
    });
    notice?.remove();
    notice = document.createElement("div");
    notice.role = "alert";
    const shadow = notice.attachShadow({ mode: "open" });
    shadow.adoptedStyleSheets = [own];
    shadow.append(told, button);
    root.insertBefore(notice, document.body);
    const [common] = files("link[rel=stylesheet]");
    if (common && isUnused(common)) document.adoptedStyleSheets = [sheetOf(UNSTYLED)];
  }

  /** @param {PalaceFinding} finding */
  function report({ sentence, facts }) {
    console.error(facts);
    tell(sentence);
  }

  // All that the page is drawn with and runs by has come, or will not: what is not as it has to be is named, where
  // going the way back by itself does not help. A page is well then, but for that of a game, which has to start first.
  async function settle() {
    clearTimeout(patience);
    notice?.remove();
    if (!isUnwell && !parts().some(isOdd)) return palaces.watched ? undefined : forget();
    const found = await look(parts());
    if (palaces.watched && found.finding?.isShutOut) return; // as is what `start-monitor.js` watches, which says so
    if (!(found.finding || found.mended) || (await ifThatHelps(found)) || !found.finding) return;
    report(found.finding);
  }

  // What is waited for in vain may keep the page from being drawn: then nothing is waited for any longer.
  function stall() {
    const late = parts().find((file) => !entryOf(file));
    if (!late) return;
    const isBlank = !document.body || late.name.endsWith(".css");
    if (isBlank) {
      removeEventListener("DOMContentLoaded", settle);
      window.stop();
      if (!document.body) root.append(document.createElement("body"));
    }
    tell(filled(say.late ?? "", { file: late.name }));
  }

  /**
   * A file that has not come to a page that runs without it, if something is wrong with it.
   * @param {string} selector
   */
  async function miss(selector) {
    const { finding } = await look(files(selector));
    if (finding) report(finding);
  }

  palaces.recover = { again, ifThatHelps, isReplaced, forget, files, look, miss };
  const patience = setTimeout(stall, PATIENCE);
  addEventListener("error", () => (isUnwell = true), { capture: true });
  if (document.readyState === "complete") settle();
  else addEventListener("DOMContentLoaded", settle);
})();
