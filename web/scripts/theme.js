// @ts-check
// Sets the look that this browser keeps, before anything is drawn: day or night, contrast, motion.
(() => {
  /** @type {Record<string, string[]>} values of each setting that styles the page, but for its default */
  const early = JSON.parse(document.currentScript?.dataset.early ?? "{}");
  try {
    const kept = new URLSearchParams(localStorage.getItem("palaces:settings") ?? "");
    for (const [name, values] of Object.entries(early)) {
      const value = kept.get(name);
      if (value && values.includes(value)) document.documentElement.dataset[name] = value;
    }
  } catch {
    // where storage is refused, it is as the device has it
  }
})();
