import type { Operation } from "../../api/operation.ts";
import { statusValue } from "../../api/statuses.ts";
import { Failure } from "../../failure.ts";
import type { Values } from "../../http/call.ts";
import type { MachineView } from "../../lifecycle/machine-view.ts";
import { escapeText } from "../../output/escape.ts";
import type { Invocation } from "../action.ts";
import { askTyped, askYesNo, isInteractive } from "../terminal/prompt.ts";
import { noStatus } from "./found-nodes.ts";

/** How many of the machines are listed before a question. */
const listedMachines = 20;

/** The machines of a selection that the operation destroys or interrupts, so that it must be asked about. */
export function machinesAtRisk(
  operation: Operation,
  values: Values,
  machines: readonly MachineView[],
): readonly MachineView[] {
  if (operation.confirm === undefined) return [];
  const erases = ["erase", "quick_erase", "secure_erase"].some((field) => isOn(values[field]));
  const only = operation.confirmWhen;
  if (only === undefined || erases) return machines;
  return machines.filter(({ status }) => {
    const value = statusValue(status);
    return value === undefined || only.includes(value);
  });
}

const isOn = (value: Values[string]): boolean => ["true", "1"].includes(String(value).toLowerCase());

/**
 * Lists what will be hit and asks; several deployed machines want their number typed. `--yes` answers.
 * Without a terminal and without `--yes` nothing is sent: a notConfirmed failure.
 */
export async function confirmMachines(
  verb: string,
  atRisk: readonly MachineView[],
  invocation: Pick<Invocation, "context" | "globals">,
): Promise<void> {
  if (atRisk.length === 0) return;
  const [first] = atRisk;
  const what = atRisk.length === 1 ? `${verb} ${first?.hostname}` : `${verb} ${atRisk.length} machines`;
  const deployed = atRisk.filter(({ status }) => statusValue(status) === "deployed").length;
  await confirm(what, atRisk, invocation, deployed > 1 ? { count: atRisk.length, deployed } : undefined);
}

/**
 * Asks about an operation that is sent once: by its machines where it is on a list of them, else by its own
 * name.
 */
export async function confirmCall(
  operation: Operation,
  call: string,
  values: Values,
  nodes: readonly MachineView[],
  invocation: Pick<Invocation, "context" | "globals">,
): Promise<void> {
  const isOnList = (operation.fields ?? []).some(({ kind, type }) => kind !== undefined && type === "list");
  if (isOnList)
    return await confirmMachines(operation.verb, machinesAtRisk(operation, values, nodes), invocation);
  await confirm(call, nodes, invocation);
}

async function confirm(
  what: string,
  machines: readonly MachineView[],
  { context, globals }: Pick<Invocation, "context" | "globals">,
  typed?: { readonly count: number; readonly deployed: number },
): Promise<void> {
  if (globals.yes) return;
  const listed = machines.slice(0, listedMachines).map(describe);
  const rest = machines.length - listed.length;
  const lines = rest > 0 ? [...listed, `and ${rest} more`] : listed;
  if (!isInteractive(context)) {
    throw new Failure("notConfirmed", `${what}: not confirmed`, {
      lines,
      hint: "add --yes where nobody can be asked; nothing was sent",
    });
  }
  for (const line of lines) context.stderr.write(`  ${escapeText(line)}\n`);
  const question = escapeText(what);
  const agreed =
    typed === undefined
      ? await askYesNo(context, `${question}?`)
      : await askTyped(context, `${question}, ${typed.deployed} of them deployed?`, String(typed.count));
  if (!agreed) throw new Failure("notConfirmed", `${what}: declined`, { hint: "nothing was sent" });
}

const describe = ({ systemId, hostname, owner, statusName }: MachineView): string =>
  [
    `${hostname} (${systemId})`,
    owner === undefined ? "no owner" : `owner ${owner}`,
    ...(statusName === noStatus ? [] : [statusName]),
  ].join(", ");
