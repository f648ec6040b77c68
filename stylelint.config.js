// @ts-check
// What Stylelint's standard asks of every style sheet, but for the rules below. Prettier formats the sheets.

/** @type {import("stylelint").Config} */
export default {
  extends: "stylelint-config-standard",
  rules: {
    // Blank lines group rules that belong together.
    "at-rule-empty-line-before": null,
    "comment-empty-line-before": null,
    "custom-property-empty-line-before": null,
    "declaration-empty-line-before": null,
    "rule-empty-line-before": null,
    // Rules are in the order of the page, and what a small window changes stays beside it.
    "no-descending-specificity": null,
    "no-duplicate-selectors": null,
    // The build nests the sheet of a game under the element that shows it.
    "nesting-selector-no-missing-scoping-root": null,
    // `build/site_builder/pages/styles.py` names windows, and writes them as sheets do.
    "media-feature-range-notation": null,
    // A token has its two values side by side: #ffffff beside #0b2233.
    "color-hex-length": null,
    // 0.90625rem is 14.5 px.
    "number-max-precision": 5,
    // Safari knows them by no other names.
    "property-no-vendor-prefix": [true, { ignoreProperties: ["-webkit-text-size-adjust", "-webkit-user-select"] }],
    // The list of layers is in web/style.css.
    "declaration-property-value-allowed-list": { "z-index": ["/^var\\(--layer-[a-z-]+\\)$/"] },
    "value-keyword-case": ["lower", { camelCaseSvgKeywords: true, ignoreKeywords: ["srgb"] }],
  },
};
