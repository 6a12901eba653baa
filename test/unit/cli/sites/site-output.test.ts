import { expect, test } from "vitest";
import { createReadAhead } from "../../../../src/cli/sites/site-output.ts";

/** Chunks of two bytes; `state` counts those requested and shows whether the reader gave up. */
function source(chunks: number, failsAt?: number) {
  const state = { read: 0, isClosed: false };
  async function* bytes() {
    try {
      for (let at = 0; at < chunks; at += 1) {
        state.read += 1;
        if (at === failsAt) throw new Error("cut off");
        yield Buffer.of(at, at);
      }
    } finally {
      state.isClosed = true;
    }
  }
  return { state, bytes: bytes() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

async function readAll(bytes: AsyncIterable<Uint8Array>): Promise<readonly number[]> {
  const all: number[] = [];
  for await (const chunk of bytes) all.push(...chunk);
  return all;
}

test("a source is read in advance, up to the common limit of bytes", async () => {
  const ahead = createReadAhead(6);
  const [one, other] = [source(5), source(5)];
  const [first, second] = [ahead.start(one.bytes), ahead.start(other.bytes)];
  await ahead.full();
  await settle();
  expect(one.state.read + other.state.read).toBeLessThanOrEqual(4);
  expect(await readAll(first)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
  expect(await readAll(second)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
});

test("an error comes after the data received before it", async () => {
  const ahead = createReadAhead();
  const bytes = ahead.start(source(3, 2).bytes);
  await settle();
  const arrived: number[] = [];
  const reading = (async () => {
    for await (const chunk of bytes) arrived.push(...chunk);
  })();
  await expect(reading).rejects.toThrow("cut off");
  expect(arrived).toEqual([0, 0, 1, 1]);
});

test("a reader that stops closes the source and frees its bytes for others", async () => {
  const ahead = createReadAhead(4);
  const [one, other] = [source(9), source(2)];
  const first = ahead.start(one.bytes);
  await ahead.full();
  for await (const _ of first) break;
  await settle();
  expect(one.state.isClosed).toBe(true);
  expect(await readAll(ahead.start(other.bytes))).toEqual([0, 0, 1, 1]);
});
