import { join } from "node:path";
import { build } from "esbuild";

/** Imports a TypeScript module, given by its path from the root, and its dependencies. */
export async function importSource(path) {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "..", path)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    logLevel: "warning",
  });
  const code = Buffer.from(outputFiles[0].contents).toString("base64");
  return await import(`data:text/javascript;base64,${code}`);
}
