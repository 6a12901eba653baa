/**
 * Returns results in the items' order; undefined for items not started. After an error, starts no more items, and
 * throws it when the running ones have ended.
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
  shouldStop: () => boolean = () => false,
): Promise<readonly (Result | undefined)[]> {
  const results: (Result | undefined)[] = new Array(items.length).fill(undefined);
  const queue = items.entries();
  const errors: unknown[] = [];
  const worker = async () => {
    for (const [index, item] of queue) {
      if (errors.length > 0 || shouldStop()) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  if (errors.length > 0) throw errors[0];
  return results;
}

/** Yields each item with its result in order, and holds at most `concurrency` results. `work` must not reject. */
export async function* resultsInOrder<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
  shouldStop: () => boolean = () => false,
): AsyncGenerator<readonly [Item, Result | undefined]> {
  const running: (readonly [Item, Promise<Result> | undefined])[] = [];
  let next = 0;
  while (next < items.length || running.length > 0) {
    while (running.length < concurrency && next < items.length) {
      const item = items[next++];
      if (item !== undefined) running.push([item, shouldStop() ? undefined : work(item)]);
    }
    const first = running.shift();
    if (first !== undefined) yield [first[0], await first[1]];
  }
}

export function chunksOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}
