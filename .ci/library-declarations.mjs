import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importSource } from "./import-source.mjs";

const library = join(import.meta.dirname, "../src/client/library");

/** The library's declarations by file name: types from the sources, and generated ones for the catalogue. */
export async function libraryDeclarations() {
  const { declarationFiles } = await importSource("src/cli/reference/declarations/files.ts");
  return await declarationFiles((name) => readFileSync(join(library, `${name}.ts`), "utf8"));
}
