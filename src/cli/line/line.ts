import { CommanderError } from "commander";
import type { OptionSpec } from "../../api/option-spec.ts";
import { followUpOptions, type OptionSignature, signatureOf } from "../../contract/command-signature.ts";
import { addedOptions } from "../../contract/operation-options.ts";
import { globalOptions } from "../../contract/options.ts";
import { Failure } from "../../failure.ts";
import type { TypedGlobals } from "../invocation/globals.ts";
import type { Options, TypedFields } from "../invocation/invocation.ts";
import { nearest } from "../typed/nearest.ts";
import { readOption } from "../typed/option-values.ts";
import {
  addFieldOptions,
  addGlobalOptions,
  addOwnOptions,
  bareCommand,
  type TypedOptions,
  typedFor,
  typedOptions,
} from "./command.ts";
import { optionHabit } from "./habits.ts";
import { refuseAmbiguous, refuseRepeated, refuseStray } from "./refusals.ts";
import { maxWordsOf, type Target } from "./target.ts";
import { type KnownOption, knownGlobals, partsOf, plainLine } from "./words.ts";

/** A line read against its command. */
interface Line {
  readonly globals: TypedGlobals;
  /** The options of svc's own, their values read and checked. */
  readonly options: Options;
  /** The fields of an operation, as typed. */
  readonly fields: TypedFields;
  /** Words that are no options, after group and verb. */
  readonly words: readonly string[];
}

/**
 * Reads the whole line with the tree of the command it names. Throws a usage `Failure` for an unknown option,
 * one that is given twice or without effect, and a value of svc's own that is not of its type.
 */
export async function readLine(argv: readonly string[], target: Target): Promise<Line> {
  const fields = fieldOptions(target);
  const specs = ownOptions(target);
  const known = [...specs.map(knownOwn), ...fields.flatMap(knownField), ...knownGlobals];
  const program = addGlobalOptions(bareCommand("svc"));
  let leaf = program;
  for (const word of pathOf(target)) {
    const child = addGlobalOptions(bareCommand(word));
    leaf.addCommand(child);
    leaf = child;
  }
  addFieldOptions(leaf, fields);
  addOwnOptions(leaf, specs);
  const maxWords = maxWordsOf(target);
  if (maxWords !== undefined) leaf.passThroughOptions();
  leaf.action(() => {});
  const line = plainLine(argv, known, maxWords);
  try {
    program.parse(line, { from: "user" });
  } catch (error) {
    throw error instanceof CommanderError ? usageFailure(error, leaf.options, target) : error;
  }
  const typed = typedOptions(leaf);
  refuseAmbiguous(Object.keys(typedFor(leaf)).filter(isSpelledOut(argv, known)), target);
  refuseRepeated(typed, specs, fields);
  refuseStray(typed, specs, target);
  return {
    globals: Object.fromEntries(
      globalOptions.flatMap(({ name }) => (typed[name] === undefined ? [] : [[name, typed[name]]])),
    ),
    options: await readOwnOptions(typed, specs),
    fields: Object.fromEntries([
      ...fields.flatMap((option) => typedField(typed, option)),
      ...specs.filter(({ type }) => type === "base64").map(({ name }) => [name, typed[name]]),
    ]),
    words: leaf.args,
  };
}

const ownOptions = (target: Target): readonly OptionSpec[] => {
  if (target.kind === "operation") return addedOptions(target.entry.operation);
  return target.kind === "own" ? (target.command.spec.options ?? []) : [];
};

const fieldOptions = (target: Target): readonly OptionSignature[] =>
  target.kind === "operation"
    ? [...signatureOf(target.entry).options, ...followUpOptions(target.entry.operation)]
    : [];

const knownOwn = ({ name, short, value }: OptionSpec): KnownOption => ({
  name,
  short,
  takesValue: value !== undefined,
});

const knownField = ({ flag, negation }: OptionSignature): readonly KnownOption[] =>
  [flag, ...(negation === undefined ? [] : [negation])].map((each) => ({
    name: each.slice(2),
    takesValue: negation === undefined,
  }));

async function readOwnOptions(typed: TypedOptions, specs: readonly OptionSpec[]): Promise<Options> {
  const read: [string, unknown][] = [];
  for (const spec of specs) {
    const value = typed[spec.name];
    if (value !== undefined) read.push([spec.name, value === true ? true : await readOption(spec, value)]);
    else if (spec.required) throw new Failure("usage", `--${spec.name} is required`);
  }
  return Object.fromEntries(read);
}

/** A field under the name of its option: every value, or whether it is turned on or off. */
function typedField(
  typed: TypedOptions,
  { flag, negation }: OptionSignature,
): readonly (readonly [string, readonly string[] | boolean])[] {
  const name = flag.slice(2);
  if (negation !== undefined && typed[negation.slice(2)] !== undefined) return [[name, false]];
  const value = typed[name];
  return value === undefined ? [] : [[name, value]];
}

/** True for an option that is typed by its long name. */
const isSpelledOut =
  (argv: readonly string[], known: readonly KnownOption[]) =>
  (name: string): boolean =>
    [...partsOf(argv, known)].some(
      (part) => part.kind === "option" && part.option.name === name && !part.isShort,
    );

function pathOf(target: Target): readonly string[] {
  switch (target.kind) {
    case "program":
      return [];
    case "group":
      return [target.name];
    default:
      return target.path;
  }
}

function usageFailure(
  error: CommanderError,
  known: readonly { readonly long?: string | undefined }[],
  target: Target,
): Failure {
  const [, flag] = /unknown option '([^'=]*)/.exec(error.message) ?? [];
  if (flag === undefined) return new Failure("usage", error.message.replace(/^error: /, ""));
  const names = known.flatMap(({ long }) => (long === undefined ? [] : [long.slice(2)]));
  const word = flag.replace(/^-+/, "");
  const meant = optionHabit(word, names) ?? nearest(word, names);
  const isSent = target.kind === "operation" && target.entry.operation.method !== "GET";
  const anyway = isSent ? [`--set ${word.replaceAll("-", "_")}=value sends it all the same`] : [];
  const first =
    meant === undefined
      ? `'${["svc", ...pathOf(target)].join(" ")} --help' lists the options`
      : `did you mean --${meant}?`;
  const separator = meant === undefined ? "; " : " ";
  return new Failure("usage", `unknown option '${flag}'`, { hint: [first, ...anyway].join(separator) });
}
