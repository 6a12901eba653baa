import { expect, test } from "vitest";
import { lineDiff } from "../../../../../src/cli/commands/desired/line-diff.ts";

const signs = (before: string, after: string) =>
  lineDiff(before, after).map(({ sign, text }) => (sign === "gap" ? "..." : `${sign}${text}`));

test("changes are shown with two lines around them", () => {
  expect(signs("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n")).toEqual([
    ...["...", " 3", " 4", "-5", "+five", " 6", " 7", "..."],
  ]);
});

test("a text that begins or ends differently has all of its new lines", () => {
  expect(signs("", "a\nb\n")).toEqual(["+a", "+b"]);
  expect(signs("a\nb", "")).toEqual(["-a", "-b"]);
  expect(signs("b\n", "a\nb\nc\n")).toEqual(["+a", " b", "+c"]);
});

test("texts that differ only in line ends have no changes", () => {
  expect(signs("a\nb\n", "a\r\nb")).toEqual([]);
  expect(signs("", "")).toEqual([]);
});

/** All texts of at most `count` lines, where a line is one of two words. */
const textsOf = (count: number): readonly (readonly string[])[] =>
  count === 0
    ? [[]]
    : [
        [],
        ...textsOf(count - 1).flatMap((lines) => [
          [...lines, "a"],
          [...lines, "b"],
        ]),
      ];

/** The length of the longest common subsequence, by brute force. */
const commonOf = ([a, ...as]: readonly string[], [b, ...bs]: readonly string[]): number => {
  if (a === undefined || b === undefined) return 0;
  return a === b ? 1 + commonOf(as, bs) : Math.max(commonOf(as, [b, ...bs]), commonOf([a, ...as], bs));
};

test("unchanged and removed lines are the old text, unchanged and added ones the new text", () => {
  const texts = [...new Map(textsOf(4).map((lines) => [lines.join(), lines])).values()];
  for (const old of texts)
    for (const now of texts) {
      if (old.join() === now.join()) continue;
      const lines = lineDiff(old.join("\n"), now.join("\n"));
      if (lines.some(({ sign }) => sign === "gap")) continue;
      const of = (sign: string) =>
        lines.flatMap((line) => ([" ", sign].includes(line.sign) ? [line.text] : []));
      expect(of("-"), `${old} to ${now}`).toEqual(old);
      expect(of("+"), `${old} to ${now}`).toEqual(now);
      expect(lines.filter(({ sign }) => sign === " ").length).toBe(commonOf(old, now));
    }
});

test("a large change takes linear time", () => {
  const lines = (word: string) => Array.from({ length: 50_000 }, (_, index) => `${word} ${index}`).join("\n");
  expect(lineDiff(lines("old"), lines("new"))).toHaveLength(100_000);
});
