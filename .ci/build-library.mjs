import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { importSource } from "./import-source.mjs";

const root = join(import.meta.dirname, "..");

/**
 * Bundles the library into a folder, split and minified by the options of the command line's own bundle, with its
 * declarations beside it. It is a bundle of its own: whoever imports it loads nothing of the command line. Resolves with
 * its size in bytes and the outputs of its metafile.
 */
export async function buildLibrary(folder, options) {
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: {
      index: join(root, "src/client/library/index.ts"),
      sandbox: join(root, "src/client/library/sandbox.ts"),
    },
    // The names of its functions and classes are part of what a caller sees, as in a stack.
    keepNames: true,
    outdir: folder,
  });
  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of outputFiles) writeFileSync(join(folder, basename(path)), contents);
  const declarations = await libraryDeclarations();
  mkdirSync(join(folder, "results"));
  for (const [name, text] of declarations) writeFileSync(join(folder, name), text);
  const bytes = outputFiles.reduce((sum, { contents }) => sum + contents.length, 0);
  return { bytes, outputs: metafile.outputs };
}

/** The declarations by file name: those that stand in the sources as types alone, and those of the catalogue. */
export async function libraryDeclarations() {
  const { declarationFiles } = await importSource("src/cli/reference/declarations/files.ts");
  return await declarationFiles((name) =>
    readFileSync(join(root, "src/client/library", `${name}.ts`), "utf8"),
  );
}
