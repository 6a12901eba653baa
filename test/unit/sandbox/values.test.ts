import { isIPv6 } from "node:net";
import { expect, test } from "vitest";
import { seededRandom } from "../../../src/sandbox/simulation/random.ts";
import { parseAddress } from "../../../src/sandbox/values/blocks.ts";
import { humanSize } from "../../../src/sandbox/values/quantities.ts";

test("sizes are never rounded to a thousand of their unit", () => {
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

/** RFC 5952 spellings of the same number by the platform's own parser of addresses. */
const canonical = (text: string): string => new URL(`http://[${text}]/`).hostname.slice(1, -1);

test("20,000 spellings of addresses are read as the platform reads them", () => {
  const random = seededRandom({ value: 7 });
  const pieces = [
    "0",
    "1",
    "ffff",
    "db8",
    "00a",
    "2001",
    "::",
    ":",
    "0.0.0.0",
    "192.0.2.1",
    "1.2.3",
    "0x1",
    "%eth0",
    ".",
  ];
  for (let count = 0; count < 20_000; count += 1) {
    const text = Array.from({ length: random.integer(1, 10) }, () => random.pick(pieces))
      .map((piece, index) => (index > 0 && random.next() < 0.6 ? `:${piece}` : piece))
      .join("");
    const found = parseAddress(text);
    if (!text.includes(":")) continue;
    const isRight = isIPv6(text) && !text.includes("%");
    expect([text, found?.text]).toEqual([text, isRight ? canonical(text) : undefined]);
  }
  for (const [text, expected] of [
    ["::0.0.0.0", "::"],
    ["::ffff:0.0.0.0x1", undefined],
    ["::ffff:192.0.2.1", canonical("::ffff:192.0.2.1")],
    ["010.0.0.1", undefined],
    ["1.2.3", undefined],
  ] as const)
    expect([text, parseAddress(text)?.text]).toEqual([text, expected]);
});
