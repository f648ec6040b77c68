// @ts-check
// On the page that a server shows in place of one that there is not, at whatever address: finds the page that was meant. The page
// asks for this script in its own folder and in those round it; the first that is there knows by its own address where the site is.
(() => {
  const root = document.documentElement;
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  if (root.dataset.site !== undefined) return;
  const site = new URL("./", script.src);
  root.dataset.site = site.href;
  const pages = (script.dataset.pages ?? "").split(" ");

  /**
   * An address within the site as it would be written had nobody a way of their own to write it.
   * @param {string} path
   */
  const plain = (path) => decodeURIComponent(path).toLowerCase().replace(/\/+$/, "").replace(/\.html?$/, "");

  // The page that was meant, as far as that can be told: by its whole path, else by its last word.
  function meant() {
    const path = plain(location.pathname.slice(site.pathname.length));
    const game = new URLSearchParams(location.search).get("game")?.toLowerCase();
    const last = path.split("/").pop() ?? "";
    if (["index", "home", ""].includes(last)) return "./";
    const wanted = last === "play" && game ? [game, path, last] : [path, last];
    return wanted.map((name) => `${name}.html`).find((name) => pages.includes(name));
  }

  let page;
  try {
    page = meant();
  } catch {
    // what stands in the address is no text
  }
  const there = page && new URL(page, site);
  if (there && there.pathname !== location.pathname) {
    there.search = location.search;
    there.hash = location.hash;
    location.replace(there);
  }
  addEventListener("DOMContentLoaded", () => {
    for (const link of document.querySelectorAll("[href^='./']")) link.setAttribute("href", new URL(link.getAttribute("href") ?? "", site).href);
  });
})();
