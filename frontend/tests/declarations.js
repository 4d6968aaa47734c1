// What Python declares before a bundle: English, and no drawings.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("../../silkenweb/text/en.json", import.meta.url));

Object.assign(globalThis, {
  LANGUAGE: "en",
  WORDS: JSON.parse(readFileSync(file, "utf8")),
  DRAWINGS: { icons: {}, marks: {} },
});
