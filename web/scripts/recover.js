// @ts-check
// Diagnoses files that fail to load, and leads back to a working page, for pages of any release. It keeps its address
// forever, and is the only script of one release that may run in a page of another. From a page it needs only
// `data-release`, the elements with `data-bytes`, and its own `data-say`. It runs before all others, so it sees every
// failure to load.
(() => {
  /** @typedef {"missing" | "refused" | "page" | "type" | "cut" | "altered" | "text" | "untyped" | "lost"} Fault of a file */
  /** @typedef {"late" | "frame" | "again"} Told */

  const ANSWER_MS = 10_000; // for an answer of the server
  const INSTALL_MS = 30_000; // for a new service worker to load all its files
  const TAKE_OVER_MS = 5000; // for it to take control
  const RELOAD_MS = 90_000; // after which the page reloads in any case
  const FILE_MS = 10_000; // for each file when all files are checked
  const STALL_MS = 20_000; // until the page names a missing file
  const MIME_TYPES = { js: /^(text|application)\/(x-)?(java|ecma)script$/, css: /^text\/css$/ }; // that browsers accept
  const RELOAD_MARK = "palaces-recovered"; // in the state of the page's history entry, which no frame refuses

  const root = document.documentElement;
  const palaces = (window.palaces ??= {});
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const scope = new URL("./", script.src).href;
  const page = location.href.split("#")[0];
  /** @type {Partial<Record<Fault | Told, string>>} */
  const say = JSON.parse(script.dataset.say ?? "{}");

  /**
   * Return true if a promise settles in time.
   * @param {Promise<unknown>} event
   * @param {number} ms
   */
  const isInTime = (event, ms) =>
    Promise.race([event.then(() => true), new Promise((resolve) => setTimeout(resolve, ms, false))]).catch(() => false);

  // Return the registration of the service worker. A sandbox and plain http have none.
  async function getRegistration() {
    try {
      return await navigator.serviceWorker.getRegistration(scope);
    } catch {
      return undefined;
    }
  }

  // Return true if a service worker controls this page. A sandbox forbids even this question.
  function isControlled() {
    try {
      return navigator.serviceWorker.controller !== null;
    } catch {
      return false;
    }
  }

  /**
   * Return the current release on the server, past every cache. There is none if the server is unreachable, or answers
   * with something else, such as an error or the page of a captive portal. A service worker lets only requests for its
   * own file through.
   */
  async function fetchRelease() {
    const source = isControlled()
      ? { file: `${scope}sw.js`, at: /release-([0-9a-f]{16})\// }
      : { file: page, at: /<html[^>]*\sdata-release="?([^"\s>]*)/ };
    try {
      const answer = await fetch(source.file, { cache: "reload", signal: AbortSignal.timeout(ANSWER_MS) });
      return answer.ok ? source.at.exec(await answer.text())?.[1] : undefined;
    } catch {
      return undefined;
    }
  }

  /** Return true if the server has another release than this page's. */
  async function isReplaced() {
    const release = await fetchRelease();
    return release !== undefined && release !== root.dataset.release;
  }

  /** @type {(worker: ServiceWorker, states: ServiceWorkerState[]) => Promise<void>} */
  const hasBecome = (worker, states) =>
    new Promise((resolve) => {
      const checkState = () => states.includes(worker.state) && resolve();
      worker.addEventListener("statechange", checkState);
      checkState();
    });

  /**
   * Return the service worker of a newer release, if the server has one.
   * @param {ServiceWorkerRegistration} registration
   */
  async function findNewerRelease(registration) {
    await isInTime(registration.update(), ANSWER_MS);
    return registration.installing ?? registration.waiting;
  }

  /**
   * Let the service worker of a newer release take over. Return true if it has.
   * @param {ServiceWorker} next
   */
  async function isTakenOver(next) {
    await isInTime(hasBecome(next, ["installed", "activating", "activated", "redundant"]), INSTALL_MS);
    if (next.state === "installed") next.postMessage({ type: "SKIP_WAITING" });
    await isInTime(hasBecome(next, ["activated", "redundant"]), TAKE_OVER_MS);
    return next.state === "activated";
  }

  /**
   * Remove caches of this site. It removes nothing else, because sites of one owner may share their origin with ours.
   * @param {string} prefix of their names
   */
  async function deleteCaches(prefix) {
    try {
      const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name.endsWith(scope));
      await Promise.all(names.map((name) => caches.delete(name)));
    } catch {
      // a sandbox and plain http have no caches
    }
  }

  /**
   * Let the service worker replace all missing and damaged files of the offline copy.
   * @param {ServiceWorker} worker
   */
  async function repairCopy(worker) {
    const { port1, port2 } = new MessageChannel();
    const repaired = new Promise((resolve) => (port1.onmessage = resolve));
    worker.postMessage({ type: "REPAIR" }, [port2]);
    await isInTime(repaired, INSTALL_MS);
    await deleteCaches("palaces-image-");
  }

  /** @param {ServiceWorkerRegistration | undefined} registration */
  async function removeCopy(registration) {
    await registration?.unregister();
    await deleteCaches("palaces-");
  }

  /**
   * Load a file past the cache if the cache has it in another form than the release.
   * @param {PalaceFile} file
   */
  async function renewFile({ href, integrity }) {
    if (!performance.getEntriesByName(href).length) return;
    const answer = await fetch(href, { cache: "force-cache", integrity }).catch(() => undefined);
    if (!answer?.ok) await fetch(href, { cache: "reload", integrity }).catch(() => undefined);
  }

  // If the server does not give the site, the local copy is the best there is, so it stays. A service worker of the
  // server's release stays, too: while another tab is open, its registration would come back without an offline copy.
  async function prepareReload() {
    const registration = await getRegistration();
    const isAnswered = await isInTime(Promise.resolve(registration?.update()), ANSWER_MS);
    const next = registration?.installing ?? registration?.waiting;
    if (next && (await isTakenOver(next))) return;
    const release = await fetchRelease();
    const isOwn = release === root.dataset.release;
    if (!release || (!isOwn && !isControlled())) return;
    const current = isAnswered && !next ? registration?.active : undefined;
    await (current ? repairCopy(current) : removeCopy(registration));
    if (current && !isOwn) return; // it gives the page of its release
    await Promise.all(files("[data-bytes]").map(renewFile));
    await fetch(page, { cache: "reload" });
  }

  let isReloading = false; // true if this page is about to reload

  /** Reload the newest release, past every cache that may be at fault. */
  async function again() {
    await reloadPage(() => false);
  }

  /** @param {() => boolean} isToStay called once the page could reload */
  async function reloadPage(isToStay) {
    isReloading = true;
    await isInTime(prepareReload(), RELOAD_MS);
    if (!isToStay()) location.reload();
  }

  // Return true if this page has not yet reloaded by itself. A page without history state never does. A sandbox loses
  // the state, so there every reload counts.
  function isFirstTime() {
    const [visit] = performance.getEntriesByType("navigation");
    const isReload = visit instanceof PerformanceNavigationTiming && visit.type === "reload";
    if (history.state === RELOAD_MARK || (self.origin === "null" && isReload)) return false;
    try {
      history.replaceState(RELOAD_MARK, "");
      return true;
    } catch {
      return false;
    }
  }

  // The game may start during the check. Then the page should stay.
  const isLive = () => root.dataset.ready !== undefined;

  // A page that has started may recover by itself another time.
  function forget() {
    if (history.state === RELOAD_MARK) history.replaceState(null, "");
  }

  /**
   * Reload the page by itself, once, if that helps: a copy is at fault, or the server has another release. Return true
   * if the page is about to reload.
   * @param {PalaceFound} found
   */
  async function ifThatHelps({ finding, mended }) {
    const registration = await getRegistration();
    const helps =
      (finding ? isControlled() : mended) ||
      (registration && (await findNewerRelease(registration))) ||
      (await isReplaced());
    if (!isReloading && helps && !isLive() && isFirstTime()) await reloadPage(isLive);
    return isReloading;
  }

  // -- faults of a file -----------------------------------------------------------------------------------------------

  /**
   * Return the files that these elements load, each once, with the size and hash that the build wrote there.
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
   * Fill values into a sentence of the page.
   * @param {string} sentence
   * @param {Record<string, string | number>} values
   */
  const fillText = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, key) => String(values[key]));

  /** @type {(file: PalaceFile, cache: RequestCache) => Promise<PalaceFinding | undefined>} */
  async function faultOf({ href, name, bytes, integrity }, cache) {
    const signal = AbortSignal.timeout(FILE_MS);
    const ending = name.split(".").pop() ?? "";
    let [status, type, length] = [0, "", 0];
    /** @type {(fault: Fault) => PalaceFinding} */
    const findingOf = (fault) => {
      // by a sandbox, which may load only files that every site may read
      const isShutOut = fault === "lost" && self.origin === "null" && top !== self;
      const sentence = say[isShutOut ? "frame" : fault] ?? "";
      const text = fillText(sentence, {
        file: name,
        status,
        type,
        ending,
        right: ending === "css" ? "text/css" : "text/javascript",
      });
      return {
        isShutOut,
        isHarmless: fault === "text",
        sentence: text,
        facts: `${name}: ${fault}, status ${status}, type “${type}”, ${length} of ${bytes} bytes`,
      };
    };
    let answer;
    try {
      answer = await fetch(href, { cache, signal });
    } catch {
      return findingOf("lost");
    }
    status = answer.status;
    type = (answer.headers.get("Content-Type") ?? "").split(";")[0].trim().toLowerCase();
    if (!answer.ok) return findingOf([404, 410].includes(status) ? "missing" : "refused");
    let content;
    try {
      content = await answer.arrayBuffer();
    } catch {
      return findingOf("cut");
    }
    length = content.byteLength;
    const head = new TextDecoder().decode(content.slice(0, 200));
    if (/^\s*<(!doctype|!--|html|head|body)/i.test(head)) return findingOf("page");
    if ((ending === "js" || ending === "css") && !MIME_TYPES[ending].test(type))
      return findingOf(type ? "type" : "untyped");
    if (length < bytes) return findingOf("cut");
    try {
      await fetch(href, { cache: "force-cache", integrity, signal }); // the file is in the cache by now
    } catch {
      const added = countLineEnds(content);
      return findingOf(added && length - added === bytes ? "text" : "altered");
    }
  }

  /**
   * Return the number of line ends of two characters. An upload in text mode writes them in place of one.
   * @param {ArrayBuffer} content
   */
  const countLineEnds = (content) =>
    new Uint8Array(content).reduce((count, byte, at, all) => count + Number(byte === 13 && all[at + 1] === 10), 0);

  /**
   * Return the fault of these files, if there is one. It checks them in the cache, and then past every cache. It also
   * reports if a cached file was wrong and is now right. It always loads files again that have failed to load.
   * @param {PalaceFile[]} suspects
   * @returns {Promise<PalaceFound>}
   */
  async function look(suspects, isKnown = false) {
    let mended = false;
    const findings = await Promise.all(
      suspects.map(async (file) => {
        const before = await faultOf(file, "force-cache");
        if (!before && !isKnown) return;
        const now = before && (await faultOf(file, "reload"));
        if (!now) mended = true;
        return now;
      }),
    );
    return { finding: findings.find((finding) => finding && !finding.isHarmless) ?? findings.find(Boolean), mended };
  }

  // -- messages without another script --------------------------------------------------------------------------------

  // Styles for a page without the first style sheet, which all pages share. Messages stay in view, and drawings keep a
  // sensible size.
  const FALLBACK_CSS = `
html > [role="alert"] { position: sticky; inset: 0 0 auto; z-index: 1; }
svg { max-width: 100%; max-height: 80vh; fill: currentColor; }
svg[aria-hidden="true"] { max-height: 48px; }
#app, #lesson { display: block; }
.unstyled { display: none; }`;

  let isUnwell = false; // true after any failure to load or run
  /** @type {HTMLElement | undefined} */
  let notice;

  // The files of the page, except those that `start-monitor.js` watches if it runs.
  const pageFiles = () =>
    files("link[data-bytes]:is([rel=stylesheet], [rel=modulepreload]), script[data-bytes]").filter(
      ({ href }) => !palaces.watched?.has(href),
    );

  /** @param {PalaceFile} file */
  const entryOf = ({ href }) =>
    performance.getEntriesByName(href).find((entry) => entry instanceof PerformanceResourceTiming);

  /**
   * Return true if this is a style sheet without effect.
   * @param {PalaceFile} file
   */
  function isUnused({ href, name }) {
    const sheet = [...document.styleSheets].find((each) => each.href === href);
    try {
      return name.endsWith(".css") && !sheet?.cssRules.length;
    } catch {
      // a sandbox may not read a style sheet, and nobody may read a blocked one
      return self.origin !== "null";
    }
  }

  /**
   * Return true if a file needs a check.
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
   * Show a sentence at the top of the page, with a way back. It has its own style.
   * @param {string} sentence
   */
  function showNotice(sentence) {
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
  position: relative; /* above the fixed bar of the rules */
  z-index: 10;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px 24px;
  padding: 16px max(16px, 50% - 480px);
  background: var(--warn-wash);
  border-bottom: 3px solid var(--warn);
  color: var(--ink);
  font:
    500 1.0625rem/1.3 "Alegreya Sans",
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
    if (common && isUnused(common)) document.adoptedStyleSheets = [sheetOf(FALLBACK_CSS)];
  }

  // A page whose start has failed says why in its own place.
  const isFailed = () => document.querySelector("#boot:is([data-state=looking], [data-state=failed])") !== null;

  /** @param {PalaceFinding} finding */
  function reportFinding({ sentence, facts, isHarmless }) {
    if (isHarmless) return console.warn(facts, sentence);
    console.error(facts);
    if (!isFailed()) showNotice(sentence);
  }

  // Remove the notice, because `start-monitor.js` has a better one.
  const silence = () => notice?.remove();

  // Return a finding if this page was cut on the way. Then the last element that the build writes is missing.
  /** @returns {PalaceFinding | undefined} */
  function findCut() {
    if (script.dataset.end === undefined || document.querySelector("template[data-end]")) return;
    const file = new URL(page).pathname.split("/").pop() || "index.html";
    /** @type {Fault} */
    const fault = "cut";
    return { sentence: fillText(say[fault] ?? "", { file }), facts: `${file}: ${fault}`, isShutOut: false };
  }

  // Nothing more can load if `browser-check.js` reports one of these.
  const isHopeless = () => ["disk", "old"].includes(root.dataset.lacks ?? "");

  // Run once all files for the look and the scripts of the page have loaded or failed. It names a wrong file, unless a
  // reload helps. Otherwise the page is well, except a game page, which still has to start.
  async function checkPage() {
    clearTimeout(patience);
    notice?.remove();
    if (isHopeless()) return;
    const cut = findCut();
    if (cut) return reportFinding(cut);
    if (!isUnwell && !pageFiles().some(isOdd)) return palaces.watched ? undefined : forget();
    const found = await look(pageFiles());
    if (palaces.watched && found.finding?.isShutOut) return; // `start-monitor.js` reports it for its files
    if (found.finding?.isHarmless) return reportFinding(found.finding);
    if (!(found.finding || found.mended) || (await ifThatHelps(found)) || !found.finding) return;
    reportFinding(found.finding);
  }

  // A pending file may keep the page from being drawn. Then the page stops waiting.
  function reportStall() {
    const late = pageFiles().find((file) => !entryOf(file));
    if (!late || isHopeless()) return;
    const isBlank = !document.body || late.name.endsWith(".css");
    if (isBlank) {
      removeEventListener("DOMContentLoaded", checkPage);
      window.stop();
      if (!document.body) root.append(document.createElement("body"));
    }
    showNotice(fillText(say.late ?? "", { file: late.name }));
  }

  /**
   * Report a wrong file if the page runs without it.
   * @param {string} selector
   */
  async function miss(selector) {
    const { finding } = await look(files(selector));
    if (finding) reportFinding(finding);
  }

  palaces.recover = { again, ifThatHelps, isReplaced, forget, files, look, miss, silence };
  const patience = setTimeout(reportStall, STALL_MS);
  addEventListener("error", () => (isUnwell = true), { capture: true });
  if (document.readyState === "complete") checkPage();
  else addEventListener("DOMContentLoaded", checkPage);
})();
