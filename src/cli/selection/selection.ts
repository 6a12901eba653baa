import type { IdentifierKind, Operation } from "../../catalogue/operation.ts";
import type { Client } from "../../client/http/call.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import { type Labels, labelsOf, lookUpBeforeChange } from "../../client/names/names.ts";
import { Failure } from "../../core/failure.ts";
import { isGlob } from "../../core/text/glob.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { pairHint } from "../parsing/line-values.ts";
import type { NodeFilters } from "../parsing/node-filters.ts";
import { expandRanges } from "../parsing/ranges.ts";
import { readNames } from "../values/piped-names.ts";

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
  const pair = names.find((name) => pairHint(name).hint !== undefined);
  if (pair !== undefined)
    throw new Failure(
      "usage",
      `'${pair.replace(/=.*/s, "=...")}' is not the name of a machine`,
      pairHint(pair),
    );
  if (names.some((name) => name.trim() === "")) throw new Failure("usage", "an identifier is empty");
  return {
    kind: "names",
    names: [...new Set(names.map((name) => name.trim()))],
    ...(patterns.size === 0 ? {} : { patterns }),
  };
}

export const labelsIn = (selection: Selection, nodes: readonly MachineView[] = []): Labels =>
  labelsOf(selection.kind === "names" ? selection.names : [], nodes);

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
