import { type CommandOption, kebab } from "../../catalogue/commands/command-spec.ts";
import { globalOptions } from "../../catalogue/commands/options.ts";
import type { Field } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";
import type { TypedOptions } from "../invocation/globals.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { readOption } from "../parsing/line-values.ts";
import type { OptionFault } from "./parser.ts";
import { describeHint, type ScannedLine } from "./scan.ts";

export async function readLine(line: ScannedLine): Promise<Pick<Invocation, "options" | "fields">> {
  if (line.failure !== undefined) throw line.failure;
  if (line.fault !== undefined) throw await optionFailure(line, line.fault);
  refuseAmbiguousOptions(line);
  refuseRepeatedOptions(line);
  refuseIneffectiveOptions(line);
  const { optionValues, options } = line;
  return {
    options: await readNonFieldOptions(optionValues, options),
    fields: Object.fromEntries(options.flatMap((option) => fieldFromLine(optionValues, option))),
  };
}

async function readNonFieldOptions(optionValues: TypedOptions, options: readonly CommandOption[]) {
  const entries: [string, unknown][] = [];
  const missingOptions: string[] = [];
  for (const option of options) {
    const { name, short, field } = option;
    if (field !== undefined) continue;
    const value = optionValues[name];
    const label = short === undefined ? `--${name}` : `-${short} (--${name})`;
    if (value !== undefined)
      entries.push([name, value === true ? true : await readOption(option, value, label)]);
    else if (option.required) missingOptions.push(`--${name}`);
  }
  if (missingOptions.length > 0) {
    const verb = missingOptions.length === 1 ? "is" : "are";
    throw new Failure("usage", `${missingOptions.join(" and ")} ${verb} required`);
  }
  return Object.fromEntries(entries);
}

function fieldFromLine(
  optionValues: TypedOptions,
  { name, field, negatable, type }: CommandOption,
): readonly (readonly [string, readonly string[] | boolean])[] {
  if (field === undefined && type !== "base64") return [];
  if (negatable && optionValues[`no-${name}`] !== undefined) return [[name, false]];
  const value = optionValues[name];
  return value === undefined ? [] : [[name, value]];
}

async function optionFailure(line: ScannedLine, fault: OptionFault): Promise<Failure> {
  switch (fault.kind) {
    case "unknown":
      return await unknownFailure(line, fault.flag);
    case "valueMissing":
      return new Failure("usage", `--${fault.name} takes a value`);
    case "valueOfFlag":
      return flagValueFailure(line, fault.name, fault.value);
    case "optionAsValue":
      return new Failure("usage", `--${fault.name} takes a value, and '${fault.value}' is an option`, {
        hint: `to pass it as the value: --${fault.name}=${fault.value}`,
      });
  }
}

function flagValueFailure({ flags }: ScannedLine, name: string, value: string): Failure {
  const opposite = name.startsWith("no-") ? name.slice(3) : `no-${name}`;
  const hasOpposite = flags.some((flag) => flag.name === opposite);
  const isOff = /^(?:false|no|off|0)$/i.test(value);
  const hint = !isOff ? `use --${name}` : hasOpposite ? `use --${opposite}` : `leave --${name} out`;
  return new Failure("usage", `unexpected argument '${value}': --${name} takes no value`, { hint });
}

async function unknownFailure({ target, path, flags, isUndescribed }: ScannedLine, flag: string) {
  const isWrite = target.kind === "operation" && target.entry.operation.method !== "GET";
  const field = flag.replace(/^-+/, "").replaceAll("-", "_");
  const hints = [
    ...(isWrite ? [`--set ${field}=value sends it anyway`] : []),
    ...(isUndescribed === true && target.kind === "operation" ? [describeHint] : []),
  ];
  const spec = target.kind === "builtin" || target.kind === "operation" ? target.spec() : undefined;
  const names = flags.map(({ name }) => name);
  if (spec?.takesLine === true && spec.extraWordsHint !== undefined)
    return new Failure("usage", `unknown option '${flag}'`, { hint: spec.extraWordsHint });
  const { unknownOption } = await import("./suggestions.ts");
  return unknownOption(flag, spec?.command ?? path, names, hints);
}

function refuseRepeatedOptions({ optionValues, options }: ScannedLine): void {
  const allOptions: readonly CommandOption[] = [...globalOptions, ...options];
  const repeatableNames = new Set(
    allOptions.filter(({ repeatable }) => repeatable === true).map(({ name }) => name),
  );
  for (const [name, value] of Object.entries(optionValues)) {
    if (!Array.isArray(value) || value.length < 2 || repeatableNames.has(name)) continue;
    const times = value.length === 2 ? "twice" : `${value.length} times`;
    throw new Failure("usage", `--${name} is given ${times}`, { hint: "it takes one value" });
  }
  for (const { name, negatable } of options) {
    if (negatable && optionValues[name] && optionValues[`no-${name}`])
      throw new Failure("usage", `--${name} and --no-${name} cannot be combined`);
  }
}

/** `-o json` is always allowed, because it also formats errors. */
function refuseIneffectiveOptions({ optionValues, target, options }: ScannedLine): void {
  const isGiven = (name: string): boolean => optionValues[name] !== undefined;
  for (const { name, negatable, needs = [] } of options) {
    const ineffectiveOption = [name, ...(negatable ? [`no-${name}`] : [])].find(isGiven);
    if (ineffectiveOption === undefined || needs.length === 0 || needs.some(isGiven)) continue;
    const others = needs.map((other) => `--${other}`).join(" or ");
    throw new Failure("usage", `--${ineffectiveOption} has no effect without ${others}`);
  }
  for (const { name, excludes = [] } of options) {
    const excludedOption = isGiven(name) ? excludes.find(isGiven) : undefined;
    if (excludedOption !== undefined)
      throw new Failure("usage", `--${excludedOption} has no effect with --${name}`);
  }
  if (target.kind !== "builtin") return;
  const { command, refusedGlobals = [], dependentGlobals } = target.spec();
  const conditionalOption = dependentGlobals?.names.find(isGiven);
  if (dependentGlobals !== undefined && conditionalOption !== undefined && !isGiven(dependentGlobals.option))
    throw new Failure("usage", `--${conditionalOption} has no effect without --${dependentGlobals.option}`);
  const refusedOption = refusedGlobals.find(
    (name) => isGiven(name) && !(name === "output" && formatsErrors(optionValues)),
  );
  if (refusedOption !== undefined)
    throw new Failure("usage", `--${refusedOption} has no effect on 'svc ${command.join(" ")}'`);
}

const formatsErrors = ({ output }: TypedOptions): boolean =>
  Array.isArray(output) && output.every((form) => form === "json" || form === "ndjson");

/** Refuses a global option after a command that has a field of the same name. */
function refuseAmbiguousOptions({ optionsAfterCommand, target, path }: ScannedLine): void {
  if (target.kind !== "operation") return;
  const { operation } = target.entry;
  const line = path.join(" ");
  for (const name of optionsAfterCommand) {
    const isRenamedField = ({ name: field, flag }: Field) => flag !== undefined && kebab(field) === name;
    const field = operation.fields?.find(isRenamedField);
    const global: CommandOption | undefined = globalOptions.find((option) => option.name === name);
    if (field === undefined || global === undefined) continue;
    const value = global.value === undefined ? "" : ` ${global.value.toUpperCase()}`;
    throw new Failure("usage", `--${name} after '${line}' could mean the field '${field.name}'`, {
      hint: `the field is --${field.flag}; the option of svc goes before the group: svc --${name}${value} ${line} ...`,
    });
  }
}
