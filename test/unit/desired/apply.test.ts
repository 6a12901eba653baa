import { expect, test } from "vitest";
import { runGraph } from "../../../src/desired/apply.ts";
import { createRandom, seedsOfRun } from "../random.ts";

const node = (needs: readonly number[] = [], follows: readonly number[] = []) => ({ needs, follows });

/** Runs a graph in which the nodes of `failing` fail. Each node takes one turn of the event loop. */
async function run(
  nodes: readonly ReturnType<typeof node>[],
  width: number,
  failing: ReadonlySet<number> = new Set(),
  stopAfter = Infinity,
) {
  const begun: number[] = [];
  const finished: number[] = [];
  let most = 0;
  const results = await runGraph(nodes, width, {
    isStopped: () => begun.length >= stopAfter,
    isSuccess: (isWell: boolean) => isWell,
    work: async (index) => {
      for (const before of [...(nodes[index]?.needs ?? []), ...(nodes[index]?.follows ?? [])])
        if (begun.includes(before)) expect(finished).toContain(before);
      begun.push(index);
      most = Math.max(most, begun.length - finished.length);
      await new Promise((resolve) => setImmediate(resolve));
      finished.push(index);
      return !failing.has(index);
    },
  });
  return { states: results.map(({ state }) => state), begun, most, results };
}

test("nodes wait for the nodes that they need, and otherwise run in parallel", async () => {
  const { states, begun, most } = await run([node(), node([0]), node(), node([1, 2])], 2);
  expect(states).toEqual(["ended", "ended", "ended", "ended"]);
  expect(begun).toEqual([0, 2, 1, 3]);
  expect(most).toBe(2);
});

test("nodes that need a failed one are skipped, and nodes that only follow it are not", async () => {
  const { states, results } = await run(
    [node(), node([0]), node([1]), node([], [0]), node([], [1])],
    4,
    new Set([0]),
  );
  expect(states).toEqual(["ended", "skipped", "skipped", "ended", "ended"]);
  expect(results[1]).toEqual({ state: "skipped", failedIndex: 0 });
  expect(results[2]).toEqual({ state: "skipped", failedIndex: 1 });
});

test("no node starts after a stop", async () => {
  const { states, begun } = await run([node(), node(), node(), node([0])], 1, new Set(), 2);
  expect(begun).toEqual([0, 1]);
  expect(states).toEqual(["ended", "ended", "notBegun", "notBegun"]);
});

test("an empty graph ends", async () => {
  expect((await run([], 3)).states).toEqual([]);
});

test("generated graphs: every node ends or is skipped for a reason, never more than the width at once", async () => {
  for (const seed of seedsOfRun(100)) {
    const random = createRandom(seed);
    const count = random.below(30);
    const before = (index: number) =>
      Array.from({ length: Math.min(index, random.below(4)) }, () => random.below(index));
    const nodes = Array.from({ length: count }, (_, index) => node(before(index), before(index)));
    const failing = new Set(nodes.flatMap((_, index) => (random.below(6) === 0 ? [index] : [])));
    const width = 1 + random.below(5);
    const { states, begun, most } = await run(nodes, width, failing);
    expect(most, `seed ${seed}`).toBeLessThanOrEqual(width);
    expect(new Set(begun).size, `seed ${seed}`).toBe(begun.length);
    for (const [index, state] of states.entries()) {
      const isCut = nodes[index]?.needs.some((other) => failing.has(other) || states[other] === "skipped");
      expect(state, `seed ${seed}, node ${index}`).toBe(isCut ? "skipped" : "ended");
    }
  }
});
