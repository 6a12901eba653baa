import { isUtf8 } from "node:buffer";
import { describe, expect, test } from "vitest";
import { checkJson, checkStart, createUtf8Check } from "../../../../src/client/json/check.ts";
import { maxDepth } from "../../../../src/client/json/tokens.ts";
import { createRandom, seeded } from "../../random.ts";
import { damaged, randomJson } from "./random-json.ts";

function isTaken(bytes: Buffer): boolean {
  try {
    checkJson(bytes);
    return true;
  } catch {
    return false;
  }
}

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("a document", () => {
  test("is valid if JSON.parse accepts it", () => {
    const next = seeded(7);
    for (let count = 0; count < 4000; count += 1) {
      const json = randomJson(next);
      const text = count % 4 === 0 ? json : damaged(json, next);
      expect(isTaken(Buffer.from(text)), text).toEqual(isParsed(text));
    }
  });

  test.each(["", " ", "[", '{"a"', '"x', "-", "1.", "1e", "tru", '"\\u00', '[{"a":1'])(
    "that ends after %j has ended early",
    (text) => {
      expect(() => checkJson(Buffer.from(text))).toThrow("ended early");
    },
  );

  test.each(["[] []", "{}{}", "1 2", '"a" x', "[1]]"])("must not be followed by anything: %j", (text) => {
    expect(() => checkJson(Buffer.from(text))).toThrow("continues after the end");
  });

  test.each([
    ...["[01]", "+1", ".5", "1.e5", "--1", "[1 2]", "{a:1}", "{'a':1}", "[1,]", '{"a":1,}', "NaN"],
    '"\t"',
  ])("is not %j", (text) => {
    expect(() => checkJson(Buffer.from(text))).toThrow("not valid JSON");
  });

  test("has a limit for its nesting", () => {
    const nested = (depth: number) => Buffer.from("[".repeat(depth) + "]".repeat(depth));
    expect(() => checkJson(nested(maxDepth))).not.toThrow();
    expect(() => checkJson(nested(maxDepth + 1))).toThrow("nested too deeply");
    const objects = Buffer.from('{"a":'.repeat(100_000));
    expect(() => checkJson(objects)).toThrow("nested too deeply");
  });
});

test("a document may contain more brackets than levels", () => {
  for (const text of [`[${"[],".repeat(maxDepth)}{}]`, JSON.stringify("[{".repeat(maxDepth))])
    expect(() => checkJson(Buffer.from(text))).not.toThrow();
});

test("the beginning of a document is valid wherever it ends, unless its grammar is broken", () => {
  const document = Buffer.from('[{"a":[1,{"b":"],"}],"c":"x"},{"a":[2,3],"d":{"e":4}}]');
  for (let end = 0; end <= document.length; end += 1)
    expect(() => checkStart(document.subarray(0, end))).not.toThrow();
  for (const start of ["[{'a':1},", '[{"a":1,"b":[1 2],"c', '{"a":01,', "[1,,2,"])
    expect(() => checkStart(Buffer.from(start)), start).toThrow("not valid JSON");
});

function isWellFormed(bytes: Buffer, cuts: readonly number[]): boolean {
  const check = createUtf8Check();
  try {
    let from = 0;
    for (const cut of [...cuts, bytes.length]) {
      check.push(bytes.subarray(from, cut));
      from = cut;
    }
    check.end();
    return true;
  } catch {
    return false;
  }
}

test("UTF-8 is valid wherever chunks end", () => {
  const bytes = Buffer.from("aé€😀z😀");
  for (let first = 0; first <= bytes.length; first += 1)
    for (let second = first; second <= bytes.length; second += 1)
      expect(isWellFormed(bytes, [first, second]), `cut at ${first} and ${second}`).toBe(true);
});

test("a text that ends inside a character is invalid", () => {
  const bytes = Buffer.from("😀");
  for (let end = 1; end < bytes.length; end += 1)
    expect(isWellFormed(bytes.subarray(0, end), [])).toBe(false);
});

test("the result does not depend on where chunks end", () => {
  const { below, pick } = createRandom(26);
  const starts = [0x00, 0x41, 0x7f, 0x80, 0xbf, 0xc1, 0xc3, 0xe2, 0xed, 0xf0, 0xf4, 0xf5, 0xff];
  for (let round = 0; round < 5000; round += 1) {
    const bytes = Buffer.from(
      Array.from({ length: 1 + below(6) }, () => (below(2) === 0 ? pick(starts) : 0x80 + below(64))),
    );
    const cuts = [below(bytes.length + 1), below(bytes.length + 1)].sort((one, other) => one - other);
    expect(isWellFormed(bytes, cuts), `${bytes.toString("hex")} cut at ${cuts}`).toBe(isUtf8(bytes));
  }
});
