import { Command, Option } from "commander";
import type { OptionSpec } from "../../api/option-spec.ts";
import type { OptionSignature } from "../../contract/command-signature.ts";
import { globalOptions } from "../../contract/options.ts";

/** Options as typed, by long name without dashes: every value in order, or true for a flag. */
export type TypedOptions = Readonly<Record<string, readonly string[] | true | undefined>>;

const collect = (value: string, earlier: readonly string[] | undefined): readonly string[] => [
  ...(earlier ?? []),
  value,
];

/**
 * Commander's option under our own key, the long name as it stands: `--no-x` is a name of its own, and every
 * value of an option is kept.
 */
function option(flags: string, key: string): Option {
  const made = new Option(flags);
  if (made.required) made.argParser(collect);
  made.attributeName = () => key;
  made.negate = false;
  return made;
}

/** Adds options of svc's own. */
export function addOwnOptions(command: Command, specs: readonly OptionSpec[]): void {
  for (const spec of specs) {
    const short = spec.short === undefined ? "" : `-${spec.short}, `;
    const value = spec.value === undefined ? "" : ` <${spec.value}>`;
    command.addOption(option(`${short}--${spec.name}${value}`, spec.name));
  }
}

/** Adds the options that the fields of an operation stand behind; flags with both forms. */
export function addFieldOptions(command: Command, options: readonly OptionSignature[]): void {
  for (const { flag, negation } of options) {
    if (negation === undefined) command.addOption(option(`${flag} <value>`, flag.slice(2)));
    else command.addOption(option(flag, flag.slice(2))).addOption(option(negation, negation.slice(2)));
  }
}

/**
 * A command that only parses: it prints nothing, throws what is wrong with the line, and leaves the count of
 * its arguments to the caller, so that `--help` is heard whatever else is missing.
 */
export function bareCommand(name: string): Command {
  return new Command(name)
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .helpOption(false)
    .helpCommand(false)
    .argument("[words...]")
    .allowExcessArguments(true);
}

/**
 * Makes a command answer to the global options too: they may stand before the group and after the last
 * argument.
 */
export function addGlobalOptions(command: Command): Command {
  addOwnOptions(command, globalOptions);
  return command.enablePositionalOptions();
}

/** What was typed for this command alone. */
export function typedFor(command: Command): TypedOptions {
  const keys = command.options.map((known) => known.attributeName());
  return Object.fromEntries(
    keys
      .filter((key) => command.getOptionValueSource(key) === "cli")
      .map((key) => [key, command.getOptionValue(key)]),
  );
}

/** What was typed for this command and for those above it, in the order of the line. */
export function typedOptions(command: Command): TypedOptions {
  const above = command.parent === null ? {} : typedOptions(command.parent);
  const own = Object.entries(typedFor(command)).map(([name, value]) => {
    const earlier = above[name];
    return [name, Array.isArray(earlier) && Array.isArray(value) ? [...earlier, ...value] : value] as const;
  });
  return { ...above, ...Object.fromEntries(own) };
}
