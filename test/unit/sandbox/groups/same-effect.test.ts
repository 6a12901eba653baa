import { describe, expect, test } from "vitest";
import { statusValues } from "../../../../src/catalogue/statuses.ts";
import type { handlers } from "../../../../src/sandbox/groups/handlers.ts";
import type { Node, NodeType } from "../../../../src/sandbox/state/node.ts";
import { allNodes, type World } from "../../../../src/sandbox/state/world.ts";
import { partOfRun } from "../../random.ts";
import { admin, ask, bob, carol } from "../answering.ts";
import { networkedWorld } from "../networked-world.ts";

/** Operations with the same effect on a node: for each user, all of them must succeed or all must be refused. */

interface Way {
  readonly id: keyof typeof handlers;
  readonly query?: Readonly<Record<string, string>>;
  readonly form?: (node: Node) => Readonly<Record<string, string>>;
}

interface Effect {
  readonly name: string;
  readonly of: NodeType;
  readonly ways: readonly Way[];
  /** Answers and messages may differ, but not the effect. */
  readonly wordedApart?: true;
}

const ways = (query: Way["query"], ...ids: readonly Way["id"][]): readonly Way[] =>
  ids.map((id) => ({ id, ...(query === undefined ? {} : { query }) }));

const withForm = (form: NonNullable<Way["form"]>, ...ids: readonly Way["id"][]): readonly Way[] =>
  ids.map((id) => ({ id, form }));

const moved = ({ systemId }: Node) => ({ zone: "north", nodes: systemId });

const effects: readonly Effect[] = [
  { name: "read", of: "machine", ways: ways(undefined, "machine.read", "node.read") },
  { name: "details", of: "machine", ways: ways(undefined, "machine.details", "node.details") },
  {
    name: "power parameters",
    of: "machine",
    ways: ways(undefined, "machine.power_parameters", "node.power_parameters"),
  },
  ...["", "true", "1", "no", "perhaps", "2"].map(
    (force): Effect => ({
      name: `delete with force=${force}`,
      of: "machine",
      ways: ways({ force }, "machine.delete", "node.delete"),
    }),
  ),
  { name: "set zone", of: "machine", ways: withForm(moved, "machines.set_zone", "nodes.set_zone") },
  {
    name: "annotate",
    of: "machine",
    ways: withForm(() => ({ role: "db" }), "machine.set_owner_data", "machine.set_workload_annotations"),
  },
  ...["false", "true", "perhaps"].map(
    (erase): Effect => ({
      name: `release with erase=${erase}`,
      of: "machine",
      wordedApart: true,
      ways: [
        { id: "machine.release", form: () => ({ erase }) },
        { id: "machines.release", form: ({ systemId }) => ({ erase, machines: systemId }) },
      ],
    }),
  ),
  { name: "read", of: "device", ways: ways(undefined, "device.read", "node.read") },
  {
    name: "power parameters",
    of: "device",
    ways: ways(undefined, "device.power_parameters", "node.power_parameters"),
  },
  { name: "set zone", of: "device", ways: withForm(moved, "devices.set_zone", "nodes.set_zone") },
  {
    name: "annotate",
    of: "device",
    ways: withForm(() => ({ role: "db" }), "device.set_owner_data", "device.set_workload_annotations"),
  },
];

const callers = { admin, owner: bob, other: carol, anonymous: null } as const;

interface Case {
  readonly caller: keyof typeof callers;
  readonly owner: string | null;
  readonly status: Node["status"];
  readonly locked: boolean;
  readonly answers: World["answers"]["style"];
  /** The machine hosts another machine, which belongs to another user and is locked. */
  readonly isHost: boolean;
}

/** A world with one node of this type in the state of the case. */
function worldOf({ owner, status, locked, answers, isHost }: Case, type: NodeType) {
  const world = networkedWorld(isHost ? 2 : 1);
  const [node, other] = allNodes(world, "machine");
  if (node === undefined) throw new Error("a machine is expected");
  const { pods } = world.state.places;
  const nodeType: { nodeType?: NodeType } = node;
  nodeType.nodeType = type;
  Object.assign(node, { owner, status, locked, hostname: "the-node", activity: null });
  for (const pod of pods) pod.host = isHost ? node.systemId : null;
  if (other !== undefined) Object.assign(other, { podId: pods[0]?.id ?? null, owner: "carol", locked: true });
  world.answers.style = answers;
  return { world, node };
}

/** Leaves out counters and random state, which may differ. */
const comparableText = (text: string): string =>
  JSON.stringify(
    JSON.parse(text, (name, value) => (name === "random" || name === "nextId" ? undefined : value)),
  );

/** Compares texts first: parsing them takes ten times as long as writing them. */
const isSame = (one: string, other: string): boolean =>
  one === other || comparableText(one) === comparableText(other);

const some = ["new", "ready", "deployed", "releasing", "broken"] as const;

function* allCases(): Generator<Case> {
  for (const answers of ["documented", "deployed"] as const)
    for (const caller of Object.keys(callers) as (keyof typeof callers)[])
      for (const owner of ["bob", null])
        for (const locked of [false, true])
          for (const isHost of [false, true])
            for (const status of isHost || owner === null || answers === "deployed" ? some : statusValues)
              yield { answers, caller, owner, locked, status, isHost };
}

async function done(way: Way, each: Case, type: NodeType, isFirst: boolean) {
  const { world, node } = worldOf(each, type);
  // All operations start from the same world.
  const before = isFirst ? JSON.stringify(world.state) : "";
  const answer = await ask(world, way.id, {
    as: callers[each.caller],
    path: { system_id: node.systemId },
    ...(way.query === undefined ? {} : { query: way.query }),
    ...(way.form === undefined ? {} : { form: way.form(node) }),
  });
  return { received: answer, before, after: JSON.stringify(world.state) };
}

type Done = Awaited<ReturnType<typeof done>>;

/** A missing object is named after the group of the operation. */
const textOf = ({ received: answer }: Done) =>
  answer.text.replace(/^No (?:Machine|Device) matches/, "No Node matches");

describe.each(effects)("$name of a $of", ({ of, ways, wordedApart }) => {
  test("has the same effect in every form of the request, or is refused in every form and changes nothing", async () => {
    const heardAtAll = new Set<boolean>();
    for (const each of partOfRun([...allCases()], 19)) {
      const [first, ...others] = await Promise.all(
        ways.map((way, index) => done(way, each, of, index === 0)),
      );
      if (first === undefined) throw new Error("no way");
      const isRefused = first.received.status >= 400;
      heardAtAll.add(isRefused);
      const differs = (other: Done) =>
        other.received.status >= 400 !== isRefused ||
        !isSame(other.after, first.after) ||
        (wordedApart === undefined &&
          (other.received.status !== first.received.status || textOf(other) !== textOf(first)));
      // One `expect` reports all failures, because one for each case would take longer than the cases.
      if (isRefused && !isSame(first.before, first.after))
        expect([each, "changed"]).toEqual([each, "refused"]);
      for (const other of others.filter(differs))
        expect([each, other.received, other.after]).toEqual([each, first.received, first.after]);
    }
    expect(heardAtAll.has(true)).toBe(true);
  });
});
