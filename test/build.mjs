import { renameSync, rmSync } from "node:fs";
import { build } from "esbuild";

/**
 * Bundles src/ into dist/: split, so that a command loads only what it needs, and minified. dist/ is replaced only by a
 * build that succeeded.
 */
const fresh = `dist.${process.pid}`;
try {
  const result = await build({
    entryPoints: ["src/main.ts"],
    outdir: fresh,
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
  rmSync("dist", { recursive: true, force: true });
  renameSync(fresh, "dist");
  const bytes = Object.values(result.metafile.outputs).reduce((sum, output) => sum + output.bytes, 0);
  console.error(`dist: ${Object.keys(result.metafile.outputs).length} files, ${Math.round(bytes / 1024)} KiB`);
} catch {
  rmSync(fresh, { recursive: true, force: true });
  process.exitCode = 1;
}
