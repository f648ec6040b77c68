// @ts-check
// Puts the address of this site into the lines that are to be copied.
for (const name of document.querySelectorAll(".site")) name.textContent = new URL("../", location.href).href;
document.querySelector(".asks-script")?.setAttribute("hidden", "");
