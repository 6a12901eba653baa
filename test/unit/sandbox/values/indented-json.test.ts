import { expect, test } from "vitest";
import { seededRandom, seedState } from "../../../../src/sandbox/simulation/random.ts";
import { indentedJson } from "../../../../src/sandbox/values/json.ts";

const laidOut = (pieces: readonly string[]) => [...indentedJson(pieces)].join("");

test.each([
  ["[]", "[]"],
  ["{}", "{}"],
  ['{"a":[]}', '{\n    "a": []\n}'],
  ['[{"a":1.0}]', '[\n    {\n        "a": 1.0\n    }\n]'],
  ['"a{,}:[\\"] b"', '"a{,}:[\\"] b"'],
])("%s", (compact, expected) => {
  expect(laidOut([compact])).toBe(expected);
});

test("any value is laid out as a library would, whole or in pieces", () => {
  const random = seededRandom(seedState(3));
  const make = (depth: number): unknown => {
    const kind = random.integer(0, depth > 3 ? 3 : 5);
    if (kind < 4)
      return [null, random.integer(-9, 9), random.pick(['a"b', "\\", "{,}", "é:[ ]"]), true][kind];
    const values = Array.from({ length: random.integer(0, 3) }, () => make(depth + 1));
    return kind === 4 ? values : Object.fromEntries(values.map((each, index) => [`k ${index}`, each]));
  };
  for (let count = 0; count < 2000; count += 1) {
    const value = make(0);
    expect(laidOut([JSON.stringify(value)])).toBe(JSON.stringify(value, undefined, 4));
    const list = [value, make(1), make(1)];
    const pieces = [
      "[",
      ...list.map((each, index) => `${index === 0 ? "" : ","}${JSON.stringify(each)}`),
      "]",
    ];
    expect(laidOut(pieces)).toBe(JSON.stringify(list, undefined, 4));
  }
});
