// @ts-check
// Watches the start: it shows the progress and, after a failure or a stall, the reason and the remedy.
// `palaces/prerender/page_pictures.py` writes its sentences into the page, and `recover.js` diagnoses files. It is no
// module, so it runs even if the server's types block all modules.
(() => {
  /**
   * @typedef {"loading" | "python" | "table" | "looking" | "failed" | "unconnected" | "own" | "alone" | "offline" | "waits" | "size" |
   *   "tenths" | "release" | "browser" | "copied"} Told
   */

  const STALL_MS = 20_000; // without any progress until a message
  const PULSE_MS = 2000; // without any progress until a check of the network
  const ANSWER_MS = 2500; // for an answer to that check
  const COUNT_MS = 500; // between two counts of a file that is loading

  const root = document.documentElement;
  if (root.dataset.lacks !== undefined) return; // `browser-check.js` says why nothing starts
  const palaces = (window.palaces ??= {});
  const box = findElement("#boot");
  const line = findElement("#boot-text");
  const bar = findElement("#boot-bar", HTMLProgressElement);
  const details = findElement("#boot-details", HTMLDetailsElement);
  /** @type {Record<Told, string>} */
  const say = JSON.parse(box.dataset.say ?? "{}");

  // The preload links in the page's head list every file of the start path.
  let files = palaces.recover?.files("link[data-bytes]:not([rel=stylesheet], [rel=instead], [rel=later])") ?? [];
  // it can start without them
  const spared = palaces.recover?.files("link[rel=spared]").map(({ href }) => href) ?? [];
  const waiting = new Map(files.map((file) => [file.href, file]));
  let total = totalBytes(files);
  /** @type {Map<string, number>} number of bytes that have come, by address of a file that is loading */
  const received = new Map();
  let countTime = 0; // of the last count of a file that is loading
  /** @type {Set<PalaceFile>} files with an error event */
  const suspects = new Set();
  /** @type {string[]} reports of the failure, for the details */
  const reports = [];
  const over = new AbortController();
  let isNamed = false; // true once a file is named, because all later reports follow from it
  let isUnexplained = false; // true after a report since the last check of the files
  /** @type {Promise<void> | undefined} */
  let explaining;
  let [pulse, patience] = [0, 0]; // timers

  /**
   * Return the page's element for a selector.
   * @template {Element} [E=HTMLElement]
   * @param {string} selector
   * @param {new () => E} [kind]
   */
  function findElement(selector, kind = /** @type {new () => E} */ (/** @type {unknown} */ (HTMLElement))) {
    const element = document.querySelector(selector);
    if (!(element instanceof kind)) throw new Error(`${selector} is missing.`);
    return element;
  }

  /** @param {unknown} error */
  const reasonOf = (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

  // -- progress -------------------------------------------------------------------------------------------------------

  /** @type {(state: "loading" | "late" | "looking" | "offline" | "failed", sentence: string) => void} */
  function showState(state, sentence) {
    clearTimeout(pulse);
    clearTimeout(patience);
    box.dataset.state = state;
    line.textContent = sentence;
    if (state === "looking" || state === "failed") palaces.recover?.silence();
    showTitle({ failed: say.failed, offline: say.unconnected }[String(state)] ?? "");
    if (state !== "loading") postToHost({ stuck: true });
  }

  /**
   * Show the title of a start that has failed. Then this is the main part of the page, because the table is inert.
   * @param {string} text
   */
  function showTitle(text) {
    const title = findElement("#boot-title");
    const isNew = title.hidden && text;
    title.textContent = text;
    title.hidden = !text;
    if (text) box.setAttribute("role", "main");
    else box.removeAttribute("role");
    // in a frame, the focus stays with the page around it
    if (isNew && root.dataset.embed === undefined && document.activeElement === document.body) title.focus();
  }

  /**
   * Send a message to the page around a frame. `embed.js` covers the frame with a picture until there is something to
   * see.
   * @param {{ loaded: number } | { stuck: true }} what
   */
  function postToHost(what) {
    if (root.dataset.embed !== undefined) parent.postMessage({ palaces: 1, ...what }, "*");
  }

  /** @param {string} sentence */
  function showProgress(sentence) {
    if (explaining || box.dataset.state === "failed") return;
    showState("loading", sentence);
    pulse = setTimeout(checkNetwork, PULSE_MS);
    patience = setTimeout(reportStall, STALL_MS);
  }

  /**
   * Format a size in bytes. The browser's own formatter takes 20 ms to load, which would delay a start.
   * @param {number} bytes
   */
  function formatSize(bytes) {
    const [whole, tenth] = (bytes / 1e6).toFixed(1).split(".");
    return say.tenths.replace("{whole}", whole).replace("{tenth}", tenth);
  }

  /** @param {PerformanceEntry[]} entries */
  function countLoaded(entries) {
    const before = waiting.size;
    for (const entry of entries) {
      const file = waiting.get(entry.name);
      if (!file || !(entry instanceof PerformanceResourceTiming)) continue;
      // 0 means a network error; browsers without the status leave it undefined
      const isLost = entry.responseStatus === 0 || entry.responseStatus >= 400;
      if (!isLost) waiting.delete(entry.name);
      else if (!spared.includes(file.href)) suspectFile(file);
    }
    if (waiting.size < before) showLoaded();
  }

  /** @type {(url: string, bytes: number) => void} */
  function countBytes(url, bytes) {
    received.set(url, bytes);
    if (!waiting.has(url) || performance.now() - countTime < COUNT_MS) return;
    countTime = performance.now();
    showLoaded();
  }

  function showLoaded() {
    const missing = [...waiting.values()].map(({ href, bytes }) => bytes - Math.min(received.get(href) ?? 0, bytes));
    const loaded = total - missing.reduce((sum, bytes) => sum + bytes, 0);
    bar.value = loaded;
    // while any file is missing, show less than the total
    const had = waiting.size ? Math.min(loaded, total - 1e5) : total;
    const [there, all] = [had, total].map(formatSize);
    postToHost({ loaded: bar.value / total });
    findElement("#boot-size").textContent = say.size.replace("{loaded}", there).replace("{total}", all);
    showProgress(waiting.size ? say.loading : say.python);
  }

  /** @param {PalaceFile[]} list */
  function totalBytes(list) {
    return list.reduce((bytes, file) => bytes + file.bytes, 0);
  }

  // A file that could be skipped does not work, so its replacement counts now.
  function useFallback() {
    const others = palaces.recover?.files("link[rel=instead]") ?? [];
    files = [...files.filter(({ href }) => !spared.includes(href)), ...others];
    for (const href of spared) waiting.delete(href);
    for (const file of others) waiting.set(file.href, file);
    bar.max = total = totalBytes(files);
    showLoaded();
  }

  // Check the network after a while without progress, as long as files are missing.
  async function checkNetwork() {
    if (!waiting.size) return;
    if (!(await isReachable())) return stayOffline();
    if (box.dataset.state === "loading") pulse = setTimeout(checkNetwork, PULSE_MS);
  }

  // Report a long wait, perhaps because of a file that has loaded.
  async function reportStall() {
    const [late] = waiting.values();
    showState("late", late ? say.waits.replace("{file}", late.name) : line.textContent);
    const looked = await palaces.recover?.look(files.filter(({ href }) => !waiting.has(href)));
    if (looked?.finding || looked?.mended) reportFailure();
  }

  /**
   * Return true if the server answers anything, past every cache and service worker, and in a way that even a sandbox
   * allows. A late answer may mean a slow line, so it does not count as none.
   */
  async function isReachable() {
    try {
      await fetch(location.pathname, {
        method: "HEAD",
        mode: "no-cors",
        cache: "no-store",
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      return true;
    } catch (error) {
      return error instanceof DOMException && error.name === "TimeoutError";
    }
  }

  // Report that there is no network, and reload once it is back. Nothing was played yet, so nothing is lost.
  async function stayOffline() {
    if (box.dataset.state === "offline" || isNamed || over.signal.aborted) return;
    showState("offline", say.offline);
    do {
      await new Promise((resolve) => {
        addEventListener("online", resolve, { once: true });
        setTimeout(resolve, PULSE_MS);
      });
    } while (box.dataset.state === "offline" && !(await isReachable()));
    if (box.dataset.state === "offline" && !over.signal.aborted) location.reload();
  }

  // -- reasons of a failure -------------------------------------------------------------------------------------------

  /** @param {PalaceFile} file */
  function suspectFile(file) {
    suspects.add(file);
    reportFailure();
  }

  function reportFailure(cause = "") {
    if (cause) reports.push(cause);
    isUnexplained = true;
    explaining ??= explainFailure()
      .catch((error) => {
        reports.push(reasonOf(error)); // a mistake in here is reported like any other, and not checked forever
        showFailure(say.own);
      })
      .finally(() => (explaining = undefined));
  }

  async function explainFailure() {
    while (isUnexplained && !isNamed && !over.signal.aborted) {
      isUnexplained = false;
      showState("looking", say.looking);
      if (!(await isReachable())) return stayOffline();
      const { recover } = palaces;
      if (!recover) return showFailure(say.alone);
      const looked = await findFault(recover);
      if (over.signal.aborted || (await recover.ifThatHelps(looked))) return;
      const { finding } = looked;
      isNamed = finding !== undefined;
      if (finding) reports.unshift(finding.facts);
      showFailure(finding?.sentence ?? say.own);
    }
  }

  /**
   * Look for a wrong file, first among those with an error event.
   * @param {NonNullable<Palaces["recover"]>} recover
   */
  async function findFault(recover) {
    const suspected = await recover.look([...suspects], true);
    if (suspected.finding || suspected.mended) return suspected;
    return recover.look(files.filter((file) => !suspects.has(file) && !waiting.has(file.href)));
  }

  // -- messages -------------------------------------------------------------------------------------------------------

  /** @param {string} sentence */
  function showFailure(sentence) {
    const facts = [
      say.release.replace("{release}", root.dataset.release ?? ""),
      say.browser.replace("{browser}", navigator.userAgent),
    ];
    const told = [sentence, ...new Set(reports), ...facts].join("\n");
    console.error(told);
    showState("failed", sentence);
    findElement("#boot-details pre").textContent = told;
    details.hidden = false;
  }

  /** @param {HTMLButtonElement} button */
  async function copyDetails(button) {
    const text = findElement("#boot-details pre");
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = say.copied;
    } catch {
      getSelection()?.selectAllChildren(text); // if copying is refused, the text is selected for a copy by hand
    }
  }

  function tryAgain() {
    if (!palaces.recover) return location.reload();
    showState("looking", say.looking);
    palaces.recover.again();
  }

  function watchStart() {
    bar.max = total;
    const seen = new PerformanceObserver((list) => countLoaded(list.getEntries()));
    const live = new MutationObserver(() => {
      if (root.dataset.ready === undefined) return useFallback();
      clearTimeout(pulse);
      clearTimeout(patience);
      live.disconnect();
      seen.disconnect();
      over.abort();
      box.remove();
      palaces.recover?.forget();
    });
    live.observe(root, { attributeFilter: ["data-begun", "data-ready"] });
    if (root.dataset.begun) useFallback();
    const meanwhile = { capture: true, signal: over.signal };
    addEventListener(
      "error",
      /** @param {Event} event */
      (event) => {
        const { target } = event;
        const address =
          target instanceof HTMLLinkElement ? target.href : target instanceof HTMLScriptElement ? target.src : "";
        const file = files.find(({ href }) => href === address);
        if (file) suspectFile(file);
        else if (event instanceof ErrorEvent) reportFailure(event.error ? reasonOf(event.error) : event.message);
      },
      meanwhile,
    );
    addEventListener("unhandledrejection", (event) => reportFailure(reasonOf(event.reason)), meanwhile);
    addEventListener("palaces-python", () => showProgress(say.table), meanwhile);
    addEventListener("palaces-failed", (event) => reportFailure(event.detail), meanwhile);
    addEventListener("palaces-bytes", ({ detail }) => countBytes(detail.url, detail.bytes), meanwhile);
    addEventListener("offline", () => waiting.size && checkNetwork(), meanwhile);
    findElement("#boot-again").addEventListener("click", (event) => {
      event.preventDefault();
      tryAgain();
    });
    const button = findElement("#boot-details button", HTMLButtonElement);
    button.addEventListener("click", () => copyDetails(button));
    showProgress(say.loading);
    seen.observe({ type: "resource", buffered: true });
  }

  // -- an end in mid-game ---------------------------------------------------------------------------------------------

  /**
   * Report that Python has ended for good, so the game cannot answer, and offer a way out. `play.html` has both
   * messages: the game is kept, with its last entry, or it is not.
   */
  function showStopped() {
    if (findElement("#app").inert) return;
    const [saved, unsaved] = findElement("#boot-stopped", HTMLTemplateElement).content.children;
    const told = document.importNode(root.dataset.kept === root.dataset.turn ? saved : unsaved, true);
    told.querySelector("button")?.addEventListener("click", () => location.reload());
    findElement("#app").inert = true;
    document.body.append(told);
  }

  palaces.watched = new Set(files.map(({ href }) => href));
  watchStart();
  // Pyodide reports its end by `palaces-stopped`. If it cannot do that, this listener sees the trap.
  /** @param {unknown} error */
  const reportTrap = (error) => {
    if (error instanceof WebAssembly.RuntimeError)
      dispatchEvent(new CustomEvent("palaces-stopped", { detail: error.message }));
  };
  addEventListener("error", (event) => reportTrap(event.error));
  addEventListener("unhandledrejection", (event) => reportTrap(event.reason));
  addEventListener("palaces-stopped", ({ detail }) =>
    root.dataset.ready === undefined ? reportFailure(detail) : showStopped(),
  );
})();
