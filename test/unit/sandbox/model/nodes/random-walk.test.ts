import { expect, test } from "vitest";
import type { StatusValue } from "../../../../../src/catalogue/statuses.ts";
import {
  afterTesting,
  type PhaseRule,
  phaseRules,
  transitionRules,
} from "../../../../../src/sandbox/model/nodes/transitions.ts";
import { seededRandom, seedState } from "../../../../../src/sandbox/simulation/random.ts";
import type { Node } from "../../../../../src/sandbox/state/node.ts";
import { type Fields, startHarness } from "../../harness.ts";

const phases: readonly PhaseRule[] = Object.values(phaseRules);
const starts = new Set<StatusValue>(phases.map((each) => each.status));

/**
 * Whether the tables know a way from one status to the other in one step; `before` is where a test or rescue
 * began.
 */
function isStep(from: StatusValue, to: StatusValue, before: StatusValue | null): boolean {
  if (from === to || to === "broken") return true;
  const phase = phases.find((each) => each.status === from);
  if (phase !== undefined) {
    const returns: readonly (StatusValue | null)[] = [
      before,
      before === null ? null : afterTesting(before),
      "ready",
    ];
    const next: readonly (StatusValue | null | undefined)[] = [
      phase.failure,
      phase.abortsTo === "before" ? before : phase.abortsTo,
      ...(from === "commissioning" ? (["testing", "ready"] as const) : []),
      ...(from === "deploying" ? (["deployed", "releasing", "disk_erasing"] as const) : []),
      ...(from === "disk_erasing" ? (["releasing"] as const) : []),
      ...(from === "releasing" ? (["ready"] as const) : []),
      ...(from === "entering_rescue_mode" ? (["rescue_mode"] as const) : []),
      ...(from === "testing" || from === "exiting_rescue_mode" ? returns : []),
    ];
    return next.includes(to);
  }
  if (from === "ready" && to === "allocated") return true;
  if (from === "broken" || from === "failed_testing") {
    if (to === "ready" || to === "deployed") return true;
  }
  return Object.values(transitionRules).some((rule) => {
    const begins =
      rule === transitionRules.release ? ["releasing", "disk_erasing"] : [phaseRules[rule.phases[0]].status];
    return (rule.from as readonly string[]).includes(from) && begins.includes(to);
  });
}

/** Tells of every change of a machine's status, whoever makes it. */
function watch(node: Node, changed: (from: StatusValue, to: StatusValue) => void): void {
  let status = node.status;
  Object.defineProperty(node, "status", {
    get: () => status,
    set: (to: StatusValue) => {
      changed(status, to);
      status = to;
    },
    enumerable: true,
  });
}

const operations = [
  ...[
    "commission",
    "test",
    "deploy",
    "deploy",
    "release",
    "release",
    "abort",
    "rescue_mode",
    "exit_rescue_mode",
  ],
  ...["mark_broken", "mark_fixed", "override_failed_testing", "power_on", "power_off", "lock", "unlock"],
] as const;

/** Whether a machine has an owner, an operating system and an activity where its status asks for them, and only there. */
function isInOrder({ status, owner, osystem, activity }: Node): boolean {
  if (status === "ready" && (owner !== null || osystem !== "")) return false;
  const isTaken = status === "allocated" || status === "deployed" || status === "deploying";
  return (!isTaken || owner !== null) && (activity === null) === !starts.has(status);
}

test.each([1, 2, 3])("seed %i: hundreds of operations leave the fleet in order", async (seed) => {
  const random = seededRandom(seedState(seed));
  const harness = await startHarness({
    seed,
    faults: ["fail=deploy,rate=0.2", "fail=test,rate=0.2", "silent=release,rate=0.1"],
  });
  const { sandbox, post, user } = harness;
  const { state } = sandbox.world;
  const wrong: string[] = [];
  const machines = Object.values(state.nodes.bySystemId).filter((node) => node.nodeType === "machine");
  for (const node of machines) {
    watch(node, (from, to) => {
      if (!isStep(from, to, node.previousStatus)) wrong.push(`${node.hostname}: ${from} -> ${to}`);
    });
  }
  const answered = new Set<number>();
  try {
    for (let count = 0; count < 400; count += 1) {
      const node = random.pick(machines);
      const operation = random.pick(operations);
      const fields: Fields =
        operation === "release" && random.next() < 0.3 ? { erase: "true" } : { comment: "walk" };
      const key = random.next() < 0.3 ? user : sandbox.keys.administrator;
      const path =
        random.next() < 0.1 ? "/machines/op-allocate" : `/machines/${node.systemId}/op-${operation}`;
      answered.add((await post(path, fields, key)).status);
      const taken = machines.flatMap((each) =>
        each.interfaces.flatMap((nic) => nic.links.flatMap((link) => link.ip ?? [])),
      );
      if (new Set(taken).size !== taken.length) wrong.push(`an address twice: ${taken.join(" ")}`);
      for (const ip of taken)
        if (!Object.hasOwn(state.networks.addresses.byIp, ip)) wrong.push(`nobody knows of ${ip}`);
      wrong.push(...machines.flatMap((each) => (isInOrder(each) ? [] : [JSON.stringify(each)])));
    }
  } finally {
    await sandbox.stop();
  }
  expect(wrong).toEqual([]);
  expect([...answered].filter((status) => ![200, 204, 403, 404, 409].includes(status))).toEqual([]);
  expect([...answered]).toEqual(expect.arrayContaining([200, 409]));
});
