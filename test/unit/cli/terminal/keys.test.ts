import { expect, test } from "vitest";
import { createKeyDecoder, type Key } from "../../../../src/cli/terminal/keys.ts";
import { seeded } from "../../random.ts";

const keysOf = (text: string): readonly Key[] => {
  const decoder = createKeyDecoder();
  return [...decoder.decode(text), ...decoder.flush()];
};

test.each([
  ["a", ["a"]],
  ["é機", ["é", "機"]],
  ["😀", ["😀"]],
  ["\r\n\r\n\n", ["enter", "enter", "enter"]],
  ["\u001b[A\u001b[B\u001b[C\u001b[D", ["up", "down", "right", "left"]],
  ["\u001bOA\u001bOF", ["up", "end"]],
  ["\u001b[5~\u001b[6~\u001b[1~\u001b[4~\u001b[3~", ["pageup", "pagedown", "home", "end", "delete"]],
  ["\u001b[1;5A", ["up"]],
  ["\u001b[Z", ["backtab"]],
  ["\u007f\u0008\t", ["backspace", "backspace", "tab"]],
  ["\u0003\u001a\u000c\u0015", ["ctrl-c", "ctrl-z", "ctrl-l", "ctrl-u"]],
  ["\u001b", ["escape"]],
  ["\u001b\u001b", ["escape", "escape"]],
  ["\u001b\u001b[A", ["escape", "up"]],
  ["\u0000\u0001", []],
  ["\u001b[15~\u001b[?1;2c\u001bx", []],
  ["\u001b[200~rm -r\n\u001b[Ax\u001b[201~q", ["paste:rm -r\n\u001b[Ax", "q"]],
  ["\u001b[", ["escape", "["]],
])("%j is %j", (text, keys) => {
  expect(keysOf(text)).toEqual(keys);
});

test("keys are the same however the input is split", () => {
  const pieces = [
    ...["a", "\u001b[A", "\u001b[1;5C", "é", "\u001bOH", "\r", "\u001b[200~pasted q\u001b[201~"],
    ...["\u001b[6~", "\u0003"],
  ];
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const next = seeded(seed);
    const text = Array.from({ length: 8 }, () => pieces[Math.floor(next() * pieces.length)]).join("");
    const decoder = createKeyDecoder();
    const keys: Key[] = [];
    for (let at = 0; at < text.length; ) {
      const length = 1 + Math.floor(next() * 4);
      keys.push(...decoder.decode(text.slice(at, at + length)));
      at += length;
    }
    expect([...keys, ...decoder.flush()], `seed ${seed}`).toEqual(keysOf(text));
  }
});

test("random bytes never stop it, and its buffer is limited", () => {
  const alphabet = ["\u001b", "[", "O", "~", "2", "0", ";", "A", "q", "\u0007", "\u001b[200~", "\u001b[201~"];
  for (let seed = 1; seed <= 500; seed += 1) {
    const next = seeded(seed);
    const decoder = createKeyDecoder();
    const decoded = Array.from({ length: 100 }, () => [
      ...decoder.decode(alphabet[Math.floor(next() * alphabet.length)] ?? ""),
    ]);
    const lengths = decoded.flat().map((key) => key.length);
    expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(1_000 + "paste:".length);
    const keys = [...decoder.flush(), ...decoder.decode("\u001b[201~"), ...decoder.flush()];
    expect([...keys, ...decoder.decode("x")].at(-1)).toBe("x");
  }
});

test("a long pasted text is shortened", () => {
  const keys = keysOf(`\u001b[200~${"x".repeat(5_000)}\u001b[201~q`);
  expect(keys).toEqual([`paste:${"x".repeat(1_000)}`, "q"]);
});
