import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandHabits, optionHabits, verbHabits } from "../../../../src/catalogue/other-tools.ts";
import { commandAdvice } from "../../../../src/catalogue/other-tools-advice.ts";
import { statusValues } from "../../../../src/catalogue/statuses.ts";
import { nearestName } from "../../../../src/cli/completing/name-help.ts";
import { readLine } from "../../../../src/cli/line/line.ts";
import { scanLine } from "../../../../src/cli/line/scan.ts";
import { unknownCommand, unknownVerb } from "../../../../src/cli/line/suggestions.ts";
import { checkColumnNames } from "../../../../src/cli/parsing/column-names.ts";
import { findRoot } from "../../../../src/cli/tree/command-tree.ts";
import { choiceHint } from "../../../../src/core/text/word-lists.ts";
import { createRandom, partOfRun, type SeededRandom, seedsOfRun } from "../../random.ts";
import { failureOf, rejection } from "../../rejection.ts";
import { program } from "../command-line.ts";

const tree = program;
const source = join(import.meta.dirname, "../../../../src");

/** What is wrong with a suggested command line, whose values may be missing. */
async function faultOf(line: string): Promise<string | undefined> {
  const argv = line.split(" ").filter((word) => word !== "--help");
  try {
    await readLine(await scanLine(argv, program));
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return / (?:is|are) required$/.test(message) ? undefined : `svc ${line}: ${message}`;
  }
}

test("every suggestion for words of other tools is an existing command", async () => {
  const text = ["other-tools", "other-tools-advice"]
    .map((name) => readFileSync(join(source, `catalogue/${name}.ts`), "utf8"))
    .join("");
  const words = new Set([...text.matchAll(/"(?:\w+ )?([\w-]+)"(?=[,\]])/g)].map(([, word]) => word ?? ""));
  const groups = tree.children.filter((child) => child.kind === "group");
  const failures = await Promise.all(
    [...words].flatMap((word, turn) => {
      const ofDay = partOfRun(groups, 12, turn);
      const others = findRoot(tree, word) === undefined ? [[], ...ofDay.map(({ name }) => [name])] : [];
      return [
        ...ofDay.map((group) => unknownVerb(group, [word])),
        ...others.map((other) => unknownCommand(tree, [word, ...other])),
      ];
    }),
  );
  const suggested = new Set<string>();
  for (const { details } of failures) {
    for (const [, command] of details.hint?.matchAll(/'svc ([^']+)'/g) ?? []) suggested.add(command ?? "");
  }
  const faults = await Promise.all([...suggested].map(faultOf));
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  expect(suggested.size).toBeGreaterThan(20);
});

test("every command that a message of svc names exists, with its options", async () => {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.startsWith("sandbox"),
  );
  const suggestedLines = files.flatMap((file) =>
    readFileSync(join(source, file), "utf8")
      .split("\n")
      .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line))
      .flatMap((line) =>
        [...line.matchAll(/\bsvc ([a-z][^`'";,:()\\]*)/g)].map(([, command]) => command ?? ""),
      ),
  );
  const faults: string[] = [];
  for (const words of suggestedLines.map((command) => command.trim().split(/\s+/))) {
    const [first = "", second] = words;
    if (findRoot(tree, first) === undefined) continue;
    const path = second !== undefined && /^[a-z-]+$/.test(second) ? [first, second] : [first];
    const options = words.filter((word) => /^--[a-z-]+$/.test(word));
    const fault = await faultOf([...path, ...options].join(" "));
    if (fault !== undefined && !/takes a value|argument missing/.test(fault)) faults.push(fault);
  }
  expect(suggestedLines.length).toBeGreaterThan(50);
  expect(faults).toEqual([]);
});

test.each([
  ["events follow", "did you mean 'svc events query --follow'?"],
  ["machines watch", "did you mean 'svc machines list --watch'?"],
  ["machines power", "did you mean 'svc machines query-power-state NAME'?"],
  ["machines lst", "did you mean 'svc machines list'?"],
  ["machnies list", "did you mean 'svc machines list'?"],
  ["plugin list", "aliases, and programs named svc-NAME on PATH, become commands: see 'svc --help'"],
  [
    "machines commission web-01 --skip",
    "did you mean --skip-bmc-config, --skip-networking or --skip-storage?",
  ],
])("svc %s: %s", async (line, hint) => {
  const scanned = await scanLine(line.split(" "), program);
  const failure = scanned.failure ?? (await rejection(() => readLine(scanned)));
  expect(failure.details.hint).toBe(hint);
});

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
      const failure = await failureOf(() => checkColumnNames(selection, columns));
      return suggested(failure?.details.hint);
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
