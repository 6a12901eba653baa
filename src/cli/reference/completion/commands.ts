import type { ArgumentSpec, CommandOption, CommandSpec } from "../../../catalogue/commands/command-spec.ts";
import {
  type CommandNode,
  commandTree,
  type GroupNode,
  type ProgramNode,
} from "../../../catalogue/commands/command-tree.ts";
import {
  type NameSource,
  sourceOfField,
  sourceOfOption,
  sourceOfParameter,
  sourceText,
  takesList,
} from "../../../catalogue/commands/name-source.ts";
import { globalOptions } from "../../../catalogue/commands/options.ts";
import type { Operation } from "../../../catalogue/operation.ts";
import type { OptionSpec, OptionType } from "../../../catalogue/option-spec.ts";
import { topicNames, topics } from "../topics.ts";

/** A word that a shell offers, and what it says about it. */
export type Offer = readonly [word: string, help: string];

/**
 * What a value may be, as the scripts hold it: words with spaces between them; `, ` before words of which several may
 * stand in one with commas between them; `<file>`; what svc is to be asked for, such as `<machines deployed>` (see
 * `sourceText`); empty where nothing is known.
 */
export type Values = string;

export interface CompletedOption {
  /** `--bridge-type` or `-o`. */
  readonly flag: string;
  readonly takesValue: boolean;
  readonly help: string;
  readonly values: Values;
}

export interface CompletedCommand {
  /** The words typed: `machines deploy`, `login`. */
  readonly path: string;
  readonly options: readonly CompletedOption[];
  /** Flags of global options that it refuses. */
  readonly refused: readonly string[];
  /** By position; the last one stands for all that follow where `isVariadic`. */
  readonly arguments: readonly Values[];
  /** The headers that `--columns` and `--sort` take. */
  readonly columns: readonly string[];
  readonly isVariadic: boolean;
  /** After `--` another program's command line begins. */
  readonly passesThrough: boolean;
}

/** All that a shell needs to complete a line of svc without starting it. */
export interface Completion {
  readonly roots: readonly Offer[];
  /** Another spelling of a group -> the group. */
  readonly aliases: readonly (readonly [alias: string, group: string])[];
  /** First word -> what may stand second. */
  readonly verbs: readonly (readonly [root: string, verbs: readonly Offer[]])[];
  readonly commands: readonly CompletedCommand[];
  readonly globals: readonly CompletedOption[];
}

/** Everything that completes, from the command tree. */
export async function completion(tree: ProgramNode = commandTree()): Promise<Completion> {
  const { children } = tree;
  const groups = children.filter((child) => child.kind === "group");
  const commands = await Promise.all(groups.map(async (group) => [group, await group.commands()] as const));
  const offered = children.map(offer);
  const groupNames = groups.filter(({ isResource }) => isResource).map(({ name }) => name);
  return {
    roots: [...offered, ["help", "Show help on a command or a topic"]],
    aliases: groups.flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name] as const)),
    verbs: [
      ...commands.map(([{ name }, verbs]) => [name, verbs.map(offer).sort(byWord)] as const),
      ["help", [...offered, ...topicNames.map((name): Offer => [name, topics[name].summary])]],
    ],
    commands: await Promise.all(
      [...children.filter((child) => child.kind !== "group"), ...commands.flatMap(([, each]) => each)].map(
        (command) => completedCommands(command, groupNames),
      ),
    ).then((all) => all.flat()),
    globals: (
      await Promise.all(globalOptions.map((option) => completedOptions(option, (each) => valuesOf(each))))
    ).flat(),
  };
}

const offer = ({ name, summary }: GroupNode | CommandNode): Offer => [name, summary];

const byWord = ([a]: Offer, [b]: Offer): number => (a < b ? -1 : 1);

/** A command under its own name and its aliases, which complete like it and are not offered themselves. */
async function completedCommands(
  command: CommandNode,
  groups: readonly string[],
): Promise<readonly CompletedCommand[]> {
  const completed = await completedCommand(command, groups);
  const [root = ""] = completed.path.split(" ");
  return [completed, ...(command.aliases ?? []).map((alias) => ({ ...completed, path: `${root} ${alias}` }))];
}

async function completedCommand(node: CommandNode, groups: readonly string[]): Promise<CompletedCommand> {
  const spec: CommandSpec = node.spec();
  const operation = node.kind === "operation" ? node.entry.operation : undefined;
  const { arguments: words = [], options = [], passesThrough = false, columns = [] } = spec;
  const alsoTyped = options.filter(({ field }) => field?.alsoPositional);
  const values = async (each: ArgumentSpec | CommandOption) =>
    each.names === "groups" ? groups.join(" ") : await valuesOf(each, operation);
  return {
    path: spec.command.join(" "),
    options: (await Promise.all(options.map((each) => completedOptions(each, values)))).flat(),
    refused: refusedFlags(spec),
    arguments: passesThrough ? [] : await Promise.all([...words, ...alsoTyped].map(values)),
    columns: columns.map((header) => header.replace("*", "")).filter((header) => !header.includes(" ")),
    isVariadic: words.at(-1)?.variadic === true,
    passesThrough,
  };
}

/** The flags of the global options without effect on a command, except those that are its own. */
function refusedFlags({ ignores = [], options = [] }: CommandSpec): readonly string[] {
  const own = new Set(options.flatMap(({ name, short }) => [`--${name}`, `-${short}`]));
  const refused: readonly OptionSpec[] = globalOptions.filter(({ name }) => ignores.includes(name));
  return refused
    .flatMap(({ name, short }) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])])
    .filter((flag) => !own.has(flag));
}

async function completedOptions(
  option: CommandOption,
  values: (option: CommandOption) => Promise<Values>,
): Promise<readonly CompletedOption[]> {
  const { name, short, help, negatable } = option;
  const takesValue = option.value !== undefined;
  const flag = { flag: `--${name}`, takesValue, help, values: takesValue ? await values(option) : "" };
  if (negatable) return [flag, { ...flag, flag: `--no-${name}`, help: `not: ${help}` }];
  return short === undefined ? [flag] : [flag, { ...flag, flag: `-${short}` }];
}

async function valuesOf(spec: ArgumentSpec | CommandOption, operation?: Operation): Promise<Values> {
  const { choices, suggestions, field } = spec;
  const type = "type" in spec ? spec.type : undefined;
  const isFile =
    field?.type === "file" || type === "path" || (operation === undefined && spec.name === "file");
  if (isFile) return "<file>";
  const words =
    choices ??
    field?.choices ??
    field?.suggestions ??
    (typeof suggestions === "function" ? await suggestions() : suggestions);
  if (words !== undefined) return `${isList(spec) ? ", " : ""}${words.join(" ")}`;
  const source = sourceOf(spec, operation);
  return source === undefined ? "" : sourceText(source);
}

/** The types of svc's own options whose values are lists with commas. */
const listTypes: ReadonlySet<OptionType | undefined> = new Set(["words", "condition"]);

/** True for an option of whose values several may stand in one word. */
const isList = (spec: ArgumentSpec | CommandOption): boolean =>
  spec.field === undefined
    ? "type" in spec && listTypes.has(spec.type)
    : "value" in spec && spec.field.type !== "map" && takesList(spec.field);

/** Which names of objects, profiles or aliases may stand there. */
function sourceOf(
  spec: ArgumentSpec | CommandOption,
  operation: Operation | undefined,
): NameSource | undefined {
  if ("type" in spec && spec.type === "filters") return { of: "where", isList: false, statuses: [] };
  if (spec.name === "profile" && operation === undefined)
    return { of: "profiles", isList: false, statuses: [] };
  if (spec.names !== undefined && spec.names !== "groups")
    return { of: spec.names, isList: isList(spec), statuses: "fits" in spec ? spec.fits : [] };
  if (spec.field !== undefined) return operation && sourceOfField(operation, spec.field);
  if ("value" in spec) return sourceOfOption(spec);
  return operation && sourceOfParameter(operation, spec.name);
}

/** The commands after whose `--` another program's line begins. */
export const passingPaths = ({ commands }: Completion): readonly string[] =>
  commands.filter(({ passesThrough }) => passesThrough).map(({ path }) => path);

/**
 * One place of a line and what may stand there: a command with an option, or with the number of an argument
 * from 1 on.
 */
interface Place {
  readonly keys: readonly string[];
  readonly values: Values;
}

/** Every place with known values, those with the same values in one, in the order of the commands. */
export function places({ commands, globals }: Completion): readonly Place[] {
  const found = new Map<string, { keys: string[]; values: Values }>();
  const add = (key: string, values: Values) => {
    if (values === "") return;
    const place = found.get(values) ?? { keys: [], values };
    found.set(values, { ...place, keys: [...place.keys, key] });
  };
  for (const { flag, values } of globals) add(`* ${flag}`, values);
  for (const { path, options, arguments: words, isVariadic, columns } of commands) {
    if (columns.length > 0) add(`${path} --columns`, `, ${columns.join(" ")}`);
    for (const { flag, values } of options) add(`${path} ${flag}`, values);
    for (const [index, values] of words.entries()) {
      add(`${path} ${isVariadic && index === words.length - 1 ? "*" : index + 1}`, values);
    }
  }
  return [...found.values()];
}

/**
 * A function of bash or zsh that answers for its first argument; `learned` is the kind of what a service describes
 * that it answers with as well.
 */
export const caseFunction = (
  name: string,
  learned: string,
  cases: readonly (readonly [pattern: string, body: string])[],
): string =>
  [
    `${name}() {`,
    "  case $1 in",
    ...cases.map(([pattern, body]) => `    ${pattern}) ${body} ;;`),
    "  esac",
    `  _svc_learned ${learned} "\${1:--}"`,
    "}",
  ].join("\n");

/** The functions of bash and zsh that set REPLY: a group by any of its names, and the values of a place. */
export const replyFunctions = (known: Completion, quote: (word: string) => string, or: string) => ({
  root: caseFunction("_svc_root", "alias", [
    ...known.aliases.map(([alias, group]) => [alias, `REPLY=${group}`] as const),
    ["*", "REPLY=$1"],
  ]),
  values: `# By command and option, or by command and the number of an argument.\n${caseFunction(
    "_svc_values",
    "value",
    [
      ...places(known).map(({ keys, values }) => [keys.map(quote).join(or), `REPLY='${values}'`] as const),
      ["*", "REPLY="],
    ],
  )}`,
});
