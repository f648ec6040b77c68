// @ts-check
// Goes to the page in the chosen language before the first paint. Each language has pages of its own, in a folder with
// its code. Without a choice, `?lang=` decides. Otherwise the page may offer a language of the browser.
(() => {
  const root = document.documentElement;
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const languages = (script.dataset.languages ?? "").split(" ");
  const site = new URL("../../", script.src);

  /**
   * Return the address of this page in a language, without `?lang=`.
   * @param {string} language
   */
  const addressIn = (language) => {
    const folder = root.lang === "en" ? "" : `${root.lang}/`;
    const page = location.pathname.slice(site.pathname.length + folder.length);
    const query = new URLSearchParams(location.search);
    query.delete("lang");
    const asked = String(query).replaceAll("%2C", ",").replaceAll("%3A", ":");
    return new URL((language === "en" ? "" : `${language}/`) + page + (asked && `?${asked}`) + location.hash, site)
      .href;
  };
  (window.palaces ??= {}).addressIn = addressIn;

  const key = root.dataset.embed === undefined ? "palaces:settings" : "palaces:settings:embed";

  /** Return the stored settings. If storage is refused, there are none. */
  const readSettings = () => {
    try {
      return new URLSearchParams(localStorage.getItem(key) ?? "");
    } catch {
      return new URLSearchParams();
    }
  };

  const asked = new URLSearchParams(location.search).getAll("lang").pop()?.trim().toLowerCase().split(/[-_]/)[0];
  const chosen = [readSettings().get("lang"), asked].find((language) => languages.includes(language ?? ""));
  if (chosen && chosen !== root.lang) location.replace(addressIn(chosen));
  if (chosen) return;
  const known = navigator.languages.map((tag) => tag.split("-")[0]).find((language) => languages.includes(language));
  if (!known || known === root.lang || root.dataset.embed !== undefined || !script.dataset.offers) return;

  /**
   * Store a choice, so that the offer does not come again.
   * @param {"lang" | "offered"} name
   * @param {string} value
   */
  const keep = (name, value) => {
    const settings = readSettings();
    settings.set(name, value);
    try {
      localStorage.setItem(key, String(settings));
    } catch {
      // then it is a choice for this page
    }
  };

  /** @type {{ sentence: string, link: string, close: string }} */
  const offer = JSON.parse(script.dataset.offers)[known];
  if (root.dataset.seats !== undefined) {
    // Python shows it among its notices, once
    if (readSettings().get("offered") === known) return;
    keep("offered", known);
    root.dataset.offer = JSON.stringify([offer.sentence, known, offer.link, offer.close]);
    return;
  }
  addEventListener("DOMContentLoaded", () => {
    const box = document.createElement("aside");
    const [sentence, link, close] = ["p", "a", "button"].map((name) => document.createElement(name));
    box.className = "language-offer";
    box.lang = known;
    sentence.textContent = offer.sentence;
    link.textContent = offer.link;
    link.setAttribute("href", addressIn(known));
    link.addEventListener("click", () => keep("lang", known));
    close.textContent = offer.close;
    close.addEventListener("click", () => {
      keep("lang", root.lang);
      box.remove();
    });
    box.append(sentence, link, close);
    const welcome = document.querySelector(".welcome");
    welcome ? welcome.after(box) : document.body.append(box);
  });
})();
