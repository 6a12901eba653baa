import { renameSync, rmSync } from "node:fs";
import { build } from "esbuild";

/**
 * What undici asks of Node at start-up and svc has no use for: HTTP/2, and of node:http the class of a message and the
 * limit of a header. Each costs more time to load than a whole request takes.
 */
const undiciWithoutHttp = {
  name: "undici-without-http",
  setup(bundle) {
    const stubs = {
      "node:http2": "throw new Error('no HTTP/2')",
      "node:http": "module.exports = { IncomingMessage: class {}, maxHeaderSize: 16384 }",
    };
    bundle.onResolve({ filter: /^node:http2?$/ }, ({ path, importer }) =>
      importer.includes("/undici/") ? { path, namespace: "stub" } : undefined,
    );
    bundle.onLoad({ filter: /.*/, namespace: "stub" }, ({ path }) => ({
      contents: stubs[path],
      loader: "js",
    }));
  },
};

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
    plugins: [undiciWithoutHttp],
    logLevel: "warning",
    banner: {
      js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
    },
  });
  rmSync("dist", { recursive: true, force: true });
  renameSync(fresh, "dist");
  const bytes = Object.values(result.metafile.outputs).reduce((sum, output) => sum + output.bytes, 0);
  console.error(
    `dist: ${Object.keys(result.metafile.outputs).length} files, ${Math.round(bytes / 1024)} KiB`,
  );
} catch {
  rmSync(fresh, { recursive: true, force: true });
  process.exitCode = 1;
}
