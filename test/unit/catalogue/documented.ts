import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadAllOperations } from "../../../src/catalogue/index.ts";

/** Reads a file below `test/fixtures`, without its comment lines. */
export const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../../fixtures", name), "utf8")
    .replace(/^#.*\n/gm, "")
    .trim();

/** Parses blocks of a name followed by indented lines. */
export const blocksOf = (name: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    fixture(name)
      .split("\n\n")
      .map((block) => {
        const [id = "", ...lines] = block.trim().split(/\n\s*/);
        return [id, lines] as const;
      }),
  );

/** All operations of the API documentation. */
export const loadDocumentedOperations = async () =>
  (await loadAllOperations()).filter(({ operation }) => operation.source === undefined);
