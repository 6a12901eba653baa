import { isUtf8 } from "node:buffer";
import { describe, expect, test } from "vitest";
import { checkJson, createJsonCheck, createUtf8Check } from "../../../../src/client/json/check.ts";
import { maxDepth } from "../../../../src/client/json/tokens.ts";
import { createRandom, seeded } from "../../random.ts";
import { damaged, randomJson } from "./random-json.ts";

function isTaken(bytes: Buffer, cuts: readonly number[]): boolean {
  const check = createJsonCheck();
  try {
    let from = 0;
    for (const cut of cuts) {
      check.push(bytes.subarray(from, cut));
      from = cut;
    }
    check.push(bytes.subarray(from));
    check.end();
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
  test("is taken where JSON.parse takes it, wherever its pieces end", () => {
    const next = seeded(7);
    for (let count = 0; count < 4000; count += 1) {
      const whole = randomJson(next);
      const text = count % 4 === 0 ? whole : damaged(whole, next);
      const bytes = Buffer.from(text);
      const cut = Math.floor(next() * (bytes.length + 1));
      expect([text, isTaken(bytes, [cut])]).toEqual([text, isParsed(text)]);
    }
  });

  test("is taken byte by byte", () => {
    const next = seeded(8);
    for (let count = 0; count < 200; count += 1) {
      const text = count % 2 === 0 ? randomJson(next) : damaged(randomJson(next), next);
      const bytes = Buffer.from(text);
      expect([text, isTaken(bytes, [...bytes.keys()])]).toEqual([text, isParsed(text)]);
    }
  });

  test.each(["", " ", "[", '{"a"', '"x', "-", "1.", "1e", "tru", '"\\u00', '[{"a":1'])(
    "that stops at %j has ended early",
    (text) => {
      expect(() => checkJson(Buffer.from(text))).toThrow("ended early");
    },
  );

  test.each(["[] []", "{}{}", "1 2", '"a" x', "[1]]"])("is followed by nothing: %j", (text) => {
    expect(() => checkJson(Buffer.from(text))).toThrow("goes on after the end");
  });

  test.each([
    "[01]",
    "+1",
    ".5",
    "1.e5",
    "--1",
    "[1 2]",
    "{a:1}",
    "{'a':1}",
    "[1,]",
    '{"a":1,}',
    "NaN",
    '"\t"',
  ])("is not %j", (text) => {
    expect(() => checkJson(Buffer.from(text))).toThrow("not valid JSON");
  });

  test("is nested up to a bound", () => {
    const nested = (depth: number) => Buffer.from("[".repeat(depth) + "]".repeat(depth));
    expect(() => checkJson(nested(maxDepth))).not.toThrow();
    expect(() => checkJson(nested(maxDepth + 1))).toThrow("nested too deeply");
    const objects = Buffer.from('{"a":'.repeat(100_000));
    expect(() => checkJson(objects)).toThrow("nested too deeply");
  });
});

describe("a document that is there as a whole", () => {
  const verdict = (act: () => void): string => {
    try {
      act();
      return "whole";
    } catch (error) {
      return String(error);
    }
  };
  const inPieces = (bytes: Buffer) => () => {
    const check = createJsonCheck();
    check.push(bytes);
    check.end();
  };

  test("is judged as one that arrives, whatever its bytes are", () => {
    const next = seeded(11);
    for (let count = 0; count < 4000; count += 1) {
      const bytes = Buffer.from(count % 3 === 0 ? randomJson(next) : damaged(randomJson(next), next));
      if (count % 2 === 0 && bytes.length > 0)
        bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
      expect(
        verdict(() => checkJson(bytes)),
        bytes.toString("latin1"),
      ).toBe(verdict(inPieces(bytes)));
    }
  });

  test("may hold more brackets than it may be deep", () => {
    for (const text of [`[${"[],".repeat(maxDepth)}{}]`, JSON.stringify("[{".repeat(maxDepth))])
      expect(() => checkJson(Buffer.from(text))).not.toThrow();
  });
});

test("a number of any length is taken wherever it is cut, and a word without end is refused early", () => {
  const digits = Buffer.from(`[-${"7".repeat(20_000)}]`);
  for (const cut of [2, 4_095, 4_097, 9_000, 20_001]) expect(isTaken(digits, [cut])).toBe(true);
  const check = createJsonCheck();
  expect(() => {
    for (let piece = 0; piece < 3; piece += 1) check.push(Buffer.alloc(4_000, "x"));
  }).toThrow();
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

test("text with characters of every length is taken wherever it is cut", () => {
  const bytes = Buffer.from("aé€😀z😀");
  for (let first = 0; first <= bytes.length; first += 1)
    for (let second = first; second <= bytes.length; second += 1)
      expect(isWellFormed(bytes, [first, second]), `cut at ${first} and ${second}`).toBe(true);
});

test("a text that ends inside a character is refused at its end", () => {
  const bytes = Buffer.from("😀");
  for (let end = 1; end < bytes.length; end += 1)
    expect(isWellFormed(bytes.subarray(0, end), [])).toBe(false);
});

test("bytes are judged as a whole, wherever they are cut", () => {
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
