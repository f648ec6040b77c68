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

  let chosen = new URLSearchParams(location.search).getAll("lang").pop()?.trim().toLowerCase() ?? null;
  let isChoice = chosen !== null;
  try {
    const key = root.dataset.embed === undefined ? "palaces:settings" : "palaces:settings:embed";
    const stored = new URLSearchParams(localStorage.getItem(key) ?? "").get("lang");
    if (stored && languages.includes(stored)) [chosen, isChoice] = [stored, true];
  } catch {
    // if storage is refused, the address decides
  }
  if (chosen && chosen !== root.lang && languages.includes(chosen)) location.replace(addressIn(chosen));
  if (isChoice) return;
  const known = navigator.languages.map((tag) => tag.split("-")[0]).find((language) => languages.includes(language));
  if (known && known !== root.lang) root.dataset.offered = known;
})();
