import { kebab } from "../../catalogue/commands/command-signature.ts";
import type { Field, Operation } from "../../catalogue/operation.ts";
import type { Client, Value, Values } from "../../client/http/call.ts";
import { lookUpBeforeChange } from "../../client/names/names.ts";
import { Failure } from "../../core/failure.ts";
import { isGlob } from "../../core/text/glob.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { expandRanges } from "../parsing/ranges.ts";

/** Expands ranges (`web-[01-20]`), and replaces patterns (`web-*`) with system ids. */
export async function expandNodePatterns(operation: Operation, values: Values, client: Client) {
  const changed: Record<string, Value> = {};
  for (const { name, kind } of operation.fields ?? []) {
    const value = values[name];
    if (kind === undefined || value === undefined) continue;
    if (isWords(value))
      changed[name] = await lookUpBeforeChange(operation, () =>
        resolvePatterns(kind, value.flatMap(expandRanges), client),
      );
    else if (typeof value === "string" && isGlob(value)) throw singleNodeFailure(name, kind, value);
  }
  return { ...values, ...changed };
}

const isWords = (value: Value): value is readonly string[] =>
  Array.isArray(value) && value.every((word) => typeof word === "string");

async function resolvePatterns(kind: NonNullable<Field["kind"]>, names: readonly string[], client: Client) {
  const patterns = names.filter(isGlob);
  if (patterns.length === 0) return names;
  const { nodesOfPatterns } = await import("./filters.ts");
  const matches = await nodesOfPatterns(client, kind, patterns, new Set(patterns));
  return [...names.filter((name) => !isGlob(name)), ...matches.map(({ systemId }) => systemId)];
}

const singleNodeFailure = (name: string, kind: string, pattern: string): Failure =>
  new Failure("usage", `--${kebab(name)} takes one ${kind}, not the pattern '${pattern}'`, {
    hint: `svc ${kind}s list '${pattern}' shows what it matches`,
  });

/** Sends nothing if no field refers to nodes, or for `--curl`, which shows names as typed. */
export async function withSystemIds(
  operation: Operation,
  values: Values,
  { globals, connect }: Pick<Invocation, "globals" | "connect">,
  mode: "trust" | "verify",
): Promise<Values> {
  const namesNodes = operation.fields?.some(
    ({ name, kind }) => kind !== undefined && values[name] !== undefined,
  );
  if (namesNodes !== true || globals.curl) return values;
  const { resolveValues } = await import("../../client/names/identifiers.ts");
  const client = await connect();
  const withNodes = await expandNodePatterns(operation, values, client);
  return (await resolveValues(operation, withNodes, client, mode)).values;
}
