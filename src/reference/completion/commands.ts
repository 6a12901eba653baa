import { configItemNames } from "../../api/config-items.ts";
import {
  type GroupName,
  groupNames,
  groups,
  loadAllOperations,
  type OperationEntry,
} from "../../api/index.ts";
import type { Field } from "../../api/operation.ts";
import type { OptionSpec } from "../../api/option-spec.ts";
import { statusValues } from "../../api/statuses.ts";
import { followUpOptions, type OptionSignature, signatureOf } from "../../contract/command-signature.ts";
import { ownCommands, ownGroups, waitTargets } from "../../contract/commands.ts";
import { addedOptions } from "../../contract/operation-options.ts";
import { type CommandSpec, globalOptions } from "../../contract/options.ts";
import { profileSettings } from "../../contract/profile-settings.ts";
import { topicNames, topics } from "../topics.ts";

/** A word that a shell offers, and what it says about it. */
export type Offer = readonly [word: string, help: string];

/** What a value may be: some of these words, or a file. */
export type Values = readonly string[] | "file";

export interface CompletedOption {
  /** `--bridge-type` or `-o`. */
  readonly flag: string;
  readonly takesValue: boolean;
  readonly help: string;
  readonly values: Values;
}

interface CompletedCommand {
  /** The words typed: `machines deploy`, `login`. */
  readonly path: string;
  readonly options: readonly CompletedOption[];
  /** By position; the last one stands for all that follow where `isVariadic`. */
  readonly arguments: readonly Values[];
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

/**
 * Values of own commands that a shell completes and svc does not insist on, by command and option or
 * argument.
 */
const openValues: Readonly<Record<string, readonly string[]>> = {
  "machines wait --for": [...statusValues, ...waitTargets],
  "config describe name": configItemNames,
  "profiles set setting=value": Object.keys(profileSettings).map((name) => `${name}=`),
};

/** Everything that completes, from the catalogue and the tables of svc's own commands and options. */
export async function completion(): Promise<Completion> {
  const operations = await loadAllOperations();
  const own: readonly CommandSpec[] = Object.values(ownCommands);
  const roots = rootOffers(own);
  return {
    roots,
    aliases: groupNames.flatMap((name) => groups[name].aliases.map((alias) => [alias, name] as const)),
    verbs: [
      ...roots.flatMap(([root]): (readonly [string, readonly Offer[]])[] => {
        const verbs = verbsOf(root, operations, own);
        return verbs.length === 0 ? [] : [[root, verbs]];
      }),
      ["help", [...roots.filter(([root]) => root !== "help"), ...topicNames.map(topicOffer)]],
    ],
    commands: [...own.map(ownCommand), ...operations.map(operationCommand)],
    globals: globalOptions.flatMap((spec) => ownOption(spec, "")),
  };
}

const topicOffer = (name: keyof typeof topics): Offer => [name, topics[name].summary];

function rootOffers(own: readonly CommandSpec[]): readonly Offer[] {
  const offers = new Map<string, string>();
  for (const { command, summary } of own) {
    const [root = ""] = command;
    if (!isGroup(root)) offers.set(root, ownGroups[root] ?? summary);
  }
  for (const name of groupNames) offers.set(name, groups[name].summary);
  offers.set("help", "Show help on a command or a topic");
  return [...offers];
}

const isGroup = (word: string): word is GroupName => (groupNames as readonly string[]).includes(word);

function verbsOf(
  root: string,
  operations: readonly OperationEntry[],
  own: readonly CommandSpec[],
): readonly Offer[] {
  const offers: Offer[] = [
    ...operations
      .filter(({ group }) => group.name === root)
      .map(({ operation }): Offer => [operation.verb, operation.summary]),
    ...own.flatMap(({ command: [first, verb], summary }): Offer[] =>
      first === root && verb !== undefined ? [[verb, summary]] : [],
    ),
  ];
  return offers.sort(([a], [b]) => (a < b ? -1 : 1));
}

function operationCommand(entry: OperationEntry): CompletedCommand {
  const signature = signatureOf(entry);
  const path = signature.command.join(" ");
  const alsoTyped = signature.options.filter(({ source }) => source.alsoPositional);
  return {
    path,
    options: [
      ...[...signature.options, ...followUpOptions(entry.operation)].flatMap(fieldOptions),
      ...addedOptions(entry.operation).flatMap((spec) => ownOption(spec, path)),
    ],
    arguments: [...signature.arguments, ...alsoTyped].map(({ source }) => fieldValues(source)),
    isVariadic: signature.arguments.at(-1)?.variadic === true,
    passesThrough: false,
  };
}

function ownCommand(spec: CommandSpec): CompletedCommand {
  const path = spec.command.join(" ");
  const words = spec.arguments ?? [];
  return {
    path,
    options: (spec.options ?? []).flatMap((option) => ownOption(option, path)),
    arguments: spec.passesThrough
      ? []
      : words.map(({ name, choices }) => choices ?? openValues[`${path} ${name}`] ?? []),
    isVariadic: words.at(-1)?.variadic === true,
    passesThrough: spec.passesThrough === true,
  };
}

function fieldOptions({ flag, negation, help, source }: OptionSignature): readonly CompletedOption[] {
  if (negation === undefined) return [{ flag, takesValue: true, help, values: fieldValues(source) }];
  return [
    { flag, takesValue: false, help, values: [] },
    { flag: negation, takesValue: false, help: `not: ${help}`, values: [] },
  ];
}

function fieldValues(field: Field | undefined): Values {
  if (field?.type === "file") return "file";
  return field?.choices ?? field?.suggestions ?? [];
}

function ownOption(spec: OptionSpec, path: string): readonly CompletedOption[] {
  const { short, name, value, help, type, choices } = spec;
  const isFile = type === "path";
  const flags = [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
  return flags.map((flag) => ({
    flag,
    takesValue: value !== undefined,
    help,
    values: isFile ? "file" : (choices ?? openValues[`${path} ${flag}`] ?? []),
  }));
}

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
    if (values.length === 0) return;
    const id = values === "file" ? values : values.join(" ");
    const place = found.get(id) ?? { keys: [], values };
    found.set(id, { ...place, keys: [...place.keys, key] });
  };
  for (const { flag, values } of globals) add(`* ${flag}`, values);
  for (const { path, options, arguments: words, isVariadic } of commands) {
    for (const { flag, values } of options) add(`${path} ${flag}`, values);
    for (const [index, values] of words.entries()) {
      add(`${path} ${isVariadic && index === words.length - 1 ? "*" : index + 1}`, values);
    }
  }
  return [...found.values()];
}
