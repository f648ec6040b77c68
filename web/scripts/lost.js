// @ts-check
// On the page that a server shows in place of one that there is not, at whatever address: finds the page that was
// meant. The page asks for this script in its own folder and in those round it; the first that is there knows by its
// own address where the site is.
(() => {
  const root = document.documentElement;
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  if (root.dataset.site !== undefined) return;
  const site = new URL("./", script.src);
  root.dataset.site = site.href;
  const pages = (script.dataset.pages ?? "").split(" ");

  // What comes behind the path, with or without its `?`; and the path as it would be written had nobody a way of their
  // own to write it, and had no sentence gone on behind it.
  const [, path, rest] = /^([^?&]*)(?:[?&](.*))?$/s.exec(decoded(location.pathname.slice(site.pathname.length))) ?? [];
  const search = location.search || (rest ? `?${rest}` : "");
  const plain = (path ?? "")
    .toLowerCase()
    .replace(/[\s/.,;:!?)\]}>"'”’»]+$/, "")
    .replace(/\.(html?|php)$/, "");

  /** @param {string} text */
  function decoded(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text; // no text of ours
    }
  }

  // The page that was meant, as far as that can be told: by its whole path, else by its last word.
  function meant() {
    const game = new URLSearchParams(search).get("game")?.toLowerCase();
    const last = plain.split("/").pop() ?? "";
    if (["index", "home", ""].includes(last)) return "./";
    const wanted = last === "play" && game ? [game, plain, last] : [plain, last];
    return wanted.map((name) => `${name}.html`).find((name) => pages.includes(name));
  }

  const page = meant();
  const there = page && new URL(page, site);
  if (there && there.pathname !== location.pathname) {
    there.search = search;
    there.hash = location.hash;
    location.replace(there);
  }
  addEventListener("DOMContentLoaded", () => {
    for (const link of document.querySelectorAll("[href^='./']"))
      link.setAttribute("href", new URL(link.getAttribute("href") ?? "", site).href);
  });
})();
