import type { OperationEntry } from "../../catalogue/index.ts";
import type { IdentifierKind } from "../../catalogue/operation.ts";
import type { Values } from "../../client/http/call.ts";
import { wordsOf } from "../../client/values/words.ts";
import { doubtHint, isInDoubt } from "../../core/failure.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { nextCommand } from "../invocation/same-connection.ts";

export const doubtWith = (command: string): string => `${doubtHint} (${command})`;

/**
 * Adds the command that shows the outcome to a change in doubt; other errors unchanged. `values` hold the
 * identifiers as typed.
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
  if (hint?.includes(`${doubtHint} (`)) return error;
  const further = (hint ?? "").split("; ").filter((part) => part !== "" && part !== doubtHint);
  return error.with({ hint: [doubtWith(nextCommand(words, invocation)), ...further].join("; ") });
}

/** For more names the whole list is read. */
const maxNamed = 10;

/** The words of the read that shows nodes of these names. */
export const nodeLook = (kind: IdentifierKind, names: readonly string[]): readonly string[] => [
  `${kind}s`,
  ...(names.length > maxNamed ? ["list"] : ["get", ...names]),
];

/**
 * The read that shows the effect of an operation: its listed nodes, the same object, its list, or the only
 * read that accepts the same values.
 */
function lookWords({ group, operation }: OperationEntry, values: Values): readonly string[] | undefined {
  const identifiers = (operation.parameters ?? []).map(({ name }) => values[name]);
  if (operation.resultVerb !== undefined && areTexts(identifiers))
    return [group.name, operation.resultVerb, ...identifiers];
  const nodes = operation.fields?.find(({ kind, type }) => kind !== undefined && type === "list");
  const names = wordsOf(values[nodes?.name ?? ""]);
  if (nodes?.kind !== undefined && names.length > 0) return nodeLook(nodes.kind, names);
  const reads = Object.values(group.operations).filter(({ method }) => method === "GET");
  const segments = shapeOfPath(operation.path.replace(/op-\w+$/, "")).split("/");
  for (let count = segments.length; count > 1; count--) {
    const path = segments.slice(0, count).join("/");
    const read = reads.find((each) => shapeOfPath(each.path) === path);
    const words = (read?.parameters ?? []).map((_, index) => [identifiers[index]].flat()[0]);
    if (read !== undefined && areTexts(words)) return [group.name, read.verb, ...words];
  }
  const read = reads.find(({ verb }) => verb === "get" || verb === "list");
  const words = (read?.fields ?? []).filter(({ required }) => required).map(({ name }) => values[name]);
  return read !== undefined && areTexts(words) ? [group.name, read.verb, ...words] : undefined;
}

/** The path without identifier names and final slash. */
const shapeOfPath = (path: string): string => path.replaceAll(/\{\w+\}/g, "{}").replace(/\/$/, "");

const areTexts = (words: readonly unknown[]): words is readonly string[] =>
  words.every((word) => typeof word === "string");
