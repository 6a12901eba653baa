import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { loadAllOperations } from "../../src/api/index.ts";
import { memberName } from "../../src/contract/member-name.ts";

const root = join(import.meta.dirname, "../..");
const shipped = join(root, "dist/lib");

describe("the declarations that are shipped", () => {
  test.each<[string, readonly string[]]>([
    ["of svc's own options", ["-p", "."]],
    ["that bundles", ["-p", ".", "--module", "esnext", "--moduleResolution", "bundler"]],
    ["of Node 16's modules", ["-p", ".", "--module", "node16", "--moduleResolution", "node16"]],
    ["without stricter options and the types of Node", ["-p", "bare.json"]],
  ])("permit and refuse what test/types says, in a project %s", (_, options) => {
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const { stdout, status } = spawnSync(process.execPath, [compiler, ...options], {
      cwd: join(root, "test/types"),
      encoding: "utf8",
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
  });

  test("are those of the catalogue as it stands", async () => {
    const script = pathToFileURL(join(root, ".ci/build-library.mjs")).href;
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
    expect(new Set(names).size).toBe(189);
    for (const { id, operation } of operations) {
      const fields = (operation.fields ?? []).map(({ name }) => memberName(name));
      const taken = [...fields, ...(operation.waiter === undefined ? [] : ["wait"])];
      expect([id, new Set(taken).size]).toEqual([id, taken.length]);
    }
  });
});
