import type { Operation } from "../../catalogue/operation.ts";
import {
  type StatusValue,
  statuses,
  statusValue,
  statusValues,
  type Waiter,
  waiters,
} from "../../catalogue/statuses.ts";
import { Failure } from "../../core/failure.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import { type Call, nodeOf } from "./resolve.ts";

/** If a machine's status does not allow the operation, adds a hint on the operation to run before it. */
export function withFirstStep(error: unknown, call: Call): unknown {
  const { group, operation } = call.entry;
  const isRefused = error instanceof Failure && (error.kind === "conflict" || isAboutState(error));
  const [parameter, ...others] = operation.parameters ?? [];
  if (!isRefused || error.details.hint !== undefined || parameter?.kind === undefined || others.length > 0)
    return error;
  const status = statusOf(error, call);
  if (status === undefined || operation.allowedStatuses?.includes(status) === true) return error;
  const name = shellWord(String(call.inputValues[parameter.name] ?? nodeOf(call).systemId));
  if (statuses[status].kind === "progress")
    return error.with({ hint: `wait until it is done: svc ${group.name} wait ${name}` });
  const allowedStatuses = operation.waiter === undefined ? [] : (operation.allowedStatuses ?? []);
  const first = Object.values<Operation>(group.operations).find(
    (each) =>
      each.path.startsWith(`${operation.path.slice(0, operation.path.indexOf("}") + 1)}/op-`) &&
      each.allowedStatuses?.includes(status) === true &&
      finalStatuses(each).some((end) => allowedStatuses.includes(end)),
  );
  return first === undefined
    ? error
    : error.with({ hint: `${first.verb} it first: svc ${group.name} ${first.verb} ${name}` });
}

const isAboutState = ({ kind, message }: Failure): boolean =>
  kind === "invalid" && /\bcurrent state of the node\b/.test(message);

function statusOf({ message }: Failure, { nodes: [node] }: Call): StatusValue | undefined {
  const quoted = statusValues.find((value) => message.includes(`'${statuses[value].name}'`));
  return quoted ?? (node === undefined ? undefined : statusValue(node.status));
}

function finalStatuses({ waiter }: Operation): readonly StatusValue[] {
  const { success }: Partial<Waiter> = waiter === undefined ? {} : waiters[waiter];
  return Array.isArray(success) ? success : [];
}
