import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { link, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeAtomically } from "../../../src/core/atomic-file.ts";
import { folderOfTest } from "../../temporary-folder.ts";

function place() {
  const folder = folderOfTest();
  return { folder, target: join(folder, "file"), beside: join(folder, ".file.new") };
}

test.each([
  ["text", "new\n"],
  ["bytes", Buffer.from([0, 255, 10, 13])],
  ["nothing", ""],
])("%s stands in the file afterwards, and nothing beside it", async (_, content) => {
  const { folder, target, beside } = place();
  writeFileSync(target, "an older and longer content");
  await writeAtomically(target, content, { beside });
  expect(readFileSync(target)).toEqual(Buffer.from(content));
  expect(await readdir(folder)).toEqual(["file"]);
});

test.runIf(process.platform !== "win32").each([0o600, 0o644, 0o666])(
  "the file has the mode %o, whatever the umask",
  async (mode) => {
    const { target, beside } = place();
    await writeAtomically(target, "x", { beside, mode: 0o100000 | mode });
    expect(statSync(target).mode & 0o7777).toBe(mode);
  },
);

test("a file that cannot be put into its place leaves what stood there, and nothing beside it", async () => {
  const { folder, target, beside } = place();
  writeFileSync(target, "old");
  await expect(writeAtomically(target, "new", { beside, place: link })).rejects.toMatchObject({
    code: "EEXIST",
  });
  expect(readFileSync(target, "utf8")).toBe("old");
  expect(await readdir(folder)).toEqual(["file"]);
});

test("a folder in the place of the file is not replaced", async () => {
  const { folder, target, beside } = place();
  mkdirSync(target);
  await expect(writeAtomically(target, "new", { beside })).rejects.toThrow();
  expect(await readdir(folder)).toEqual(["file"]);
});

test("what stands beside the file already belongs to somebody else and stays", async () => {
  const { target, beside } = place();
  writeFileSync(beside, "another's");
  await expect(writeAtomically(target, "new", { beside })).rejects.toMatchObject({ code: "EEXIST" });
  expect(readFileSync(beside, "utf8")).toBe("another's");
});
