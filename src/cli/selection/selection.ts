import type { IdentifierKind, Operation } from "../../catalogue/operation.ts";
import type { Client } from "../../client/http/call.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import { type Labels, labelsOf, lookUpBeforeChange } from "../../client/names/names.ts";
import { Failure } from "../../core/failure.ts";
import { isGlob } from "../../core/text/glob.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { NamesOfSites } from "../invocation/names-of-sites.ts";
import { pairHint } from "../parsing/arguments.ts";
import type { NodeFilters } from "../parsing/node-filters.ts";
import { expandRanges } from "../parsing/ranges.ts";
import { readStandardInput } from "../values/inputs.ts";

export interface NamedSelection {
  readonly kind: "names";
  readonly names: readonly string[];
  readonly patterns?: ReadonlySet<string>;
}

export type Selection = NamedSelection | { readonly kind: "filters"; readonly filters: NodeFilters };

/**
 * Reads identifiers, ranges, patterns, `-` and `--where`. Throws a usage failure for none of them, and for
 * identifiers together with `--where`.
 */
export async function readSelection(
  words: readonly string[],
  { options, context }: Pick<Invocation, "options" | "context">,
): Promise<Selection> {
  const where = options["where"];
  if (where !== undefined) {
    if (words.length > 0) throw new Failure("usage", "give identifiers or --where, not both");
    return { kind: "filters", filters: where };
  }
  if (words.length === 0)
    throw new Failure("usage", "name a machine, or give --where", { isLineIncomplete: true });
  const names: string[] = [];
  const patterns = new Set<string>();
  for (const word of words) {
    const wordNames =
      word === "-"
        ? namesIn(Buffer.from(await readStandardInput(context, "-")).toString("utf8"))
        : expandRanges(word);
    if (word === "-" && wordNames.some((name) => name.includes("/"))) throw new NamesOfSites(wordNames);
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

/** The name if exactly one node is named; ranges, patterns, `-` and filters always print rows. */
export function singleNameIn(words: readonly string[], selection: Selection): string | undefined {
  const [word, ...others] = words;
  const isName = selection.kind === "names" && selection.patterns === undefined;
  return isName && others.length === 0 && selection.names[0] === word ? word : undefined;
}

export async function selectedNodes(
  selection: Selection,
  operation: Operation,
  kind: IdentifierKind,
  client: Client,
): Promise<readonly MachineView[]> {
  return await lookUpBeforeChange(operation, async () => {
    if (selection.kind === "names") return await namedNodes(selection, kind, client);
    const { selectNodes } = await import("./filters.ts");
    return await selectNodes(client, kind, selection.filters);
  });
}

/** Finds the nodes, without duplicates. Throws notFound for a name or pattern without a node. */
export async function namedNodes(
  { names, patterns }: NamedSelection,
  kind: IdentifierKind,
  client: Client,
): Promise<readonly MachineView[]> {
  if (patterns !== undefined) {
    const { nodesOfPatterns } = await import("./filters.ts");
    return await nodesOfPatterns(client, kind, names, patterns);
  }
  const { resolveNodes } = await import("../../client/names/resolve.ts");
  return await resolveNodes(client, kind, names);
}

/**
 * Reads identifiers from piped text: one per line (as from `-o name`; ranges too), or JSON objects with `system_id`,
 * in an array or one per line. Lines that begin with # are comments.
 */
export function namesIn(text: string): readonly string[] {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (/^[[{"]/.test(trimmed) && !beginsWithRange.test(trimmed)) {
    const document = parseJson(trimmed);
    if (document !== undefined) return [document].flat().map(nameOf);
    if (!trimmed.startsWith("[")) return linesOf(trimmed).map((line) => nameOf(parseJson(line)));
    throw new Failure("usage", "standard input contains incomplete or invalid JSON");
  }
  const lines = linesOf(trimmed).filter((line) => !line.startsWith("#"));
  if (lines.some((line) => /\s/.test(line)))
    throw new Failure(
      "usage",
      "standard input contains lines of several words, such as a table, instead of names",
      { hint: "print names with -o name, or machines with -o json" },
    );
  return lines.flatMap(expandRanges);
}

/** Matches a name such as `[01-20].rack1`, which is not a JSON list. */
const beginsWithRange = /^\[[\d,-]{1,200}\][^\s,\]]/;

function nameOf(value: unknown): string {
  if (typeof value === "string") return value;
  const id = typeof value === "object" && value !== null ? Reflect.get(value, "system_id") : undefined;
  if (typeof id === "string") return id;
  throw new Failure("usage", "standard input contains JSON without system_id", {
    hint: "give machines as -o json prints them, or one name per line",
  });
}

const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
