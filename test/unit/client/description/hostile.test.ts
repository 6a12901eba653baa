import { describe, expect, test } from "vitest";
import { globalOptions } from "../../../../src/catalogue/commands/options.ts";
import { groupNames, groups } from "../../../../src/catalogue/index.ts";
import { builtinCommands } from "../../../../src/cli/commands/index.ts";
import { scanLine } from "../../../../src/cli/line/scan.ts";
import { allCommands, commandTree, findRoot } from "../../../../src/cli/tree/command-tree.ts";
import { describedCatalogue } from "../../../../src/client/description/catalogue.ts";
import { createRandom, seedsOfRun } from "../../random.ts";
import { around, documented, fixture } from "./fixture.ts";

const evil = [
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "", " ", "-", "--yes", "help"],
  ...["\u001b[31mred\u001b[0m", "\u202eabc", "a\u0000b", "a\nb", "../..", "{x}", "{__proto__}", "op-x"],
  "a;b",
  ...["login", "profiles", "machines", "machine", "operations", "api", "sandbox", "version", "events"],
  "describe",
  ...["set", "no-check", "no_check", "where", "output", "url", "yes", "query", "dry_run", "wait"],
  ...["profile", "h"],
  ...[
    ...["zones", "zone", "Zones", "list", "get", "create", "delete"],
    "x".repeat(300),
    "\ud800",
    "名前",
    "9",
    "_a",
  ],
];
const odd: readonly unknown[] = [
  null,
  undefined,
  0,
  1.5,
  true,
  [],
  {},
  [[]],
  "text",
  { resources: 1 },
  { toString: 1 },
  ...evil,
];

/** A random description, mostly well formed, with arbitrary values anywhere. */
function hostile(next: () => number): unknown {
  const pick = <Item>(from: readonly Item[]): Item => from[Math.floor(next() * from.length)] as Item;
  const maybe = (sound: () => unknown): unknown => (next() < 0.12 ? pick(odd) : sound());
  const word = () =>
    next() < 0.6 ? pick(["zones", "zone", "racks", "pool", "leases", "nodes", "machines"]) : pick(evil);
  const segment = () =>
    next() < 0.3 ? `{${pick(["id", "name", "system_id", "__proto__", "a b", ""])}}` : word();
  const path = () =>
    `${pick(["/SVC", "", "/a/b", "/\u001b"])}${pick(["/api/2.0/", "/api/2.0/", "/api/2.0/", "/api/1.0/", "/"])}${Array.from(
      { length: Math.floor(next() * 5) },
      segment,
    ).join("/")}${pick(["/", "/", ""])}`;
  const parameter = () =>
    `:param ${word()}: ${pick(["Required.", "Optional.", "", "\u001b]0;x\u0007"])} ${word()} (Default: ${word()}) Possible values are: \`\`${word()}\`\`.\n:type ${word()}: ${pick(["String", "Int", "Boolean", "URL", "", "__proto__"])}\n`;
  const doc = () =>
    `${word()}\n\n${word()}\n${Array.from({ length: Math.floor(next() * 6) }, parameter).join("\n")}`;
  const action = () => ({
    method: maybe(() => pick(["GET", "POST", "PUT", "DELETE", "PATCH", "get"])),
    name: maybe(word),
    op: maybe(() => (next() < 0.5 ? null : word())),
    restful: maybe(() => next() < 0.5),
    doc: maybe(doc),
  });
  const handler = () => ({
    path: maybe(path),
    params: maybe(() => []),
    actions: maybe(() => Array.from({ length: Math.floor(next() * 5) }, () => maybe(action))),
  });
  return maybe(() => ({
    hash: maybe(() => "abc123"),
    resources: maybe(() =>
      Array.from({ length: Math.floor(next() * 8) }, () =>
        maybe(() => ({
          name: word(),
          anon: maybe(() => (next() < 0.7 ? null : handler())),
          auth: maybe(handler),
        })),
      ),
    ),
  }));
}

/** All texts of a value, including member names. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...textsIn(member)]);
};

const unsafe = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Surrogate}/u;

describe("hostile descriptions", () => {
  const globals = globalOptions.map(({ name }) => name as string);
  const builtinGroups = commandTree(builtinCommands).children;
  const aliases = groupNames.flatMap((name) => groups[name].aliases.map((alias) => [alias, name] as const));

  test.each(seedsOfRun(5))("generated from %i never harm", async (seed) => {
    const random = createRandom(seed);
    const next = () => random.below(1_000_000) / 1_000_000;
    for (let round = 0; round < 50; round++) {
      const value = hostile(next);
      const catalogue = describedCatalogue(value, around);
      expect(textsIn(catalogue).filter((text) => unsafe.test(text))).toEqual([]);
      const tree = commandTree(builtinCommands, catalogue.groups);
      expect(
        builtinGroups.filter(({ name, summary }) => {
          const command = findRoot(tree, name);
          return command?.name !== name || command.summary !== summary;
        }),
      ).toEqual([]);
      expect(aliases.filter(([alias, name]) => findRoot(tree, alias)?.name !== name)).toEqual([]);
      const roots = tree.children.flatMap((child) => [
        child.name,
        ...(child.kind === "group" ? child.aliases : []),
      ]);
      expect(roots.filter((root, index) => roots.indexOf(root) !== index || root in {})).toEqual([]);
      if (round % 10 !== 0) continue;
      for (const command of await allCommands(tree)) {
        if (command.kind !== "operation" || !command.entry.operation.described) continue;
        const { command: words, options = [] } = command.spec();
        const names = options.flatMap(({ name, negatable }) => (negatable ? [name, `no-${name}`] : [name]));
        expect(
          names.filter((name, index) => names.indexOf(name) !== index || globals.includes(name)),
        ).toEqual([]);
        expect((await scanLine(words, tree)).target).toMatchObject({ entry: { id: command.entry.id } });
      }
      for (const { id, group, operation } of documented.slice(0, 20))
        expect((await scanLine([group.name, operation.verb], tree)).target).toMatchObject({ entry: { id } });
    }
  });

  test("a description of any size is limited", () => {
    const actions = Array.from({ length: 300 }, (_, index) => ({
      method: "GET",
      op: `op${index}`,
      doc: index === 0 ? "x".repeat(90_000) : "",
    }));
    const resources = Array.from({ length: 30 }, (_, index) => ({
      anon: null,
      auth: { path: `/SVC/api/2.0/r${index}s/`, actions },
    }));
    const catalogue = describedCatalogue({ hash: "a", resources }, around);
    const count = catalogue.groups.flatMap(({ operations }) => Object.keys(operations)).length;
    expect(count).toBeLessThanOrEqual(5_000);
    expect(catalogue.dropped.length).toBeLessThanOrEqual(100);
    expect(catalogue.dropped.length).toBeGreaterThan(0);
  });

  test("the reason for each dropped part is reported", () => {
    const path = "/SVC/api/2.0/profiles/";
    const reasons = describedCatalogue(
      {
        resources: [
          { auth: { path, actions: [{ method: "GET", op: null, doc: "" }] } },
          { auth: { path: "/nowhere/", actions: [] } },
          { auth: { path: "/SVC/api/2.0/racks", actions: [{ method: "POST", op: "x", doc: "" }] } },
          { auth: { path: "/SVC/api/2.0/racks/", actions: [{ method: "PATCH", op: null, doc: "" }] } },
        ],
      },
      around,
    ).dropped;
    expect(reasons.map(({ subject }) => subject)).toEqual([
      "/nowhere/",
      "POST /racksop-x",
      "PATCH /racks/",
      "/profile/",
    ]);
  });

  test("an op with a member toString is left out", () => {
    const actions = [{ method: "GET", op: { toString: 1 }, doc: "" }];
    const resources = [{ auth: { path: "/SVC/api/2.0/racks/", actions } }];
    expect(describedCatalogue({ hash: "a", resources }, around)).toMatchObject({
      groups: [],
      dropped: [{ subject: "GET /racks/op-" }],
    });
  });
});

interface Mutable {
  [key: string]: unknown;
}

const methods = ["GET", "POST", "PUT", "DELETE", "delete", "Delete", "DELETE ", "PATCH", null, 7];
const ops = [null, "list", "get", "delete", "refresh", "read", "download", "delete_all", "x", "", undefined];
const docs = [
  "Read it.\n\nOnly reads. Never asks.",
  "T\n\n:param yes: Optional. x\n:type yes: Boolean\n:param confirm: Optional. x\n:type confirm: String",
  ":param system_id: Required. x\n:type system_id: URL\n:param nodes: Optional. ids\n:type nodes: String",
];

/** The fixture with random changes to its actions, and with members that only svc's own operations have. */
function mutated(seed: number): unknown {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[random.below(items.length)] as Item;
  const copy: Mutable = { ...structuredClone(fixture) };
  const handlers = (copy["resources"] as Mutable[]).flatMap(({ anon, auth }) =>
    [anon, auth].filter((each): each is Mutable => each !== null && each !== undefined),
  );
  const paths = handlers.map(({ path }) => path);
  for (let count = 0; count < 60; count++) {
    const handler = pick(handlers);
    const actions = handler["actions"] as Mutable[];
    if (random.below(4) === 0) handler["path"] = pick(paths);
    const action = actions.length === 0 ? undefined : pick(actions);
    if (action === undefined) continue;
    action["method"] = pick(methods);
    action["op"] = pick(ops);
    action["doc"] = pick(docs);
    Object.assign(action, {
      confirm: undefined,
      described: false,
      who: "admin",
      result: "none",
      ignoresLock: false,
    });
    if (random.below(3) === 0) actions.push({ ...action, op: pick(ops) });
  }
  return copy;
}

describe("a description that was changed by seed", () => {
  test.each(seedsOfRun(5))("%i asks before it deletes", async (seed) => {
    const { groups } = describedCatalogue(mutated(seed), around);
    const commands = (await allCommands(commandTree(builtinCommands, groups))).flatMap((each) =>
      each.kind === "operation" ? [each.entry] : [],
    );
    const deleting = commands.filter(({ operation }) => operation.described && operation.method === "DELETE");
    expect(deleting.length).toBeGreaterThan(0);
    expect(deleting.filter(({ operation }) => operation.confirm !== "destroys")).toEqual([]);
    for (const { id, operation } of documented) {
      const same = commands.find((entry) => entry.id === id)?.operation;
      expect({ ...same, fields: operation.fields }).toEqual({ ...operation, fields: operation.fields });
    }
  });
});
