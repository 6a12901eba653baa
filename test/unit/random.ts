/** Random choices from a seed, so that a generated case can be repeated. */
export interface SeededRandom {
  /** An integer from 0 to `bound` - 1. */
  below(bound: number): number;
  pick<T>(items: readonly T[]): T;
}

/** Pseudo-random numbers in [0, 1) from a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function createRandom(seed: number): SeededRandom {
  const next = seeded(seed);
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
  };
}

/**
 * The first seed of this run: `SVC_TEST_SEED`, or one derived from the date, so that each day tries other
 * cases.
 */
const firstSeed = Number(process.env["SVC_TEST_SEED"] ?? Math.floor(Date.now() / 86_400_000) * 1000);
/** `SVC_TEST_SEED` divided by 1000 replaces the number of the day. */
const day = Math.floor(firstSeed / 1000);
/** How many times as many generated cases run, and how much larger the part of each table is. */
const thoroughness = Math.max(1, Number(process.env["SVC_TEST_CASES"] ?? 1));

/** Whether it is the turn of number `index`: one in `count` has it on each day. */
export const hasTurn = (index: number, count: number): boolean => (index + day) % count === 0;

/** One in `parts` of the items, beginning at another one each day; `SVC_TEST_CASES=N` takes N times as many. */
export function partOfRun<Item>(items: readonly Item[], parts: number, shift = 0): readonly Item[] {
  const step = Math.max(1, Math.round(parts / thoroughness));
  return items.filter((_, index) => hasTurn(index + shift, step));
}

/**
 * `count` seeds for this run, or `SVC_TEST_CASES` times as many, after the seeds that once revealed a fault.
 * To repeat a failing one, set `SVC_TEST_SEED`.
 */
export const seedsOfRun = (count: number, formerSeeds: readonly number[] = []): readonly number[] => [
  ...formerSeeds,
  ...Array.from({ length: count * thoroughness }, (_, index) => firstSeed + index),
];
