import type { Operation } from "../../catalogue/operation.ts";
import { statusValue } from "../../catalogue/statuses.ts";
import type { Values } from "../../client/http/call.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import { noStatus } from "../../client/names/found-nodes.ts";
import { Failure } from "../../core/failure.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { escapeLine } from "../output/escape.ts";
import { isInteractive } from "../terminal/capabilities.ts";
import { askTyped, askYesNo } from "../terminal/prompt.ts";

const listedMachines = 20;

export function machinesAtRisk(
  operation: Operation,
  values: Values,
  machines: readonly MachineView[],
): readonly MachineView[] {
  const only = operation.confirmWhen;
  if (only === undefined || only.fields?.some((field) => isOn(values[field]))) return machines;
  return machines.filter(({ status }) => {
    const value = statusValue(status);
    return value === undefined || only.statuses.includes(value);
  });
}

const isOn = (value: Values[string]): boolean => ["true", "1"].includes(String(value).toLowerCase());

/**
 * Lists the machines, those at risk first, and asks if there are any; several deployed machines need their
 * number typed. `--yes` answers. Without a terminal or `--yes` it throws notConfirmed, and nothing is sent.
 */
export async function confirmMachines(
  verb: string,
  machines: readonly MachineView[],
  atRisk: readonly MachineView[],
  invocation: Pick<Invocation, "context" | "globals">,
): Promise<void> {
  if (atRisk.length === 0) return;
  const [first] = machines;
  const isOne = machines.length === 1;
  const what = isOne ? `${verb} ${first?.hostname}` : `${verb} ${machines.length} machines`;
  const deployed = machines.filter(({ status }) => statusValue(status) === "deployed").length;
  const care = deployed > 0 ? `${deployed} of them deployed` : `${atRisk.length} of them in use`;
  const isSaid = !isOne && (deployed > 0 || atRisk.length < machines.length);
  const risky = new Set(atRisk);
  const ordered = [...atRisk, ...machines.filter((machine) => !risky.has(machine))];
  await confirm(what, ordered, invocation, {
    ...(isSaid ? { care } : {}),
    ...(deployed > 1 ? { count: machines.length } : {}),
  });
}

/** Asks about one request: by its list of machines, else by its own name. */
export async function confirmCall(
  operation: Operation,
  call: string,
  values: Values,
  nodes: readonly MachineView[],
  invocation: Pick<Invocation, "context" | "globals">,
): Promise<void> {
  const isOnList = (operation.fields ?? []).some(({ kind, type }) => kind !== undefined && type === "list");
  if (isOnList)
    return await confirmMachines(operation.verb, nodes, machinesAtRisk(operation, values, nodes), invocation);
  await confirm(call, nodes, invocation);
}

async function confirm(
  what: string,
  machines: readonly MachineView[],
  { context, globals }: Pick<Invocation, "context" | "globals">,
  { care, count }: { readonly care?: string; readonly count?: number } = {},
): Promise<void> {
  if (globals.yes) return;
  const listed = machines.slice(0, listedMachines).map(describe);
  const rest = machines.length - listed.length;
  const lines = rest > 0 ? [...listed, `and ${rest} more`] : listed;
  if (!isInteractive(context)) {
    throw new Failure("notConfirmed", `${what}: not confirmed`, {
      lines,
      hint: "add --yes to run without a terminal; nothing was sent",
    });
  }
  for (const line of lines) context.stderr.write(`  ${escapeLine(line)}\n`);
  const question = `${escapeLine(what)}${care === undefined ? "" : `, ${care}`}?`;
  const agreed =
    count === undefined
      ? await askYesNo(context, question)
      : await askTyped(context, question, String(count));
  if (agreed) return;
  const answer = count === undefined ? "" : `type ${count} to continue, or add --yes; `;
  throw new Failure("notConfirmed", `${what}: declined`, { hint: `${answer}nothing was sent` });
}

const describe = ({ systemId, hostname, owner, statusName }: MachineView): string =>
  [
    `${hostname} (${systemId})`,
    owner === undefined ? "no owner" : `owner ${owner}`,
    ...(statusName === noStatus ? [] : [statusName]),
  ].join(", ");
