import { describe, expect, test } from "vitest";
import { chunksOf, inParallel, resultsInOrder } from "../../../src/core/parallel.ts";
import { createRandom, seedsOfRun } from "../random.ts";

/** Work whose end the test controls, with a record of what is in progress. */
function openWork() {
  const under = new Map<number, { readonly end: () => void; readonly fail: (error: Error) => void }>();
  const begun: number[] = [];
  let most = 0;
  const work = (item: number) =>
    new Promise<string>((resolve, reject) => {
      begun.push(item);
      const leave = (settle: () => void) => {
        under.delete(item);
        settle();
      };
      under.set(item, {
        end: () => leave(() => resolve(`done ${item}`)),
        fail: (error) => leave(() => reject(error)),
      });
      most = Math.max(most, under.size);
    });
  return { under, begun, work, most: () => most };
}

/** Waits until the continuations of settled promises have run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

const cases = seedsOfRun(6).map((seed) => {
  const random = createRandom(seed);
  return { seed, random, count: random.below(30), width: 1 + random.below(8) };
});

describe("work in parallel", () => {
  test.each(cases)("is limited, complete and in the order of its items: seed $seed", async (each) => {
    const { random, count, width } = each;
    const { under, work, most } = openWork();
    const results = inParallel(range(count), width, work);
    for (await settle(); under.size > 0; await settle()) {
      under.get(random.pick([...under.keys()]))?.end();
    }
    expect(await results).toEqual(range(count).map((item) => `done ${item}`));
    expect(most()).toBe(Math.min(width, count));
  });

  test("does not start after an error, and throws the first one when running work has ended", async () => {
    const { under, begun, work } = openWork();
    let error: unknown;
    const result = inParallel(range(9), 3, work).catch((reason: unknown) => {
      error = reason;
    });
    under.get(1)?.fail(new Error("first"));
    await settle();
    under.get(0)?.end();
    await settle();
    expect([error, begun]).toEqual([undefined, [0, 1, 2]]);
    under.get(2)?.fail(new Error("second"));
    await result;
    expect([error, begun]).toEqual([new Error("first"), [0, 1, 2]]);
  });

  test("does not start after a stop; items that were not started have no result", async () => {
    const { under, work } = openWork();
    let isStopped = false;
    const results = inParallel(range(4), 2, work, () => isStopped);
    under.get(0)?.end();
    await settle();
    isStopped = true;
    for (const { end } of [...under.values()]) end();
    expect(await results).toEqual(["done 0", "done 1", "done 2", undefined]);
  });
});

describe("results in order", () => {
  test.each(cases)(
    "come as soon as all before them are known: seed $seed",
    async ({ random, count, width }) => {
      const { under, work, most } = openWork();
      const received: (readonly [number, string | undefined])[] = [];
      const reading = (async () => {
        for await (const pair of resultsInOrder(range(count), width, work)) received.push(pair);
      })();
      const result = new Set<number>();
      for (await settle(); under.size > 0; await settle()) {
        const item = random.pick([...under.keys()]);
        under.get(item)?.end();
        result.add(item);
        await settle();
        const ready = range(count).findIndex((each) => !result.has(each));
        expect(received.map(([each]) => each)).toEqual(range(ready === -1 ? count : ready));
      }
      await reading;
      expect(received).toEqual(range(count).map((item) => [item, `done ${item}`]));
      expect(most()).toBeLessThanOrEqual(width);
    },
  );

  test("start no further work after the reader has stopped", async () => {
    const { under, begun, work } = openWork();
    const reading = (async () => {
      for await (const [item] of resultsInOrder(range(20), 4, work)) if (item === 1) break;
    })();
    for (await settle(); under.has(0) || under.has(1); await settle()) under.get(under.has(0) ? 0 : 1)?.end();
    await reading;
    expect(begun).toEqual([0, 1, 2, 3, 4]);
  });

  test("are undefined after a stop", async () => {
    const received: unknown[] = [];
    for await (const [item, result] of resultsInOrder(
      range(5),
      1,
      async (item) => item * 10,
      () => received.length >= 2,
    ))
      received.push([item, result]);
    expect(received).toEqual([
      [0, 0],
      [1, 10],
      [2, undefined],
      [3, undefined],
      [4, undefined],
    ]);
  });
});

test.each(cases)(
  "chunks contain every item once, and no more than their size: seed $seed",
  ({ count, width }) => {
    const chunks = chunksOf(range(count), width);
    expect(chunks.flat()).toEqual(range(count));
    expect(chunks.slice(0, -1).every(({ length }) => length === width)).toBe(true);
    expect(chunks.every(({ length }) => length > 0 && length <= width)).toBe(true);
  },
);
