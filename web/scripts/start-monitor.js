// @ts-check
// Watches the start: it shows the progress and, after a failure or a stall, the reason and the remedy.
// `palaces/prerender/page_pictures.py` writes its sentences into the page, and `recover.js` diagnoses files. It is no
// module, so it runs even if the server's types block all modules.
(() => {
  /**
   * @typedef {"loading" | "python" | "table" | "looking" | "own" | "alone" | "offline" | "disk" | "waits" | "size" |
   *   "tenths" | "release" | "browser" | "copied"} Told
   */

  const PATIENCE = 20_000; // ms without any progress until a message
  const PULSE = 2000; // ms without any progress until a check of the network
  const ANSWER = 2500; // ms for an answer to that check

  const root = document.documentElement;
  const palaces = (window.palaces ??= {});
  const box = found("#boot", HTMLElement);
  const line = found("#boot-text", HTMLElement);
  const bar = found("#boot-bar", HTMLProgressElement);
  const details = found("#boot-details", HTMLDetailsElement);
  /** @type {Record<Told, string>} */
  const say = JSON.parse(box.dataset.say ?? "{}");

  // The preload links in the page's head list every file of the start path.
  let files = palaces.recover?.files("link[data-bytes]:not([rel=stylesheet], [rel=instead], [rel=later])") ?? [];
  // it can start without them
  const spared = palaces.recover?.files("link[rel=spared]").map(({ href }) => href) ?? [];
  const waiting = new Map(files.map((file) => [file.href, file]));
  let total = sum(files);
  /** @type {Set<PalaceFile>} files with an error event */
  const suspects = new Set();
  /** @type {string[]} reports of the failure, for the details */
  const heard = [];
  const over = new AbortController();
  let named = false; // true once a file is named, because all later reports follow from it
  let unexplained = false; // true after a report since the last check of the files
  /** @type {Promise<void> | undefined} */
  let explaining;
  let [pulse, patience] = [0, 0]; // timers

  /**
   * Return the page's element for a selector.
   * @template {Element} E
   * @param {string} selector
   * @param {new () => E} kind
   */
  function found(selector, kind) {
    const element = document.querySelector(selector);
    if (!(element instanceof kind)) throw new Error(`${selector} is missing.`);
    return element;
  }

  /** @param {unknown} error */
  const reasonOf = (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

  // -- progress -------------------------------------------------------------------------------------------------------

  /** @type {(state: "loading" | "late" | "looking" | "offline" | "failed", sentence: string) => void} */
  function tell(state, sentence) {
    clearTimeout(pulse);
    clearTimeout(patience);
    box.dataset.state = state;
    line.textContent = sentence;
    if (state !== "loading") inform({ stuck: true });
  }

  /**
   * Send a message to the page around a frame. `embed.js` covers the frame with a picture until there is something to
   * see.
   * @param {{ loaded: number } | { stuck: true }} what
   */
  function inform(what) {
    if (root.dataset.embed !== undefined) parent.postMessage({ palaces: 1, ...what }, "*");
  }

  /** @param {string} sentence */
  function goOn(sentence) {
    if (explaining || box.dataset.state === "failed") return;
    tell("loading", sentence);
    pulse = setTimeout(feel, PULSE);
    patience = setTimeout(stall, PATIENCE);
  }

  /**
   * Format a size in bytes. The browser's own formatter takes 20 ms to load, which would delay a start.
   * @param {number} bytes
   */
  function megabytes(bytes) {
    const [whole, tenth] = (bytes / 1e6).toFixed(1).split(".");
    return say.tenths.replace("{whole}", whole).replace("{tenth}", tenth);
  }

  /** @param {PerformanceEntry[]} entries */
  function count(entries) {
    const before = waiting.size;
    for (const entry of entries) {
      const file = waiting.get(entry.name);
      if (!file || !(entry instanceof PerformanceResourceTiming)) continue;
      // 0 means a network error; browsers without the status leave it undefined
      const isLost = entry.responseStatus === 0 || entry.responseStatus >= 400;
      if (!isLost) waiting.delete(entry.name);
      else if (!spared.includes(file.href)) suspect(file);
    }
    if (waiting.size < before) show();
  }

  function show() {
    const loaded = total - sum([...waiting.values()]);
    bar.value = loaded;
    // while any file is missing, show less than the total
    const had = waiting.size ? Math.min(loaded, total - 1e5) : total;
    const [there, all] = [had, total].map(megabytes);
    inform({ loaded: bar.value / total });
    found("#boot-size", HTMLElement).textContent = say.size.replace("{loaded}", there).replace("{total}", all);
    goOn(waiting.size ? say.loading : say.python);
  }

  /** @param {PalaceFile[]} those */
  function sum(those) {
    return those.reduce((bytes, file) => bytes + file.bytes, 0);
  }

  // A file that could be skipped does not work, so its replacement counts now.
  function goElse() {
    const others = palaces.recover?.files("link[rel=instead]") ?? [];
    files = [...files.filter(({ href }) => !spared.includes(href)), ...others];
    for (const href of spared) waiting.delete(href);
    for (const file of others) waiting.set(file.href, file);
    bar.max = total = sum(files);
    show();
  }

  // Check the network after a while without progress, as long as files are missing.
  async function feel() {
    if (!waiting.size) return;
    if (!(await isReachable())) return stayOffline();
    if (box.dataset.state === "loading") pulse = setTimeout(feel, PULSE);
  }

  // Report a long wait, perhaps because of a file that has loaded.
  async function stall() {
    const [late] = waiting.values();
    tell("late", late ? say.waits.replace("{file}", late.name) : line.textContent);
    const looked = await palaces.recover?.look(files.filter(({ href }) => !waiting.has(href)));
    if (looked?.finding || looked?.mended) fail();
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
        signal: AbortSignal.timeout(ANSWER),
      });
      return true;
    } catch (error) {
      return error instanceof DOMException && error.name === "TimeoutError";
    }
  }

  // Report that there is no network, and reload once it is back. Nothing was played yet, so nothing is lost.
  async function stayOffline() {
    if (box.dataset.state === "offline" || named || over.signal.aborted) return;
    tell("offline", say.offline);
    do {
      await new Promise((resolve) => {
        addEventListener("online", resolve, { once: true });
        setTimeout(resolve, PULSE);
      });
    } while (box.dataset.state === "offline" && !(await isReachable()));
    if (box.dataset.state === "offline" && !over.signal.aborted) location.reload();
  }

  // -- reasons of a failure -------------------------------------------------------------------------------------------

  /** @param {PalaceFile} file */
  function suspect(file) {
    suspects.add(file);
    fail();
  }

  function fail(cause = "") {
    if (cause) heard.push(cause);
    unexplained = true;
    explaining ??= explain()
      .catch((error) => {
        heard.push(reasonOf(error)); // a mistake in here is reported like any other, and not checked forever
        end(say.own);
      })
      .finally(() => (explaining = undefined));
  }

  async function explain() {
    while (unexplained && !named && !over.signal.aborted) {
      unexplained = false;
      tell("looking", say.looking);
      if (location.protocol === "file:") return end(say.disk);
      if (!(await isReachable())) return stayOffline();
      const { recover } = palaces;
      if (!recover) return end(say.alone);
      const looked = await look(recover);
      if (over.signal.aborted || (await recover.ifThatHelps(looked))) return;
      const { finding } = looked;
      named = finding !== undefined;
      if (finding) heard.unshift(finding.facts);
      end(finding?.sentence ?? say.own);
    }
  }

  /**
   * Look for a wrong file, first among those with an error event.
   * @param {NonNullable<Palaces["recover"]>} recover
   */
  async function look(recover) {
    const heardOf = await recover.look([...suspects], true);
    if (heardOf.finding || heardOf.mended) return heardOf;
    return recover.look(files.filter((file) => !suspects.has(file) && !waiting.has(file.href)));
  }

  // -- messages -------------------------------------------------------------------------------------------------------

  /** @param {string} sentence */
  function end(sentence) {
    const facts = [
      say.release.replace("{release}", root.dataset.release ?? ""),
      say.browser.replace("{browser}", navigator.userAgent),
    ];
    const told = [sentence, ...new Set(heard), ...facts].join("\n");
    console.error(told);
    tell("failed", sentence);
    found("#boot-details pre", HTMLElement).textContent = told;
    details.hidden = false;
  }

  /** @param {HTMLButtonElement} button */
  async function copy(button) {
    const text = found("#boot-details pre", HTMLElement);
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = say.copied;
    } catch {
      getSelection()?.selectAllChildren(text); // if copying is refused, the text is selected for a copy by hand
    }
  }

  function again() {
    if (!palaces.recover) return location.reload();
    tell("looking", say.looking);
    palaces.recover.again();
  }

  function watch() {
    bar.max = total;
    const seen = new PerformanceObserver((list) => count(list.getEntries()));
    const live = new MutationObserver(() => {
      if (root.dataset.ready === undefined) return goElse();
      clearTimeout(pulse);
      clearTimeout(patience);
      live.disconnect();
      seen.disconnect();
      over.abort();
      box.remove();
      palaces.recover?.forget();
    });
    live.observe(root, { attributeFilter: ["data-begun", "data-ready"] });
    if (root.dataset.begun) goElse();
    const meanwhile = { capture: true, signal: over.signal };
    addEventListener(
      "error",
      /** @param {Event} event */
      (event) => {
        const { target } = event;
        const address =
          target instanceof HTMLLinkElement ? target.href : target instanceof HTMLScriptElement ? target.src : "";
        const file = files.find(({ href }) => href === address);
        if (file) suspect(file);
        else if (event instanceof ErrorEvent) fail(event.error ? reasonOf(event.error) : event.message);
      },
      meanwhile,
    );
    addEventListener("unhandledrejection", (event) => fail(reasonOf(event.reason)), meanwhile);
    addEventListener("palaces-python", () => goOn(say.table), meanwhile);
    addEventListener("palaces-failed", (event) => fail(event.detail), meanwhile);
    addEventListener("offline", () => waiting.size && feel(), meanwhile);
    found("#boot-again", HTMLElement).addEventListener("click", (event) => {
      event.preventDefault();
      again();
    });
    const button = found("#boot-details button", HTMLButtonElement);
    button.addEventListener("click", () => copy(button));
    goOn(say.loading);
    seen.observe({ type: "resource", buffered: true });
  }

  // -- an end in mid-game ---------------------------------------------------------------------------------------------

  /**
   * Report that Python has ended for good, so the game cannot answer, and offer a way out. `play.html` has both
   * messages: the game is kept, with its last entry, or it is not.
   */
  function stop() {
    if (found("#app", HTMLElement).inert) return;
    const [kept, unkept] = found("#boot-stopped", HTMLTemplateElement).content.children;
    const told = document.importNode(root.dataset.kept === root.dataset.turn ? kept : unkept, true);
    told.querySelector("button")?.addEventListener("click", () => location.reload());
    found("#app", HTMLElement).inert = true;
    document.body.append(told);
  }

  palaces.watched = new Set(files.map(({ href }) => href));
  watch();
  // Pyodide reports its end by `palaces-stopped`. If it cannot do that, this listener sees the trap.
  /** @param {unknown} error */
  const trapped = (error) => {
    if (error instanceof WebAssembly.RuntimeError)
      dispatchEvent(new CustomEvent("palaces-stopped", { detail: error.message }));
  };
  addEventListener("error", (event) => trapped(event.error));
  addEventListener("unhandledrejection", (event) => trapped(event.reason));
  addEventListener("palaces-stopped", ({ detail }) => (root.dataset.ready === undefined ? fail(detail) : stop()));
})();
