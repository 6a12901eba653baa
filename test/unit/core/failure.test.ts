import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exitCodes } from "../../../src/core/failure.ts";

const source = join(import.meta.dirname, "../../../src");

/**
 * The source of all modules that create failures. The sandbox is excluded because it has its own error kinds.
 */
const modules = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => /^(?:core|client|desired|cli)\/.*\.ts$/.test(file))
  .map((file) => readFileSync(join(source, file), "utf8"))
  .join("\n");

const { done: _, ...failures } = exitCodes;

test("every code has one meaning", () => {
  const codes = Object.values(exitCodes).map(({ code }) => code);
  expect([...new Set(codes)]).toEqual(codes);
});

// Ignores comparisons, set members and types, which only check for a kind.
test.each(Object.keys(failures))("something fails with %s", (kind) => {
  const creation = new RegExp(`(?:Failure\\(\\s*|\\bend\\(|\\badd\\(\\s*|return |\\? |: )"${kind}"(?! *\\|)`);
  expect(creation.test(modules)).toBe(true);
});
