import type { OperationEntry } from "../../catalogue/index.ts";
import type { IdentifierKind } from "../../catalogue/operation.ts";
import { type Values, wordsOf } from "../../client/http/call.ts";
import { doubtHint, isInDoubt } from "../../core/failure.ts";
import { isTextList } from "../../core/json-record.ts";
import { nextCommand } from "../invocation/globals.ts";
import type { Invocation } from "../invocation/invocation.ts";

export const outcomeHint = (command: string): string => `${doubtHint} (${command})`;

/** `values` contain identifiers as typed. */
export function withOutcomeCommand(
  error: unknown,
  entry: OperationEntry,
  values: Values,
  invocation: Pick<Invocation, "globals" | "context">,
): unknown {
  if (!isInDoubt(error)) return error;
  const words = outcomeCommand(entry, values);
  if (words === undefined) return error;
  const { hint } = error.details;
  if (hint?.includes(`${doubtHint} (`)) return error;
  const otherHints = (hint ?? "").split("; ").filter((part) => part !== "" && part !== doubtHint);
  return error.with({ hint: [outcomeHint(nextCommand(words, invocation)), ...otherHints].join("; ") });
}

/** With more names than this, the command reads the whole list. */
const maxNamesInCommand = 10;

export const nodeReadWords = (kind: IdentifierKind, names: readonly string[]): readonly string[] => [
  `${kind}s`,
  ...(names.length > maxNamesInCommand ? ["list"] : ["get", ...names]),
];

/**
 * Prefers a command that reads the nodes in a list field, then one that reads the object or the list that contains it.
 */
function outcomeCommand({ group, operation }: OperationEntry, values: Values): readonly string[] | undefined {
  const identifiers = (operation.parameters ?? []).map(({ name }) => values[name]);
  if (operation.resultVerb !== undefined && isTextList(identifiers))
    return [group.name, operation.resultVerb, ...identifiers];
  const nodeField = operation.fields?.find(({ kind, type }) => kind !== undefined && type === "list");
  const names = wordsOf(values[nodeField?.name ?? ""]);
  if (nodeField?.kind !== undefined && names.length > 0) return nodeReadWords(nodeField.kind, names);
  const reads = Object.values(group.operations).filter(({ method }) => method === "GET");
  const segments = pathWithoutNames(operation.path.replace(/op-\w+$/, "")).split("/");
  for (let count = segments.length; count > 1; count--) {
    const path = segments.slice(0, count).join("/");
    const read = reads.find((each) => pathWithoutNames(each.path) === path);
    const words = (read?.parameters ?? []).map((_, index) => [identifiers[index]].flat()[0]);
    if (read !== undefined && isTextList(words)) return [group.name, read.verb, ...words];
  }
  const read = reads.find(({ verb }) => verb === "get" || verb === "list");
  const words = (read?.fields ?? []).filter(({ required }) => required).map(({ name }) => values[name]);
  return read !== undefined && isTextList(words) ? [group.name, read.verb, ...words] : undefined;
}

/** The path without identifier names or a final slash. */
const pathWithoutNames = (path: string): string => path.replaceAll(/\{\w+\}/g, "{}").replace(/\/$/, "");
