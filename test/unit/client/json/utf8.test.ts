import { isUtf8 } from "node:buffer";
import { expect, test } from "vitest";
import { createUtf8Check } from "../../../../src/client/json/check.ts";
import { createRandom } from "../../random.ts";

function isTaken(bytes: Buffer, cuts: readonly number[]): boolean {
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
      expect(isTaken(bytes, [first, second]), `cut at ${first} and ${second}`).toBe(true);
});

test("a text that ends inside a character is refused at its end", () => {
  const bytes = Buffer.from("😀");
  for (let end = 1; end < bytes.length; end += 1) expect(isTaken(bytes.subarray(0, end), [])).toBe(false);
});

test("bytes are judged as a whole, wherever they are cut", () => {
  const { below, pick } = createRandom(26);
  const starts = [0x00, 0x41, 0x7f, 0x80, 0xbf, 0xc1, 0xc3, 0xe2, 0xed, 0xf0, 0xf4, 0xf5, 0xff];
  for (let round = 0; round < 5000; round += 1) {
    const bytes = Buffer.from(
      Array.from({ length: 1 + below(6) }, () => (below(2) === 0 ? pick(starts) : 0x80 + below(64))),
    );
    const cuts = [below(bytes.length + 1), below(bytes.length + 1)].sort((one, other) => one - other);
    expect(isTaken(bytes, cuts), `${bytes.toString("hex")} cut at ${cuts}`).toBe(isUtf8(bytes));
  }
});
