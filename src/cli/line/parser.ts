import { Command, CommanderError, Option } from "commander";
import type { TypedOptions } from "../invocation/globals.ts";
import type { Flag } from "./flags.ts";

/** `--no-x` and `--x` are separate options, and all values are kept. */
function commanderOption({ name, short, takesValue }: Flag): Option {
  const option = new Option(
    `${short === undefined ? "" : `-${short}, `}--${name}${takesValue ? " <value>" : ""}`,
  );
  option.attributeName = () => name;
  option.negate = false;
  if (!takesValue) return option;
  return option.argParser((value: string, earlierValues: readonly string[] | undefined) => [
    ...(earlierValues ?? []),
    // Commander reads `-n=value` as the value `=value`.
    short === undefined ? value : value.replace(/^=/, ""),
  ]);
}

export type OptionFault =
  | { readonly kind: "unknown"; readonly flag: string }
  | { readonly kind: "valueMissing"; readonly name: string }
  | { readonly kind: "valueOfFlag" | "optionAsValue"; readonly name: string; readonly value: string };

/** Does not check the number of words, so that `--help` always works. */
export function parseWords(words: readonly string[], flags: readonly Flag[], isPassedThrough: boolean) {
  const command = new Command()
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .helpOption(false)
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .passThroughOptions(isPassedThrough)
    .argument("[words...]");
  for (const flag of flags) command.addOption(commanderOption(flag));
  let fault: OptionFault | undefined;
  try {
    command.parse(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    fault = faultOf(error, flags);
  }
  return { optionValues: command.opts<TypedOptions>(), words: command.args, fault };
}

function faultOf(error: CommanderError, flags: readonly Flag[]): OptionFault {
  const [, optionName] = /^error: option '.*--([^' ]+) <value>' argument missing/.exec(error.message) ?? [];
  if (optionName !== undefined) return { kind: "valueMissing", name: optionName };
  const [, flag, value] = /unknown option '([^'=]*)(?:=(.*))?'/s.exec(error.message) ?? [];
  if (flag === undefined) throw error;
  const name = flag.slice(2);
  return value !== undefined && flags.some((each) => each.name === name)
    ? { kind: "valueOfFlag", name, value }
    : { kind: "unknown", flag };
}
