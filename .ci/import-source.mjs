import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");

/** Imports a TypeScript module, given by its path from the root, and its dependencies. */
export async function importSource(path) {
  const { outputFiles } = await build({
    entryPoints: [join(root, path)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    logLevel: "warning",
  });
  const code = Buffer.from(outputFiles[0].contents).toString("base64");
  return await import(`data:text/javascript;base64,${code}`);
}

/** The library's declarations by file name: types from the sources, and generated ones for the catalogue. */
export async function libraryDeclarations() {
  const { declarationFiles } = await importSource("src/cli/reference/library-declarations.ts");
  return await declarationFiles((name) => readFileSync(join(root, `src/client/library/${name}.ts`), "utf8"));
}
