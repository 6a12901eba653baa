import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { link, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { fileChunks, makeFolder, openPipe, writeAtomically, writePipe } from "../../../src/core/files.ts";
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
  await writeAtomically(target, content, { temporaryPath: beside });
  expect(readFileSync(target)).toEqual(Buffer.from(content));
  expect(await readdir(folder)).toEqual(["file"]);
});

test.runIf(process.platform !== "win32").each([0o600, 0o644, 0o666])(
  "the file has the mode %o, whatever the umask",
  async (mode) => {
    const { target, beside } = place();
    await writeAtomically(target, "x", { temporaryPath: beside, mode: 0o100000 | mode });
    expect(statSync(target).mode & 0o7777).toBe(mode);
  },
);

test("a file that cannot be moved leaves the old one, and no temporary file", async () => {
  const { folder, target, beside } = place();
  writeFileSync(target, "old");
  await expect(writeAtomically(target, "new", { temporaryPath: beside, move: link })).rejects.toMatchObject({
    code: "EEXIST",
  });
  expect(readFileSync(target, "utf8")).toBe("old");
  expect(await readdir(folder)).toEqual(["file"]);
});

test("a folder in the place of the file is not replaced", async () => {
  const { folder, target, beside } = place();
  mkdirSync(target);
  await expect(writeAtomically(target, "new", { temporaryPath: beside })).rejects.toThrow();
  expect(await readdir(folder)).toEqual(["file"]);
});

test("an existing temporary file is not overwritten", async () => {
  const { target, beside } = place();
  writeFileSync(beside, "another's");
  await expect(writeAtomically(target, "new", { temporaryPath: beside })).rejects.toMatchObject({
    code: "EEXIST",
  });
  expect(readFileSync(beside, "utf8")).toBe("another's");
});

test("makes a folder and its parents for this user alone, and leaves existing ones", () => {
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

test("throws the file system's error even if Node's recursive mkdir would not return", () => {
  const file = join(folderOfTest(), "file");
  writeFileSync(file, "");
  expect(() => makeFolder(join(file, "a", "b"))).toThrow("ENOTDIR");
  if (!existsSync("/proc/self")) return;
  for (const path of ["/proc/none", "/proc/none/a", "/proc/none/a/b/c", "/proc/self/fd/none/a"])
    expect(() => makeFolder(path), path).toThrow(/ENO/);
});

test("is used for every folder", () => {
  const root = join(import.meta.dirname, "../../..");
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join("src", name));
  const makers = [...files, "bin/svc.js"].filter((name) =>
    /mkdir(?:Sync)?\([^)]*recursive/.test(readFileSync(join(root, name), "utf8")),
  );
  expect(makers).toEqual([]);
});

const large = Buffer.from(Array.from({ length: 300_000 }, (_, value) => value % 251));

const read = (path: string, signal?: AbortSignal): Promise<Buffer> => buffer(fileChunks(path, signal));

function pipeOfTest(): string {
  const pipe = join(folderOfTest(), "pipe");
  execFileSync("mkfifo", [pipe]);
  return pipe;
}

test("a file is read to its end, even if it reports no size", async () => {
  const file = join(folderOfTest(), "file");
  writeFileSync(file, large);
  expect((await read(file)).equals(large)).toBe(true);
  if (process.platform === "linux")
    expect(await read("/proc/version")).toEqual(readFileSync("/proc/version"));
});

test("a file that is missing, and a folder, are errors of the file system", async () => {
  const folder = folderOfTest();
  await expect(read(join(folder, "none"))).rejects.toMatchObject({ code: "ENOENT" });
  await expect(read(folder)).rejects.toMatchObject({ code: "EISDIR" });
});

describe.skipIf(process.platform === "win32")("a named pipe", () => {
  test("is read from its first writer until its last one closes it", async () => {
    const pipe = pipeOfTest();
    const reading = read(pipe);
    await writeFile(pipe, large);
    expect((await reading).equals(large)).toBe(true);
  });

  test("is closed at the signal, before and while it is read", async () => {
    const reason = new Error("stopped");
    const controller = new AbortController();
    const reading = read(pipeOfTest(), controller.signal);
    controller.abort(reason);
    await expect(reading).rejects.toBe(reason);
    await expect(read(pipeOfTest(), AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test("is written as fast as its reader reads", async () => {
    const pipe = pipeOfTest();
    const reading = read(pipe);
    await writePipe(pipe, large);
    expect((await reading).equals(large)).toBe(true);
  });

  test("without a reader is refused at once", async () => {
    const pipe = pipeOfTest();
    expect(() => openPipe(pipe)).toThrow(expect.objectContaining({ code: "ENXIO" }));
    await expect(writePipe(pipe, large)).rejects.toMatchObject({ code: "ENXIO" });
  });
});
