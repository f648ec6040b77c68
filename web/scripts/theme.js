// @ts-check
// Applies the stored settings of the look before the first paint: theme, contrast, motion. It also marks the page of a
// visitor who has played here before.
(() => {
  /** @type {Record<string, string[]>} values of each setting that styles the page, except its default */
  const early = JSON.parse(document.currentScript?.dataset.early ?? "{}");
  try {
    const stored = new URLSearchParams(localStorage.getItem("palaces:settings") ?? "");
    for (const [name, values] of Object.entries(early)) {
      const value = stored.get(name);
      if (value && values.includes(value)) document.documentElement.dataset[name] = value;
    }
    const isKnown = Object.keys(localStorage).some((key) => /^palaces:(?!settings|persist)/.test(key));
    if (isKnown) document.documentElement.dataset.visit = "again";
  } catch {
    // if storage is refused, the device's settings apply
  }
})();
