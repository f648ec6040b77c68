// @ts-check
// Reads the game, the theme and the number of seats from the address before the first paint, so that the right picture
// appears in the right colors. Unknown values have no effect. The number of seats in a link's game is unknown yet.
(() => {
  const root = document.documentElement;
  const query = new URLSearchParams(location.search.replaceAll("&amp;", "&"));
  /** @param {string} name */
  const readParam = (name) => (query.getAll(name).pop() ?? "").replace(/[^\w,:-]/g, "").toLowerCase();
  /** @type {Record<string, number[]>} numbers of seats, by game */
  const counts = JSON.parse(document.currentScript?.dataset.seats ?? "{}");
  const seats = readParam("seats").split(",").length;
  /** @type {Record<string, number>} number of seats, by game with a lesson */
  const taught = JSON.parse(document.currentScript?.dataset.taught ?? "{}");
  if (Object.hasOwn(counts, readParam("game"))) root.dataset.game = readParam("game");
  if (counts[String(root.dataset.game)].includes(seats)) root.dataset.seats = String(seats);
  else if (location.hash.includes("replay=")) root.dataset.seats = "0";
  if (query.has("learn") && Object.hasOwn(taught, String(root.dataset.game))) {
    root.dataset.learn = readParam("learn");
    root.dataset.seats = String(taught[String(root.dataset.game)]);
  }
  let stored = "";
  try {
    stored =
      localStorage.getItem(root.dataset.embed === undefined ? "palaces:settings" : "palaces:settings:embed") ?? "";
  } catch {
    // if storage is refused, the address or the device decides
  }
  const settings = new URLSearchParams(stored);
  /** @type {Record<string, string[]>} values of each setting that styles the page, except its default */
  const early = JSON.parse(document.currentScript?.dataset.early ?? "{}");
  for (const [name, values] of Object.entries(early)) {
    const value = query.has(name) ? readParam(name) : settings.get(name);
    if (value && values.includes(value)) root.dataset[name] = value;
  }
})();
