import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readLine } from "../../../../src/cli/line/line.ts";
import { scanLine } from "../../../../src/cli/line/scan.ts";
import { unknownCommand, unknownVerb } from "../../../../src/cli/line/suggestions.ts";
import { findRoot } from "../../../../src/cli/tree/command-tree.ts";
import { partOfRun } from "../../random.ts";
import { rejection } from "../../rejection.ts";
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
