import { statuses } from "../../src/catalogue/statuses.ts";
import type { MachineState, SandboxFixture } from "./sandbox-fixture.ts";

/** The names of machine statuses by number. */
export const statusNames: Readonly<Record<number, string>> = {
  0: "New",
  1: "Commissioning",
  2: "Failed commissioning",
  3: "Missing",
  4: "Ready",
  5: "Reserved",
  6: "Deployed",
  7: "Retired",
  8: "Broken",
  9: "Deploying",
  10: "Allocated",
  11: "Failed deployment",
  12: "Releasing",
  13: "Releasing failed",
  14: "Disk erasing",
  15: "Failed disk erasing",
  16: "Rescue mode",
  17: "Entering rescue mode",
  18: "Failed to enter rescue mode",
  19: "Exiting rescue mode",
  20: "Failed to exit rescue mode",
  21: "Testing",
  22: "Failed testing",
};

export const allStatuses = Object.keys(statusNames).map(Number);

export const inProgress = [1, 9, 12, 14, 17, 19, 21];

/** One operation on the way to a status. */
interface Step {
  readonly operation: string;
  readonly fault?: string;
  readonly erase?: true;
  readonly finished?: true;
}

/** The initial state and the operations that bring a machine to each status. */
const statusPaths: Readonly<Record<number, readonly [from: MachineState, ...steps: readonly Step[]]>> = {
  0: ["new"],
  1: ["commissioning"],
  2: ["new", { operation: "commission", fault: "fail=commission", finished: true }],
  4: ["ready"],
  6: ["deployed"],
  8: ["broken"],
  9: ["deploying"],
  10: ["allocated"],
  11: ["allocated", { operation: "deploy", fault: "fail=deploy", finished: true }],
  12: ["allocated", { operation: "release" }],
  13: ["allocated", { operation: "release", fault: "fail=release", finished: true }],
  14: ["deployed", { operation: "release", erase: true }],
  15: ["deployed", { operation: "release", erase: true, fault: "fail=erase", finished: true }],
  16: ["rescue"],
  17: ["deployed", { operation: "rescue_mode" }],
  18: ["deployed", { operation: "rescue_mode", fault: "fail=rescue", finished: true }],
  19: ["rescue", { operation: "exit_rescue_mode" }],
  20: ["rescue", { operation: "exit_rescue_mode", fault: "fail=exit-rescue", finished: true }],
  21: ["ready", { operation: "test" }],
  22: ["failed_testing"],
};

/** Statuses that no documented operation leads to; they are set in the sandbox's state. */
const unreachable: Readonly<Record<number, "missing" | "reserved" | "retired">> = {
  3: "missing",
  5: "reserved",
  7: "retired",
};

export const setFaults = (fixture: SandboxFixture, ...lines: readonly string[]): void =>
  fixture.sandbox.world.faults.replace(lines);

/** Creates a machine with this status. */
export async function machineIn(fixture: SandboxFixture, status: number): Promise<string> {
  const [state, ...steps] = statusPaths[status] ?? (["ready"] as const);
  const id = await fixture.machine(state);
  for (const { operation, fault, erase, finished } of steps) {
    if (fault !== undefined) setFaults(fixture, `${fault},machine=${id}`);
    await fixture.callOk("POST", `/machines/${id}/op-${operation}`, erase ? { erase: true } : {});
    if (finished) await fixture.finish(id);
  }
  setFaults(fixture);
  const name = unreachable[status];
  const node = fixture.sandbox.world.state.nodes.bySystemId[id];
  if (name !== undefined && node !== undefined) node.status = name;
  const reached = node === undefined ? -1 : statuses[node.status].id;
  if (reached !== status) throw new Error(`the road to ${status} led to ${reached}`);
  return id;
}

export const statusOf = async (fixture: SandboxFixture, id: string): Promise<number> =>
  (await fixture.callOk("GET", `/machines/${id}/`)).status;
