import { expect, test } from "vitest";
import { isGlob, matchesGlob } from "../../../../src/core/text/glob.ts";
import { createRandom } from "../../random.ts";

test.each([
  ["web-*", "web-01", true],
  ["web-*", "web-", true],
  ["WEB-?1", "web-01", true],
  ["web-?", "web-01", false],
  ["*", "", true],
  ["?", "", false],
  ["", "", true],
  ["*-01.svc", "web-01.svc", true],
  ["a.c", "abc", false],
  ["*a*b*", "xxaxxbxx", true],
  ["*ab", "aab", true],
])("%j and %j: %s", (glob, text, matches) => {
  expect(matchesGlob(glob, text)).toBe(matches);
});

test("only * and ? make a pattern", () => {
  expect(["web-*", "web-?", "web-01", "web-[01-03]", ""].map(isGlob)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("agrees with a regular expression on thousands of patterns", () => {
  const random = createRandom(14);
  const word = (letters: readonly string[]) =>
    Array.from({ length: random.below(9) }, () => random.pick(letters)).join("");
  const wrong: string[][] = [];
  for (let round = 0; round < 20_000; round++) {
    const glob = word(["a", "b", "*", "?", "."]);
    const text = word(["a", "b", "."]);
    const source = glob.replaceAll(".", "\\.").replace(/\*+/g, ".*").replaceAll("?", ".");
    if (matchesGlob(glob, text) !== new RegExp(`^${source}$`).test(text)) wrong.push([glob, text]);
  }
  expect(wrong).toEqual([]);
});
