import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { yamlText } from "../../../../src/client/json/yaml-text.ts";
import { seeded } from "../../random.ts";

const characters = [
  ..."ab:-#&*!|>'\"%@`{}[],?=~\\ \t\n\r0123456789.eE_+<é日🚀",
  ..."\u0000\u001b\u007f\u0080\u0085\u009f\u00a0\u2028\u2029\u202e\ufeff\ufffe\uffff",
];
const words = [
  ...["on", "off", "y", "No", "null", "~", "1_000", "12:30:45", "2026-01-01", "0x1f", "0o7", "1e3", ".5"],
  ...["<<", "="],
];

function randomText(next: () => number): string {
  if (next() < 0.2) return words[Math.floor(next() * words.length)] ?? "";
  return Array.from(
    { length: Math.floor(next() * 8) },
    () => characters[Math.floor(next() * characters.length)] ?? "",
  ).join("");
}

function randomValue(next: () => number, depth: number): unknown {
  const kind = next() * (depth === 0 ? 3 : 5);
  if (kind < 2) return randomText(next);
  if (kind < 3) {
    const numbers = [0, -1, 1.5, 5e-324, 1e21, -2.5e-7, 1.7976931348623157e308, 123456789012, true, null];
    return numbers[Math.floor(next() * numbers.length)];
  }
  const items = Array.from({ length: Math.floor(next() * 4) }, () => randomValue(next, depth - 1));
  return kind < 4 ? items : Object.fromEntries(items.map((item) => [randomText(next), item]));
}

describe("a value as YAML", () => {
  test.each(["1.1", "1.2"] as const)("is read back unchanged by a YAML %s reader", (version) => {
    const next = seeded(21);
    for (let count = 0; count < 1500; count += 1) {
      const value = randomValue(next, 3);
      expect(parse(yamlText(value), { version, merge: false })).toEqual(value);
    }
  });

  test("contains no controls, and nothing that YAML 1.1 takes for a line end or mark", () => {
    const next = seeded(22);
    for (let count = 0; count < 1500; count += 1) {
      const text = yamlText(randomValue(next, 3));
      expect(text).not.toMatch(
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202e\ufeff\ufffe\uffff]/,
      );
    }
  });

  test.each([
    [1e21, "1.0e+21\n"],
    [5e-324, "5.0e-324\n"],
    [-2.5e-7, "-2.5e-7\n"],
    [12345678901234567890n, "12345678901234567890\n"],
    ["\ufeffx", '"\\ufeffx"\n'],
    ["\u0085", '"\\x85"\n'],
    ["=", '"="\n'],
    [["a\tb"], '- "a\\tb"\n'],
    ["a\nb\n", '"a\\nb\\n"\n'],
    [["a\n\tb\n"], "- |\n  a\n  \tb\n"],
    [{ "\u2028": "\u007f" }, '"\\u2028": "\\x7f"\n'],
  ])("%s is %s", (value, text) => {
    expect(yamlText(value)).toBe(text);
  });

  test("fails with a message if it is nested too deeply", () => {
    const lists = JSON.parse("[".repeat(1000) + "]".repeat(1000));
    expect(yamlText(lists).length).toBeGreaterThan(1000);
    const objects = JSON.parse(`${'{"a":'.repeat(1000)}1${"}".repeat(1000)}`);
    expect(() => yamlText(objects)).toThrow("nested too deeply");
  });
});
