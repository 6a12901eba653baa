import { describe, expect, test } from "vitest";
import type { DescribedGroup } from "../../../../src/catalogue/described.ts";
import { allCommands, commandTree } from "../../../../src/cli/specs/command-tree.ts";
import { describedCatalogue } from "../../../../src/client/description/catalogue.ts";
import { createRandom, seedsOfRun } from "../../random.ts";
import { around, documented, fixture } from "./fixture.ts";

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

/** The fixture with some of its actions changed, and members that svc's own operations have added to them. */
function mutated(seed: number): unknown {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[random.below(items.length)] as Item;
  const copy: Mutable = structuredClone(fixture) as Mutable;
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

const treeOf = (described: readonly DescribedGroup[]) =>
  commandTree(described.map((group) => ({ ...group, load: async () => group })));

describe("a description that was changed by seed", () => {
  test.each(seedsOfRun(20))("%i asks before it deletes", async (seed) => {
    const { groups } = describedCatalogue(mutated(seed), around);
    const commands = (await allCommands(treeOf(groups))).flatMap((each) =>
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
