// @ts-check
// The policy "palaces" for servers with `require-trusted-types-for 'script'`. There a page accepts markup and script
// addresses only from a policy. On all other servers it returns the same values.
const SCRIPTS = [
  "bot-worker.js",
  "motion.js",
  "result-image.js",
  "qr.js",
  "sound.js",
  "together.js",
  "../../embed.js",
  "../../sw.js",
].map((name) => new URL(name, import.meta.url).href);
const FORBIDDEN_TAGS = /<\/?(?:base|embed|form|iframe|link|meta|object|script|style)\b/i; // elements that no game renders

let workerBlob = ""; // the address of the latest script of `startWorker`
let frameMarkup = ""; // of the latest frame of `trustMarkup`

const policy = {
  /** @param {string} markup of `palaces/ui/html.py`, which escapes every `<` except its own */
  createHTML(markup) {
    const found = FORBIDDEN_TAGS.exec(markup);
    if (found && markup !== frameMarkup) throw new TypeError(`A game can't show ${found[0]}>.`);
    return markup;
  },

  /** @param {string} address */
  createScriptURL(address) {
    const [file] = new URL(address, location.href).href.split("#");
    if (!SCRIPTS.includes(file) && file !== workerBlob) throw new TypeError(`${file} isn't a script of this release.`);
    return address;
  },
};

export const trusted = window.trustedTypes?.createPolicy("palaces", policy) ?? policy;

/**
 * Return the markup of a sandboxed frame, which may have a script. The frame's policy has the hash of that script.
 * @param {string} markup
 */
export function trustMarkup(markup) {
  frameMarkup = markup;
  return trusted.createHTML(markup);
}

/**
 * Start a worker of this release. In a sandboxed frame, a page may start one only from a blob, and no module.
 * @param {string} address
 * @param {string} name
 */
export function startWorker(address, name) {
  if (origin !== "null") return new Worker(trusted.createScriptURL(address), { type: "module", name });
  const code = `const early = []; // messages before the module has loaded
onmessage = (event) => early.push(event);
import(${JSON.stringify(new URL(address, location.href).href)}).then(
  () => early.forEach((event) => onmessage(event)),
  (error) => setTimeout(() => { throw error; }), // the page hears it
);`;
  workerBlob = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  return new Worker(trusted.createScriptURL(workerBlob), { name });
}
