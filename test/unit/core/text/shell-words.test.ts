import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellWord, shellWords } from "../../../../src/core/text/shell-words.ts";
import { createRandom } from "../../random.ts";

test.each([
  ["machines list --status ready", ["machines", "list", "--status", "ready"]],
  ["  a \t b ", ["a", "b"]],
  ["", []],
  ["'a b' \"c d\"", ["a b", "c d"]],
  ["--query='[].x'", ["--query=[].x"]],
  ["''", [""]],
  ['"a\\"b\\n"', ['a"b\\n']],
  ["a\\ b", ["a b"]],
  ["a\\", ["a\\"]],
  ["'a\\'", ["a\\"]],
])("%j is %j", (text, words) => {
  expect(shellWords(text)).toEqual(words);
});

test.each(["'a", 'a "b', '"\\"'])("%j has an unclosed quote", (text) => {
  expect(shellWords(text)).toBeUndefined();
});

test("reads back whatever words are quoted for a shell", () => {
  const random = createRandom(1);
  const letters = [..."ab '\"\\$`*?~#;&|<>(){}[]=!\té"];
  for (let round = 0; round < 5_000; round++) {
    const words = Array.from({ length: random.below(5) }, () =>
      Array.from({ length: random.below(7) }, () => random.pick(letters)).join(""),
    );
    expect(shellWords(words.map(shellWord).join(" "))).toEqual(words);
  }
});

test("splits as a shell does", () => {
  const random = createRandom(2);
  const letters = [..."ab  '\"\\"];
  const texts = Array.from({ length: 400 }, () =>
    Array.from({ length: random.below(10) }, () => random.pick(letters)).join(""),
  ).filter((text) => shellWords(text) !== undefined && !text.endsWith("\\"));
  const script = texts.map((text) => `printf '<%s>' ${text}; echo`).join("\n");
  const words = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\n").slice(0, -1);
  const expected = texts.map((text) => {
    const words = shellWords(text) ?? [];
    return words.length === 0 ? "<>" : words.map((word) => `<${word}>`).join("");
  });
  expect(words).toEqual(expected);
});
