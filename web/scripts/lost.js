// @ts-check
// Finds the intended page on the error page for a missing address. The error page tries to load this script from its
// own folder and from those above. The first copy that loads knows the site's address from its own.
(() => {
  const root = document.documentElement;
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  if (root.dataset.site !== undefined) return;
  const site = new URL("./", script.src);
  root.dataset.site = site.href;
  const pages = (script.dataset.pages ?? "").split(" ");

  // The part behind the path, with or without its `?`; and the path in its normal form, without the end of a sentence.
  const [, path, rest] =
    /^([^?&]*)(?:[?&](.*))?$/s.exec(decodeText(location.pathname.slice(site.pathname.length))) ?? [];
  const search = location.search || (rest ? `?${rest}` : "");
  const [folder] = /^\w+\//.exec(path ?? "") ?? [""];
  const language = (script.dataset.languages ?? "").split(" ").includes(folder.slice(0, -1)) ? folder : "";
  const plain = (path ?? "")
    .slice(language.length)
    .toLowerCase()
    .replace(/[\s/.,;:!?)\]}>"'”’»]+$/, "")
    .replace(/\.(html?|php)$/, "");

  /** @param {string} text */
  function decodeText(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text; // not a text of ours
    }
  }

  // The likely page: by its whole path, otherwise by its last word.
  function likelyPage() {
    const game = new URLSearchParams(search).get("game")?.toLowerCase();
    const last = plain.split("/").pop() ?? "";
    if (["index", "home", ""].includes(last)) return "./";
    const candidates = last === "play" && game ? [game, plain, last] : [plain, last];
    return candidates.map((name) => `${name}.html`).find((name) => pages.includes(name));
  }

  // A server may have one error page for all folders. A reader of another language goes to that of the language.
  const page = likelyPage() ?? (language && root.lang === "en" ? "404.html" : undefined);
  const target = page && new URL(page, new URL(language, site));
  if (target && target.pathname !== location.pathname) {
    target.search = search;
    target.hash = location.hash;
    location.replace(target);
  }
  addEventListener("DOMContentLoaded", () => {
    for (const link of document.querySelectorAll("[href^='./']"))
      link.setAttribute("href", new URL(link.getAttribute("href") ?? "", new URL(language, site)).href);
  });
})();
