import { expect, test } from "vitest";
import { type StatusValue, statuses, type WaiterName, waiters } from "../../../../src/catalogue/statuses.ts";
import { assess } from "../../../../src/client/lifecycle/finding.ts";
import type { Goal } from "../../../../src/client/lifecycle/goal.ts";
import type { WatchTarget } from "../../../../src/client/lifecycle/progress-event.ts";
import { startWatching } from "../../../../src/client/lifecycle/watched.ts";

interface Seen {
  /** The waiter of an operation, or the power state to wait for. */
  readonly goal: WaiterName | { readonly power: "on" };
  readonly before: StatusValue;
  readonly status: StatusValue;
  readonly hasBegun?: boolean;
  /** The previous and the current owner. */
  readonly owners?: readonly [known: string, now: string | undefined];
  readonly powerState?: string;
  readonly target?: Partial<WatchTarget>;
}

/** The assessment of one read: the result, the marks that are set, and the further reads that are needed. */
function assessed({ goal, before, status, hasBegun = false, owners, powerState = "off", target }: Seen) {
  const goalOf: Goal =
    typeof goal === "string"
      ? { kind: "operation", waiter: waiters[goal] }
      : { kind: "conditions", conditions: [{ kind: "power", value: goal.power }], all: false };
  const [owner1 = "", owner] = owners ?? [];
  const wasBefore = statuses[before].id;
  const one = startWatching(
    { systemId: "abc123", hostname: "web-01", statusBefore: wasBefore, owner: owner1, ...target },
    0,
  );
  one.hasBegun = hasBegun;
  const view = {
    systemId: "abc123",
    hostname: "web-01",
    status: statuses[status].id,
    statusName: statuses[status].name,
    powerState,
    statusMessage: undefined,
    errorDescription: undefined,
    locked: false,
    owner,
    release: undefined,
    ipAddresses: [],
  };
  const { end } = assess(goalOf, one, view, false, 1_000);
  if (end === undefined) return undefined;
  const { finding, evidence } = end;
  return [finding.result, finding.reason, finding.isTaken === true ? "taken" : "own", evidence.reads];
}

test.each([
  ["failed_commissioning", "the tests passed; next: svc machines commission web-01"],
  ["ready", undefined],
  ["deployed", undefined],
] as const)("tests that pass on a machine in %s say what is left to do", (status, reason) => {
  const finding = assessed({ goal: "test", before: status, status, hasBegun: true });
  expect(finding?.slice(0, 2)).toEqual(["done", reason]);
});

test.each<[string, Seen, ReturnType<typeof assessed>]>([
  [
    "another owner ends the wait for an operation, whatever the status",
    { goal: "deploy", before: "allocated", status: "deployed", hasBegun: true, owners: ["me", "bob"] },
    ["left", "taken by bob", "taken", 2],
  ],
  [
    "the same owner is no other",
    { goal: "deploy", before: "allocated", status: "deployed", hasBegun: true, owners: ["me", "me"] },
    ["done", undefined, "own", 1],
  ],
  [
    "an owner where none was known is no other",
    { goal: "deploy", before: "allocated", status: "deployed", hasBegun: true, owners: ["", "bob"] },
    ["done", undefined, "own", 1],
  ],
  [
    "a machine that belongs to nobody was not taken",
    { goal: "release", before: "deployed", status: "ready", hasBegun: true, owners: ["me", undefined] },
    ["done", undefined, "own", 1],
  ],
  [
    "another owner's machine is in progress: the wait ends all the same",
    { goal: "deploy", before: "allocated", status: "deploying", hasBegun: true, owners: ["me", "bob"] },
    ["left", "taken by bob", "taken", 2],
  ],
  [
    "a reached power state counts, whoever owns the machine",
    {
      goal: { power: "on" },
      before: "deployed",
      status: "deployed",
      owners: ["me", "bob"],
      powerState: "on",
    },
    ["done", undefined, "own", 1],
  ],
  [
    "a power state is not awaited on another owner's machine",
    { goal: { power: "on" }, before: "deployed", status: "deployed", owners: ["me", "bob"] },
    ["left", "taken by bob", "taken", 2],
  ],
  [
    "what was not seen in progress and could have been so before is remarked on",
    { goal: "commission", before: "ready", status: "ready" },
    ["done", "it was never seen in progress", "own", 2],
  ],
  [
    "what has begun needs no remark",
    { goal: "commission", before: "ready", status: "ready", hasBegun: true },
    ["done", undefined, "own", 2],
  ],
  [
    "a status that only the operation leads to needs no remark",
    { goal: "commission", before: "new", status: "ready" },
    ["done", undefined, "own", 1],
  ],
  [
    "a request without a clear answer proves nothing where the machine has not moved",
    { goal: "deploy", before: "allocated", status: "allocated", target: { isUnclear: true } },
    ["left", "no sign of the operation: still Allocated", "own", 2],
  ],
  [
    "a request without a clear answer was carried out where the status says so",
    { goal: "deploy", before: "allocated", status: "deployed", target: { isUnclear: true } },
    ["done", undefined, "own", 1],
  ],
  [
    "a request with an answer that left the machine as it was has not begun",
    { goal: "deploy", before: "allocated", status: "allocated" },
    ["left", "no sign of the operation: still Allocated", "own", 2],
  ],
])("%s", (_, facts, expected) => expect(assessed(facts)).toEqual(expected));
