import type { ArgumentSpec, CommandOption, CommandSpec } from "../../catalogue/commands/command-spec.ts";
import {
  type NameSource,
  sourceOfField,
  sourceOfOption,
  sourceOfParameter,
  takesList,
} from "../../catalogue/commands/name-source.ts";
import { globalOptions } from "../../catalogue/commands/options.ts";
import type { Operation } from "../../catalogue/operation.ts";
import type { OptionSpec, OptionType } from "../../catalogue/option-spec.ts";
import type { ScannedLine } from "../line/scan.ts";
import {
  type CommandNode,
  type CommandTreeNode,
  findRoot,
  type GroupNode,
  type ProgramNode,
} from "../tree/command-tree.ts";
import type { Offer } from "./shell-protocol.ts";

export type CompletableValues =
  | { readonly kind: "file" }
  | { readonly kind: "words"; readonly words: readonly string[]; readonly isList: boolean }
  /** Column headers; with `isSort`, `-` may precede them. */
  | { readonly kind: "columns"; readonly words: readonly string[]; readonly isSort: boolean }
  | { readonly kind: "names"; readonly source: NameSource };

interface CommandAtCursor {
  readonly spec: CommandSpec | undefined;
  readonly operation: Operation | undefined;
}

export function commandOf({ target, failure }: ScannedLine): CommandAtCursor {
  if (failure !== undefined || target.kind === "program" || target.kind === "group")
    return { spec: undefined, operation: undefined };
  return { spec: target.spec(), operation: target.kind === "operation" ? target.entry.operation : undefined };
}

export const identifiersOf = ({ words, path, rest = [] }: ScannedLine, { operation }: CommandAtCursor) =>
  Object.fromEntries(
    (operation?.parameters ?? []).flatMap(({ name }, index) => {
      const word = [...words.slice(path.length), ...rest][index];
      return word === undefined ? [] : [[name, word]];
    }),
  );

const offerOf = ({ name, summary }: GroupNode | CommandNode): Offer => ({ word: name, description: summary });

const byWord = (a: Offer, b: Offer): number => (a.word < b.word ? -1 : 1);

const rootOffers = ({ children }: ProgramNode): readonly Offer[] => children.map(offerOf);

const verbOffers = async (node: CommandTreeNode | undefined): Promise<readonly Offer[]> =>
  node?.kind === "group" ? (await node.commands()).map(offerOf).sort(byWord) : [];

export async function commandOffers(
  { words, tree }: ScannedLine,
  readUserOffers: () => Promise<readonly Offer[]>,
): Promise<readonly Offer[] | undefined> {
  const [first, second, ...others] = words;
  if (first === undefined)
    return [
      ...rootOffers(tree),
      { word: "help", description: "Show help on a command or a topic" },
      ...(await readUserOffers()),
    ];
  if (first === "help") {
    if (second !== undefined) return others.length === 0 ? await verbOffers(findRoot(tree, second)) : [];
    const { topicNames, topics } = await import("../reference/topics.ts");
    return [...rootOffers(tree), ...topicNames.map((word) => ({ word, description: topics[word].summary }))];
  }
  const root = findRoot(tree, first);
  const isVerb = second === undefined || (second === "help" && others.length === 0);
  return isVerb && root?.kind === "group" ? await verbOffers(root) : undefined;
}

export function optionOffers({ options }: ScannedLine, spec: CommandSpec | undefined): readonly Offer[] {
  const flagsOfCommand = options.flatMap(flagOffers);
  const commandFlags = new Set(flagsOfCommand.map(({ word }) => word));
  const refusedOptions: readonly string[] = spec?.refusedGlobals ?? [];
  const acceptedOffers = globalOptions
    .filter(({ name }) => !refusedOptions.includes(name))
    .flatMap(flagOffers);
  return [...flagsOfCommand, ...acceptedOffers.filter(({ word }) => !commandFlags.has(word))];
}

function flagOffers({ name, short, help, negatable }: CommandOption): readonly Offer[] {
  const offer = { word: `--${name}`, description: help };
  if (negatable) return [offer, { word: `--no-${name}`, description: `not: ${help}` }];
  return short === undefined ? [offer] : [offer, { word: `-${short}`, description: help }];
}

export const optionNamed = (flag: string, options: readonly CommandOption[]): CommandOption | undefined =>
  [...options, ...globalOptions].find(
    ({ name, short, value }: OptionSpec) =>
      value !== undefined && (flag === `--${name}` || (short !== undefined && flag === `-${short}`)),
  );

export function nextArgument(
  { words, path, rest = [] }: ScannedLine,
  { arguments: specs = [], options = [] }: CommandSpec,
): ArgumentSpec | CommandOption | undefined {
  const count = words.length - path.length + rest.length;
  const positionals = [...specs, ...options.filter(({ field }) => field?.alsoPositional)];
  return positionals[count] ?? (specs.at(-1)?.variadic ? positionals.at(-1) : undefined);
}

export async function completableValues(
  spec: ArgumentSpec | CommandOption,
  command: CommandAtCursor,
  tree: ProgramNode,
): Promise<CompletableValues | undefined> {
  const { choices, suggestions, field, name } = spec;
  const isGlobal = globalOptions.some((option) => option === spec);
  const operation = isGlobal ? undefined : command.operation;
  const type = "type" in spec ? spec.type : undefined;
  if (type === "columns" || type === "sort") {
    const words = (command.spec?.columns ?? [])
      .map((header) => header.replace(/[*+]$/, ""))
      .filter((header) => !header.includes(" "));
    return { kind: "columns", words, isSort: type === "sort" };
  }
  if (field?.type === "file" || type === "path" || (operation === undefined && name === "file"))
    return { kind: "file" };
  if (spec.nameOf === "groups") {
    const groups = tree.children.filter((child) => child.kind === "group" && child.isResource);
    return { kind: "words", words: groups.map((group) => group.name), isList: false };
  }
  const words =
    choices ??
    field?.choices ??
    field?.suggestions ??
    (typeof suggestions === "function" ? await suggestions() : suggestions);
  if (words !== undefined) return { kind: "words", words, isList: isList(spec) };
  const source = sourceOf(spec, operation);
  return source && { kind: "names", source };
}

const listTypes: ReadonlySet<OptionType | undefined> = new Set(["words", "condition"]);

const isList = (spec: ArgumentSpec | CommandOption): boolean =>
  spec.field === undefined
    ? "type" in spec && listTypes.has(spec.type)
    : "value" in spec && spec.field.type !== "map" && takesList(spec.field);

function sourceOf(
  spec: ArgumentSpec | CommandOption,
  operation: Operation | undefined,
): NameSource | undefined {
  if ("type" in spec && spec.type === "filters") return { source: "where", isList: false, statuses: [] };
  if (spec.name === "profile" && operation === undefined)
    return { source: "profiles", isList: "value" in spec, statuses: [] };
  if (spec.nameOf !== undefined && spec.nameOf !== "groups")
    return {
      source: spec.nameOf,
      isList: isList(spec),
      statuses: "allowedStatuses" in spec ? spec.allowedStatuses : [],
    };
  if (spec.field !== undefined) return operation && sourceOfField(operation, spec.field);
  if ("value" in spec) return sourceOfOption(spec);
  return operation && sourceOfParameter(operation, spec.name);
}
