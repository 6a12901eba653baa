import { describe, expect, test } from "vitest";
import { escapeJson, escapeLine, escapeText } from "../../../../src/cli/output/escape.ts";

/** Uses Unicode's own properties, independently of the source. */
const unsafe = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

const allCharacters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

describe("characters that a terminal interprets", () => {
  test("are escaped in a line, and no others are", () => {
    const wrong = allCharacters.filter(
      (character) => (escapeLine(character) !== character) !== unsafe.test(character),
    );
    expect(wrong).toEqual([]);
  });

  test("are escaped in text, except for line ends and tabs", () => {
    const wrong = allCharacters.filter(
      (character) =>
        (escapeText(character) !== character) !==
        (unsafe.test(character) && character !== "\n" && character !== "\t"),
    );
    expect(wrong).toEqual([]);
  });

  test("become JSON escapes with the same meaning", () => {
    for (const character of allCharacters.filter((each) => unsafe.test(each)))
      expect(JSON.parse(`"${escapeJson(character)}"`)).toBe(character);
  });

  test("do not include characters beyond 16 bits, even if half of one is like them", () => {
    for (const text of ["🚀", "\ud83d", "\ude80", "日本"]) expect(escapeLine(text)).toBe(text);
    expect(escapeLine("🚀\u202e🚀")).toBe("🚀\\u202e🚀");
  });
});
