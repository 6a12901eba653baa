import type { CommandTheme } from "../index.ts";
import type { Field, VerbTheme } from "../operation.ts";
import type { OptionSpec, Suggestions } from "../option-spec.ts";
import type { StatusValue } from "../statuses.ts";
import type { NamedSource } from "./name-source.ts";
import type { GlobalOptionName } from "./options.ts";

/** One argument of a command, in the order they are typed. */
export interface ArgumentSpec {
  readonly name: string;
  readonly help: string;
  readonly required?: boolean;
  readonly variadic?: boolean;
  /** Every value that is accepted. */
  readonly choices?: readonly string[];
  readonly suggestions?: Suggestions;
  /** What completion offers names of: groups of the service, profiles, aliases, or objects of the service. */
  readonly names?: NamedSource | "groups";
  /** Of machines: the statuses that the command is for; completion offers those first. */
  readonly fits?: readonly StatusValue[];
  /** The field of the service that it fills, where it is not a part of the path. */
  readonly field?: Field;
}

/** One option of a command: a field of the service, or an option of svc itself. */
export interface CommandOption extends OptionSpec {
  /** The field of the service that it fills. */
  readonly field?: Field;
  /** A flag with the two forms `--name` and `--no-name`. */
  readonly negatable?: boolean;
  /** The heading it stands under in help; "Options" where it is left out. */
  readonly section?: string;
}

/**
 * What is true of one command: parser, help, completion and man pages read it. That of an operation is derived
 * from the catalogue.
 */
export interface CommandSpec {
  /** The words that name it: `["machines", "deploy"]`. */
  readonly command: readonly string[];
  readonly summary: string;
  /** Where help lists a command of svc's own: under this theme of `svc --help`, or of its group's help. */
  readonly theme?: CommandTheme | VerbTheme;
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: readonly CommandOption[];
  readonly notes?: readonly string[];
  /** The headers that `--columns` and `--sort` take; `*` marks those of `-o wide`. */
  readonly columns?: readonly string[];
  /** Global options that have no effect here, and are refused; an option of the command may have their letter. */
  readonly ignores?: readonly GlobalOptionName[];
  /** Settings of the environment that are wrong are what it reports, instead of an end with one of them. */
  readonly reportsSettings?: true;
  /** What stands behind `--`, word for word, where that is not more of the arguments. */
  readonly remainder?: { readonly name: string; readonly help: string };
  /** Arguments after which everything belongs to another command (`svc sandbox exec -- command...`). */
  readonly passesThrough?: true;
  /** An argument is a line of svc: a word with blanks in it is one, also where it begins with a dash. */
  readonly takesLine?: true;
  /** The hint where a line has more words than the command takes; with `takesLine` also where it has other options. */
  readonly excess?: string;
  readonly example?: string;
  /** The command to run before the example. */
  readonly preparation?: string | undefined;
}

/**
 * How a command of svc's own is written: its words are those of its id, separated by dots. The tables hold functions,
 * since most runs of svc need one command or none of them.
 */
export type BuiltinSpec = Omit<CommandSpec, "command">;
