// @ts-check
// The settings of pages without a table: the language and the theme in their drawer, and those in the home page's forms.
import { findElement } from "./page-content.js";
import { useStorage } from "./saved-games-store.js";

const SETTINGS_KEY = "palaces:settings"; // a query that theme.js and the game's page read

/** All stored settings. */
const readSettings = () => new URLSearchParams(useStorage((storage) => storage.getItem(SETTINGS_KEY), null) ?? "");

/**
 * @param {string} name
 * @param {string} value
 */
export function keepSetting(name, value) {
  const all = readSettings();
  all.set(name, value);
  useStorage((storage) => storage.setItem(SETTINGS_KEY, String(all)), undefined);
}

/**
 * Return the selects of settings. Python writes one for every setting that this page offers.
 * @param {ParentNode} within
 * @returns {HTMLSelectElement[]}
 */
export const settingSelects = (within) => [
  .../** @type {NodeListOf<HTMLSelectElement>} */ (within.querySelectorAll("select[data-setting]")),
];

/** @param {HTMLSelectElement} select */
export const defaultOption = (select) =>
  [...select.options].find((option) => option.defaultSelected) ?? select.options[0];

/**
 * Return the stored option, if there is one.
 * @param {HTMLSelectElement} select
 */
export function storedOption(select) {
  const stored = readSettings().get(String(select.dataset.setting));
  return [...select.options].find(({ value }) => value === stored);
}

export const barSelects = settingSelects(findElement(document, "#settings"));
for (const select of barSelects) {
  const name = String(select.dataset.setting);
  select.value = (storedOption(select) ?? defaultOption(select)).value;
  select.addEventListener("change", () => {
    document.documentElement.dataset[name] = select.value; // for the style sheet
    keepSetting(name, select.value);
  });
}
const languages = findElement(document, "#lang", HTMLSelectElement);
languages.value = document.documentElement.lang; // a browser may restore another one
languages.addEventListener("change", () => {
  keepSetting("lang", languages.value);
  location.assign(window.palaces?.addressIn?.(languages.value) ?? "./");
});
