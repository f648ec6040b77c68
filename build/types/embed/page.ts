// A script of a page with games.
const game = document.querySelector("palace-game");
game?.addEventListener("palace-over", ({ detail }) => detail.places.indexOf(1).toFixed());
game?.addEventListener("click", (event) => event.clientX.toFixed());
document.addEventListener("palace-move", (event) => event.detail.at.startsWith("?"));
document.createElement("palace-game").setAttribute("game", "medina");
// @ts-expect-error The result has no such part.
game?.addEventListener("palace-over", ({ detail }) => detail.winner);
