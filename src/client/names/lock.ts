import type { Operation } from "../../catalogue/operation.ts";
import { Failure, isNotFound } from "../../core/failure.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import { maxListedNames, nameList } from "../../core/text/word-lists.ts";
import { failedMachine, type MachineView } from "../lifecycle/machine-view.ts";
import type { Labeler } from "./names.ts";

/** The service itself does not check the lock when an administrator sends a DELETE. */
export function refuseLocked(
  verb: string,
  machines: readonly MachineView[],
  label: Labeler,
  /** The user's words that selected the machines. If many are locked, the hint contains these words. */
  selector: readonly string[] = [],
): void {
  const locked = machines.filter((machine) => machine.locked);
  if (locked.length === 0) return;
  const names = locked.length > maxListedNames && selector.length > 0 ? selector : locked.map(label);
  throw lockedFailure(verb, locked, names, "; nothing was sent");
}

export async function explainForbidden(
  error: unknown,
  readMachines: () => Promise<readonly MachineView[]>,
  { verb, who }: Pick<Operation, "verb" | "who">,
  label: Labeler,
): Promise<unknown> {
  if (!(error instanceof Failure) || error.kind !== "forbidden") return error;
  let isHidden = false;
  const views = await readMachines().catch((readError: unknown) => {
    isHidden = readError instanceof Failure && isNotFound(readError);
    return [];
  });
  if (isHidden && guessedHint.test(error.details.hint ?? ""))
    return error.with({ hint: "you cannot see this machine: it belongs to another user" });
  const locked = views.filter((machine) => machine.locked);
  return locked.length === 0
    ? withPermissionHint(error, views, who)
    : lockedFailure(verb, locked, locked.map(label)).with({ outcome: "refused" });
}

/** The machine was read and is not locked, so a lock is not the reason. */
function withPermissionHint(failure: Failure, [machine]: readonly MachineView[], who: Operation["who"]) {
  if (machine === undefined || !guessedHint.test(failure.details.hint ?? "")) return failure;
  const { hostname, owner } = machine;
  const ownership = owner === undefined ? "" : `${hostname} belongs to ${owner}: `;
  const allowedUsers =
    who === "admin" || owner === undefined ? "only administrators" : "only its owner and administrators";
  return failure.with({ hint: `${ownership}${allowedUsers} may do this` });
}

const guessedHint = /^the machine may be locked/;

function lockedFailure(verb: string, locked: readonly MachineView[], words: readonly string[], remark = "") {
  const hostnames = nameList(locked.map(({ hostname }) => hostname));
  const message = `cannot ${verb}: ${hostnames} ${locked.length === 1 ? "is" : "are"} locked${remark}`;
  return new Failure("forbidden", message, {
    machines: locked.map(failedMachine),
    hint: `svc machines unlock ${words.map(shellWord).join(" ")}`,
  });
}
