import type { CommandOption } from "../../catalogue/commands/command-spec.ts";
import {
  type CommandNode,
  type CommandTreeNode,
  commandTree,
  findChild,
  type GroupNode,
  type ProgramNode,
} from "../../catalogue/commands/command-tree.ts";
import type { Failure } from "../../core/failure.ts";
import { unknownCommand, unknownVerb } from "./suggestions.ts";
import { hasFlag, knownOptions, type Syntax, type Token, tokenize, wordsIn } from "./tokens.ts";

/** The first word of a line that asks for help on the words behind it. */
const helpWord = "help";

/** A line taken apart, with the command that it names. */
export interface ScannedLine {
  readonly tokens: readonly Token[];
  /** The command that the first words name, or the group or program where they name no command. */
  readonly target: CommandTreeNode;
  /** The words that name it, as typed. */
  readonly path: readonly string[];
  /** The options of the command. */
  readonly options: readonly CommandOption[];
  readonly syntax: Syntax;
  /** Why the first words name nothing. */
  readonly failure?: Failure;
  /** They name nothing in a group of built-in commands, to which a service adds none. */
  readonly isOwn?: boolean;
  /** Why the service could not be asked whether it knows an option that svc does not know. */
  readonly unasked?: Failure;
}

/**
 * Reads the line once, from left to right, down the command tree: from the word on that completes the name of a
 * command its options are known, and of the resource groups that one alone is loaded.
 */
export async function scanLine(
  argv: readonly string[],
  tree: ProgramNode = commandTree(),
): Promise<ScannedLine> {
  const syntax: Syntax = { known: knownOptions(), maxWords: Number.POSITIVE_INFINITY };
  const tokens: Token[] = [];
  const path: string[] = [];
  let target: CommandTreeNode = tree;
  let command: CommandNode | undefined;
  let options: readonly CommandOption[] = [];
  let isOpen = true;
  for (const token of tokenize(argv, syntax)) {
    tokens.push(token);
    if (token.kind !== "word" || !isOpen) continue;
    const child: GroupNode | CommandNode | undefined = await findChild(target, token.text);
    isOpen = child?.kind === "group";
    if (child === undefined) continue;
    path.push(token.text);
    target = child;
    command = child.kind === "group" ? await onlyCommand(child) : child;
    if (command === undefined) continue;
    const spec = command.spec();
    options = spec.options ?? [];
    syntax.known = knownOptions(options);
    if (spec.passesThrough) syntax.maxWords = path.length + 1;
    syntax.takesLine = spec.takesLine;
  }
  const words = wordsIn(tokens);
  const scanned = { tokens, path, options, syntax };
  if (words.length === path.length) return { ...scanned, target: command ?? target };
  if (target.kind === "group")
    return {
      ...scanned,
      target: tree,
      failure: await unknownVerb(target, words[path.length] ?? ""),
      isOwn: !target.isResource,
    };
  if (target.kind === "program" && words[0] !== helpWord && !isValueOfUnknown(tokens))
    return { ...scanned, target, failure: await unknownCommand(tree, words) };
  return { ...scanned, target };
}

/** A group of one command is that command. */
async function onlyCommand(group: GroupNode): Promise<CommandNode | undefined> {
  const [only, ...others] = await group.commands();
  return others.length === 0 ? only : undefined;
}

/** The word behind an unknown option may be its value rather than a command. */
const isValueOfUnknown = (tokens: readonly Token[]): boolean =>
  tokens.find(({ kind }) => kind !== "option")?.kind === "unknown";

/** True where the first word of a line is not a command of svc. */
export const isUnknownCommand = ({ failure, path }: ScannedLine): boolean =>
  failure !== undefined && path.length === 0;

/**
 * The words that a line asks for help on: those behind `help`, or a group and what follows `help` behind it (`svc
 * machines help deploy`). Undefined where it asks for none.
 */
export function helpWords({ tokens, path, failure }: ScannedLine): readonly string[] | undefined {
  const [first, second, ...others] = wordsIn(tokens);
  if (first === helpWord) return second === undefined ? [] : [second, ...others];
  const isGroup = failure !== undefined && path.length === 1;
  return isGroup && first !== undefined && second === helpWord ? [first, ...others] : undefined;
}

/**
 * True where the documented commands alone do not explain a line: a word or an option is not among them, or it asks
 * what commands there are.
 */
export const wantsDescription = ({ failure, isOwn, target, tokens }: ScannedLine): boolean =>
  target.kind !== "builtin" &&
  isOwn !== true &&
  (failure !== undefined ||
    target.kind !== "operation" ||
    tokens.some(({ kind }) => kind === "unknown") ||
    hasFlag(tokens, "help"));

/** Help, and lines that end in the list of commands: no service is asked for them. */
export const isAboutCommands = (scanned: ScannedLine): boolean =>
  helpWords(scanned) !== undefined || asksForNone(scanned);

const asksForNone = ({ tokens, target, failure }: ScannedLine): boolean =>
  hasFlag(tokens, "help") ||
  hasFlag(tokens, "version") ||
  (failure === undefined && (target.kind === "program" || target.kind === "group"));
