import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadAllOperations } from "../../src/catalogue/index.ts";
import { exampleOf } from "../../src/cli/tree/operation-spec.ts";
import { shellWords } from "../unit/cli/reference/sandbox-line.ts";

/**
 * Every operation that changes something, with an example command line; files that it needs are written to
 * `folder`.
 */
export async function changingOperations(folder: string) {
  const file = join(folder, "file");
  writeFileSync(file, "-----BEGIN X-----\n");
  const fill = (word: string) => (word.startsWith("@") ? `@${file}` : word.startsWith("./") ? file : word);
  return (await loadAllOperations())
    .filter(({ operation }) => operation.method !== "GET")
    .map((entry) => ({
      ...entry,
      words: shellWords(exampleOf(entry).split(" | ").at(-1) ?? "")
        .slice(1)
        .map(fill),
    }));
}

/** Calls `work` for each item, eight at a time. */
export async function sideBySide<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}
