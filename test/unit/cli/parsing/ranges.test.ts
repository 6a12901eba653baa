import { describe, expect, it } from "vitest";
import { asRanges, expandRanges } from "../../../../src/cli/parsing/ranges.ts";
import { Failure } from "../../../../src/core/failure.ts";

describe("ranges of names", () => {
  it.each([
    ["node[20-01]", "runs backwards"],
    ["node[]", "not a number"],
    ["node[a-c]", "not a number"],
    ["node[1-]", "not a number"],
    ["node[1,,2]", "not a number"],
    ["node[1-2", "a bracket is missing"],
    ["node1-2]", "a bracket is missing"],
    ["node[1[2]]", "a bracket is missing"],
    ["node[0-10000]", "more than 10000"],
    ["node[0-999999999999]", "more than 10000"],
    ["node[0-999][0-999]", "more than 10000"],
    ["node[1-99999999999999999999]", "not a number"],
  ])("refuses %s", (word, why) => {
    expect(() => expandRanges(word)).toThrow(Failure);
    expect(() => expandRanges(word)).toThrow(why);
  });

  it.each([
    ["web-01", ["web-01"]],
    ["", [""]],
    ["node[7]", ["node7"]],
    ["node[08-10,31].rack1", ["node08.rack1", "node09.rack1", "node10.rack1", "node31.rack1"]],
    ["r[1-2]n[1-2]", ["r1n1", "r1n2", "r2n1", "r2n2"]],
    ["n[9-11]", ["n9", "n10", "n11"]],
  ])("expands %s", (word, names) => {
    expect(expandRanges(word)).toEqual(names);
  });

  it("expands to the announced number of names", () => {
    expect(expandRanges("n[0000-9999]")).toHaveLength(10_000);
  });
});

it.each([
  [[], []],
  [["db"], ["db"]],
  [["web-01", "web-02", "web-03", "web-07"], ["web-[01-03,07]"]],
  [
    ["web-9", "web-10", "db-1"],
    ["web-9", "web-10", "db-1"],
  ],
  [
    ["r1n1.lab", "r1n2.lab", "r2n1.lab"],
    ["r1n[1-2].lab", "r2n1.lab"],
  ],
  [["007", "008"], ["[007-008]"]],
])("%j are the ranges %j, and the other way round", (names, ranges) => {
  expect(asRanges(names)).toEqual(ranges);
  expect(ranges.flatMap(expandRanges)).toEqual(names);
});
