// @ts-check
// What ESLint recommends, for every script by where it runs.
import js from "@eslint/js";
import globals from "globals";

const WORKERS = ["web/scripts/bot-worker.js", "web/scripts/sw.js"];
const CLASSIC = ["web/scripts/asked.js", "web/scripts/embed.js", "web/scripts/site.js", "web/scripts/sw.js"];

export default [
  js.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  { files: ["web/scripts/*.js"], ignores: WORKERS, languageOptions: { globals: globals.browser } },
  { files: WORKERS, languageOptions: { globals: { ...globals.worker, ...globals.serviceworker } } },
  { files: ["web/scripts/sw.js"], languageOptions: { globals: { workbox: "readonly", PRECACHE: "readonly" } } },
  { files: CLASSIC, languageOptions: { sourceType: "script" } },
  { files: ["build/**/*.js", "tests/**/*.js", "*.js"], languageOptions: { globals: globals.node } },
];
