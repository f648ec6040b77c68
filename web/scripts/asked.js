// @ts-check
// Says, before anything is drawn, which game, theme and number of seats the address asks for: that picture is to be seen,
// in the right colours. What is unknown changes nothing; how many sit in a game that comes by link is not known yet.
(() => {
  const root = document.documentElement;
  const query = new URLSearchParams(location.search);
  /** @param {string} name */
  const asked = (name) => query.getAll(name).pop() ?? "";
  /** @type {Record<string, number[]>} of seats, by game */
  const counts = JSON.parse(document.currentScript?.dataset.seats ?? "{}");
  const seats = asked("seats").split(",").length;
  if (Object.hasOwn(counts, asked("game"))) root.dataset.game = asked("game");
  if (counts[String(root.dataset.game)].includes(seats)) root.dataset.seats = String(seats);
  else if (location.hash.includes("replay=")) root.dataset.seats = "0";
  if (["light", "dark"].includes(asked("theme"))) root.dataset.theme = asked("theme");
})();
