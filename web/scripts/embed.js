// @ts-check
// <palace-game game="medina">: a picture of a game and a Play button in any page. Play puts the game into the same box.
(() => {
  const { currentScript } = document;
  if (!(currentScript instanceof HTMLScriptElement)) throw new Error("embed.js is no module");
  const site = new URL("./", currentScript.src);

  /**
   * @typedef {object} Known data and sentences of palaces/share/embed.py; the build puts it here
   * @property {Record<string, Record<"title" | "short" | "facts", string>>} games
   * @property {string[]} options of all games
   * @property {string[]} themes
   * @property {number} longest characters of a save
   * @property {Record<string, string>} say
   */
  const { games, options, themes, longest, say } = /** @type {Known} */ (/* element */ {});
  const release = /* release */ ""; // the folder of the pictures
  if (customElements.get("palace-game")) return;

  const ATTRIBUTES = ["game", "seats", "seed", "options", "replay", "at", "theme", "lang"];
  const FIRST = Object.keys(games)[0];
  const PIECES = 5; // pieces of the picture, which appear while the game loads
  const SILENCE = 1000; // ms after which a loaded page without any message is not ours
  const PATIENCE = 20000; // ms for the page to load

  /** @type {(sentence: string, values: Record<string, string>) => string} */
  const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, key) => values[key]);

  /**
   * Return the folder of the site's current release, because this script may be an old one from a cache.
   * @returns {Promise<string | undefined>}
   */
  const newest = async () => {
    const answer = await fetch(currentScript.src, { cache: "reload", credentials: "omit" });
    return /release-[0-9a-f]{16}/.exec(await answer.text())?.[0];
  };

  /** @type {PalaceGame | null} the element that fills the window */
  let filling = null;
  let still = { top: 0, overflow: "" }; // its earlier position in the window, and the page's earlier style

  /** @param {string} key */
  const remembered = (key) => {
    try {
      return sessionStorage.getItem(key) ?? "";
    } catch {
      return ""; // storage is refused
    }
  };

  /** @type {(key: string, at: string) => void} */
  const remember = (key, at) => {
    try {
      sessionStorage.setItem(key, at);
    } catch {
      // then Back and Forward start a new game
    }
  };

  /** @param {Element} element */
  const around = (element) =>
    element.parentElement ?? /** @type {Partial<ShadowRoot>} */ (element.getRootNode()).host ?? null;

  /** @param {string} text */
  const clipped = (text) => (text.length > 60 ? `${text.slice(0, 60)}\u2026` : text);

  /**
   * @template {keyof HTMLElementTagNameMap} K
   * @param {K} name
   * @param {Partial<HTMLElementTagNameMap[K]>} properties
   * @param {(Node | string)[]} children
   */
  const make = (name, properties, ...children) => {
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
  --sunk: light-dark(#e6d9c0, #14171c);
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
  aspect-ratio: 3 / 2;
  min-height: min(560px, 150vw, max(420px, 92vh));
  max-height: max(420px, 92vh);
  font:
    500 17px/1.25 "Alegreya Sans",
    Calibri,
    Carlito,
    system-ui,
    sans-serif;
}
:host([hidden]) {
  display: none;
}
* {
  box-sizing: border-box;
}
.box {
  position: absolute;
  inset: 0;
  display: block;
  width: auto;
  height: auto;
  max-width: none;
  max-height: none;
  margin: 0;
  padding: 0;
  overflow: hidden;
  border: 0;
  border-radius: 16px;
  background: var(--card);
  color: var(--ink);
  color-scheme: light dark;
  box-shadow:
    0 0 0 1px var(--line),
    0 4px 0 var(--sh);
  direction: ltr;
  text-align: start;
  text-indent: 0;
  text-transform: none;
  letter-spacing: normal;
  white-space: normal;
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
  inset: 0 auto auto 0;
  width: 100%;
  height: calc(100% - 58px);
  object-fit: cover;
  cursor: pointer;
  background: var(--sunk);
}
img.lost {
  visibility: hidden;
}
.head {
  position: absolute;
  inset: 0 0 auto;
  display: grid;
  padding: 18px 12px 44px;
  text-align: center;
  background: linear-gradient(var(--card), transparent);
  pointer-events: none;
}
b {
  font:
    44px/1.15 Georgia,
    serif;
}
small {
  font-size: 16px;
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
  border-radius: 14px 14px 0 0;
  box-shadow: 0 -3px 0 var(--sh);
}
a,
button {
  display: flex;
  align-items: center;
  justify-content: center;
  min-height: 50px;
  padding: 0 16px;
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
  box-shadow: 0 3px 0 var(--accent-deep);
}
button:hover {
  filter: brightness(1.08);
}
i {
  flex: 0 1 40px;
  height: 40px;
  border-radius: 8px;
  background-size: 400px;
  opacity: 0.28;
}
i.on {
  opacity: 1;
}
:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 3px;
}
p {
  position: absolute;
  inset: auto 0 72px;
  max-height: calc(100% - 72px);
  margin: 0;
  padding: 12px 16px;
  overflow: auto;
  background: var(--warn-wash);
  overflow-wrap: anywhere;
}
p:empty {
  display: none;
}
iframe {
  position: absolute;
  width: 100%;
  height: 100%;
  border: 0;
}
.back {
  position: absolute;
  right: 12px;
  bottom: 12px;
}
.back:not(:focus) {
  opacity: 0;
  pointer-events: none;
}
`);

  /**
   * @typedef {object} Going the address of a running game, and data to send to it
   * @property {string} at the address, from its `?` on
   * @property {string} load the save to show, until the game has it
   * @property {string} move
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
   * @property {string | null} [at]
   * @property {string | null} [proof] of a challenge
   * @property {URLSearchParams} [query]
   * @property {string} [save]
   */
  class PalaceGame extends HTMLElement {
    static observedAttributes = ATTRIBUTES;
    #root = this.attachShadow({ mode: "open" });
    /** @type {Game | null} */
    #game = null;
    /** @type {Going | null} the played game, wherever the element is in the page */
    #going = null;
    /** @type {AbortController | null} removes the listeners of an element that leaves the page */
    #leaving = null;
    #lost = false; // true if the saved game failed to load, so that Play starts a new one
    #key = ""; // the tab's storage key for the address of the game
    #theme = "";

    connectedCallback() {
      this.#root.adoptedStyleSheets = [sheet];
      this.#leaving = new AbortController();
      const { signal } = this.#leaving;
      addEventListener("message", (event) => this.#hear(event), { signal });
      document.addEventListener("securitypolicyviolation", (event) => this.#forbidden(event), { signal });
      const light = new MutationObserver(() => this.#relight());
      for (let each = /** @type {Element | null} */ (this); each; each = around(each))
        light.observe(each, { attributes: true });
      signal.addEventListener("abort", () => light.disconnect());
      addEventListener("load", () => this.#relight(), { signal }); // style sheets have loaded
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#relight(), { signal });
      this.#offer();
      if (this.#going) this.#open(this.#going);
    }

    // With moveBefore, a page moves the element without a reload of the frame.
    connectedMoveCallback() {}

    disconnectedCallback() {
      if (filling === this) this.#giveBack();
      this.#leaving?.abort();
      this.#game = null;
      this.#root.replaceChildren();
    }

    /** @type {(name: string, before: string | null, now: string | null) => void} */
    attributeChangedCallback(name, before, now) {
      if (before === now || !this.isConnected || !this.#leaving || this.#game) return;
      this.#lost &&= name !== "replay";
      this.#offer();
    }

    // -- attributes ---------------------------------------------------------------------------------------------------

    // The attributes as the frame expects them, and a sentence for each visible mistake.
    #asked() {
      /** @param {string} name */
      const of = (name) => this.getAttribute(name)?.trim() || "";
      /** @type {string[]} */
      const problems = [];
      /** @type {(which: string, value: string, known?: string[]) => void} */
      const wrong = (which, value, known = []) => {
        problems.push(filled(say[which], { value: clipped(value), known: known.join(", "), game: games[FIRST].title }));
      };
      const replay = this.#lost ? {} : this.#replay(of("replay"), () => wrong("replay", of("replay")));
      const wanted = of("game") || replay.query?.get("game") || FIRST;
      const game = Object.hasOwn(games, wanted) ? wanted : FIRST;
      if (game !== wanted) wrong("game", wanted, Object.keys(games));
      const query = new URLSearchParams({ game });
      for (const name of ["seats", "seed", "beat", ...options]) {
        const value = (ATTRIBUTES.includes(name) && of(name)) || replay.query?.get(name);
        if (value) query.set(name, value);
      }
      for (const option of of("options").split(",").filter(Boolean)) {
        const [name, value] = option.split("=").map((part) => part.trim());
        if (options.includes(name) && value) query.set(name, value);
        else wrong("option", option, options);
      }
      const wish = of("theme") || "auto";
      if (!themes.includes(wish)) wrong("theme", wish, themes);
      const theme = this.#scheme() || (themes.includes(wish) ? wish : "auto");
      if (theme !== "auto") query.set("theme", theme);
      if (of("lang")) query.set("lang", of("lang"));
      let at = of("at") || replay.at || "";
      if (!/^\d{0,6}$/.test(at)) {
        wrong("at", at);
        at = "";
      }
      const proof = replay.proof ? `#proof=${replay.proof}` : "";
      const fragment = replay.text ? `#replay=${replay.text}${at && `&at=${at}`}` : proof;
      const address = query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":") + fragment;
      return { game, theme, address, problems, save: replay.save, at };
    }

    // The color scheme at this place of the page, if the page has only one.
    #scheme() {
      const styled = getComputedStyle(this).colorScheme;
      const page = document.querySelector("meta[name=color-scheme]")?.getAttribute("content") ?? "";
      const scheme = (styled === "normal" ? page : styled).replace("only", "").trim();
      return scheme === "light" || scheme === "dark" ? scheme : "";
    }

    /**
     * Read a game as text, a link of this site, or the address of a save.
     * @param {string} value
     * @param {() => void} wrong
     * @returns {Replay}
     */
    #replay(value, wrong) {
      if (!value) return {};
      if (/^[\w-]+$/.test(value)) return { text: value };
      const url = URL.canParse(value, document.baseURI) ? new URL(value, document.baseURI) : null;
      if (!url || !/^https?:$/.test(url.protocol)) {
        wrong();
        return {};
      }
      const own = [...Object.keys(games), "play"].find((page) => url.href.split(/[?#]/)[0] === `${site}${page}.html`);
      if (!own) return { save: url.href };
      if (own !== "play") url.searchParams.set("game", own);
      const carried = new URLSearchParams(url.hash.slice(1));
      const text = carried.get("replay") ?? "";
      if (text && !/^[\w-]+$/.test(text)) wrong();
      else return { text, at: carried.get("at"), proof: carried.get("proof"), query: url.searchParams };
      return {};
    }

    // -- before Play ------------------------------------------------------------------------------------------------

    #offer() {
      const { game, theme, problems } = this.#asked();
      const { title, short, facts } = games[game];
      const look = theme === "auto" ? "" : `-${theme}`;
      const image = make("img", {
        src: new URL(`${release}/embed/${game}${look}.svg`, site).href,
        alt: "",
        decoding: "async",
      });
      image.addEventListener("error", () => this.#lostPicture(image), { once: true });
      image.addEventListener("load", () => image.classList.remove("lost"));
      const nth = [...document.querySelectorAll(this.localName)].indexOf(this);
      const route = /^#[/!]/.test(location.hash) ? location.hash : "";
      this.#key = [
        "palaces",
        location.pathname,
        location.search + route,
        nth,
        ...ATTRIBUTES.map((name) => this.getAttribute(name)),
      ].join(" ");
      this.#theme = theme;
      const [label, name] = remembered(this.#key) ? [say.goOn, say.continueGame] : [say.play, say.playGame];
      const play = make("button", {
        type: "button",
        textContent: label,
        ariaLabel: filled(name, { game: title }),
      });
      const rules = make("a", {
        href: new URL(`rules/${game}.html`, site).href,
        target: "_blank",
        rel: "noopener",
        textContent: say.rules,
      });
      const start = () => this.#play();
      play.addEventListener("click", start);
      image.addEventListener("click", start);
      const head = make(
        "div",
        { className: "head" },
        make("b", { textContent: short }),
        make("small", { textContent: facts }),
      );
      const said = make("p", { role: "status", textContent: problems.join(" ") });
      this.#root.replaceChildren(
        make("div", { className: `box ${theme}` }, image, head, make("div", { className: "foot" }, play, rules), said),
      );
    }

    /** @param {HTMLImageElement} image */
    async #lostPicture(image) {
      image.classList.add("lost");
      const now = await newest().catch(() => undefined);
      if (now && now !== release) image.src = image.src.replace(release, now);
    }

    /** @param {string} sentence */
    #say(sentence) {
      this.#root.querySelector("p")?.replaceChildren(sentence);
    }

    // Play and its neighbors become pieces of the picture, which appear one by one.
    #wait() {
      const foot = this.#root.querySelector(".foot");
      const image = this.#root.querySelector("img");
      const pieces = Array.from({ length: PIECES }, (_, n) => {
        const piece = make("i", {});
        piece.style.background = `url("${image?.src}") ${10 + (80 * n) / (PIECES - 1)}% 70% / 400px`;
        return piece;
      });
      foot?.replaceChildren(...pieces, say.loading);
    }

    async #play() {
      if (this.#root.querySelector("i")) return;
      const asked = this.#asked();
      const at = remembered(this.#key);
      let load = "";
      this.#wait();
      if (asked.save && !at) {
        const { firstChild } = this.#root;
        try {
          load = await this.#fetched(asked.save);
        } catch (error) {
          if (firstChild !== this.#root.firstChild) return;
          this.#lost = true;
          this.#close(
            filled(say.lost, { value: error instanceof TypeError ? say.deaf : /** @type {Error} */ (error).message }),
          );
          return;
        }
        if (firstChild !== this.#root.firstChild) return; // meanwhile the page removed or changed the element
      }
      this.#open({ at: at || `?${asked.address}`, load, move: asked.at });
    }

    /** @param {string} address */
    async #fetched(address) {
      const answer = await fetch(address, { credentials: "omit", referrerPolicy: "no-referrer" });
      if (!answer.ok) throw new Error(`${answer.status}`);
      const text = await answer.text();
      if (text.length > longest) throw new Error(say.long);
      return text;
    }

    // -- the game ---------------------------------------------------------------------------------------------------

    /**
     * Put the frame under the picture. The picture disappears once there is a game or an error to see.
     * @param {Going} going
     */
    #open(going) {
      const { title } = games[this.#asked().game];
      const wears = this.#theme === "auto" || /[?&]theme=/.test(going.at) ? "" : `&theme=${this.#theme}`;
      const address = going.at.replace(/(?=#)|$/, wears);
      // the name says that the game is in this element, see host_page.py
      const frame = make("iframe", {
        name: "palaces-post",
        title,
        allow: "clipboard-write; fullscreen",
        src: new URL(`embed.html${address}`, site).href,
      });
      const back = make("button", { type: "button", className: "back", tabIndex: -1, textContent: say.back });
      back.addEventListener("click", () => frame.focus());
      const poster = this.#root.querySelector(".box");
      if (poster) poster.ariaHidden = "true"; // the game reports its own progress
      this.#wait();
      const box = make(
        "dialog",
        { open: true, className: `box ${this.#theme}`, ariaLabel: title },
        frame,
        poster ?? "",
        back,
      );
      box.addEventListener("close", () => filling === this && this.#giveBack());
      const game = { box, frame, back, sent: "", heard: false };
      [this.#game, this.#going] = [game, going];
      this.#root.replaceChildren(box);
      frame.focus({ preventScroll: true });
      const mute = () => this.#game === game && !game.heard && this.#close(say.silent);
      setTimeout(mute, PATIENCE);
      frame.addEventListener("load", () => {
        // the focused frame was still empty; its own window needs the focus, too, to get the keys
        if (this.#root.activeElement === frame) frame.contentWindow?.focus();
        setTimeout(mute, SILENCE);
      });
    }

    /**
     * Accept messages only from the element's own frame, which only ever gets the save that this page asked for.
     * @param {MessageEvent} event
     */
    #hear({ source, origin, data }) {
      const [game, going] = [this.#game, this.#going];
      if (!game || !going || source !== game.frame.contentWindow || data?.palaces !== 1) return;
      game.heard = true;
      const isStrange = origin !== site.origin; // in a sandbox
      for (const [n, piece] of game.box.querySelectorAll("i").entries())
        piece.classList.toggle("on", n < data.loaded * PIECES);
      if (isStrange || data.stuck === true || data.ready === true) game.box.querySelector(".box")?.remove();
      if (isStrange) return;
      // without the theme that this page sets, which may change before the game continues
      const at = String(data.at).replace(`&theme=${this.#theme}`, "");
      if (at.startsWith("?")) remember(this.#key, (going.at = at));
      if (data.newer === true) going.load = game.sent; // for the newer version that the frame then loads
      if (data.ready === true) {
        this.#tell({ full: filling === this, theme: this.#scheme() || null }); // it may have changed
        // once: after a reload, the frame uses its own address
        if (going.load) this.#tell({ load: going.load, at: going.move ? Number(going.move) : null });
        [game.sent, going.load] = [going.load || game.sent, ""];
      }
      if (data.full === true && !filling) this.#fill();
      if (data.full === false && filling === this) game.box.close();
      if (data.leave === true) game.back.focus({ preventScroll: true });
    }

    /** @param {Record<string, unknown>} what */
    #tell(what) {
      this.#game?.frame.contentWindow?.postMessage({ palaces: 1, ...what }, site.origin);
    }

    // The page has changed its theme.
    #relight() {
      const { theme } = this.#asked();
      if (theme === this.#theme) return;
      this.#theme = theme;
      if (!this.#game) return this.#offer();
      this.#game.box.className = `box ${theme}`;
      this.#tell({ theme });
    }

    /** @param {SecurityPolicyViolationEvent} event */
    #forbidden({ effectiveDirective, blockedURI }) {
      if (!this.#game || effectiveDirective !== "frame-src" || !blockedURI.startsWith(site.origin)) return;
      this.#close(filled(say.blocked, { value: site.origin }));
    }

    /**
     * Show the picture and Play again, with the reason.
     * @param {string} sentence
     */
    #close(sentence) {
      this.#game = this.#going = null;
      this.#offer();
      this.#say(sentence);
      this.#root.querySelector("button")?.focus({ preventScroll: true });
    }

    // -- full window --------------------------------------------------------------------------------------------------

    // The box fills the window without a move of the frame, so its game continues, and the page behind does not scroll.
    // The frame handles Back in its own part of the tab's history.
    #fill() {
      if (!this.#game) return;
      const { box, frame } = this.#game;
      const { style } = document.documentElement;
      still = { top: this.getBoundingClientRect().top, overflow: style.overflow };
      filling = this;
      box.open = false;
      box.showModal();
      style.overflow = "hidden";
      frame.focus({ preventScroll: true });
      this.#settle();
      this.#tell({ full: true });
    }

    // Browsers may scroll to a focused element. This restores the element's position in the window.
    #settle() {
      scrollBy({ top: this.getBoundingClientRect().top - still.top, behavior: "instant" });
    }

    #giveBack() {
      filling = null;
      document.documentElement.style.overflow = still.overflow;
      if (!this.#game || !this.isConnected) return;
      this.#game.box.open = true;
      this.#game.frame.focus({ preventScroll: true });
      this.#settle();
      this.#tell({ full: false });
    }
  }

  customElements.define("palace-game", PalaceGame);
})();
