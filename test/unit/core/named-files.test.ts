import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileChunks, openPipe, writePipe } from "../../../src/core/named-files.ts";
import { folderOfTest } from "../../temporary-folder.ts";

const large = Buffer.from(Array.from({ length: 300_000 }, (_, value) => value % 251));

async function read(path: string, signal?: AbortSignal): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of fileChunks(path, signal)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function pipeOfTest(): string {
  const pipe = join(folderOfTest(), "pipe");
  execFileSync("mkfifo", [pipe]);
  return pipe;
}

test("a file is read to its end, also where it reports no size", async () => {
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
  test("is read from the first writer on, to the end of the last", async () => {
    const pipe = pipeOfTest();
    const reading = read(pipe);
    await writeFile(pipe, large);
    expect((await reading).equals(large)).toBe(true);
  });

  test("is left at the signal, before and while it is read", async () => {
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
