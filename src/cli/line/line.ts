import { CommanderError } from "commander";
import type { CommandOption } from "../../catalogue/commands/command-spec.ts";
import { globalOptions } from "../../catalogue/commands/options.ts";
import { Failure } from "../../core/failure.ts";
import type { TypedGlobals } from "../invocation/globals.ts";
import type { Options, TypedFields } from "../invocation/invocation.ts";
import { readOption } from "../typed/option-values.ts";
import {
  addGlobalOptions,
  addOptions,
  bareCommand,
  type TypedOptions,
  typedFor,
  typedOptions,
} from "./command.ts";
import { refuseAmbiguous, refuseRepeated, refuseStray } from "./refusals.ts";
import type { ScannedLine } from "./scan.ts";
import { unaskedFailure, unknownOption } from "./suggestions.ts";
import { plainLine, type Token } from "./tokens.ts";

/** A line read against its command. */
interface Line {
  readonly globals: TypedGlobals;
  /** The options that svc adds, their values read and checked. */
  readonly options: Options;
  /** The fields of an operation, as typed. */
  readonly fields: TypedFields;
  /** Words that are no options, after group and verb. */
  readonly words: readonly string[];
  /** What stands behind `--`, where the command takes that apart from its arguments. */
  readonly remainder: readonly string[];
}

/**
 * Parses the line by a Commander tree of the one command that it names. Throws a usage `Failure` for an unknown
 * command or option, for an option that is given twice or has no effect, and for a value that is not of the type
 * of an option that svc adds.
 */
export async function readLine(scanned: ScannedLine): Promise<Line> {
  if (scanned.failure !== undefined) throw scanned.failure;
  const { tokens, path, options, syntax, target } = scanned;
  const isTyped = typedAmong(tokens);
  const globals = globalOptions.filter(isTyped);
  const program = addGlobalOptions(bareCommand("svc"), globals);
  let leaf = program;
  for (const word of path) {
    const child = addGlobalOptions(bareCommand(word), globals);
    leaf.addCommand(child);
    leaf = child;
  }
  addOptions(leaf, options.filter(isTyped)).action(() => {});
  if (Number.isFinite(syntax.maxWords)) leaf.passThroughOptions();
  const hasRemainder = target.kind === "builtin" && target.spec().remainder !== undefined;
  const [before, remainder] = hasRemainder ? splitAtDashes(tokens) : [tokens, []];
  const line = plainLine(before, syntax.known);
  try {
    program.parse(line, { from: "user" });
  } catch (error) {
    throw error instanceof CommanderError ? usageFailure(error, scanned) : error;
  }
  const typed = typedOptions(leaf);
  const spelledOut = tokens.flatMap((token) =>
    token.kind === "option" && !token.isShort ? [token.option.name] : [],
  );
  refuseAmbiguous(
    Object.keys(typedFor(leaf)).filter((name) => spelledOut.includes(name)),
    scanned,
  );
  refuseRepeated(typed, options);
  refuseStray(typed, scanned);
  return {
    globals: Object.fromEntries(
      globalOptions.flatMap(({ name }) => (typed[name] === undefined ? [] : [[name, typed[name]]])),
    ),
    options: await readAddedOptions(typed, options),
    fields: Object.fromEntries(options.flatMap((option) => typedField(typed, option))),
    words: leaf.args,
    remainder,
  };
}

/** The tokens before `--`, and the words behind it. */
function splitAtDashes(tokens: readonly Token[]): readonly [readonly Token[], readonly string[]] {
  const rest = tokens.find((token) => token.kind === "rest");
  return [tokens.filter((token) => token !== rest), rest?.words.slice(1) ?? []];
}

/**
 * True for the options that stand on the line, of which Commander is told: it compares each with all that it has been
 * told before. True for all where a word on the line is not a known option, as Commander may know a part of it.
 */
function typedAmong(tokens: readonly Token[]): (option: CommandOption) => boolean {
  const typed = new Set(tokens.flatMap((token) => (token.kind === "option" ? [token.option.name] : [])));
  const isUnsure = tokens.some(({ kind }) => kind === "unknown");
  return ({ name, negatable }) =>
    isUnsure || typed.has(name) || (negatable === true && typed.has(`no-${name}`));
}

async function readAddedOptions(typed: TypedOptions, options: readonly CommandOption[]): Promise<Options> {
  const read: [string, unknown][] = [];
  for (const option of options) {
    const { name, field } = option;
    if (field !== undefined) continue;
    const value = typed[name];
    if (value !== undefined) read.push([name, value === true ? true : await readOption(option, value)]);
    else if (option.required) throw new Failure("usage", `--${name} is required`);
  }
  return Object.fromEntries(read);
}

/** A field under the name of its option: every value, or whether it is turned on or off. */
function typedField(
  typed: TypedOptions,
  { name, field, negatable, type }: CommandOption,
): readonly (readonly [string, readonly string[] | boolean])[] {
  if (field === undefined && type !== "base64") return [];
  if (negatable && typed[`no-${name}`] !== undefined) return [[name, false]];
  const value = typed[name];
  return value === undefined ? [] : [[name, value]];
}

function usageFailure(error: CommanderError, { target, path, syntax, unasked }: ScannedLine): Failure {
  const [, flag] = /unknown option '([^'=]*)/.exec(error.message) ?? [];
  if (flag === undefined) return new Failure("usage", error.message.replace(/^error: /, ""));
  const names = syntax.known.map(({ name }) => name);
  const isSent = target.kind === "operation" && target.entry.operation.method !== "GET";
  const field = flag.replace(/^-+/, "").replaceAll("-", "_");
  const anyway = isSent ? [`--set ${field}=value sends it anyway`] : [];
  const spec = target.kind === "builtin" ? target.spec() : undefined;
  const excess = spec?.takesLine === true ? spec.excess : undefined;
  const unknown =
    excess === undefined
      ? unknownOption(flag, path, names, anyway)
      : new Failure("usage", `unknown option '${flag}'`, { hint: excess });
  return unasked === undefined ? unknown : unaskedFailure(unknown, unasked);
}
