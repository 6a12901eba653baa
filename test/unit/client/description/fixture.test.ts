import { describe, expect, test } from "vitest";
import { isFlag } from "../../../../src/catalogue/commands/command-spec.ts";
import { builtinCommands } from "../../../../src/cli/commands/index.ts";
import { scanLine } from "../../../../src/cli/line/scan.ts";
import { allCommands, commandTree } from "../../../../src/cli/tree/command-tree.ts";
import { describedCatalogue } from "../../../../src/client/description/catalogue.ts";
import { requestOf, sampleOf } from "../../cli/command-line.ts";
import { around, described, documented, fixture } from "./fixture.ts";

const tree = commandTree(builtinCommands, described.groups);
const commands = await allCommands(tree);

const { resources } = fixture;

/** Method, path and operation of every action, parsed independently of the source. */
const raw = [
  ...new Set(
    resources
      .flatMap(({ anon, auth }) => [anon, auth])
      .flatMap((handler) =>
        (handler?.actions ?? []).map(
          ({ method, op }) =>
            `${method} ${(handler?.path ?? "").replace("/SVC/api/2.0", "")}${op === null ? "" : `op-${op}`}`,
        ),
      ),
  ),
];

/** Ignores parameter names and the different address of the version. */
const plain = (label: string): string =>
  label.replace(/\{\w+\}/g, "{}").replace(" /api/version", " /version");

const operations = commands.flatMap((command) => (command.kind === "operation" ? [command] : []));

describe("the fixture's description", () => {
  test("has about 700 actions, of which none is dropped", () => {
    expect(raw.length).toBeGreaterThan(700);
    expect(described.dropped).toEqual([]);
  });

  test("turns every action into exactly one command", () => {
    const commandLabels = operations.map(({ entry: { operation } }) =>
      plain(`${operation.method} ${operation.path}`),
    );
    const counts = raw.map((label) => [label, commandLabels.filter((each) => each === plain(label)).length]);
    expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
  });

  test("adds no field to an operation that has it under another name", () => {
    const twice = operations.flatMap(({ name, entry: { group, operation } }) => {
      const fields = operation.fields ?? [];
      const sentFields = fields.map((field) => field.sentAs ?? field.name);
      return fields
        .filter((field, at) => field.undocumented === true && sentFields.indexOf(sentFields[at] ?? "") < at)
        .map((field) => `${group.name} ${name} ${field.name}`);
    });
    expect(twice).toEqual([]);
  });

  test("makes no command that is neither documented nor described", () => {
    const knownOperations = new Set(
      [...raw, ...documented.map(({ operation: o }) => `${o.method} ${o.path}`)].map(plain),
    );
    expect(
      operations.filter(
        ({ entry: { operation: o } }) => !knownOperations.has(plain(`${o.method} ${o.path}`)),
      ),
    ).toEqual([]);
  });

  test("changes documented commands only by adding fields", () => {
    for (const { id, operation, group } of documented) {
      const entry = operations.find(({ entry }) => entry.id === id)?.entry;
      const { fields = [], ...others } = operation;
      const { fields: all = [], ...same } = entry?.operation ?? operation;
      expect(entry?.group.columns).toBe(group.columns);
      expect(same).toEqual(others);
      expect(all.slice(0, fields.length)).toEqual(fields);
      expect(
        all.slice(fields.length).filter(({ required, undocumented }) => required || !undocumented),
      ).toEqual([]);
    }
  });

  test("has unique commands, options and ids, and no option of svc itself", () => {
    expect(new Set(operations.map(({ entry }) => entry.id)).size).toBe(operations.length);
    for (const command of commands) {
      const { options = [], command: words } = command.spec();
      const names = options.flatMap(({ name, negatable }) => (negatable ? [name, `no-${name}`] : [name]));
      expect([words, names.length]).toEqual([words, new Set(names).size]);
    }
    const commandLines = commands.map((command) => command.spec().command.join(" "));
    expect(new Set(commandLines).size).toBe(commandLines.length);
  });

  test("does not depend on the order of the resources", () => {
    const turned = { ...fixture, resources: [...resources].reverse() };
    expect(describedCatalogue(turned, around)).toEqual(described);
  });

  test.each(
    operations
      .filter(({ entry }) => entry.operation.described)
      .map((each) => [each.spec().command.join(" "), each] as const),
  )("svc %s sends its request", async (_, command) => {
    const { operation } = command.entry;
    const names = (operation.parameters ?? []).map(({ name }) => name);
    const commandLines = (operation.fields ?? []).filter(({ type }) => type !== "file");
    const argv = [
      ...command.spec().command,
      ...names.map((name) => `${name}/1`),
      ...commandLines.flatMap((field) => {
        const flag = `--${field.flag ?? field.name.replaceAll("_", "-")}`;
        return isFlag(field.type) ? [flag] : [`${flag}=${sampleOf(field, command.entry)}`];
      }),
    ];
    const { target } = await scanLine(argv, tree);
    expect(target).toMatchObject({ kind: "operation", entry: { id: command.entry.id } });
    const request = await requestOf(argv, "", tree);
    const [, resource = "", op] = /^(.*?)(?:op-(\w+))?$/.exec(operation.path) ?? [];
    const isByQuery = op !== undefined && !resource.endsWith("/");
    const path = (isByQuery ? resource : operation.path).replace(/\{(\w+)\}/g, (_match, name: string) =>
      encodeURIComponent(`${name}/1`),
    );
    const url = new URL(request.url);
    expect(url.pathname).toBe(`/SVC/api/2.0${path}`);
    expect(url.searchParams.get("op")).toBe(isByQuery ? op : null);
    const sentFields =
      operation.method === "GET" || operation.method === "DELETE"
        ? [...url.searchParams.keys()].filter((name) => name !== "op")
        : (request.parts ?? []).map(({ name }) => name);
    expect([...new Set(sentFields)].sort()).toEqual(
      commandLines.map(({ name, sentAs = name }) => sentAs).sort(),
    );
  });
});
