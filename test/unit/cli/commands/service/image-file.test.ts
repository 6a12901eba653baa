import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { examineImage } from "../../../../../src/cli/commands/service/send-image.ts";

function fileOf(bytes: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), "svc-image-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "image.tgz");
  writeFileSync(path, bytes);
  return path;
}

const never = new AbortController().signal;

test.each([1, 524_287, 524_288, 524_289, 1_048_576, 3_000_000])(
  "a file of %i bytes is hashed completely",
  async (size) => {
    const bytes = randomBytes(size);
    const path = fileOf(bytes);
    const progressCalls: (readonly number[])[] = [];
    const image = await examineImage(path, never, (...read) => progressCalls.push(read));
    expect(image).toEqual({ path, size, sha256: createHash("sha256").update(bytes).digest("hex") });
    expect(progressCalls).toHaveLength(Math.ceil(size / 524_288));
    expect(progressCalls.at(-1)).toEqual([size, size]);
  },
);

test("hashing ends with the signal's reason", async () => {
  const stop = new AbortController();
  const reason = new Error("interrupted");
  const hashing = examineImage(fileOf(randomBytes(3_000_000)), stop.signal, (read) => {
    if (read > 600_000) stop.abort(reason);
  });
  await expect(hashing).rejects.toBe(reason);
});

test("an empty file, a folder and a missing file are refused", async () => {
  const path = fileOf(Buffer.alloc(0));
  for (const wrong of [path, join(path, ".."), `${path}.gz`])
    await expect(examineImage(wrong, never, () => undefined)).rejects.toMatchObject({ kind: "usage" });
});
