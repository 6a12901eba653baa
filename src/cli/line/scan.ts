import {
  type CommandOption,
  type CommandSpec,
  parseFlagValue,
} from "../../catalogue/commands/command-spec.ts";
import type { GlobalOptionName } from "../../catalogue/commands/options.ts";
import type { Failure } from "../../core/failure.ts";
import type { TypedOptions } from "../invocation/globals.ts";
import {
  type CommandNode,
  type CommandTreeNode,
  findChild,
  type GroupNode,
  type ProgramNode,
} from "../tree/command-tree.ts";
import { type Flag, hasOneDash, isCommandLine, knownFlags, type Syntax, tokenize } from "./flags.ts";
import type { OptionFault } from "./parser.ts";

const helpWord = "help";

/** A hint for words that the service may know, if its description has not been read. */
export const describeHint = "'svc describe' reads what else the service offers";

export interface ScannedLine {
  readonly tree: ProgramNode;
  readonly target: CommandTreeNode;
  readonly path: readonly string[];
  /** Words before `--` that are not options or values, including `path`. */
  readonly words: readonly string[];
  /** Arguments, including those after `--` unless the command itself takes the words after `--`. */
  readonly operands: readonly string[];
  /** The words after `--`. */
  readonly rest: readonly string[] | undefined;
  readonly options: readonly CommandOption[];
  readonly flags: readonly Flag[];
  readonly optionValues: TypedOptions;
  readonly optionsAfterCommand: ReadonlySet<string>;
  readonly fault: OptionFault | undefined;
  readonly failure?: Failure;
  /** True if the unknown word is in a group of built-in commands, which no service extends. */
  readonly isInBuiltInGroup?: boolean;
  /** True if the description of the service is not cached. */
  readonly isUndescribed?: boolean;
}

/** Loads only the resource group that the line names. */
export async function scanLine(argv: readonly string[], tree: ProgramNode): Promise<ScannedLine> {
  const walk = await walkLine(argv, tree);
  const { target, command, spec, path, words, syntax, remaining } = walk;
  const separatorIndex = remaining.indexOf("--");
  const hasRemainder = separatorIndex >= 0 && spec?.remainder !== undefined;
  const parsedWords = hasRemainder ? remaining.slice(0, separatorIndex) : remaining;
  const { parseWords } = await import("./parser.ts");
  const parsed = parseWords(
    parsedWords.map((word) => guardWord(word, syntax)),
    syntax.flags,
    spec?.passesThrough === true,
  );
  const line = {
    tree,
    path,
    words,
    flags: syntax.flags,
    optionValues: parsed.optionValues,
    optionsAfterCommand: walk.optionsAfterCommand,
    target: command ?? target,
    operands: parsed.words.map(unguardWord),
    rest: separatorIndex < 0 ? undefined : remaining.slice(separatorIndex + 1),
    options: spec?.options ?? [],
    fault: walk.fault ?? parsed.fault,
  };
  const unknownWords = words.slice(path.length);
  if (unknownWords.length === 0) return line;
  if (target.kind === "group") {
    // The word after an unknown option may be its value.
    const mayBeValue =
      walk.hasUnknownBeforeVerb || (command !== undefined && parsed.fault?.kind === "unknown");
    if (mayBeValue) return line;
    const { unknownVerb } = await import("./suggestions.ts");
    const failure = await unknownVerb(target, unknownWords);
    return { ...line, target: tree, failure, isInBuiltInGroup: !target.isResource };
  }
  if (target.kind !== "program" || words[0] === helpWord || walk.startsWithUnknownOption) return line;
  const { unknownCommand } = await import("./suggestions.ts");
  return { ...line, failure: await unknownCommand(tree, words, argv) };
}

/** Follows the words from the program to a command, whose options decide how later words are read. */
async function walkLine(argv: readonly string[], tree: ProgramNode) {
  const syntax: Syntax = { flags: knownFlags() };
  const path: string[] = [];
  const words: string[] = [];
  /** What is left for the parser; undefined for each word that has been read. */
  const remaining: (string | undefined)[] = [...argv];
  const optionsAfterCommand = new Set<string>();
  let fault: OptionFault | undefined;
  let target: CommandTreeNode = tree;
  let command: CommandNode | undefined;
  let spec: CommandSpec | undefined;
  let mayDescend = true;
  let startsWithUnknownOption = false;
  let hasUnknownBeforeVerb = false;
  for (const token of tokenize(argv, syntax)) {
    const { at } = token;
    if (token.kind === "unknown" && (command === undefined || hasOneDash(token.word, syntax.flags))) {
      // The option may belong to the command, but must come after it.
      fault ??= { kind: "unknown", flag: token.word.replace(/=.*/s, "") };
      remaining[at] = undefined;
      startsWithUnknownOption ||= words.length === 0;
      hasUnknownBeforeVerb ||=
        command === undefined && target.kind === "group" && words.length === path.length;
    }
    if (token.kind === "option") {
      const { flag, flagValue, optionAsValue } = token;
      const { name } = flag;
      if (command !== undefined && token.isLong) optionsAfterCommand.add(name);
      if (flagValue?.isSeparateWord) remaining[at + 1] = undefined;
      if (flagValue !== undefined && flag.booleanValue === "accepted")
        remaining[at] = parseFlagValue(flagValue.text) === true ? `--${name}` : `--no-${name}`;
      else if (flagValue !== undefined) fault ??= { kind: "valueOfFlag", name, value: flagValue.text };
      if (optionAsValue === undefined) continue;
      fault ??= { kind: "optionAsValue", name, value: optionAsValue };
      remaining[at] = undefined;
    }
    if (token.kind !== "word") continue;
    words.push(token.word);
    if (spec?.passesThrough === true) break;
    if (!mayDescend) continue;
    const child: GroupNode | CommandNode | undefined = await findChild(target, token.word);
    mayDescend = child?.kind === "group";
    if (child === undefined) continue;
    path.push(token.word);
    remaining[at] = undefined;
    target = child;
    command = child.kind === "group" ? await onlyCommand(child) : child;
    spec = command?.spec();
    if (spec === undefined) continue;
    const namesNodes = spec.arguments?.some(({ variadic, field }) => variadic && field === undefined);
    syntax.flags = knownFlags(spec.options, namesNodes);
    syntax.takesLine = spec.takesLine;
  }
  return {
    target,
    command,
    spec,
    path,
    words,
    syntax,
    optionsAfterCommand,
    fault,
    startsWithUnknownOption,
    hasUnknownBeforeVerb,
    remaining: remaining.filter((word) => word !== undefined),
  };
}

async function onlyCommand(group: GroupNode): Promise<CommandNode | undefined> {
  const [only, ...others] = await group.commands();
  return others.length === 0 ? only : undefined;
}

/** Prefix that keeps the option parser from taking a word for an option; no argument can contain NUL. */
const guard = "\u0000";

const guardWord = (word: string, syntax: Syntax): string =>
  word.startsWith("-") && isCommandLine(word, syntax) ? guard + word : word;

const unguardWord = (word: string): string => (word.startsWith(guard) ? word.slice(1) : word);

export const hasFlag = ({ optionValues }: Pick<ScannedLine, "optionValues">, name: GlobalOptionName) =>
  optionValues[name] === true;

export function valueIn({ optionValues }: Pick<ScannedLine, "optionValues">, name: GlobalOptionName) {
  const values = optionValues[name];
  return Array.isArray(values) ? values[0] : undefined;
}

export const isUnknownCommand = ({ failure, path }: ScannedLine): boolean =>
  failure !== undefined && path.length === 0;

/** True if the line has a word or option that only a service may know. */
const hasUnknown = ({ failure, fault }: ScannedLine): boolean =>
  failure !== undefined || fault?.kind === "unknown";

/** The words after `help`; for `svc machines help deploy`, `machines deploy`. */
export function helpWords({ words, path, failure }: ScannedLine): readonly string[] | undefined {
  const [first, second, ...others] = words;
  if (first === helpWord) return second === undefined ? [] : [second, ...others];
  const isGroup = failure !== undefined && path.length === 1;
  return isGroup && first !== undefined && second === helpWord ? [first, ...others] : undefined;
}

/** True if no documented command matches the line, or if it asks for help or for a list of commands. */
export const needsDescription = (line: ScannedLine): boolean =>
  line.target.kind !== "builtin" &&
  line.isInBuiltInGroup !== true &&
  (hasUnknown(line) || line.target.kind !== "operation" || hasFlag(line, "help"));

export const isAboutCommands = (line: ScannedLine): boolean =>
  helpWords(line) !== undefined ||
  hasFlag(line, "help") ||
  hasFlag(line, "version") ||
  (line.failure === undefined && (line.target.kind === "program" || line.target.kind === "group"));
