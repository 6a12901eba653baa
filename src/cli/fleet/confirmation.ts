import type { Operation } from "../../api/operation.ts";
import { statusValue } from "../../api/statuses.ts";
import { Failure } from "../../failure.ts";
import type { Values } from "../../http/client.ts";
import type { MachineView } from "../../lifecycle/machine-view.ts";
import type { Invocation } from "../action.ts";
import { askTyped, askYesNo, isInteractive } from "../prompt.ts";

/** How many of the machines are listed before a question. */
const listedMachines = 20;

/** The machines of a selection that the operation destroys or interrupts, so that it must be asked about. */
export function machinesAtRisk(
  operation: Operation,
  values: Values,
  machines: readonly MachineView[],
): readonly MachineView[] {
  if (operation.confirm === undefined) return [];
  const erases = ["erase", "quick_erase", "secure_erase"].some((field) => values[field] === true);
  const only = operation.confirmWhen;
  if (only === undefined || erases) return machines;
  return machines.filter(({ status }) => {
    const value = statusValue(status);
    return value === undefined || only.includes(value);
  });
}

/**
 * Lists what will be hit and asks; several deployed machines want their number typed. `--yes` answers. Without a terminal
 * and without `--yes` nothing is sent: a notConfirmed failure.
 */
export async function confirmMachines(
  verb: string,
  atRisk: readonly MachineView[],
  { context, globals }: Pick<Invocation, "context" | "globals">,
): Promise<void> {
  if (atRisk.length === 0 || globals.yes) return;
  const listed = atRisk.slice(0, listedMachines).map(describe);
  const rest = atRisk.length - listed.length;
  const lines = rest > 0 ? [...listed, `and ${rest} more`] : listed;
  const what = atRisk.length === 1 ? `${verb} ${atRisk[0]?.hostname}` : `${verb} ${atRisk.length} machines`;
  if (!isInteractive(context)) {
    throw new Failure("notConfirmed", `${what}: not confirmed`, {
      lines,
      hint: "add --yes where nobody can be asked; nothing was sent",
    });
  }
  context.stderr.write(`${lines.map((line) => `  ${line}`).join("\n")}\n`);
  const deployed = atRisk.filter(({ status }) => statusValue(status) === "deployed").length;
  const agreed =
    deployed > 1
      ? await askTyped(
          context,
          `${what}, ${deployed} of them deployed? Type ${atRisk.length} to go on:`,
          String(atRisk.length),
        )
      : await askYesNo(context, `${what}?`);
  if (!agreed) throw new Failure("notConfirmed", `${what}: declined`, { hint: "nothing was sent" });
}

/** Asks about an operation that is on no machine. */
export async function confirmOther(
  what: string,
  { context, globals }: Pick<Invocation, "context" | "globals">,
): Promise<void> {
  if (globals.yes) return;
  if (!isInteractive(context)) {
    throw new Failure("notConfirmed", `${what}: not confirmed`, {
      hint: "add --yes where nobody can be asked; nothing was sent",
    });
  }
  if (!(await askYesNo(context, `${what}?`))) {
    throw new Failure("notConfirmed", `${what}: declined`, { hint: "nothing was sent" });
  }
}

const describe = ({ systemId, hostname, owner, statusName }: MachineView): string =>
  `${hostname} (${systemId}), ${owner === undefined ? "no owner" : `owner ${owner}`}, ${statusName}`;
