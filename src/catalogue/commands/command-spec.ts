import type { CommandTheme } from "../index.ts";
import type { KindId } from "../named.ts";
import type { Field, VerbTheme } from "../operation.ts";
import type { OptionSpec, Suggestions } from "../option-spec.ts";
import type { StatusValue } from "../statuses.ts";
import type { GlobalOptionName } from "./options.ts";

export type NamedSource = KindId | "series" | "profiles" | "aliases" | "where";

export interface ArgumentSpec {
  readonly name: string;
  readonly help: string;
  readonly required?: boolean;
  readonly variadic?: boolean;
  readonly choices?: readonly string[];
  readonly suggestions?: Suggestions;
  readonly names?: NamedSource | "groups";
  /** The statuses in which the command works on machines. Completion offers such machines first. */
  readonly allowedStatuses?: readonly StatusValue[];
  /** The field that gets the value; undefined if it becomes part of the path. */
  readonly field?: Field;
}

/**
 * How a command runs at several sites. `read`: at each, and the output is joined. `lines`: at each, and its lines
 * begin with the site's name. `change`: at each, after all are ready and the user has answered one question.
 * `first`: at one after the other until one succeeds. `local`: sends no request, so that the profile does not matter.
 */
export type SiteForm = "read" | "lines" | "change" | "first" | "local";

export interface CommandOption extends OptionSpec {
  readonly field?: Field;
  readonly negatable?: boolean;
  readonly section?: string;
}

/** Describes a command to the parser, help, completion and man pages. */
export interface CommandSpec {
  readonly command: readonly string[];
  readonly summary: string;
  readonly theme?: CommandTheme | VerbTheme;
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: readonly CommandOption[];
  readonly notes?: readonly string[];
  /** Headers for `--columns` and `--sort`. `*` marks those of `-o wide`, `+` those that only `--columns` shows. */
  readonly columns?: readonly string[];
  /** Global options that the command refuses because they would have no effect. It may reuse their short forms. */
  readonly refusedGlobals?: readonly GlobalOptionName[];
  /** Global options that have an effect only together with an option of the command. */
  readonly dependentGlobals?: { readonly option: string; readonly names: readonly GlobalOptionName[] };
  /** How the command runs at several sites, or why it does not. */
  readonly sites?: SiteForm | { readonly refused: string };
  /** True if the command always changes something, so that a read-only profile refuses it before any request. */
  readonly changes?: true;
  /** True if the command reports invalid settings in the environment, where other commands fail. */
  readonly reportsSettings?: true;
  /** The words after `--`, if they are not further arguments. */
  readonly remainder?: { readonly name: string; readonly help: string };
  /** True if all words after these arguments belong to another program (`svc sandbox exec -- command...`). */
  readonly passesThrough?: true;
  /** True if an argument is a complete svc command line in quotes, which may begin with a dash. */
  readonly takesLine?: true;
  /** The hint if there are too many words, or with `takesLine` an unknown option. */
  readonly extraWordsHint?: string;
  readonly example?: string;
  readonly preparation?: string | undefined;
}
