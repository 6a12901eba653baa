import { Command, Option } from "commander";
import { globalOptions, type OptionSpec } from "../../contract/options.ts";
import type { SurfaceOption } from "../../contract/surface.ts";

/** Options as typed, by long name without dashes; what was not typed is absent. */
export type TypedOptions = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

const collect = (value: string, earlier: readonly string[] | undefined): readonly string[] => [
  ...(earlier ?? []),
  value,
];

/**
 * Commander's option under our own key, the long name as it stands: `--no-x` is a name of its own where a
 * spec says so.
 */
function option(flags: string, key: string, repeatable: boolean): Option {
  const made = new Option(flags);
  made.attributeName = () => key;
  if (repeatable) made.argParser(collect);
  return made;
}

/** Adds options of svc's own. */
export function addOwnOptions(command: Command, specs: readonly OptionSpec[]): void {
  for (const spec of specs) {
    const short = spec.short === undefined ? "" : `-${spec.short}, `;
    const value = spec.value === undefined ? "" : ` <${spec.value}>`;
    const made = option(`${short}--${spec.name}${value}`, spec.name, spec.repeatable === true);
    made.negate = false;
    command.addOption(made);
  }
}

/** Adds the options that the fields of an operation stand behind; flags with both forms. */
export function addFieldOptions(command: Command, options: readonly SurfaceOption[]): void {
  for (const { flag, negation, repeatable } of options) {
    const key = flag.slice(2);
    if (negation === undefined) command.addOption(option(`${flag} <value>`, key, repeatable));
    else command.addOption(option(flag, key, false)).addOption(option(negation, key, false));
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

/** What was typed for this command and for those above it; the nearest to the verb wins. */
export function typedOptions(command: Command): TypedOptions {
  const typed: Record<string, string | boolean | readonly string[] | undefined> =
    command.parent === null ? {} : { ...typedOptions(command.parent) };
  for (const known of command.options) {
    const key = known.attributeName();
    if (command.getOptionValueSource(key) === "cli") typed[key] = command.getOptionValue(key);
  }
  return typed;
}
