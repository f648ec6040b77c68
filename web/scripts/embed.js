// @ts-check
// <palace-game game="medina">: a picture of a game and a Play button in any page. Play puts the game into the same box.
(() => {
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);
  // In a bundle, a module or a renamed copy, the address of the script isn't that of the site. A link in an element is.
  const ownAddress = script?.dataset.site ?? (/\/embed(-\w+)?\.js\b/.test(script?.src ?? "") && script?.src);
  /** @type {URL | null} */
  let site = ownAddress ? new URL("./", ownAddress) : null;

  /**
   * @typedef {object} Known data and sentences of palaces/share/embed.py; the build puts it here
   * @property {Record<string, Record<"title" | "short" | "facts", string>>} games
   * @property {string[]} parameters of an address that are attributes, too
   * @property {string[]} options of all games
   * @property {string[]} themes
   * @property {number} longest characters of a save
   * @property {Record<string, string>} say
   * @property {string[]} languages all but English, whose words are in files of their own
   */
  const { games, parameters, options, themes, longest, say, languages } = /** @type {Known} */ (/* element */ {});
  /**
   * @typedef {object} Part a file that only some elements need: the words of a language, or the poster of puzzles
   * @property {Known["games"]} games
   * @property {Known["say"]} say
   * @property {(element: HTMLElement) => void} [showPuzzle]
   */
  /** @type {Record<string, Part>} by language, or "puzzle" */
  const words = { "": { games, say } };
  const release = /* release */ ""; // the folder of the pictures
  if (customElements.get("palace-game")) return;

  const ATTRIBUTES = ["game", "options", "replay", "at", "theme", "lang", ...parameters];
  const PIECE_COUNT = 5; // pieces of the picture, which appear while the game loads
  const SILENCE_MS = 1000; // after which a loaded page without any message is not ours
  const LOAD_TIMEOUT_MS = 20000; // for the page to load

  /** @type {(sentence: string, values: Record<string, string>) => string} */
  const fillText = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, key) => values[key]);

  /** @param {string} path */
  const siteAddress = (path) => `${site}${path}`;

  /**
   * Load the words of a language, or the poster of puzzles. Without them, the element speaks English, or shows the game.
   * @param {string} language
   * @param {() => void} then
   */
  const loadWords = (language, then) => {
    const settle = () => {
      words[language] ??= words[""];
      then();
    };
    try {
      const src = siteAddress(`${release}/embed/${language}.js`);
      const file = makeElement("script", { nonce: script?.nonce, src, onload: settle, onerror: settle });
      file.addEventListener("words", (event) => (words[language] = /** @type {CustomEvent} */ (event).detail));
      document.head.append(file);
    } catch {
      settle(); // the page's policy allows no scripts of scripts
    }
  };

  /**
   * Return the folder of the site's current release, because this script may be an old one from a cache.
   * @returns {Promise<string | undefined>}
   */
  const fetchNewestRelease = async () => {
    const answer = await fetch(siteAddress("embed.js"), { cache: "reload", credentials: "omit" });
    return /release-\w+/.exec(await answer.text())?.[0];
  };

  const darkDevice = matchMedia("(prefers-color-scheme: dark)");
  /** @type {PalaceGame | null} the element that fills the window */
  let fullWindow = null;
  let pageState = { top: 0, overflow: "" }; // its earlier position in the window, and the page's earlier style

  /** @param {string} key */
  const readAddress = (key) => {
    try {
      return sessionStorage.getItem(key) ?? "";
    } catch {
      return ""; // storage is refused
    }
  };

  /** @type {(key: string, at: string) => void} */
  const storeAddress = (key, at) => {
    try {
      sessionStorage.setItem(key, at);
    } catch {
      // then Back and Forward start a new game
    }
  };

  /** @type {(element: Element) => Element | null} */
  const parentOf = (element) => element.parentElement ?? /** @type {ShadowRoot} */ (element.getRootNode()).host;

  /** @param {string} text */
  const clipText = (text) => text.replace(/(?<=^.{60}).+/s, "\u2026");

  /**
   * @template {keyof HTMLElementTagNameMap} K
   * @param {K} name
   * @param {Partial<HTMLElementTagNameMap[K]>} properties
   * @param {(Node | string)[]} children
   */
  const makeElement = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  // One sheet for all boxes. Unlike a <style>, the page's Content-Security-Policy need not allow it. The inline style
  // of the snippet already gives the box its size. Without inline styles, this sheet gives it the same size.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
:host {
  --card: light-dark(#fffaf0, #262a31);
  --ink: light-dark(#2a2018, #f4ecdf);
  --line: light-dark(#cbbb9e, #4a453f);
  --sh: light-dark(#3a2a1433, #0009);
  --accent: light-dark(#14527f, #8cc8f0);
  --accent-ink: light-dark(#ffffff, #0b2233);
  --accent-deep: light-dark(#0b3556, #4a86ae);
  --warn-wash: light-dark(#fbe3da, #4a1f14);
  display: block;
  position: relative;
  width: 100%;
  min-width: 0;
  overflow: clip;
  overflow-clip-margin: 4px;
}
:host([hidden]),
p:empty {
  display: none;
}
:host::after {
  content: "";
  display: block;
  aspect-ratio: 3 / 2;
  min-height: min(560px, 150vw, max(420px, 92vh));
  max-height: max(420px, 92vh);
}
* {
  box-sizing: border-box;
}
.box {
  all: initial;
  position: absolute;
  inset: 0;
  visibility: inherit;
  overflow: hidden;
  border-radius: 16px;
  background: var(--card);
  color: var(--ink);
  color-scheme: light dark;
  box-shadow:
    0 0 0 1px var(--line),
    0 4px var(--sh);
  font:
    500 max(17px, 1.06rem) / 1.25 Calibri,
    Carlito,
    system-ui,
    sans-serif;
  direction: ltr;
}
.light {
  color-scheme: light;
}
.dark {
  color-scheme: dark;
}
.box:modal {
  position: fixed;
  border-radius: 0;
}
img {
  position: absolute;
  inset: 0;
  width: 100%;
  height: calc(100% - 58px);
  object-fit: cover;
  cursor: pointer;
}
.head {
  position: absolute;
  inset: 0 0 auto;
  display: grid;
  padding: 12px 12px 44px;
  text-align: center;
  background: linear-gradient(var(--card), transparent);
  pointer-events: none;
}
b {
  font:
    clamp(44px, 2.6em, 20vw) / 1.15 Georgia,
    serif;
}
small {
  font: inherit;
}
.foot {
  position: absolute;
  inset: auto 0 0;
  height: 72px;
  display: flex;
  gap: 8px;
  align-items: center;
  padding: 10px;
  background: var(--card);
  border-radius: 10px 10px 0 0;
  box-shadow: 0 -3px var(--sh);
}
a,
button {
  display: grid;
  place-content: center;
  min-height: 50px;
  padding: 0 12px;
  border: 1.5px solid var(--line);
  border-radius: 10px;
  font: inherit;
  color: inherit;
  text-decoration: none;
  cursor: pointer;
}
button {
  flex: 1;
  border: 0;
  background: var(--accent);
  color: var(--accent-ink);
  font-weight: 700;
  box-shadow: 0 3px var(--accent-deep);
}
i {
  flex: 0 1 40px;
  height: 40px;
  border-radius: 10px;
  opacity: 0.28;
}
i.on {
  opacity: 1;
}
:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
}
p {
  position: absolute;
  inset: auto 0 72px;
  max-height: calc(100% - 72px);
  margin: 0;
  padding: 12px;
  overflow: auto;
  background: var(--warn-wash);
  overflow-wrap: anywhere;
}
iframe {
  position: absolute;
  width: 100%;
  height: 100%;
  border: 0;
}
.back {
  position: absolute;
  inset: auto 10px 10px auto;
}
@media print {
  :host {
    break-inside: avoid;
  }
  .foot {
    display: none;
  }
}
.back:not(:focus) {
  opacity: 0;
  pointer-events: none;
}
`);

  /**
   * @typedef {object} Running the address of a running game, and data to send to it
   * @property {string} at the address, from its `?` on
   * @property {string} load the save to show, until the game has it
   * @property {string} move
   * @property {boolean} [isCredentialless] true if the page allows no other frame
   *
   * @typedef {object} Game the game in its frame
   * @property {HTMLDialogElement} box
   * @property {HTMLIFrameElement} frame
   * @property {HTMLButtonElement} back
   * @property {string} sent the save that it has
   * @property {boolean} heard true once it has sent a message
   *
   * @typedef {object} Replay the value of the attribute `replay`: a game as text, or the address of a save
   * @property {string} [text]
   * @property {URLSearchParams} [query] all parameters of a link, before and after its `#`
   * @property {string} [save]
   */
  class PalaceGame extends HTMLElement {
    static observedAttributes = ATTRIBUTES;
    #root = this.attachShadow({ mode: "open" });
    /** @type {Game | null} */
    #game = null;
    /** @type {Running | null} the played game, wherever the element is in the page */
    #running = null;
    /** @type {AbortController | null} removes the listeners of an element that leaves the page */
    #listeners = null;
    #hasFailed = false; // true if the saved game failed to load, so that Play starts a new one
    #key = ""; // the tab's storage key for the address of the game
    #theme = "";

    get #origin() {
      return site?.origin ?? "";
    }

    connectedCallback() {
      this.#root.adoptedStyleSheets = [sheet];
      this.#listeners = new AbortController();
      const { signal } = this.#listeners;
      addEventListener("message", (event) => this.#handleMessage(event), { signal });
      document.addEventListener("securitypolicyviolation", (event) => this.#handleViolation(event), { signal });
      const light = new MutationObserver(() => this.#updateTheme());
      for (let each = /** @type {Element | null} */ (this); each; each = parentOf(each))
        light.observe(each, { attributes: true, childList: each === this });
      signal.addEventListener("abort", () => light.disconnect());
      addEventListener("load", () => this.#updateTheme(), { signal }); // style sheets have loaded
      darkDevice.addEventListener("change", () => this.#updateTheme(true), { signal });
      this.#showPoster();
      if (this.#running) this.#openGame(this.#running);
    }

    // With moveBefore, a page moves the element without a reload of the frame.
    connectedMoveCallback() {}

    disconnectedCallback() {
      if (fullWindow === this) this.#leaveFullWindow();
      this.#listeners?.abort();
      this.#game = null;
      this.#root.replaceChildren();
    }

    /** @type {(name: string, before: string | null, now: string | null) => void} */
    attributeChangedCallback(name, before, now) {
      if (before === now || !this.isConnected || !this.#listeners || this.#game) return;
      this.#hasFailed &&= name !== "replay";
      this.#showPoster();
    }

    // -- attributes ---------------------------------------------------------------------------------------------------

    get #lang() {
      return this.lang.toLowerCase().split("-")[0].trim(); // without the region
    }

    get #language() {
      return languages.includes(this.#lang) ? this.#lang : "";
    }

    get #words() {
      return words[this.#language];
    }

    get #folder() {
      return this.#language && `${this.#language}/`;
    }

    // The attributes as the frame expects them, and a sentence for each visible mistake.
    #readAttributes() {
      /** @param {string} name */
      const readAttribute = (name) => this.getAttribute(name)?.trim() || "";
      /** @param {string} text */
      const readWord = (text) => text.replace(/\s/g, "").toLowerCase(); // one of the known values, however it is typed
      /** @type {string[]} */
      const problems = [];
      /** @type {(which: string, value: string, known?: string[]) => void} */
      const addProblem = (which, value, known) => {
        const sentence = known ? this.#words.say.unknown : this.#words.say[which];
        problems.push(fillText(sentence, { name: which, value: clipText(value), known: known?.join(", ") ?? "" }));
      };
      const replay = this.#hasFailed
        ? {}
        : this.#parseReplay(readAttribute("replay"), () => addProblem("replay", readAttribute("replay")));
      /** @param {string} name */
      const readLink = (name) => replay.query?.get(name);
      /** @type {(name: string, known: string[], value?: string | null) => string} */
      const readChoice = (name, known, value = readAttribute(name)) => {
        const word = readWord(value || known[0]);
        if (known.includes(word)) return word;
        addProblem(name, word, known);
        return known[0];
      };
      const game = readChoice(
        "game",
        Object.keys(games),
        /(.+)-/.exec(readAttribute("puzzle"))?.[1] || readAttribute("game") || readLink("game"),
      );
      const query = new URLSearchParams({ game });
      for (const name of [...parameters, ...options]) {
        const value = readAttribute(name) || readLink(name);
        if (value) query.set(name, value);
      }
      for (const option of readWord(readAttribute("options")).match(/[^,]+/g) ?? []) {
        const [name, value] = option.split("=");
        if (options.includes(name) && value) query.set(name, value);
        else addProblem("options", option, options);
      }
      readChoice("lang", ["en", ...languages], this.#lang);
      const themeWish = readChoice("theme", themes);
      if (this.#place && query.has("seed")) query.set("table", `${this.#place + 1}`); // a saved game of its own
      const theme = this.#pageScheme() || themeWish;
      if (theme !== "auto") query.set("theme", theme);
      let at = readAttribute("at") || readLink("at") || "";
      if (!/^\d{0,6}$/.test(at)) {
        addProblem("at", at);
        at = "";
      }
      const { text } = replay;
      const fragment = text
        ? `#replay=${text}${at && `&at=${at}`}`
        : readLink("proof")
          ? `#proof=${readLink("proof")}`
          : "";
      const address = query.toString().replace(/%2C|%3A/g, decodeURIComponent) + fragment;
      return { game, theme, address, problems, save: replay.save, at };
    }

    // Its place among the elements of the page with this seed, and among the elements with its shadow root.
    get #place() {
      let place = 0;
      for (let each = /** @type {Element} */ (this), root; each; each = root.host) {
        root = /** @type {ShadowRoot} */ (each.getRootNode());
        const seed = each.getAttribute("seed");
        const same = [...root.querySelectorAll(each.localName)].filter((other) => other.getAttribute("seed") === seed);
        place = 10 * place + same.indexOf(each);
      }
      return place;
    }

    // The color scheme at this place of the page, if the page has only one.
    #pageScheme() {
      const styled = getComputedStyle(this).colorScheme;
      const page = document.querySelector("meta[name=color-scheme]")?.getAttribute("content") ?? "";
      const scheme = (styled === "normal" ? page : styled).replace("only", "").trim();
      return scheme === "light" || scheme === "dark" ? scheme : "";
    }

    /**
     * Read a game as text, a link of this site, or the address of a save.
     * @param {string} value
     * @param {() => void} reportInvalid
     * @returns {Replay}
     */
    #parseReplay(value, reportInvalid) {
      if (!value) return {};
      if (/^[\w-]+$/.test(value)) return { text: value };
      const url = URL.canParse(value, document.baseURI) ? new URL(value, document.baseURI) : null;
      if (!url || !/^https?:$/.test(url.protocol)) {
        reportInvalid();
        return {};
      }
      const ownPage = [...Object.keys(games), "play"].find(
        (page) => url.href.split(/[?#]/)[0] === siteAddress(`${page}.html`),
      );
      if (!ownPage) return { save: url.href };
      const query = new URLSearchParams(`${url.search}&${url.hash.slice(1)}`);
      if (ownPage !== "play") query.set("game", ownPage);
      const text = query.get("replay") ?? "";
      if (/[^\w-]/.test(text)) reportInvalid();
      else return { text, query };
      return {};
    }

    // -- before Play ------------------------------------------------------------------------------------------------

    #showPoster() {
      const link = this.querySelector("a")?.href ?? "";
      if (!site && /^https?:/.test(link)) site = new URL("./", link);
      if (!site) {
        this.#theme = "unknown"; // until there is a link
        this.#root.replaceChildren(makeElement("slot", {}));
        return;
      }
      const missing = [this.#language, this.hasAttribute("puzzle") ? "puzzle" : ""].find((name) => !words[name]);
      if (missing) return loadWords(missing, () => this.isConnected && this.#showPoster());
      const { game, theme, problems } = this.#readAttributes();
      const { title, short, facts } = this.#words.games[game];
      const look = theme === "auto" ? (darkDevice.matches ? "dark" : "light") : theme;
      const onclick = () => this.#startGame();
      /** @type {HTMLImageElement} */
      const image = makeElement("img", {
        src: siteAddress(`${release}/embed/${game}-${look}.svg`),
        alt: "",
        loading: "lazy",
        onclick,
        onerror: () => this.#reloadPicture(image),
      });
      this.#key = [
        "palaces",
        location.href.replace(/#(?![/!]).*/, ""), // a fragment counts if it is the route of an app
        this.#place,
        ...ATTRIBUTES.map((name) => this.getAttribute(name)),
      ].join(" ");
      this.#theme = theme;
      const [label, name] = readAddress(this.#key)
        ? [this.#words.say.goOn, this.#words.say.continueGame]
        : [this.#words.say.play, this.#words.say.playGame];
      const play = makeElement("button", {
        type: "button",
        textContent: label,
        ariaLabel: fillText(name, { game: title }),
        onclick,
      });
      const rules = makeElement("a", {
        href: siteAddress(`${this.#folder}rules/${game}.html`),
        target: "_blank",
        textContent: this.#words.say.rules,
      });
      const head = makeElement(
        "div",
        { className: "head" },
        makeElement("b", { textContent: short }),
        makeElement("small", { textContent: facts }),
      );
      const status = makeElement("p", { role: "status", textContent: problems.join(" ") });
      this.#root.replaceChildren(
        makeElement(
          "div",
          { className: `box ${theme}` },
          image,
          head,
          makeElement("div", { className: "foot" }, play, rules),
          status,
        ),
      );
      words.puzzle?.showPuzzle?.(this);
    }

    /** @param {HTMLImageElement} image */
    async #reloadPicture(image) {
      image.onerror = null;
      const now = await fetchNewestRelease().catch(() => release);
      image.crossOrigin = "anonymous"; // under Cross-Origin-Embedder-Policy, a picture needs it
      image.src = image.src.replace(release, now ?? release);
    }

    /** @param {string} sentence */
    showSentence(sentence) {
      this.#root.querySelector("p")?.replaceChildren(sentence);
    }

    // Play and its neighbors become pieces of the picture, which appear one by one.
    #showProgress() {
      const foot = this.#root.querySelector(".foot");
      const image = this.#root.querySelector("img");
      const pieces = Array.from({ length: PIECE_COUNT }, (_, n) => {
        const piece = makeElement("i", {});
        piece.style.background = `url("${image?.src}") ${10 + (80 * n) / (PIECE_COUNT - 1)}% 70% / 400px`;
        return piece;
      });
      foot?.replaceChildren(...pieces, this.#words.say.loading);
    }

    async #startGame() {
      if (this.#root.querySelector("i") || !this.#tell("play")) return;
      const asked = this.#readAttributes();
      const at = readAddress(this.#key);
      let load = "";
      this.#showProgress();
      if (asked.save && !at) {
        const { firstChild } = this.#root;
        try {
          load = await this.#fetchSave(asked.save);
        } catch (error) {
          if (firstChild !== this.#root.firstChild) return;
          this.#hasFailed = true;
          this.#closeGame(
            fillText(this.#words.say.lost, {
              value: error instanceof TypeError ? this.#words.say.deaf : /** @type {Error} */ (error).message,
            }),
          );
          return;
        }
        if (firstChild !== this.#root.firstChild) return; // meanwhile the page removed or changed the element
      }
      this.#openGame({
        at: at || `?${asked.address}`,
        load,
        move: asked.at,
        isCredentialless: crossOriginIsolated,
      });
    }

    /** @param {string} address */
    async #fetchSave(address) {
      const answer = await fetch(address, { credentials: "omit", referrerPolicy: "no-referrer" });
      if (!answer.ok) throw new Error(`${answer.status}`);
      const text = await answer.text();
      if (text.length > longest) throw new Error(this.#words.say.long);
      return text;
    }

    // -- the game ---------------------------------------------------------------------------------------------------

    /**
     * Put the frame under the picture. The picture disappears once there is a game or an error to see.
     * @param {Running} going
     */
    #openGame(going) {
      const { title } = this.#words.games[this.#readAttributes().game];
      const themeQuery = this.#theme === "auto" || /[?&]theme=/.test(going.at) ? "" : `&theme=${this.#theme}`;
      const address = going.at.replace(/(?=#)|$/, themeQuery);
      // the name says that the game is in this element, see host_page.py
      const frame = makeElement("iframe", {
        name: "palaces-post",
        title,
        allow: "clipboard-write; fullscreen",
        src: siteAddress(`${this.#folder}frame.html${address}`),
      });
      if (going.isCredentialless) Object.assign(frame, { credentialless: true });
      const back = makeElement("button", {
        type: "button",
        className: "back",
        tabIndex: -1,
        textContent: this.#words.say.back,
        onclick: () => frame.focus(),
      });
      const poster = this.#root.querySelector(".box");
      if (poster) poster.ariaHidden = "true"; // the game reports its own progress
      this.#showProgress();
      const box = makeElement(
        "dialog",
        {
          open: true,
          className: `box ${this.#theme}`,
          ariaLabel: title,
          onclose: () => fullWindow === this && this.#leaveFullWindow(),
        },
        frame,
        poster ?? "",
        back,
      );
      const game = { box, frame, back, sent: "", heard: false };
      [this.#game, this.#running] = [game, going];
      this.#root.replaceChildren(box);
      frame.focus({ preventScroll: true });
      if (frame.offsetWidth < 280) this.#fillWindow(); // too small to play in
      const closeSilent = () => this.#game === game && !game.heard && this.#closeSilentGame(game, going);
      setTimeout(closeSilent, LOAD_TIMEOUT_MS);
      frame.onload = () => {
        // the focused frame was still empty; its own window needs the focus, too, to get the keys
        if (this.#root.activeElement === frame) frame.contentWindow?.focus();
        setTimeout(closeSilent, SILENCE_MS);
      };
    }

    /**
     * Accept messages only from the element's own frame, which only ever gets the save that this page asked for.
     * @param {MessageEvent} event
     */
    #handleMessage({ source, origin, data }) {
      const [game, going] = [this.#game, this.#running];
      if (!game || !going || source !== game.frame.contentWindow || data?.palaces !== 1) return;
      game.heard = true;
      const isStrange = origin !== this.#origin; // in a sandbox
      for (const [n, piece] of game.box.querySelectorAll("i").entries())
        piece.classList.toggle("on", n < data.loaded * PIECE_COUNT);
      if (isStrange || data.stuck === true || data.ready === true) game.box.querySelector(".box")?.remove();
      if (isStrange) return;
      // without the theme that this page sets, which may change before the game continues
      const at = String(data.at).replace(`&theme=${this.#theme}`, "");
      if (at.startsWith("?")) {
        storeAddress(this.#key, (going.at = at));
        this.#tell("move", { at });
      }
      if (data.newer === true) going.load = game.sent; // for the newer version that the frame then loads
      if (data.ready === true) {
        this.#sendToGame({ full: fullWindow === this, theme: this.#pageScheme() || null }); // it may have changed
        // once: after a reload, the frame uses its own address
        if (going.load) this.#sendToGame({ load: going.load, at: going.move ? Number(going.move) : null });
        [game.sent, going.load] = [going.load || game.sent, ""];
        this.#tell("ready");
      }
      if (data.over === true) this.#tell("over", { points: data.points, places: data.places });
      if (data.full === true && !fullWindow) this.#fillWindow();
      if (data.full === false && fullWindow === this) game.box.close();
      if (data.leave === true) game.back.focus({ preventScroll: true });
    }

    /**
     * Send an event of this element to the page. Return False if the page has cancelled it.
     * @type {(name: string, detail?: object) => boolean}
     */
    #tell(name, detail) {
      return this.dispatchEvent(
        new CustomEvent(`palace-${name}`, { detail, bubbles: true, cancelable: true, composed: true }),
      );
    }

    /** @param {Record<string, unknown>} what */
    #sendToGame(what) {
      this.#game?.frame.contentWindow?.postMessage({ palaces: 1, ...what }, this.#origin);
    }

    // The page has changed its theme, or the device has.
    #updateTheme(isOtherPicture = false) {
      const { theme } = this.#readAttributes();
      if (theme === this.#theme && !(isOtherPicture && !this.#game)) return;
      this.#theme = theme;
      if (!this.#game) return this.#showPoster();
      this.#game.box.className = `box ${theme}`;
      this.#sendToGame({ theme });
    }

    /** @param {SecurityPolicyViolationEvent} event */
    #handleViolation({ effectiveDirective, blockedURI }) {
      if (!this.#game || effectiveDirective !== "frame-src" || !blockedURI.startsWith(this.#origin)) return;
      this.#closeGame(fillText(this.#words.say.blocked, { value: this.#origin }));
    }

    /**
     * A Cross-Origin-Embedder-Policy of the page blocks our frame, unless the browser can load it without credentials.
     * @type {(game: Game, going: Running) => Promise<void>}
     */
    async #closeSilentGame(game, going) {
      const ownPage = await fetch(location.href, { method: "HEAD" }).catch(() => null);
      if (this.#game !== game || game.heard) return;
      const policy = ownPage?.headers.get("Cross-Origin-Embedder-Policy") ?? "";
      const isBlocked = /^[cr]/.test(policy); // credentialless or require-corp
      if (isBlocked && !going.isCredentialless && "credentialless" in game.frame) {
        this.#game = null;
        this.#showPoster();
        this.#openGame({ ...going, isCredentialless: true });
      } else
        this.#closeGame(
          isBlocked ? fillText(this.#words.say.isolated, { value: siteAddress("") }) : this.#words.say.silent,
        );
    }

    /**
     * Show the picture and Play again, with the reason.
     * @param {string} sentence
     */
    #closeGame(sentence) {
      this.#game = this.#running = null;
      this.#showPoster();
      this.showSentence(sentence);
      this.#root.querySelector("button")?.focus({ preventScroll: true });
    }

    // -- full window --------------------------------------------------------------------------------------------------

    // The box fills the window without a move of the frame, so its game continues, and the page behind does not scroll.
    // The frame handles Back in its own part of the tab's history.
    #fillWindow() {
      if (!this.#game) return;
      const { box, frame } = this.#game;
      const { style } = document.documentElement;
      pageState = { top: this.getBoundingClientRect().top, overflow: style.overflow };
      fullWindow = this;
      box.open = false;
      box.showModal();
      style.overflow = "hidden";
      frame.focus({ preventScroll: true });
      this.#restoreScroll();
      this.#sendToGame({ full: true });
    }

    // Browsers may scroll to a focused element. This restores the element's position in the window.
    #restoreScroll() {
      scrollBy({ top: this.getBoundingClientRect().top - pageState.top, behavior: "instant" });
    }

    #leaveFullWindow() {
      fullWindow = null;
      document.documentElement.style.overflow = pageState.overflow;
      if (!this.#game || !this.isConnected) return;
      this.#game.box.open = true;
      this.#game.frame.focus({ preventScroll: true });
      this.#restoreScroll();
      this.#sendToGame({ full: false });
    }
  }

  customElements.define("palace-game", PalaceGame);
})();
