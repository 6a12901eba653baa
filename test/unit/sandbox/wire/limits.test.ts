import { expect, test } from "vitest";
import { defaultLimits } from "../../../../src/sandbox/wire/bodies.ts";

test("a form may have 10 MB, and a chunk of an image 256 MiB", () => {
  expect([defaultLimits.bodyBytes, defaultLimits.chunkBytes]).toEqual([10_000_000, 268_435_456]);
});
