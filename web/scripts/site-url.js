// @ts-check
// Puts the address of this site into lines for copying.
const root = `../${document.documentElement.dataset.root ?? ""}`; // the rules are in a folder, in one of a language or not
for (const name of document.querySelectorAll(".site")) name.textContent = new URL(root, location.href).href;
document.querySelector(".asks-script")?.setAttribute("hidden", "");
