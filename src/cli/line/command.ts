import { Command, Option } from "commander";
import type { CommandOption } from "../../catalogue/commands/command-spec.ts";

/** Options as typed, by long name without dashes: every value in order, or true for a flag. */
export type TypedOptions = Readonly<Record<string, readonly string[] | true | undefined>>;

const collect = (value: string, earlier: readonly string[] | undefined): readonly string[] => [
  ...(earlier ?? []),
  value,
];

/**
 * Commander's option under its long name as the key: `--no-x` is an option apart from `--x`, and every value of
 * an option is kept.
 */
function option(flags: string, key: string): Option {
  const made = new Option(flags);
  if (made.required) made.argParser(collect);
  made.attributeName = () => key;
  made.negate = false;
  return made;
}

/** Adds the options of a command by their long names, as lines are spelled out before; a flag of both forms is two. */
export function addOptions(command: Command, options: readonly CommandOption[]): Command {
  for (const { name, value, negatable } of options) {
    command.addOption(option(`--${name}${value === undefined ? "" : " <value>"}`, name));
    if (negatable) command.addOption(option(`--no-${name}`, `no-${name}`));
  }
  return command;
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
 * Makes a command answer to global options too: they may stand before the group and after the last
 * argument.
 */
export const addGlobalOptions = (command: Command, options: readonly CommandOption[]): Command =>
  addOptions(command, options).enablePositionalOptions();

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
