// @ts-check
// Says, before anything is drawn, which game and theme the address asks for: its picture is to be seen in the right
// colours. What is unknown changes nothing. A frame of the element <palace-game> goes along with the height of what is in it.
(() => {
  const root = document.documentElement;
  const query = new URLSearchParams(location.search);
  /** @param {string} name */
  const asked = (name) => query.getAll(name).pop() ?? "";
  if (document.currentScript?.dataset.games?.split(" ").includes(asked("game"))) root.dataset.game = asked("game");
  if (["light", "dark"].includes(asked("theme"))) root.dataset.theme = asked("theme");
  if (root.dataset.embed !== undefined && window.name === "palaces-fit") root.dataset.fit = "";
})();
