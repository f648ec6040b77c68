// @ts-check
// Day or night, as it was chosen on the home page: said before anything is drawn.
(() => {
  try {
    const chosen = localStorage.getItem("palaces:light");
    if (chosen) document.documentElement.dataset.theme = chosen;
  } catch {
    // where storage is refused, it is as the device has it
  }
})();
