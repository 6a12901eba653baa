import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { importSource } from "./import-source.mjs";

/**
 * Writes `man/`, its list in package.json, and `completions/` from the catalogue. With `--check`, writes
 * nothing and fails if they are out of date.
 */
const root = join(import.meta.dirname, "..");
const { referenceFiles } = await importSource("src/cli/reference/manuals.ts");
const { builtinCommands } = await importSource("src/cli/commands/index.ts");
const { commandTree } = await importSource("src/cli/tree/command-tree.ts");
const { guides } = await importSource("docs/scripts/guides.ts");

const files = new Map(await referenceFiles(commandTree(builtinCommands), guides(root)));
const read = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined);
const man = [...files.keys()].filter((path) => path.startsWith("man/")).sort();
// npm installs the pages in this list with a global installation.
files.set("package.json", `${JSON.stringify({ ...JSON.parse(read("package.json")), man }, null, 2)}\n`);
const present = ["man", "completions"].flatMap((folder) => {
  mkdirSync(join(root, folder), { recursive: true });
  return readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
});
const stale = [
  ...[...files].filter(([path, text]) => read(path) !== text).map(([path]) => path),
  ...present.filter((path) => !files.has(path)),
];

if (process.argv.includes("--check")) {
  if (stale.length > 0) {
    console.error(`stale: ${stale.join(", ")}\nrepair: npm run reference`);
    process.exitCode = 1;
  }
} else {
  for (const path of stale) {
    const text = files.get(path);
    if (text === undefined) rmSync(join(root, path));
    else writeFileSync(join(root, path), text);
  }
  console.error(`reference: ${files.size} files, ${stale.length} written`);
}
