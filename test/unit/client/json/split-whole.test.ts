import { describe, expect, test } from "vitest";
import { maxDepth } from "../../../../src/client/json/faults.ts";
import { type Element, nestsWithinBound, splitWhole } from "../../../../src/client/json/split-whole.ts";
import { createSplitter } from "../../../../src/client/json/splitter.ts";
import { seeded } from "../../random.ts";
import { damaged, randomJson } from "./random-json.ts";

interface Split {
  readonly elements: readonly (readonly [string, readonly number[]])[];
  readonly rest: string;
}

const shown = (elements: readonly Element[], rest: Buffer): Split => ({
  elements: elements.map(({ json, marks }) => [json.toString("latin1"), marks]),
  rest: rest.toString("latin1"),
});

/** As the loop over bytes splits it, which takes what does not come as one chunk. */
function byBytes(bytes: Buffer): Split | undefined {
  const splitter = createSplitter();
  try {
    const elements = [splitter.push(Buffer.alloc(0)), splitter.push(bytes)].flat();
    return splitter.ended() ? shown(elements, splitter.rest()) : undefined;
  } catch {
    return undefined;
  }
}

function atOnce(bytes: Buffer): Split | undefined {
  const whole = splitWhole(bytes);
  return whole && shown(whole.elements, bytes.subarray(whole.end));
}

/** What follows the opening bracket of a list of random elements. */
function randomList(next: () => number): string {
  const elements = Array.from({ length: Math.floor(next() * 5) }, () => randomJson(next));
  return `${elements.join(next() < 0.5 ? "," : " , ")}]`;
}

describe("a list that is there as a whole", () => {
  test("is split as byte by byte", () => {
    const next = seeded(31);
    let count = 0;
    for (let run = 0; run < 6000; run += 1) {
      const bytes = Buffer.from(randomList(next));
      const whole = atOnce(bytes);
      expect([bytes.toString(), whole]).toEqual([bytes.toString(), byBytes(bytes)]);
      if (whole !== undefined) count += 1;
    }
    expect(count).toBe(6000);
  });

  test("is left to the loop where it is damaged, or split in the same way", () => {
    const next = seeded(32);
    const kinds = { left: 0, split: 0 };
    for (let run = 0; run < 20_000; run += 1) {
      const bytes = Buffer.from(damaged(randomList(next), next));
      const whole = atOnce(bytes);
      if (whole !== undefined) expect([bytes.toString(), byBytes(bytes)]).toEqual([bytes.toString(), whole]);
      kinds[whole === undefined ? "left" : "split"] += 1;
    }
    expect(Math.min(kinds.left, kinds.split)).toBeGreaterThan(1000);
  });

  test.each([
    "",
    "]",
    " ] ",
    "1,2",
    "{}]",
    '{"a":{"b":[]}}]',
    '"]',
    "1]]",
    "1]x",
    ",]",
    "1,]",
    "[}]",
    "{]}]",
  ])("%j", (text) => {
    const whole = atOnce(Buffer.from(text));
    if (whole !== undefined) expect(whole).toEqual(byBytes(Buffer.from(text)));
    expect(whole === undefined).toBe(byBytes(Buffer.from(text)) === undefined || /[^\]\s]\s*$/.test(text));
  });

  test("may hold a megabyte of strings and escapes", () => {
    for (const unit of ['"",', '"\\"",', '"\\\\\\"",', "[],", '{"a":"b"},', "[[1]],"]) {
      const bytes = Buffer.from(`${unit.repeat(Math.floor(1_000_000 / unit.length))}1]`);
      expect(splitWhole(bytes)?.elements).toHaveLength(Math.floor(1_000_000 / unit.length) + 1);
    }
    const string = Buffer.from(`"${'\\"'.repeat(500_000)}"]`);
    expect(splitWhole(string)?.elements).toHaveLength(1);
  });

  test("is left to the loop where it is large", () => {
    expect(splitWhole(Buffer.from(`${"1,".repeat(600_000)}1]`))).toBeUndefined();
  });
});

describe("the depth of JSON", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

  test("is known up to the bound", () => {
    expect(nestsWithinBound(nested(maxDepth))).toBe(true);
    expect(nestsWithinBound(nested(maxDepth + 1))).toBe(false);
    expect(nestsWithinBound(`[${Array(5000).fill('{"a":[{"b":"["}]}').join()}]`)).toBe(true);
    expect(nestsWithinBound(`[${"{},".repeat(3000)}${nested(maxDepth)}]`)).toBe(false);
  });

  test("is bounded in a list that is split at once as in one that is not", () => {
    for (let depth = maxDepth - 3; depth < maxDepth + 3; depth += 1) {
      const bytes = Buffer.from(`${nested(depth)}]`);
      const whole = atOnce(bytes);
      if (whole !== undefined) expect(whole).toEqual(byBytes(bytes));
    }
  });
});
