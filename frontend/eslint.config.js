import eslint from "@eslint/js";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

const BROWSER = [
  "IntersectionObserver",
  "ResizeObserver",
  "clearTimeout",
  "console",
  "crypto",
  "document",
  "getComputedStyle",
  "location",
  "performance",
  "queueMicrotask",
  "setTimeout",
  "window",
  "DRAWINGS",
  "LANGUAGE",
  "WORDS",
];

export default defineConfig(
  {
    files: ["**/*.ts"],
    extends: [eslint.configs.recommended, tseslint.configs.strict, tseslint.configs.stylistic],
  },
  {
    files: ["src/**/*.js"],
    extends: [eslint.configs.recommended],
    languageOptions: { globals: Object.fromEntries(BROWSER.map((name) => [name, "readonly"])) },
  },
);
