// @ts-check
// The page for frames: a picture and Play. Play loads the game into the same frame, which until then costs little.
(() => {
  const TOO_SMALL = "(width < 17.5em), (height < 26.25em)"; // below 280 by 420 px with the usual text size
  const PLAY_PARAMETER = /([?&;])play=([^&]*)&?/i;
  const query = new URLSearchParams(location.search.replaceAll("&amp;", "&"));
  const isPlayWanted = PLAY_PARAMETER.exec(location.search)?.[2].toLowerCase() === "now";
  const isAskedFor = isPlayWanted || window.name === "palaces-post"; // embed.js shows the picture itself
  const asked = location.search.replace(PLAY_PARAMETER, "$1").replace(/(?:\?|&|&amp;)$/, ""); // as it is, for the game's reader
  /** @param {string} page */
  const addressOn = (page) => `${page}${asked}${location.hash}`;
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const own = document.documentElement.lang;
  const language = query.get("lang")?.trim().toLowerCase().split(/[-_]/)[0] ?? own;
  if (language !== own && script.dataset.languages?.split(" ").includes(language)) {
    const folder = new URL(language === "en" ? "./" : `./${language}/`, script.src); // the script is at the root
    location.replace(new URL(addressOn("embed.html"), folder));
    return;
  }
  const isTooSmall = () => matchMedia(TOO_SMALL).matches;
  if (isAskedFor && !(isPlayWanted && isTooSmall())) {
    location.replace(addressOn("frame.html"));
    return;
  }

  const poster = /** @type {HTMLElement & { showSentence(sentence: string): void }} */ (
    document.querySelector("palace-game")
  );
  // As in embed.js, a page's policy need not allow styles that a script sets.
  document.body.style.margin = "0";
  Object.assign(poster.style, { height: "100vh", minHeight: "0", maxHeight: "none", aspectRatio: "auto" });
  if (own !== "en") poster.lang = own;
  for (const name of ["game", "puzzle", "theme"])
    for (const value of query.getAll(name)) poster.setAttribute(name, value.replace(/[^\w-]/g, ""));
  let sentence = "";
  const showSize = () => poster.showSentence(isTooSmall() ? (script.dataset.small ?? "") : sentence);

  // As in boot.js: some servers drop the query, and this picture is then of another game.
  async function checkQuery() {
    const [visit] = performance.getEntriesByType("navigation");
    if (!(visit instanceof PerformanceNavigationTiming) || !visit.redirectCount || location.search) return;
    const answer = await fetch("./embed.html?kept", { method: "HEAD" });
    if (!answer.redirected || new URL(answer.url).search) return;
    sentence = script.dataset.lost ?? "";
    showSize();
  }

  // In another language, the words of the picture come later.
  const showTitle = () => {
    document.title = poster.shadowRoot?.querySelector("b")?.textContent ?? document.title;
  };

  customElements.whenDefined("palace-game").then(() => {
    showTitle();
    if (poster.shadowRoot) new MutationObserver(showTitle).observe(poster.shadowRoot, { childList: true });
    if (isTooSmall()) showSize();
    addEventListener("resize", showSize);
    checkQuery().catch(() => {}); // without an answer, nothing is certain
  });

  poster.addEventListener("palace-play", (event) => {
    event.preventDefault();
    if (!isTooSmall()) {
      location.replace(addressOn("frame.html"));
      return;
    }
    const page = addressOn("play.html");
    const opened = window.open(page, "_blank"); // null in a sandbox that allows no windows
    if (opened) opened.opener = null;
    else poster.showSentence(`${script.dataset.refused} ${new URL(page, location.href).href}`);
  });
})();
