/** What became of one node of a graph. */
export type NodeResult<Result> =
  | { readonly state: "ended"; readonly result: Result }
  /** A node that it needs did not end well. */
  | { readonly state: "skipped"; readonly because: number }
  /** The run was stopped before. */
  | { readonly state: "notBegun" };

interface GraphNode {
  readonly needs: readonly number[];
  readonly follows: readonly number[];
}

/** How the nodes of a graph are worked on. */
export interface GraphWork<Result> {
  /** Never rejects. */
  work(index: number): Promise<Result>;
  isWell(result: Result): boolean;
  /** True once nothing further is to be begun. */
  isStopped(): boolean;
}

/**
 * Works on the nodes of a graph, at most `width` at once, each when those before it are over; the first in order
 * first. A node that needs one which did not end well is skipped.
 */
export async function runGraph<Result>(
  nodes: readonly GraphNode[],
  width: number,
  { work, isWell, isStopped }: GraphWork<Result>,
): Promise<readonly NodeResult<Result>[]> {
  const results = new Array<NodeResult<Result> | undefined>(nodes.length).fill(undefined);
  const open = nodes.map(({ needs, follows }) => new Set([...needs, ...follows]));
  const after: number[][] = nodes.map(() => []);
  for (const [index, each] of open.entries()) for (const other of each) after[other]?.push(index);
  const ready = new Set(open.flatMap((each, index) => (each.size === 0 ? [index] : [])));
  const underWay = new Set<Promise<void>>();
  const settle = (index: number, result: NodeResult<Result>) => {
    results[index] = result;
    for (const next of after[index] ?? []) {
      open[next]?.delete(index);
      if (open[next]?.size === 0) ready.add(next);
    }
  };
  const failedNeed = (index: number) =>
    nodes[index]?.needs.find((other) => {
      const result = results[other];
      return result?.state === "skipped" || (result?.state === "ended" && !isWell(result.result));
    });
  const begin = (index: number) => {
    const because = failedNeed(index);
    if (because !== undefined) return settle(index, { state: "skipped", because });
    const running = work(index).then((result) => {
      settle(index, { state: "ended", result });
      underWay.delete(running);
    });
    underWay.add(running);
  };
  for (;;) {
    while (underWay.size < width && ready.size > 0 && !isStopped()) {
      const next = Math.min(...firstOf(ready));
      ready.delete(next);
      begin(next);
    }
    if (underWay.size === 0) break;
    await Promise.race(underWay);
  }
  return results.map((result) => result ?? { state: "notBegun" });
}

/** As many of the nodes that are ready as are worth comparing: they are added nearly in order. */
function firstOf(ready: ReadonlySet<number>): readonly number[] {
  const first: number[] = [];
  for (const index of ready) {
    first.push(index);
    if (first.length === 64) break;
  }
  return first;
}
