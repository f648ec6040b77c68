// @ts-check
// What ESLint recommends, for every script by where it runs.
import js from "@eslint/js";
import globals from "globals";

const WORKERS = [
  "web/scripts/bot-worker.js",
  "web/scripts/lab-player.js",
  "web/scripts/sw.js",
  "build/kill-switch/sw.js",
];
const CLASSIC = [
  "browser-check",
  "embed",
  "gate",
  "lab-frame",
  "lab-player",
  "lost",
  "recover",
  "site-url",
  "start-monitor",
  "sw",
  "url-settings",
]
  .map((name) => `web/scripts/${name}.js`)
  .concat("build/kill-switch/sw.js");

export default [
  js.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  { files: ["web/scripts/*.js", "web/docs/*.js"], ignores: WORKERS, languageOptions: { globals: globals.browser } },
  { files: WORKERS, languageOptions: { globals: { ...globals.worker, ...globals.serviceworker } } },
  { files: ["web/scripts/sw.js"], languageOptions: { globals: { workbox: "readonly", PRECACHE: "readonly" } } },
  { files: CLASSIC, languageOptions: { sourceType: "script" } },
  { files: ["build/**/*.js", "tests/**/*.js", "*.js"], languageOptions: { globals: globals.node } },
];
