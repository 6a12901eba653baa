import type { OperationEntry } from "../../api/index.ts";
import type { Operation } from "../../api/operation.ts";
import { doubtHint, Failure } from "../../failure.ts";
import type { Values } from "../../http/call.ts";
import type { Invocation } from "../action.ts";
import { nextCommand } from "../same-connection.ts";

export const isInDoubt = (error: unknown): error is Failure =>
  error instanceof Failure && error.details.outcome === "unknown";

/** The doubt, and the command that shows what became of the change. */
export const doubtWith = (command: string): string => `${doubtHint} (${command})`;

/**
 * The failure of a change that got no clear answer with the command to look with; any other error as it is.
 * `values` hold the identifiers as they were typed.
 */
export function withLook(
  error: unknown,
  entry: OperationEntry,
  values: Values,
  invocation: Pick<Invocation, "globals" | "context">,
): unknown {
  if (!isInDoubt(error)) return error;
  const words = lookWords(entry, values);
  if (words === undefined) return error;
  const { hint } = error.details;
  const further = hint === undefined || hint.includes(doubtHint) ? [] : [hint];
  return error.with({ hint: [doubtWith(nextCommand(words, invocation)), ...further].join("; ") });
}

/** The read of what an operation changes: of the same thing, else of the list that it stands in. */
function lookWords({ group, operation }: OperationEntry, values: Values): readonly string[] | undefined {
  const reads = Object.values(group.operations).filter(
    ({ method, path }) => method === "GET" && !path.includes("op-"),
  );
  const segments = operation.path.replace(/op-\w+$/, "").split("/");
  for (let count = segments.length; count > 1; count--) {
    const path = segments.slice(0, count).join("/").replace(/\/$/, "");
    const read = reads.find((each) => each.path.replace(/\/$/, "") === path);
    const identifiers = read === undefined ? undefined : identifiersOf(read, values);
    if (read !== undefined && identifiers !== undefined) return [group.name, read.verb, ...identifiers];
  }
  return undefined;
}

function identifiersOf(read: Operation, values: Values): readonly string[] | undefined {
  const words = (read.parameters ?? []).map(({ name }) => [values[name]].flat()[0]);
  return words.every((word) => typeof word === "string") ? words : undefined;
}
