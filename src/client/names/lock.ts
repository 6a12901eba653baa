import { Failure } from "../../core/failure.ts";
import type { MachineView } from "../lifecycle/machine-view.ts";
import type { Labels } from "./names.ts";

/** The service does not check the lock for an administrator's DELETE. */
export function refuseLocked(verb: string, machines: readonly MachineView[], label: Labels): void {
  const locked = machines.filter((machine) => machine.locked);
  if (locked.length > 0) throw lockedFailure(`cannot ${verb}`, locked, label, "; nothing was sent");
}

/** The service gives no reason. Returns other errors unchanged; a function as `machines` reads them again. */
export async function explainForbidden(
  error: unknown,
  machines: readonly MachineView[] | (() => Promise<readonly MachineView[]>),
  verb: string,
  label: Labels,
): Promise<unknown> {
  if (!(error instanceof Failure) || error.kind !== "forbidden") return error;
  const views = typeof machines === "function" ? await machines().catch(() => []) : machines;
  const locked = views.filter((machine) => machine.locked);
  return locked.length === 0
    ? error
    : lockedFailure(`cannot ${verb}`, locked, label).with({ outcome: "refused" });
}

const maxNamed = 10;

function lockedFailure(what: string, locked: readonly MachineView[], label: Labels, remark = ""): Failure {
  const names = locked.slice(0, maxNamed).map(({ hostname }) => hostname);
  const rest = locked.length - names.length;
  const named = `${names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  return new Failure("forbidden", `${what}: ${named} ${locked.length === 1 ? "is" : "are"} locked${remark}`, {
    machines: locked.map(({ systemId, hostname, statusName }) => ({
      system_id: systemId,
      hostname,
      status: statusName,
    })),
    hint: `svc machines unlock ${locked.map(label).join(" ")}`,
  });
}
