import { expect, test } from "vitest";
import { partOfRun } from "../unit/random.ts";
import { allExpressions, type Expression, literals } from "./expressions.ts";
import { families, growthOf } from "./growth.ts";

const expressions = allExpressions();

/** The characters and words of an expression, and one or two characters of each character class. */
function unitsOf({ source }: Expression): readonly string[] {
  const singles = new Set([" ", '\\"', "a", "0", "-", '"', "\n", "日"]);
  for (const [sign, character] of Object.entries(classes)) if (source.includes(sign)) singles.add(character);
  const words = new Set<string>();
  for (const word of source.split(/\\[a-zA-Z](?:\{\w+\}|[0-9a-fA-F]{2,4})?|[\\()[\]{}|?*+^$]/)) {
    if (word === "") continue;
    words.add(word);
    for (const character of word.slice(0, 12)) singles.add(character);
  }
  const [first, ...others] = [...words];
  const pairs =
    first === undefined ? [] : [...others, " ", "a"].slice(0, 4).map((other) => `${first}${other}`);
  return [...singles, ...words, ...pairs].slice(0, 24);
}

const classes: Readonly<Record<string, string>> = {
  "\\s": "\t",
  "\\w": "_",
  "\\d": "7",
  "\\W": "~",
  "\\S": "x",
  "\\\\": "\\",
  "\\r": "\r",
  "\\n": "\r\n",
  "\\.": ".",
  "\\/": "/",
  "\\[": "[",
  "\\(": "(",
  "\\{": "{",
};

test("finds exactly the regular expressions of a program", () => {
  const program = [
    'const a = /x[/"]y/g, b = 4 / 2 / 1;',
    "f(/a\\/b/i.test('/no/'), `/no/ @{c(/yes/u)} /no/ @{{ d: /e/ }.d} @{`/no/ @{/f/}`}`);",
    "return /g/;",
  ]
    .join("\n")
    .replaceAll("@", "$");
  expect(literals(program).map(({ source }) => source)).toEqual(['x[/"]y', "a\\/b", "yes", "e", "f", "g"]);
  expect(expressions.length).toBeGreaterThan(80);
});

test("recognises an expression that takes quadratic or cubic time", () => {
  for (const source of ["\\s+$", "^\\W*(404)?\\W*(not found)?\\W*$"]) {
    const units = unitsOf({ file: "", source, flags: "" });
    const expression = new RegExp(source, "g");
    const isKnown = [...families(units)].some(
      ([, family]) => growthOf((text) => text.replace(expression, ""), family) !== undefined,
    );
    expect(isKnown, source).toBe(true);
  }
});

test("no regular expression takes more than linear time", () => {
  const offenders: string[] = [];
  for (const expression of partOfRun(expressions, 10)) {
    const { file, source, flags } = expression;
    const everywhere = new RegExp(source, flags.includes("g") ? flags : `${flags}g`);
    for (const [name, family] of families(unitsOf(expression))) {
      const ratio = growthOf((text) => text.replace(everywhere, ""), family);
      if (ratio === undefined) continue;
      offenders.push(`${file}: /${source}/${flags} of ${name}: x${ratio.toFixed(0)}`);
      break;
    }
  }
  expect(offenders).toEqual([]);
});
