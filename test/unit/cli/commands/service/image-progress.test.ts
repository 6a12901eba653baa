import { expect, test } from "vitest";
import { chunkBytes, findImage, receivedOf } from "../../../../../src/cli/commands/service/send-image.ts";

const image = { path: "x", sha256: "ab".repeat(32), size: 10 * chunkBytes + 17 };

test.each([1, chunkBytes, 3 * chunkBytes + 5, 2 ** 31 + 123, 7_777_777_777_777])(
  "the percentage of every complete chunk of %i bytes converts back to its bytes",
  (size) => {
    const chunks = Math.ceil(size / chunkBytes);
    for (const count of [0, 1, 2, Math.floor(chunks / 3), chunks - 1, chunks]) {
      const received = Math.min(Math.max(count, 0) * chunkBytes, size);
      expect(receivedOf((received * 100) / size, size)).toBe(received);
      expect(receivedOf((received / size) * 100, size)).toBe(received);
    }
  },
);

test.each([
  ["half a chunk", (chunkBytes / 2 / image.size) * 100],
  ["a byte more than a chunk", ((chunkBytes + 1) / image.size) * 100],
  ["a rounded percentage", 27.3],
  ["more than all", 100.1],
  ["less than nothing", -1],
  ["no number", "50"],
  ["nothing", undefined],
  ["NaN", Number.NaN],
])("%s is not accepted", (_, progress) => {
  expect(receivedOf(progress, image.size)).toBeUndefined();
});

const file = { sha256: image.sha256, size: image.size, complete: false, progress: 0, upload_uri: "/up/1/" };

test.each([
  ["no object", 17],
  ["no sets", { id: 1 }],
  ["sets that are none", { sets: [file] }],
  ["a set that is none", { sets: { a: null } }],
  ["another hash", { sets: { a: { files: { x: { ...file, sha256: "cd".repeat(32) } } } } }],
  ["another size", { sets: { a: { files: { x: { ...file, size: 1 } } } } }],
])("%s contains no image", (_, resource) => {
  expect(findImage(resource, image)).toBeUndefined();
});

test("the progress of the set counts, not that of the file", () => {
  const progress = (4 * chunkBytes * 100) / image.size;
  const wrong = { ...file, progress: image.size / (4 * chunkBytes) };
  const match = findImage({ sets: { "20260101": { progress, files: { x: wrong } } } }, image);
  expect(match).toEqual({
    isComplete: false,
    uploadUri: "/up/1/",
    received: 4 * chunkBytes,
    isUntouched: false,
  });
});

test("the progress of a set with several files is not used", () => {
  const match = findImage(
    { sets: { a: { progress: 0, files: { x: file, y: { ...file, size: 3 } } } } },
    image,
  );
  expect(match?.received).toBeUndefined();
});

test("the newest set counts, compared by number, unless an older one is complete", () => {
  const set = (uri: string, complete = false) => ({
    progress: 0,
    files: { x: { ...file, upload_uri: uri, complete } },
  });
  const sets = { "20260102.2": set("b"), "20260102.10": set("c"), "20260101": set("a") };
  expect(findImage({ sets }, image)?.uploadUri).toBe("c");
  expect(findImage({ sets: { ...sets, "20250101": set("d", true) } }, image)?.isComplete).toBe(true);
});
