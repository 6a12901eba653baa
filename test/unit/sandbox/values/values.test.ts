import { isIPv6 } from "node:net";
import { expect, test } from "vitest";
import { seededRandom, seedState } from "../../../../src/sandbox/simulation/random.ts";
import { parseAddress } from "../../../../src/sandbox/values/blocks.ts";
import { humanSize, parseTimeSpanSeconds } from "../../../../src/sandbox/values/quantities.ts";
import { indentedJson } from "../../../../src/sandbox/wire/answers.ts";

test("sizes are never rounded up to 1000 of a unit", () => {
  for (let power = 3; power < 15; power += 1)
    for (const off of [-1, -0.0005, -0.00004, 0, 0.0005, 1])
      expect(humanSize(Math.max(0, Math.round(10 ** power * (1 + off * 0.1))))).toMatch(
        /^\d{1,3}(\.\d)? \w+$/,
      );
  expect([humanSize(999), humanSize(999_949), humanSize(999_999), humanSize(1_000_000)]).toEqual([
    "999 bytes",
    "999.9 kB",
    "1.0 MB",
    "1.0 MB",
  ]);
});

/** The platform's own parser returns the RFC 5952 text of an address. */
const canonical = (text: string): string => new URL(`http://[${text}]/`).hostname.slice(1, -1);

test("20,000 spellings of addresses are parsed like the platform does", () => {
  const random = seededRandom({ value: 7 });
  const pieces = [
    ...["0", "1", "ffff", "db8", "00a", "2001", "::", ":", "0.0.0.0", "192.0.2.1", "1.2.3", "0x1", "%eth0"],
    ".",
  ];
  const wrong: string[] = [];
  for (let count = 0; count < 20_000; count += 1) {
    const text = Array.from({ length: random.integer(1, 10) }, () => random.pick(pieces))
      .map((piece, index) => (index > 0 && random.next() < 0.6 ? `:${piece}` : piece))
      .join("");
    const address = parseAddress(text);
    if (!text.includes(":")) continue;
    const isRight = isIPv6(text) && !text.includes("%");
    if (address?.text !== (isRight ? canonical(text) : undefined)) wrong.push(text);
  }
  expect(wrong).toEqual([]);
  for (const [text, expected] of [
    ["::0.0.0.0", "::"],
    ["::ffff:0.0.0.0x1", undefined],
    ["::ffff:192.0.2.1", canonical("::ffff:192.0.2.1")],
    ["010.0.0.1", undefined],
    ["1.2.3", undefined],
  ] as const)
    expect(parseAddress(text)?.text, text).toEqual(expected);
});

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

test("indented JSON equals that of JSON.stringify, whole or in pieces", () => {
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

test.each([
  ["15m", 900],
  ["90", 90],
  ["1h 30min", 5400],
  ["1h30m5s", 5405],
  ["2 days", 172_800],
  ["1500ms", 1],
] as const)("%s is %i seconds", (text, seconds) => {
  expect(parseTimeSpanSeconds(text)).toBe(seconds);
});

test.each(["", "m", "15 parsecs", "-5s", "1h,2m", "__proto__", "1constructor"])(
  "'%s' is not a time span",
  (text) => {
    expect(parseTimeSpanSeconds(text)).toBeUndefined();
  },
);
