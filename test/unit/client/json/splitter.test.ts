import { describe, expect, test } from "vitest";
import { createBracketCheck, createSplitter } from "../../../../src/client/json/splitter.ts";
import { seeded } from "../../random.ts";

const check = (json: string, cut: number) => {
  const bytes = Buffer.from(json);
  const follow = createBracketCheck();
  for (let at = 0; at < bytes.length; at += cut) follow.push(bytes.subarray(at, at + cut));
  follow.end();
};

const list = [
  "[]",
  "{} \n\t",
  '[{"a":[1,{"b":"]}"}],"c\\"[":"\\\\"},"\\\\\\"{"]',
  JSON.stringify({ text: 'é"\\[]{}', deep: [[[{}]]] }, undefined, 2),
];

describe.each([1, 2, 3, 7, 1000])("brackets in chunks of %i bytes", (cut) => {
  test.each(list)("%s is complete", (json) => {
    expect(() => check(json, cut)).not.toThrow();
  });

  test.each(["[}", "{]", '[{"a":1]]', '{"a":[}'])("%s has mismatched brackets", (json) => {
    expect(() => check(json, cut)).toThrow("not valid JSON");
  });

  test("the nesting is limited", () => {
    expect(() => check(`${"[".repeat(1000)}${"]".repeat(1000)}`, cut)).not.toThrow();
    expect(() => check("[".repeat(1001), cut)).toThrow("nested too deeply");
  });
});

/** The same result, computed byte by byte in the simplest way. */
function verdictByBytes(bytes: Buffer): string {
  const open: string[] = [];
  let isString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = String.fromCharCode(bytes[at] as number);
    if (isString && sign === "\\") at += 1;
    else if (sign === '"') isString = !isString;
    else if (isString) continue;
    else if (sign === "\\") return "not valid JSON";
    else if (sign === "[" || sign === "{") open.push(sign === "[" ? "]" : "}");
    else if (sign === "]" || sign === "}") {
      if (open.pop() !== sign) return "not valid JSON";
      if (open.length > 0) continue;
      return bytes.toString("latin1", at + 1).trim() === "" ? "whole" : "continues";
    }
  }
  return "ended early";
}

const signs = [
  ...['"', '"', "\\", "[", "]", "{", "}", "X", "Y", "_", "z", "|", "\x7f", "é", "\x22\x23", ",", "1", " "],
];

/** A list of strings and brackets, mostly balanced, with similar characters in between. */
function randomBrackets(next: () => number, size: number): string {
  const pick = () => signs[Math.floor(next() * signs.length)] as string;
  let text = "[";
  while (text.length < size) {
    const kind = next();
    const inside = Array.from({ length: Math.floor(next() * 12) }, pick).join("");
    if (kind < 0.45) text += JSON.stringify(inside);
    else if (kind < 0.7) text += `[${JSON.stringify(inside)}]`;
    else if (kind < 0.97) text += `{"${"x".repeat(inside.length)}":${JSON.stringify(inside)}}`;
    else text += pick();
  }
  return next() < 0.9 ? `${text}]` : text;
}

describe("brackets of random texts", () => {
  test("are found as in single bytes, whatever the offset in memory and wherever chunks end", () => {
    const next = seeded(7);
    const counts = new Map<string, number>();
    for (let round = 0; round < 4000; round += 1) {
      const text = Buffer.from(randomBrackets(next, next() * 300));
      const memory = Buffer.alloc(text.length + 8);
      const start = Math.floor(next() * 8);
      text.copy(memory, start);
      const bytes = memory.subarray(start, start + text.length);
      const follow = createBracketCheck();
      const longest = next() < 0.5 ? 400 : 20;
      const verdict = messageOf(() => {
        for (let at = 0; at < bytes.length; ) {
          const to = at + 1 + Math.floor(next() * longest);
          follow.push(bytes.subarray(at, to));
          at = to;
        }
        follow.end();
      });
      const expected = verdictByBytes(text);
      expect(verdict, text.toString()).toContain(expected);
      counts.set(expected, (counts.get(expected) ?? 0) + 1);
    }
    for (const verdict of ["whole", "continues", "ended early", "not valid JSON"])
      expect(counts.get(verdict), verdict).toBeGreaterThan(50);
  });
});

function messageOf(act: () => void): string {
  try {
    act();
    return "whole";
  } catch (error) {
    return String(error);
  }
}

test("an element above 64 MiB is refused, wherever chunks end", () => {
  const piece = Buffer.alloc(8 * 1024 * 1024, "a");
  const split = createSplitter();
  split.push(Buffer.from('{"id":1},{"text":"'));
  const pushAll = () => {
    for (let count = 0; count < 9; count += 1) split.push(piece);
  };
  expect(pushAll).toThrow("an element of the list is larger than 64 MiB");
});
