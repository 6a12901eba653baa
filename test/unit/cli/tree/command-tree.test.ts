import { afterEach, describe, expect, test, vi } from "vitest";
import { globalOptions } from "../../../../src/catalogue/commands/options.ts";
import { groupNames, groups, loadAllOperations } from "../../../../src/catalogue/index.ts";
import { builtinCommands } from "../../../../src/cli/commands/index.ts";
import { scanLine } from "../../../../src/cli/line/scan.ts";
import { allCommands, findChild, findRoot } from "../../../../src/cli/tree/command-tree.ts";
import { program } from "../command-line.ts";

const tree = program;
const commands = await allCommands(tree);

describe("the command tree", () => {
  test("has every operation and every built-in command once", async () => {
    const ids = commands.map((command) =>
      command.kind === "operation" ? command.entry.id : command.command.command.join("."),
    );
    const operations = (await loadAllOperations()).map(({ id }) => id);
    expect([...ids].sort()).toEqual(
      [...operations, ...builtinCommands.map(({ command }) => command.join("."))].sort(),
    );
  });

  test.each(commands.map((command) => [command.spec().command.join(" "), command] as const))(
    "finds %s by its words",
    async (_, command) => {
      const [first = "", second] = command.spec().command;
      const root = findRoot(tree, first);
      const child = root === undefined || second === undefined ? root : await findChild(root, second);
      expect(child).toMatchObject({ kind: command.kind, name: command.name, summary: command.summary });
    },
  );

  test("finds a group by every other spelling, and nothing by what an object inherits", () => {
    for (const name of groupNames)
      for (const alias of groups[name].aliases) expect(findRoot(tree, alias)?.name).toBe(name);
    for (const word of ["toString", "constructor", "__proto__", "hasOwnProperty"])
      expect(findRoot(tree, word)).toBeUndefined();
  });

  test("finds a command by the aliases of its verb, which hide no verb and mean one each", async () => {
    let count = 0;
    for (const root of tree.children) {
      if (root.kind !== "group") continue;
      const verbs = await root.commands();
      const aliases = verbs.flatMap(({ aliases: verbAliases = [] }) => verbAliases);
      expect(new Set(aliases).size, root.name).toEqual(aliases.length);
      for (const { name, aliases: verbAliases = [] } of verbs) {
        expect((await findChild(root, name))?.name).toBe(name);
        for (const alias of verbAliases) expect((await findChild(root, alias))?.name).toBe(name);
        count += verbAliases.length;
      }
    }
    expect(count).toBeGreaterThan(50);
  });

  test.each([
    ["machines", "ls", "list"],
    ["machines", "rm", "delete"],
    ["machines", "show", "get"],
    ["profiles", "rm", "remove"],
    ["profiles", "show", "show"],
    ["events", "ls", "query"],
    ["sandbox", "ls", undefined],
    ["machines", "toString", undefined],
  ])("%s %s means %s", async (group, word, verb) => {
    const root = findRoot(tree, group);
    expect(root && (await findChild(root, word))?.name).toBe(verb);
  });

  test("every group has a summary", () => {
    for (const { name, summary } of tree.children) expect(summary !== "", name).toBe(true);
  });

  test("options need, exclude and ignore only existing options", () => {
    const globals: readonly string[] = globalOptions.map(({ name }) => name);
    for (const { command, options = [], refusedGlobals: ignores = [] } of commands.map((each) =>
      each.spec(),
    )) {
      const names = [...options.map(({ name }) => name), ...globals];
      const named = [
        ...options.flatMap(({ needs = [], excludes = [] }) => [...needs, ...excludes]),
        ...ignores,
      ];
      expect([command, named.filter((name) => !names.includes(name))]).toEqual([command, []]);
    }
  });
});

describe("what a line loads", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each([
    ["--help", []],
    ["login lab", []],
    ["help machines", []],
    ["profiles list", []],
    ["--profile lab machines deploy web-01 --wait", ["machines"]],
    ["machine --help", ["machines"]],
    ["ssh-key list", ["sshkeys"]],
    ["version", ["version"]],
    ["get fabrics", ["fabrics"]],
  ])("%s loads %j", async (line, expected) => {
    const loads = groupNames.map((name) => [name, vi.spyOn(groups[name], "load")] as const);
    await scanLine(line.split(" "), program);
    const loaded = loads.filter(([, load]) => load.mock.calls.length > 0).map(([name]) => name);
    expect(loaded).toEqual(expected);
  });
});
