import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../../src/core/make-folder.ts";
import { folderOfTest } from "../../temporary-folder.ts";

test("makes a folder and those above it for this user alone, and leaves those that are there", () => {
  const top = folderOfTest();
  mkdirSync(join(top, "open"), { mode: 0o755 });
  const folder = join(top, "open", "a", "b");
  makeFolder(folder);
  makeFolder(folder);
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  expect([join(top, "open"), join(folder, ".."), folder].map(modeOf)).toEqual([0o755, 0o700, 0o700]);
  makeFolder(join(top, "wide"), 0o750);
  expect(modeOf(join(top, "wide"))).toBe(0o750);
});

test("throws the error of the file system, also where Node's own recursion does not return", () => {
  const file = join(folderOfTest(), "file");
  writeFileSync(file, "");
  expect(() => makeFolder(join(file, "a", "b"))).toThrow("ENOTDIR");
  if (!existsSync("/proc/self")) return;
  for (const path of ["/proc/none", "/proc/none/a", "/proc/none/a/b/c", "/proc/self/fd/none/a"])
    expect(() => makeFolder(path), path).toThrow(/ENO/);
});

test("is what makes every folder", () => {
  const root = join(import.meta.dirname, "../../..");
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join("src", name));
  const makers = [...files, "bin/svc.js"].filter((name) =>
    /mkdir(?:Sync)?\([^)]*recursive/.test(readFileSync(join(root, name), "utf8")),
  );
  expect(makers).toEqual([]);
});
