/**
 * Works on `items` with at most `width` under way at once and returns the results in the order of the items; those that
 * were not begun when `stop` turned true are undefined. `work` never rejects.
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
  stop: () => boolean = () => false,
): Promise<readonly (Result | undefined)[]> {
  const results: (Result | undefined)[] = new Array(items.length).fill(undefined);
  const queue = items.entries();
  const lane = async () => {
    for (const [index, item] of queue) {
      if (stop()) return;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return results;
}
