// @ts-check
// <palace-game game="medina">: a picture of a game and a Play button in anybody's page; Play puts the game into the same box.
(() => {
  const { currentScript } = document;
  if (!(currentScript instanceof HTMLScriptElement)) throw new Error("embed.js is no module");
  const site = new URL("./", currentScript.src);

  /**
   * @typedef {object} Known what palaces/embed.py knows and says; the build puts it here
   * @property {Record<string, { title: string, facts: string }>} games
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
  const LEAST = 240; // px: no frame is lower, or higher than MOST, whatever it says
  const MOST = 8000;

  /** @type {(sentence: string, values: Record<string, string>) => string} */
  const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, key) => values[key]);

  /**
   * The folder of the release that the site has now: this script may have grown old in a cache.
   * @returns {Promise<string | undefined>}
   */
  const newest = async () => {
    const answer = await fetch(currentScript.src, { cache: "reload", credentials: "omit" });
    return /release-[0-9a-f]{16}/.exec(await answer.text())?.[0];
  };

  /** @param {string} text */
  const short = (text) => (text.length > 60 ? `${text.slice(0, 60)}\u2026` : text);

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

  // One sheet for all boxes; unlike a <style> it needs no leave of the page's Content-Security-Policy.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
:host {
  --surface: light-dark(#fffdf8, #23201c);
  --sunk: light-dark(#ece4d4, #12100e);
  --ink: light-dark(#2a2118, #f1e9dc);
  --soft: light-dark(#63574a, #b9ab99);
  --line: light-dark(#d9cdb8, #443d34);
  --accent: light-dark(#1f5f8b, #6db3e0);
  --accent-ink: light-dark(#ffffff, #0d2130);
  --warn-wash: light-dark(#fbe9e2, #45251a);
  display: block; max-width: 100%; margin: 16px 0; font: 16px/1.4 Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", "Source Sans Pro", system-ui, sans-serif;
}
:host([hidden]) { display: none; }
:host([theme=light]) { color-scheme: light; }
:host([theme=dark]) { color-scheme: dark; }
* { box-sizing: border-box; }
.box { position: relative; overflow: hidden; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); color: var(--ink); text-align: start; }
img { display: block; width: 100%; height: auto; aspect-ratio: 16 / 9; cursor: pointer; background: var(--sunk); }
img.lost { visibility: hidden; }
.strip { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; padding: 12px 16px; border-top: 1px solid var(--line); }
.about { flex: 999 1 200px; min-width: 0; display: grid; }
b { font-size: 20px; line-height: 1.2; }
small { font-size: 14px; color: var(--soft); }
.ways { display: flex; flex-wrap: wrap; gap: 8px; flex: 1 1 auto; }
a, button { display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 8px 16px; border: 1px solid transparent; border-radius: 8px; font: inherit; line-height: 1.2; cursor: pointer; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
button { flex: 1; min-width: 112px; background: var(--accent); color: var(--accent-ink); font-weight: 600; }
button:hover { filter: brightness(1.06); }
button:disabled { opacity: .6; cursor: default; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
p { margin: 0; padding: 12px 16px; background: var(--warn-wash); overflow-wrap: anywhere; }
p:empty { display: none; }
iframe { display: block; width: 100%; border: 0; }
.back { position: absolute; right: 12px; bottom: 12px; }
.back:not(:focus) { opacity: 0; pointer-events: none; }`);

  /**
   * @typedef {object} Game the game in its frame
   * @property {HTMLIFrameElement} frame
   * @property {HTMLButtonElement} back
   * @property {string} load the save that it is to show, until it has it
   * @property {string} sent the save that it has
   * @property {string} at
   *
   * @typedef {object} Replay what the attribute of that name asks for: a game as text, or the address of a save
   * @property {string} [text]
   * @property {string | null} [at]
   * @property {URLSearchParams} [query]
   * @property {string} [save]
   */
  class PalaceGame extends HTMLElement {
    static observedAttributes = ATTRIBUTES;
    #root = this.attachShadow({ mode: "open" });
    /** @type {Game | null} */
    #game = null;
    /** @type {AbortController | null} ends what listens while the element is in a page */
    #leaving = null;
    #lost = false; // whether the saved game could not be loaded, so that Play begins a new one

    connectedCallback() {
      this.#root.adoptedStyleSheets = [sheet];
      this.#leaving = new AbortController();
      const { signal } = this.#leaving;
      addEventListener("message", (event) => this.#hear(event), { signal });
      document.addEventListener("securitypolicyviolation", (event) => this.#forbidden(event), { signal });
      this.#offer();
    }

    disconnectedCallback() {
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

    // -- what is asked for ------------------------------------------------------------------------------------------

    // The attributes as the frame wants them, and a sentence for each that can be seen to be wrong.
    #asked() {
      /** @param {string} name */
      const of = (name) => this.getAttribute(name)?.trim() || "";
      /** @type {string[]} */
      const problems = [];
      /** @type {(which: string, value: string, known?: string[]) => void} */
      const wrong = (which, value, known = []) => {
        problems.push(filled(say[which], { value: short(value), known: known.join(", "), game: games[FIRST].title }));
      };
      const replay = this.#lost ? {} : this.#replay(of("replay"), () => wrong("replay", of("replay")));
      const wanted = of("game") || replay.query?.get("game") || FIRST;
      const game = Object.hasOwn(games, wanted) ? wanted : FIRST;
      if (game !== wanted) wrong("game", wanted, Object.keys(games));
      const query = new URLSearchParams({ game });
      for (const name of ["seats", "seed", ...options]) {
        const value = (ATTRIBUTES.includes(name) && of(name)) || replay.query?.get(name);
        if (value) query.set(name, value);
      }
      for (const option of of("options").split(",").filter(Boolean)) {
        const [name, value] = option.split("=").map((part) => part.trim());
        if (options.includes(name) && value) query.set(name, value);
        else wrong("option", option, options);
      }
      const theme = of("theme") || "auto";
      if (!themes.includes(theme)) wrong("theme", theme, themes);
      else if (theme !== "auto") query.set("theme", theme);
      if (of("lang")) query.set("lang", of("lang"));
      let at = of("at") || replay.at || "";
      if (!/^\d{0,6}$/.test(at)) {
        wrong("at", at);
        at = "";
      }
      const fragment = replay.text ? `#replay=${replay.text}${at && `&at=${at}`}` : "";
      const address = query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":") + fragment;
      return { game, theme: themes.includes(theme) ? theme : "auto", address, problems, save: replay.save, at };
    }

    /**
     * A game as text, as a link of this site, or as the address of a save.
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
      if (url.origin !== site.origin || url.pathname !== new URL("play.html", site).pathname) return { save: url.href };
      const carried = new URLSearchParams(url.hash.slice(1));
      const text = carried.get("replay") ?? "";
      if (text && !/^[\w-]+$/.test(text)) wrong();
      else return { text, at: carried.get("at"), query: url.searchParams };
      return {};
    }

    // -- before Play ------------------------------------------------------------------------------------------------

    #offer() {
      const { game, theme, address, problems } = this.#asked();
      const { title, facts } = games[game];
      const look = theme === "auto" ? "" : `-${theme}`;
      const image = make("img", { src: new URL(`${release}/embed/${game}${look}.svg`, site).href, alt: "", width: 960, height: 540, decoding: "async" });
      image.addEventListener("error", () => this.#lostPicture(image), { once: true });
      image.addEventListener("load", () => image.classList.remove("lost"));
      const play = make("button", { type: "button", textContent: say.play, ariaLabel: filled(say.name, { game: title }) });
      const full = make("a", { href: new URL(`play.html?${address}`, site).href, target: "_blank", rel: "noopener", textContent: say.full });
      const start = () => this.#play(play);
      play.addEventListener("click", start);
      image.addEventListener("click", start);
      const about = make("span", { className: "about" }, make("b", { textContent: title }), make("small", { textContent: facts }));
      const said = make("p", { role: "status", textContent: problems.join(" ") });
      const strip = make("div", { className: "strip" }, about, make("span", { className: "ways" }, full, play));
      this.#root.replaceChildren(make("div", { className: "box" }, image, strip, said));
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

    /** @param {HTMLButtonElement} button */
    async #play(button) {
      if (button.disabled) return;
      const asked = this.#asked();
      let load = "";
      if (asked.save) {
        button.disabled = true;
        button.textContent = say.loading;
        try {
          load = await this.#fetched(asked.save);
        } catch (error) {
          this.#lost = true;
          this.#offer();
          this.#say(filled(say.lost, { value: error instanceof Error ? error.message : String(error) }));
          this.#root.querySelector("button")?.focus({ preventScroll: true });
          return;
        }
        if (!button.isConnected) return; // taken out of the page, or changed, meanwhile
      }
      this.#open(asked, load);
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
     * The frame is as high as the box was: what follows in the page stays where it is.
     * @param {{ game: string, address: string, at: string }} asked
     * @param {string} load
     */
    #open(asked, load) {
      const box = this.#root.querySelector("div");
      if (!box) return;
      // the name says that the element goes along with the height, see asked.js
      const frame = make("iframe", { name: "palaces-fit", title: games[asked.game].title, allow: "clipboard-write; fullscreen" });
      frame.style.height = `${box.getBoundingClientRect().height - box.offsetHeight + box.clientHeight}px`;
      frame.src = new URL(`embed.html?${asked.address}`, site).href;
      const back = make("button", { type: "button", className: "back", tabIndex: -1, textContent: say.back });
      back.addEventListener("click", () => frame.focus());
      this.#game = { frame, back, load, sent: "", at: asked.at };
      box.replaceChildren(frame, back, make("p", { role: "status" }));
      frame.focus({ preventScroll: true });
      // the frame that was focused was still empty: keys go to the game only if its own window is told, too
      frame.addEventListener("load", () => this.#root.activeElement === frame && frame.contentWindow?.focus());
    }

    /**
     * Only the element's own frame is listened to, and it only ever gets the save that this page asked for.
     * @param {MessageEvent} event
     */
    #hear({ source, origin, data }) {
      const game = this.#game;
      if (!game || source !== game.frame.contentWindow || origin !== site.origin || data?.palaces !== 1) return;
      if (Number.isFinite(data.height)) game.frame.style.height = `${Math.min(Math.max(Math.ceil(data.height), LEAST), MOST)}px`;
      if (data.leave === true) game.back.focus({ preventScroll: true });
      if (data.newer === true) game.load = game.sent; // for the newer version that the frame then loads
      if (data.ready === true && game.load) {
        game.frame.contentWindow?.postMessage({ palaces: 1, load: game.load, at: game.at ? Number(game.at) : null }, site.origin);
        [game.sent, game.load] = [game.load, ""]; // once: after a reload in the frame its own address counts
      }
    }

    /** @param {SecurityPolicyViolationEvent} event */
    #forbidden({ effectiveDirective, blockedURI }) {
      if (this.#game && effectiveDirective === "frame-src" && blockedURI.startsWith(site.origin)) this.#say(filled(say.blocked, { value: site.origin }));
    }
  }

  customElements.define("palace-game", PalaceGame);
})();
