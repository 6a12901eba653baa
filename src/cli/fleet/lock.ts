import { Failure } from "../../failure.ts";
import type { MachineView } from "../../lifecycle/machine-view.ts";

/**
 * Refuses what would destroy or interrupt a locked machine, also where the service would not (field notes, "Answers": an
 * administrator's DELETE does not check the lock).
 */
export function refuseLocked(verb: string, machines: readonly MachineView[]): void {
  const locked = machines.filter((machine) => machine.locked);
  if (locked.length > 0) throw lockedFailure(`cannot ${verb}`, locked);
}

/** The failure that a 403 really is when the machine is locked: the service gives no reason. */
export function lockedFailure(what: string, locked: readonly MachineView[]): Failure {
  const names = locked.map(({ hostname }) => hostname);
  return new Failure(
    "forbidden",
    `${what}: ${names.join(", ")} ${names.length === 1 ? "is" : "are"} locked`,
    {
      hint: `svc machines unlock ${locked.map(({ systemId }) => systemId).join(" ")}`,
    },
  );
}
