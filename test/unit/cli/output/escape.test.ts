import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  escapeJson,
  escapeLine,
  escapeText,
  isAsciiOnly,
  toAscii,
} from "../../../../src/cli/output/escape.ts";

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

describe("signs on a terminal", () => {
  test.each<[Readonly<Record<string, string>>, boolean]>([
    [{}, false],
    [{ LANG: "en_GB.UTF-8" }, false],
    [{ LANG: "C.utf8", TERM: "xterm-256color" }, false],
    [{ LANG: "C" }, true],
    [{ LANG: "de_DE.ISO-8859-1" }, true],
    [{ LANG: "en_GB.UTF-8", LC_CTYPE: "POSIX" }, true],
    [{ LANG: "C", LC_ALL: "C.UTF-8" }, false],
    [{ LANG: "en_GB.UTF-8", TERM: "linux" }, true],
    [{ LANG: "en_GB.UTF-8", TERM: "vt220" }, true],
    [{ TERM: "dumb" }, true],
  ])("%j is ASCII only: %s", (env, expected) => expect(isAsciiOnly(env)).toBe(expected));

  test("keep their width in ASCII, and the service's own characters stay", () => {
    expect(toAscii("\u2714 b\u00fcro \u2588\u2588 we\u2026 \u2838")).toBe("+ b\u00fcro ## we~ /");
  });

  test("of every source file have an ASCII form", () => {
    const root = join(import.meta.dirname, "../../../../src/cli");
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".ts"),
    );
    const written = files.flatMap((file) => {
      const code = readFileSync(join(root, file), "utf8").replace(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, "");
      // Symbols, arrows, block elements and braille, literal or escaped.
      const escapes = [...code.matchAll(/\\u(2[0-9a-f]{3})\b/gi)].map(([, digits = ""]) =>
        Number.parseInt(digits, 16),
      );
      const signs = [...code.matchAll(/[\u2010-\u28ff]/g)].map(([sign]) => sign.charCodeAt(0));
      return [...escapes, ...signs].filter((code) => code >= 0x2190 || code === 0x2026 || code === 0x2013);
    });
    const unknown = [...new Set(written)]
      .map((code) => String.fromCharCode(code))
      .filter((sign) => toAscii(sign) === sign);
    expect(unknown).toEqual([]);
  });
});
