import { rmSync } from "node:fs";
import { build } from "esbuild";

/** Bundles src/ into dist/: split, so that a command loads only what it needs, and minified. */
rmSync("dist", { recursive: true, force: true });
const result = await build({
  entryPoints: ["src/main.ts"],
  outdir: "dist",
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
  banner: {
    js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
  },
});
const bytes = Object.values(result.metafile.outputs).reduce((sum, output) => sum + output.bytes, 0);
console.error(`dist: ${Object.keys(result.metafile.outputs).length} files, ${Math.round(bytes / 1024)} KiB`);
