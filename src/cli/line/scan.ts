import { parseFlagValue } from "../../catalogue/commands/command-signature.ts";
import type { CommandOption, CommandSpec } from "../../catalogue/commands/command-spec.ts";
import type { GlobalOptionName } from "../../catalogue/commands/options.ts";
import type { Failure } from "../../core/failure.ts";
import {
  type CommandNode,
  type CommandTreeNode,
  findChild,
  type GroupNode,
  type ProgramNode,
} from "../tree/command-tree.ts";
import { type Flag, isCommandLine, knownFlags, piecesOf, type Syntax } from "./flags.ts";
import type { OptionFault, TypedOptions } from "./parser.ts";

const helpWord = "help";

/** For words that a service may know, if its description was not read. */
export const describeHint = "'svc describe' reads what else the service offers";

export interface ScannedLine {
  readonly tree: ProgramNode;
  readonly target: CommandTreeNode;
  readonly path: readonly string[];
  /** The words before `--` that are not options or values, with `path`. */
  readonly words: readonly string[];
  /** Arguments, with those after `--` unless the command takes a remainder. */
  readonly operands: readonly string[];
  readonly rest: readonly string[] | undefined;
  readonly options: readonly CommandOption[];
  readonly flags: readonly Flag[];
  readonly optionValues: TypedOptions;
  readonly lateNames: ReadonlySet<string>;
  readonly fault: OptionFault | SwallowedOption | undefined;
  readonly failure?: Failure;
  /** The unknown word is in a group of built-in commands, which no service extends. */
  readonly isOwn?: boolean;
  /** What its service describes is not known. */
  readonly isUndescribed?: boolean;
}

interface SwallowedOption {
  readonly kind: "swallowed";
  readonly name: string;
  readonly value: string;
}

/**
 * Reads the line from left to right down the command tree, loading only the resource group it names. The
 * options of a command are known from the word that completes its name.
 */
export async function scanLine(argv: readonly string[], tree: ProgramNode): Promise<ScannedLine> {
  const syntax: Syntax = { flags: knownFlags() };
  const path: string[] = [];
  const words: string[] = [];
  const leftOut = new Set<number>();
  const replaced = new Map<number, string>();
  const lateNames = new Set<string>();
  let fault: ScannedLine["fault"];
  let target: CommandTreeNode = tree;
  let command: CommandNode | undefined;
  let spec: CommandSpec | undefined;
  let isOpen = true;
  let isUnknownFirst = false;
  let isUnknownBefore = false;
  for (const piece of piecesOf(argv, syntax)) {
    if (piece.kind === "unknown" && command === undefined) {
      // It may belong to the command, but must follow it.
      fault ??= { kind: "unknown", flag: piece.word.replace(/=.*/s, "") };
      leftOut.add(piece.at);
      isUnknownFirst ||= words.length === 0;
      isUnknownBefore ||= target.kind === "group" && words.length === path.length;
    }
    if (piece.kind === "option") {
      if (command !== undefined && piece.isLong) lateNames.add(piece.flag.name);
      const { at, flag, flagValue } = piece;
      if (flagValue?.isApart) leftOut.add(at + 1);
      if (flagValue !== undefined && flag.word === "taken")
        replaced.set(at, parseFlagValue(flagValue.text) === true ? `--${flag.name}` : `--no-${flag.name}`);
      else if (flagValue !== undefined)
        fault ??= { kind: "valueOfFlag", name: flag.name, value: flagValue.text };
      if (piece.nextOption === undefined) continue;
      fault ??= { kind: "swallowed", name: piece.flag.name, value: piece.nextOption };
      leftOut.add(piece.at);
    }
    if (piece.kind !== "word") continue;
    words.push(piece.word);
    if (spec?.passesThrough === true) break;
    if (!isOpen) continue;
    const child: GroupNode | CommandNode | undefined = await findChild(target, piece.word);
    isOpen = child?.kind === "group";
    if (child === undefined) continue;
    path.push(piece.word);
    leftOut.add(piece.at);
    target = child;
    command = child.kind === "group" ? await onlyCommand(child) : child;
    spec = command?.spec();
    if (spec === undefined) continue;
    const namesNodes = spec.arguments?.some(({ variadic, field }) => variadic && field === undefined);
    syntax.flags = knownFlags(spec.options, namesNodes);
    syntax.takesLine = spec.takesLine;
  }
  const behind = argv.flatMap((word, at) => (leftOut.has(at) ? [] : (replaced.get(at) ?? word)));
  const dashes = behind.indexOf("--");
  const { parseWords } = await import("./parser.ts");
  const parsed = parseWords(
    (dashes < 0 || spec?.remainder === undefined ? behind : behind.slice(0, dashes)).map((word) =>
      guarded(word, syntax),
    ),
    syntax.flags,
    spec?.passesThrough === true,
  );
  const line = {
    tree,
    target,
    path,
    words,
    operands: parsed.words.map(unguarded),
    rest: dashes < 0 ? undefined : behind.slice(dashes + 1),
    options: spec?.options ?? [],
    flags: syntax.flags,
    optionValues: parsed.optionValues,
    lateNames,
    fault: fault ?? parsed.fault,
  };
  if (words.length === path.length) return { ...line, target: command ?? target };
  // The word after an unknown option may be its value.
  const isUnknownOption = isUnknownBefore || (command !== undefined && parsed.fault?.kind === "unknown");
  if (target.kind === "group" && isUnknownOption) return { ...line, target: command ?? target };
  if (target.kind === "group") {
    const { unknownVerb } = await import("./suggestions.ts");
    const failure = await unknownVerb(target, words.slice(path.length));
    return { ...line, target: tree, failure, isOwn: !target.isResource };
  }
  if (target.kind !== "program" || words[0] === helpWord || isUnknownFirst) return line;
  const { unknownCommand } = await import("./suggestions.ts");
  return { ...line, failure: await unknownCommand(tree, words, argv) };
}

async function onlyCommand(group: GroupNode): Promise<CommandNode | undefined> {
  const [only, ...others] = await group.commands();
  return others.length === 0 ? only : undefined;
}

/** No argument can contain NUL. */
const guard = "\u0000";

/** Hides a line passed as an argument from the option parser. */
const guarded = (word: string, syntax: Syntax): string =>
  word.startsWith("-") && isCommandLine(word, syntax) ? guard + word : word;

const unguarded = (word: string): string => (word.startsWith(guard) ? word.slice(1) : word);

export const hasFlag = (
  { optionValues: typed }: Pick<ScannedLine, "optionValues">,
  name: GlobalOptionName,
): boolean => typed[name] === true;

export function valueIn(
  { optionValues: typed }: Pick<ScannedLine, "optionValues">,
  name: GlobalOptionName,
): string | undefined {
  const values = typed[name];
  return Array.isArray(values) ? values[0] : undefined;
}

export const isUnknownCommand = ({ failure, path }: ScannedLine): boolean =>
  failure !== undefined && path.length === 0;

/** svc does not know a word or option; a service may. */
const hasUnknown = ({ failure, fault }: ScannedLine): boolean =>
  failure !== undefined || fault?.kind === "unknown";

/** The words after `help`, or a group and what follows it (`svc machines help deploy`). */
export function helpWords({ words, path, failure }: ScannedLine): readonly string[] | undefined {
  const [first, second, ...others] = words;
  if (first === helpWord) return second === undefined ? [] : [second, ...others];
  const isGroup = failure !== undefined && path.length === 1;
  return isGroup && first !== undefined && second === helpWord ? [first, ...others] : undefined;
}

/** The documented commands do not explain the line, or it asks for the list of commands. */
export const wantsDescription = (line: ScannedLine): boolean =>
  line.target.kind !== "builtin" &&
  line.isOwn !== true &&
  (hasUnknown(line) || line.target.kind !== "operation" || hasFlag(line, "help"));

export const isAboutCommands = (line: ScannedLine): boolean =>
  helpWords(line) !== undefined ||
  hasFlag(line, "help") ||
  hasFlag(line, "version") ||
  (line.failure === undefined && (line.target.kind === "program" || line.target.kind === "group"));
