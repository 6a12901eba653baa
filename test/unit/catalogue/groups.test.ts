import { describe, expect, it } from "vitest";
import { groupNames, groups, loadGroup } from "../../../src/catalogue/index.ts";
import type { Column } from "../../../src/catalogue/operation.ts";
import { builtinCommands } from "../../../src/cli/commands/index.ts";

const repeated = (names: readonly string[]): readonly string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

/** First words of svc's own commands, except the names of groups. */
const ownWords = new Set<string>([
  ...builtinCommands.map(({ command }) => command[0] ?? "").filter((word) => !Object.hasOwn(groups, word)),
  ...["completion", "help"],
]);

/** The minimum width of a column for its kind of value. */
const leastWidth = ({ header, as }: Column): number =>
  Math.max(header.length, as === "time" ? 19 : as === "bytes" ? 7 : as === "boolean" ? 5 : 4);

const loaded = await Promise.all(groupNames.map(loadGroup));

describe("the groups", () => {
  it("have unique names and spellings", () => {
    const words = groupNames.flatMap((name) => [name, ...groups[name].aliases]);
    expect(repeated(words)).toEqual([]);
    expect(words.filter((word) => ownWords.has(word))).toEqual([]);
    for (const word of words) expect(word).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
  });

  it("have a summary that fits", () => {
    for (const name of groupNames) {
      const { summary } = groups[name];
      expect(summary.length, name).toBeLessThanOrEqual(60);
      expect(summary, name).toMatch(/^[A-Z].*[^.]$/);
    }
  });
});

describe.each(loaded.map((group) => [group.name, group] as const))("group %s", (name, group) => {
  it("is listed under its name", () => {
    expect(groupNames).toContain(name);
    expect(Object.keys(group.operations)).not.toHaveLength(0);
  });

  it("uses no verb of a built-in command", () => {
    const builtinVerbs = builtinCommands.map(({ command }) => command).filter(([root]) => root === name);
    const verbs = Object.values(group.operations).map(({ verb }) => verb);
    expect(builtinVerbs.flatMap(([, verb]) => verb ?? []).filter((verb) => verbs.includes(verb))).toEqual([]);
  });

  const tables: readonly (readonly [string, readonly Column[]])[] = [
    [name, group.columns],
    ...Object.entries(group.operations).flatMap(([id, { columns }]) =>
      columns === undefined ? [] : [[id, columns] as const],
    ),
  ];

  it.each(tables)("has columns for %s that are readable on 100 columns", (_, columns) => {
    expect(repeated(columns.map(({ header }) => header))).toEqual([]);
    // The BMC address has the same path as the id because it is looked up by the id.
    const members = columns.filter(({ as }) => as !== "bmcAddress");
    expect(repeated(members.map(({ path }) => path))).toEqual([]);
    const narrow = columns.filter(({ wide, onRequest }) => !wide && !onRequest);
    expect(narrow).not.toHaveLength(0);
    const width = narrow.reduce((sum, column) => sum + leastWidth(column) + 2, 0);
    expect(width).toBeLessThanOrEqual(80);
    for (const { header, path } of columns) {
      expect(header).toMatch(/^[A-Z]+(?:[ /][A-Z]+)*$/);
      expect(path).toMatch(/^(\w+)(?:\.\w+)*(?:\|\w+)*(?:\/\w+(?:\.\w+)*)*$/);
    }
  });
});
