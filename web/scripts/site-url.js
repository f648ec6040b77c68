// @ts-check
// Puts the address of this site into lines for copying.
for (const name of document.querySelectorAll(".site")) name.textContent = new URL("../", location.href).href;
document.querySelector(".asks-script")?.setAttribute("hidden", "");
