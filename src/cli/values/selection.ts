import { kebab } from "../../catalogue/commands/command-spec.ts";
import type { Field, IdentifierKind, Operation } from "../../catalogue/operation.ts";
import type { Client, Value, Values } from "../../client/http/call.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import { type Labeler, labeler, lookUpBeforeChange } from "../../client/names/names.ts";
import { Failure } from "../../core/failure.ts";
import { isTextList } from "../../core/json-record.ts";
import { isGlob } from "../../core/text/glob.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { pairHint } from "../parsing/line-values.ts";
import type { NodeFilters } from "../parsing/node-filters.ts";
import { expandRanges } from "../parsing/ranges.ts";
import { readNames } from "./inputs.ts";

export interface NamedSelection {
  readonly kind: "names";
  readonly names: readonly string[];
  readonly patterns?: ReadonlySet<string>;
}

export type Selection = NamedSelection | { readonly kind: "filters"; readonly filters: NodeFilters };

export async function readSelection(
  words: readonly string[],
  { options, context }: Pick<Invocation, "options" | "context">,
): Promise<Selection> {
  const where = options["where"];
  if (where !== undefined) {
    if (words.length > 0) throw new Failure("usage", "use identifiers or --where, not both");
    return { kind: "filters", filters: where };
  }
  if (words.length === 0)
    throw new Failure("usage", "name a machine, or use --where", { isLineIncomplete: true });
  const names: string[] = [];
  const patterns = new Set<string>();
  for (const word of words) {
    const wordNames = word === "-" ? await readNames(word, context, "-") : expandRanges(word);
    names.push(...wordNames);
    if (word !== "-") for (const name of wordNames) if (isGlob(name)) patterns.add(name.trim());
  }
  const pair = names.find((name) => pairHint(name) !== undefined);
  if (pair !== undefined)
    throw new Failure("usage", `'${pair.replace(/=.*/s, "=...")}' is not the name of a machine`, {
      hint: pairHint(pair),
    });
  if (names.some((name) => name.trim() === "")) throw new Failure("usage", "an identifier is empty");
  return {
    kind: "names",
    names: [...new Set(names.map((name) => name.trim()))],
    ...(patterns.size === 0 ? {} : { patterns }),
  };
}

export const labelerFor = (selection: Selection, nodes: readonly MachineView[] = []): Labeler =>
  labeler(selection.kind === "names" ? selection.names : [], nodes);

/** Undefined for several names, ranges, patterns, `-` and filters, for which rows are printed. */
export function singleNameIn(words: readonly string[], selection: Selection): string | undefined {
  const [word, ...others] = words;
  const isName = selection.kind === "names" && selection.patterns === undefined;
  return isName && others.length === 0 && selection.names[0] === word ? word : undefined;
}

export const selectedNodes = async (
  selection: Selection,
  operation: Operation,
  kind: IdentifierKind,
  client: Client,
): Promise<readonly MachineView[]> =>
  await lookUpBeforeChange(operation, async () => {
    if (selection.kind === "names") return await namedNodes(selection, kind, client);
    const { selectNodes } = await import("./filters.ts");
    return await selectNodes(client, kind, selection.filters);
  });

export async function namedNodes({ names, patterns }: NamedSelection, kind: IdentifierKind, client: Client) {
  if (patterns !== undefined) {
    const { nodesOfPatterns } = await import("./filters.ts");
    return await nodesOfPatterns(client, kind, names, patterns);
  }
  const { resolveNodes } = await import("../../client/names/resolve.ts");
  return await resolveNodes(client, kind, names);
}

/** Expands ranges (`web-[01-20]`), and replaces patterns (`web-*`) with system ids. */
export async function expandNodePatterns(operation: Operation, values: Values, client: Client) {
  const expandedValues: Record<string, Value> = {};
  for (const { name, kind } of operation.fields ?? []) {
    const value = values[name];
    if (kind === undefined || value === undefined) continue;
    if (isTextList(value))
      expandedValues[name] = await lookUpBeforeChange(operation, () =>
        resolvePatterns(kind, value.flatMap(expandRanges), client),
      );
    else if (typeof value === "string" && isGlob(value)) throw singleNodeFailure(name, kind, value);
  }
  return { ...values, ...expandedValues };
}

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
  const { resolveValues } = await import("../../client/names/resolve.ts");
  const client = await connect();
  const expandedValues = await expandNodePatterns(operation, values, client);
  return (await resolveValues(operation, expandedValues, client, mode)).values;
}
