import { describe, expect, test } from "vitest";
import { parseExact, stringifyExact } from "../../../../src/client/json/exact.ts";
import { maxDepth } from "../../../../src/client/json/tokens.ts";
import { seeded } from "../../random.ts";
import { damaged, randomJson } from "./random-json.ts";

/**
 * Converts the value to what JSON.parse and JSON.stringify would make of it: bigints become doubles, -0
 * becomes 0.
 */
function rounded(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Object.is(value, -0)) return 0;
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rounded(member)]));
}

describe("parsing", () => {
  test("equals JSON.parse, except for integers that a double cannot hold", () => {
    const next = seeded(11);
    for (let count = 0; count < 3000; count += 1) {
      const text = randomJson(next);
      expect(rounded(parseExact(text))).toEqual(rounded(JSON.parse(text)));
    }
  });

  test("rejects everything that JSON.parse rejects", () => {
    const next = seeded(12);
    for (let count = 0; count < 3000; count += 1) {
      const text = damaged(randomJson(next), next);
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      if (isJson) expect(() => parseExact(text)).not.toThrow();
      else expect(() => parseExact(text)).toThrow("not valid JSON");
    }
  });

  test("keeps every digit of an integer, and leaves strings unchanged", () => {
    const text =
      '{"a":[-12345678901234567890,9007199254740993],"\\u0069nteger:5":"\\u0069nteger:5","b":"12345678901234567890"}';
    expect(parseExact(text)).toEqual({
      a: [-12345678901234567890n, 9007199254740993n],
      "integer:5": "integer:5",
      b: "12345678901234567890",
    });
  });

  test.each(["[012345678901234567890]", "{a12345678901234567890:1}", "[12345678901234567890,]"])(
    "refuses %s",
    (text) => {
      expect(() => parseExact(text)).toThrow("not valid JSON");
    },
  );

  test("accepts a string of any length next to a long integer", () => {
    const long = "x".repeat(2 ** 23 + 1);
    expect(parseExact(`["${long}",12345678901234567890]`)).toEqual([long, 12345678901234567890n]);
    const slashes = "\\\\".repeat(100_000);
    expect(parseExact(`["${slashes}",12345678901234567890]`)).toEqual([
      "\\".repeat(100_000),
      12345678901234567890n,
    ]);
  });

  test("treats members of all names alike", () => {
    const value = parseExact('{"__proto__":{"x":1},"id":12345678901234567890}') as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(["__proto__", "id"]);
    expect(value["x"]).toBeUndefined();
  });
});

describe("writing", () => {
  test("restores what was parsed", () => {
    const next = seeded(13);
    for (let count = 0; count < 2000; count += 1) {
      const value = parseExact(randomJson(next));
      expect(rounded(parseExact(stringifyExact(value)))).toEqual(rounded(value));
    }
  });

  test("does not call a member toJSON", () => {
    expect(stringifyExact({ toJSON: "x", id: 12345678901234567890n })).toBe(
      '{"toJSON":"x","id":12345678901234567890}',
    );
  });

  test("limits the nesting to that of answers", () => {
    const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));
    expect(stringifyExact(nested(maxDepth))).toHaveLength(2 * maxDepth);
    expect(() => stringifyExact(nested(maxDepth + 1))).toThrow("nested too deeply");
  });
});
