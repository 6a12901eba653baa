import type { CommandTheme } from "../index.ts";
import type { NameKind } from "../named.ts";
import type { Field, VerbTheme } from "../operation.ts";
import type { OptionSpec, Suggestions } from "../option-spec.ts";
import type { StatusValue } from "../statuses.ts";
import type { GlobalOptionName } from "./options.ts";

/** What completion can list the names of. */
export type NamedSource = NameKind | "series" | "profiles" | "aliases" | "where";

export interface ArgumentSpec {
  readonly name: string;
  readonly help: string;
  readonly required?: boolean;
  readonly variadic?: boolean;
  readonly choices?: readonly string[];
  readonly suggestions?: Suggestions;
  readonly names?: NamedSource | "groups";
  /** For machines: the statuses that the command works in; completion offers machines in these first. */
  readonly allowedStatuses?: readonly StatusValue[];
  /** The field it fills, unless it is part of the path. */
  readonly field?: Field;
}

/**
 * How a command runs at several sites. `read`: at each, and the output is joined. `lines`: at each, and its lines begin
 * with the site. `change`: at each, after all are ready and the user has confirmed once for all. `first`: at one after
 * the other until one succeeds. `local`: asks no service, so that the profile does not matter.
 */
export type SiteForm = "read" | "lines" | "change" | "first" | "local";

export interface CommandOption extends OptionSpec {
  readonly field?: Field;
  readonly negatable?: boolean;
  /** The heading in help; "Options" by default. */
  readonly section?: string;
}

/** What parser, help, completion and man pages know about a command. Derived from the catalogue for operations. */
export interface CommandSpec {
  readonly command: readonly string[];
  readonly summary: string;
  readonly theme?: CommandTheme | VerbTheme;
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: readonly CommandOption[];
  readonly notes?: readonly string[];
  /** The headers that `--columns` and `--sort` take; `*` marks those of `-o wide`, `+` those of `--columns` alone. */
  readonly columns?: readonly string[];
  /** Global options that have no effect here and are refused; the command may reuse their letters. */
  readonly ignores?: readonly GlobalOptionName[];
  /** Global options that have an effect with an option of the command only. */
  readonly usesWith?: { readonly option: string; readonly names: readonly GlobalOptionName[] };
  /** How it runs at several sites, or why it does not. */
  readonly sites?: SiteForm | { readonly refused: string };
  /** Reports wrong settings of the environment instead of failing on one. */
  readonly reportsSettings?: true;
  /** The words after `--`, unless they are further arguments. */
  readonly remainder?: { readonly name: string; readonly help: string };
  /** After these arguments everything belongs to another command (`svc sandbox exec -- command...`). */
  readonly passesThrough?: true;
  /** One argument is a whole svc command line in quotes, which may begin with a dash. */
  readonly takesLine?: true;
  /** The hint for too many words; with `takesLine` also for unexpected options. */
  readonly extraWordsHint?: string;
  readonly example?: string;
  readonly preparation?: string | undefined;
}
