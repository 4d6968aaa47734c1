// Bundles the sources into the files that the Python package ships: `npm run build` writes them,
// `npm run build -- --check` only compares them with what is there.

import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const target = join(here, "../silkenweb/widgets/static");

const { outputFiles } = await build({
  absWorkingDir: here,
  entryPoints: [
    { in: "src/loader.ts", out: "loader" },
    { in: "src/player_entry.ts", out: "player" },
    { in: "src/sit_entry.ts", out: "table" },
    { in: "src/scribe_entry.ts", out: "scribe" },
    { in: "src/practice_entry.ts", out: "practice" },
    { in: "src/page_entry.ts", out: "page" },
    { in: "styles/widgets.css", out: "widgets" },
    { in: "styles/page.css", out: "page" },
  ],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  outdir: target,
  write: false,
  logLevel: "warning",
});

const built = new Map(outputFiles.map((file) => [basename(file.path), file.text]));
const present = await readdir(target);

if (process.argv.includes("--check")) {
  const read = (name) => readFile(join(target, name), "utf8").catch(() => null);
  const stale = present.filter((name) => !built.has(name));
  for (const [name, text] of built) if ((await read(name)) !== text) stale.push(name);
  if (stale.length > 0) {
    console.error(`${target} is not what the sources give (${stale.sort().join(", ")}): run npm run build`);
    process.exit(1);
  }
} else {
  for (const name of present) if (!built.has(name)) await rm(join(target, name));
  for (const [name, text] of built) await writeFile(join(target, name), text);
  for (const [name, text] of built) console.log(`${name}: ${Buffer.byteLength(text)} bytes`);
}
