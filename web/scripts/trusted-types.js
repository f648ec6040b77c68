// @ts-check
// Where a server sends `require-trusted-types-for 'script'`, a page takes no text for markup and no address for a
// script that a policy has not let pass. This is the one that the site has, by the name of "palaces"; in all other
// places it says the same.
const SCRIPTS = [
  "bot-worker.js",
  "motion.js",
  "result-image.js",
  "qr.js",
  "sound.js",
  "../../embed.js",
  "../../sw.js",
].map((name) => new URL(name, import.meta.url).href);
const UNSEEN = /<\/?(?:base|embed|form|iframe|link|meta|object|script|style)\b/i; // in all that the game has to show

const policy = {
  /** @param {string} markup of `palaces/ui/html.py`, where every `<` that is not its own is escaped */
  createHTML(markup) {
    const found = UNSEEN.exec(markup);
    if (found) throw new TypeError(`A game shows no ${found[0]}>.`);
    return markup;
  },

  /** @param {string} address */
  createScriptURL(address) {
    const [file] = new URL(address, location.href).href.split("#");
    if (!SCRIPTS.includes(file)) throw new TypeError(`${file} is no script of this release.`);
    return address;
  },
};

export const trusted = window.trustedTypes?.createPolicy("palaces", policy) ?? policy;
