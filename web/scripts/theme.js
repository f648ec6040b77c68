// @ts-check
// Day or night, contrast and motion, as they were chosen: said before anything is drawn.
(() => {
  try {
    const kept = new URLSearchParams(localStorage.getItem("palaces:settings") ?? "");
    for (const name of ["theme", "contrast", "motion"])
      if (kept.has(name)) document.documentElement.dataset[name] = String(kept.get(name));
  } catch {
    // where storage is refused, it is as the device has it
  }
})();
