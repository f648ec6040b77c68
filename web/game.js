// Says, before anything is drawn, which game the address asks for: its picture is to be seen. What is unknown changes nothing.
(() => {
  const asked = new URLSearchParams(location.search).getAll("game").pop();
  if (document.currentScript.dataset.games.split(" ").includes(asked)) document.documentElement.dataset.game = asked;
})();
