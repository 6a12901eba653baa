import { expect, test } from "vitest";
import { commandHabits, optionHabits, verbHabits } from "../../../../src/catalogue/other-tools.ts";
import { commandAdvice } from "../../../../src/catalogue/other-tools-advice.ts";
import { statusValues } from "../../../../src/catalogue/statuses.ts";
import { nearestName } from "../../../../src/cli/completing/name-help.ts";
import { readLine } from "../../../../src/cli/line/line.ts";
import { scanLine } from "../../../../src/cli/line/scan.ts";
import { checkColumnNames } from "../../../../src/cli/parsing/column-names.ts";
import { findRoot } from "../../../../src/cli/tree/command-tree.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { choiceHint } from "../../../../src/core/text/word-lists.ts";
import { createRandom, type SeededRandom, seedsOfRun } from "../../random.ts";
import { rejection } from "../../rejection.ts";
import { program } from "../command-line.ts";

const letters = "abcdefghijklmnopqrstuvwxyz";

/** Makes one to three typing mistakes, or returns random letters. */
function mistyped(word: string, random: SeededRandom): string {
  if (random.below(4) === 0)
    return Array.from({ length: 3 + random.below(8) }, () => letters[random.below(26)]).join("");
  let input = word;
  for (let slips = 1 + random.below(3); slips > 0; slips--) {
    const at = random.below(input.length);
    const letter = letters[random.below(26)] ?? "x";
    const [before, after] = [input.slice(0, at), input.slice(at + 1)];
    input = random.pick([
      before + after,
      before + letter + after,
      before + letter + input.slice(at),
      before + after.slice(0, 1) + input.charAt(at) + after.slice(1),
    ]);
  }
  return input;
}

/** The Levenshtein distance. */
function distance(from: string, to: string): number {
  if (from === "" || to === "") return from.length + to.length;
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (const [index, letter] of [...from].entries()) {
    const above = rows[index] ?? [];
    const row = [index + 1];
    for (let at = 1; at <= to.length; at++)
      row.push(
        Math.min(
          (row[at - 1] ?? 0) + 1,
          (above[at] ?? 0) + 1,
          (above[at - 1] ?? 0) + (letter === to[at - 1] ? 0 : 1),
        ),
      );
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}

/** Whether a person would see the similarity. Two swapped letters are one mistake but two edits. */
const isAlike = (input: string, word: string): boolean =>
  word.startsWith(input) || distance(input, word) <= Math.max(2, 2 * Math.ceil(input.length / 3));

const lettersOf = (word: string): string => word.toLowerCase().replace(/\d+/g, "");

const suggested = (hint = ""): readonly string[] => {
  const [, text = ""] = /did you mean ([^?]*)\?/.exec(hint) ?? [];
  return text.split(/, | or /).filter((word) => word !== "" && !/^\d+ more$/.test(word));
};

const hintOf = async (argv: readonly string[]): Promise<string | undefined> => {
  const line = await scanLine(argv, program);
  const failure = line.failure ?? (await rejection(() => readLine(line)));
  return failure.details.hint;
};

const perKind = 150;

/** Suggestions for these words do not depend on spelling. */
const otherToolsWords = new Set([
  ...[optionHabits, commandHabits, verbHabits].flatMap((habits) => Object.values(habits).flat()),
  ...Object.keys(commandAdvice),
]);

/** A kind of words, and the suggestions for an unknown word of this kind. */
interface Kind {
  readonly name: string;
  readonly words: readonly string[];
  suggest(input: string): Promise<readonly string[]>;
}

const rootNames = program.children.map(({ name }) => name);
const machines = findRoot(program, "machines");
const machineVerbs = machines?.kind === "group" ? (await machines.commands()).map(({ name }) => name) : [];
const headers = ["NAME", "STATUS", "POWER", "OWNER", "POOL", "ZONE", "ARCH", "CPUS", "RAM", "OS"];
const machineNames = ["web-01", "web-02", "db-01", "app-01", "gpu-01.svc", "storage-rack7-12"];
const deployOptions = async () =>
  (await scanLine(["machines", "deploy"], program)).flags.map(({ name }) => name);

const kinds: readonly Kind[] = [
  {
    name: "group",
    words: rootNames,
    suggest: async (input) => {
      if (findRoot(program, input) !== undefined) return [];
      const lines = suggested(await hintOf([input])).map((line) => line.replace(/^'svc |'$/g, ""));
      // Words of other tools lead to suggestions of several words; a single word was found by spelling.
      for (const line of lines) expect(findRoot(program, line.split(" ")[0] ?? "")).toBeDefined();
      return lines.filter((line) => !line.includes(" "));
    },
  },
  {
    name: "verb",
    words: machineVerbs,
    suggest: async (input) =>
      suggested(await hintOf(["machines", input])).map((line) => line.replace(/^'svc machines |'$/g, "")),
  },
  {
    name: "option",
    words: await deployOptions(),
    suggest: async (input) =>
      suggested(await hintOf(["machines", "deploy", "web-01", `--${input}`])).map((flag) => flag.slice(2)),
  },
  {
    name: "column",
    words: headers,
    suggest: async (input) => {
      const columns = headers.map((header) => ({ header, path: header.toLowerCase() }));
      const selection = { columns: [input], sort: undefined, query: undefined };
      const error = await checkColumnNames(selection, columns).catch((thrown: unknown) => thrown);
      return error instanceof Failure ? suggested(error.details.hint) : [];
    },
  },
  {
    name: "status",
    words: statusValues,
    suggest: async (input) => suggested(choiceHint(input, statusValues)),
  },
  {
    name: "machine",
    words: machineNames,
    suggest: async (input) => [nearestName(input, machineNames) ?? []].flat(),
  },
];

test.each(kinds)(
  "a mistyped $name is answered with one that is near, or none",
  async ({ words, suggest }) => {
    const suggestions = new Set<string>();
    for (const seed of seedsOfRun(perKind)) {
      const random = createRandom(seed);
      const input = mistyped(random.pick(words), random);
      if (words.includes(input) || otherToolsWords.has(input) || !/^[a-z]/i.test(input)) continue;
      for (const word of await suggest(input)) {
        suggestions.add(word);
        const isRight = words.includes(word) && isAlike(lettersOf(input), lettersOf(word));
        if (!isRight)
          expect({ seed, typed: input, word }).toBe(`one of ${words.join(" ")}, like what was typed`);
      }
    }
    expect(suggestions.size).toBeGreaterThan(Math.min(3, words.length - 1));
  },
);
