// @ts-check
// The page for frames: a picture and Play. Play loads the game into the same frame, which until then costs little.
(() => {
  const TOO_SMALL = "(width < 17.5em), (height < 26.25em)"; // below 280 by 420 px with the usual text size
  const query = new URLSearchParams(location.search);
  const isAskedFor = query.get("play") === "now" || window.name === "palaces-post"; // embed.js shows the picture itself
  query.delete("play");
  const asked = query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  /** @param {string} page */
  const addressOn = (page) => `${page}${asked && `?${asked}`}${location.hash}`;
  if (isAskedFor) {
    location.replace(addressOn("frame.html"));
    return;
  }

  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const poster = /** @type {HTMLElement & { showSentence(sentence: string): void }} */ (
    document.querySelector("palace-game")
  );
  // As in embed.js, a page's policy need not allow styles that a script sets.
  document.body.style.margin = "0";
  Object.assign(poster.style, { height: "100vh", minHeight: "0", maxHeight: "none", aspectRatio: "auto" });
  for (const name of ["game", "theme", "lang"]) if (query.has(name)) poster.setAttribute(name, query.get(name) ?? "");
  const isTooSmall = () => matchMedia(TOO_SMALL).matches;
  const showSize = () => poster.showSentence(isTooSmall() ? (script.dataset.small ?? "") : "");
  customElements.whenDefined("palace-game").then(() => {
    document.title = poster.shadowRoot?.querySelector("b")?.textContent ?? document.title;
    if (isTooSmall()) showSize();
    addEventListener("resize", showSize);
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
