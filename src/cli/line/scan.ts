import type { CommandOption, CommandSpec } from "../../catalogue/commands/command-spec.ts";
import type { GlobalOptionName } from "../../catalogue/commands/options.ts";
import type { Failure } from "../../core/failure.ts";
import {
  type CommandNode,
  type CommandTreeNode,
  commandTree,
  findChild,
  type GroupNode,
  type ProgramNode,
} from "../specs/command-tree.ts";
import { type Flag, isLineOf, knownFlags, piecesOf, type Syntax } from "./flags.ts";
import type { OptionFault, TypedOptions } from "./parser.ts";
import { unknownCommand, unknownVerb } from "./suggestions.ts";

/** The first word of a line that asks for help on the words behind it. */
const helpWord = "help";

/** A line with the command that it names, parsed by the options of that command. */
export interface ScannedLine {
  /** The command that the first words name, or the group or program where they name no command. */
  readonly target: CommandTreeNode;
  /** The words that name it, as typed. */
  readonly path: readonly string[];
  /** The words before `--` that are neither options nor their values, those of `path` among them. */
  readonly words: readonly string[];
  /** The arguments of the command; those behind `--` are among them unless it takes them as its remainder. */
  readonly operands: readonly string[];
  /** The words behind `--`. */
  readonly rest: readonly string[] | undefined;
  /** The options of the command. */
  readonly options: readonly CommandOption[];
  readonly flags: readonly Flag[];
  /** Options as typed: those of the command and global ones. */
  readonly typed: TypedOptions;
  /** The options that are written out behind the name of the command. */
  readonly lateNames: ReadonlySet<string>;
  /** What is wrong with the options. */
  readonly fault: OptionFault | SwallowedOption | undefined;
  /** Why the first words name nothing. */
  readonly failure?: Failure;
  /** They name nothing in a group of built-in commands, to which a service adds none. */
  readonly isOwn?: boolean;
  /** Why the service could not be asked whether it knows an option that svc does not know. */
  readonly unasked?: Failure;
}

/** A known option where the value of another one is expected. */
interface SwallowedOption {
  readonly kind: "swallowed";
  readonly name: string;
  readonly value: string;
}

/**
 * Reads the line from left to right, down the command tree: from the word on that completes the name of a command its
 * options are known, and of the resource groups that one alone is loaded. The other words are parsed by them.
 */
export async function scanLine(
  argv: readonly string[],
  tree: ProgramNode = commandTree(),
): Promise<ScannedLine> {
  const syntax: Syntax = { flags: knownFlags() };
  const path: string[] = [];
  const words: string[] = [];
  const leftOut = new Set<number>();
  const lateNames = new Set<string>();
  let fault: ScannedLine["fault"];
  let target: CommandTreeNode = tree;
  let command: CommandNode | undefined;
  let spec: CommandSpec | undefined;
  let isOpen = true;
  let isUnknownFirst = false;
  for (const piece of piecesOf(argv, syntax)) {
    if (piece.kind === "unknown" && command === undefined) {
      // It may be an option of the command, but it goes after it.
      fault ??= { kind: "unknown", flag: piece.word.replace(/=.*/s, "") };
      leftOut.add(piece.at);
      isUnknownFirst ||= words.length === 0;
    }
    if (piece.kind === "option") {
      if (command !== undefined && piece.isLong) lateNames.add(piece.flag.name);
      if (piece.swallows === undefined) continue;
      fault ??= { kind: "swallowed", name: piece.flag.name, value: piece.swallows };
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
    syntax.flags = knownFlags(spec.options);
    syntax.takesLine = spec.takesLine;
  }
  const behind = argv.filter((_, at) => !leftOut.has(at));
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
    target,
    path,
    words,
    operands: parsed.words.map(unguarded),
    rest: dashes < 0 ? undefined : behind.slice(dashes + 1),
    options: spec?.options ?? [],
    flags: syntax.flags,
    typed: parsed.typed,
    lateNames,
    fault: fault ?? parsed.fault,
  };
  if (words.length === path.length) return { ...line, target: command ?? target };
  if (target.kind === "group") {
    const failure = await unknownVerb(target, words[path.length] ?? "");
    return { ...line, target: tree, failure, isOwn: !target.isResource };
  }
  // The word behind an unknown option may be its value rather than a command.
  if (target.kind !== "program" || words[0] === helpWord || isUnknownFirst) return line;
  return { ...line, failure: await unknownCommand(tree, words) };
}

/** A group of one command is that command. */
async function onlyCommand(group: GroupNode): Promise<CommandNode | undefined> {
  const [only, ...others] = await group.commands();
  return others.length === 0 ? only : undefined;
}

/** No word of a line can hold it. */
const guard = "\u0000";

/** A line that is an argument, in a form that the parser does not take for an option. */
const guarded = (word: string, syntax: Syntax): string =>
  word.startsWith("-") && isLineOf(word, syntax) ? guard + word : word;

const unguarded = (word: string): string => (word.startsWith(guard) ? word.slice(1) : word);

/** True where a global flag is typed. */
export const hasFlag = ({ typed }: Pick<ScannedLine, "typed">, name: GlobalOptionName): boolean =>
  typed[name] === true;

/** The first value that is typed for a global option; it is not checked. */
export function valueIn({ typed }: Pick<ScannedLine, "typed">, name: GlobalOptionName): string | undefined {
  const values = typed[name];
  return Array.isArray(values) ? values[0] : undefined;
}

/** True where the first word of a line is not a command of svc. */
export const isUnknownCommand = ({ failure, path }: ScannedLine): boolean =>
  failure !== undefined && path.length === 0;

/** True where svc does not know a word or an option of the line; a service may. */
export const hasUnknown = ({ failure, fault }: ScannedLine): boolean =>
  failure !== undefined || fault?.kind === "unknown";

/**
 * The words that a line asks for help on: those behind `help`, or a group and what follows `help` behind it (`svc
 * machines help deploy`). Undefined where it asks for none.
 */
export function helpWords({ words, path, failure }: ScannedLine): readonly string[] | undefined {
  const [first, second, ...others] = words;
  if (first === helpWord) return second === undefined ? [] : [second, ...others];
  const isGroup = failure !== undefined && path.length === 1;
  return isGroup && first !== undefined && second === helpWord ? [first, ...others] : undefined;
}

/**
 * True where the documented commands alone do not explain a line: a word or an option is not among them, or it asks
 * what commands there are.
 */
export const wantsDescription = (line: ScannedLine): boolean =>
  line.target.kind !== "builtin" &&
  line.isOwn !== true &&
  (hasUnknown(line) || line.target.kind !== "operation" || hasFlag(line, "help"));

/** Help, and lines that end in the list of commands: no service is asked for them. */
export const isAboutCommands = (line: ScannedLine): boolean =>
  helpWords(line) !== undefined ||
  hasFlag(line, "help") ||
  hasFlag(line, "version") ||
  (line.failure === undefined && (line.target.kind === "program" || line.target.kind === "group"));
