import type { OperationEntry } from "../../catalogue/index.ts";
import type { IdentifierKind } from "../../catalogue/operation.ts";
import type { Values } from "../../client/http/call.ts";
import { wordsOf } from "../../client/values/words.ts";
import { doubtHint, isInDoubt } from "../../core/failure.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { nextCommand } from "../invocation/same-connection.ts";

/** The doubt, and the command that shows what became of the change. */
export const doubtWith = (command: string): string => `${doubtHint} (${command})`;

/**
 * The failure of a change in doubt with the command that shows what became of it; any other error as it is.
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
  if (hint?.includes(`${doubtHint} (`)) return error;
  const further = (hint ?? "").split("; ").filter((part) => part !== "" && part !== doubtHint);
  return error.with({ hint: [doubtWith(nextCommand(words, invocation)), ...further].join("; ") });
}

/** More names than this are read as the whole list. */
const maxNamed = 10;

/** The words of the read that shows nodes of these names. */
export const nodeLook = (kind: IdentifierKind, names: readonly string[]): readonly string[] => [
  `${kind}s`,
  ...(names.length > maxNamed ? ["list"] : ["get", ...names]),
];

/**
 * The read of what an operation changes: of the nodes on its list, of the same thing, of the list that it stands
 * in, else the one read that can be typed with the same values.
 */
function lookWords({ group, operation }: OperationEntry, values: Values): readonly string[] | undefined {
  if (operation.look !== undefined) return [group.name, operation.look];
  const nodes = operation.fields?.find(({ kind, type }) => kind !== undefined && type === "list");
  const names = wordsOf(values[nodes?.name ?? ""]);
  if (nodes?.kind !== undefined && names.length > 0) return nodeLook(nodes.kind, names);
  const reads = Object.values(group.operations).filter(({ method }) => method === "GET");
  const given = (operation.parameters ?? []).map(({ name }) => values[name]);
  const segments = shapeOfPath(operation.path.replace(/op-\w+$/, "")).split("/");
  for (let count = segments.length; count > 1; count--) {
    const path = segments.slice(0, count).join("/");
    const read = reads.find((each) => shapeOfPath(each.path) === path);
    const words = (read?.parameters ?? []).map((_, index) => [given[index]].flat()[0]);
    if (read !== undefined && areTexts(words)) return [group.name, read.verb, ...words];
  }
  const read = reads.find(({ verb }) => verb === "get" || verb === "list");
  const words = (read?.fields ?? []).filter(({ required }) => required).map(({ name }) => values[name]);
  return read !== undefined && areTexts(words) ? [group.name, read.verb, ...words] : undefined;
}

/** A path without the names of its identifiers, and without the slash at its end. */
const shapeOfPath = (path: string): string => path.replaceAll(/\{\w+\}/g, "{}").replace(/\/$/, "");

const areTexts = (words: readonly unknown[]): words is readonly string[] =>
  words.every((word) => typeof word === "string");
