import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { memberName } from "../../src/catalogue/commands/library-text.ts";
import { loadAllOperations } from "../../src/catalogue/index.ts";
import { folderOfTest } from "../temporary-folder.ts";

const root = join(import.meta.dirname, "../..");
const shipped = join(root, "dist/lib");

function compiled(folder: string, options: readonly string[]) {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const words = [compiler, ...options];
  const { stdout, status } = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
  return { status, stdout };
}

describe("the published declarations", () => {
  test.each<[string, readonly string[]]>([
    ["with svc's options", ["-p", "."]],
    ["with neither strict options nor Node's types", ["-p", "bare.json"]],
  ])("compile with test/types in a project %s", (_, options) => {
    expect(compiled(join(root, "test/types"), options)).toEqual({ status: 0, stdout: "" });
  });

  test("have an example of each operation, which compiles", async () => {
    const declarations = readFileSync(join(shipped, "operations.d.ts"), "utf8");
    const examples = [...declarations.matchAll(/@example (.*)$/gm)].map(([, example = ""]) => example);
    expect(new Set(examples).size).toBe((await loadAllOperations()).length);
    const folder = folderOfTest();
    const body = examples.map((example) => `  ${example}\n`).join("");
    const program = `import type { Svc } from "svc";\nexport async function all(svc: Svc) {\n${body}}\n`;
    writeFileSync(join(folder, "examples.ts"), program);
    const compilerOptions = {
      ...{ strict: true, noEmit: true, target: "es2022", lib: ["es2022", "dom"], types: [] },
      ...{ module: "esnext", moduleResolution: "bundler", paths: { svc: [join(shipped, "index.d.ts")] } },
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["examples.ts"] }));
    expect(compiled(folder, ["-p", "."])).toEqual({ status: 0, stdout: "" });
  });

  test("are up to date with the catalogue", async () => {
    const script = pathToFileURL(join(root, ".ci/import-source.mjs")).href;
    const { libraryDeclarations } = await import(script);
    const declarations: ReadonlyMap<string, string> = await libraryDeclarations();
    const names = readdirSync(shipped, { recursive: true, encoding: "utf8" });
    expect(names.filter((name) => name.endsWith(".d.ts")).sort()).toEqual([...declarations.keys()].sort());
    for (const [name, text] of declarations) expect(readFileSync(join(shipped, name), "utf8")).toBe(text);
  });

  test("have one name for each operation of a group and each field of an operation", async () => {
    const operations = await loadAllOperations();
    const names = operations.map(
      ({ group, operation }) => `${memberName(group.name)}.${memberName(operation.verb)}`,
    );
    expect(new Set(names).size).toBe(operations.length);
    for (const { id, operation } of operations) {
      const fields = (operation.fields ?? []).map(({ name }) => memberName(name));
      const optionNames = [...fields, ...(operation.waiter === undefined ? [] : ["wait"])];
      expect(new Set(optionNames).size, id).toEqual(optionNames.length);
    }
  });
});
