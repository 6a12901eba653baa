import type { ArgumentSpec, CommandOption, CommandSpec } from "../../catalogue/commands/command-spec.ts";
import type { AddedOption } from "../../catalogue/commands/operation-options.ts";
import { type GlobalOptionName, type globalOptions, isTableForm } from "../../catalogue/commands/options.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import type { JoinedType, OptionType } from "../../catalogue/option-spec.ts";
import type { Answer, Client, Values } from "../../client/http/call.ts";
import type { Ledger } from "../../client/http/ledger.ts";
import type { Connection } from "../../client/profiles/connection.ts";
import type { Context } from "../../context.ts";
import type { Clock } from "../../core/clock.ts";
import type { Failure } from "../../core/failure.ts";
import type { AnswerWatch, OutputSettings, Shape } from "../output/columns.ts";
import type { OptionValues } from "../parsing/line-values.ts";
import type { Messages } from "../terminal/report.ts";

export interface Run {
  readonly ledger: Ledger;
  /** Connections that the run has used, except those to sandboxes. */
  readonly connections?: Set<Connection>;
  /** Names that the user chose from a list instead of typing them. */
  readonly chosenNames?: string[];
  /** Warnings already printed; a line may be dispatched several times. */
  readonly warnings?: Set<string>;
  /** Aborted by a signal that the command does not handle. The reason is an interrupted or terminated `Failure`. */
  readonly signal: AbortSignal;
  /** Aborted after `signal`, once the answers to changes that were being sent had time to arrive. */
  readonly answerSignal?: AbortSignal;
  /** Aborted by the first signal, even if the command handles it: refused requests are not sent again. */
  readonly retrySignal?: AbortSignal;
}

type OptionValue<Spec> = Spec extends { readonly value: string }
  ? Spec extends { readonly choices: readonly (infer Choice)[]; readonly repeatable?: never }
    ? Choice
    : Spec extends { readonly type: infer Type extends OptionType }
      ? Spec extends { readonly repeatable: true }
        ? Type extends JoinedType
          ? OptionValues[Type]
          : readonly OptionValues[Type][]
        : OptionValues[Type]
      : Spec extends { readonly repeatable: true }
        ? readonly string[]
        : string
  : boolean;

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

type GlobalOption = Exclude<
  (typeof globalOptions)[number],
  { readonly name: "all-profiles" | "no-header" | "no-color" | "timeout" | "help" | "version" }
>;

/** Global options from the line and the environment. If undefined, the profile's value or the default is used. */
export type Globals = {
  readonly [Spec in GlobalOption as CamelCase<Spec["name"]>]: Spec extends { readonly value: string }
    ? OptionValue<Spec> | undefined
    : boolean;
} & {
  readonly hasHeader: boolean;
  readonly timeoutMs: number | undefined;
  /** False for `--no-color` or `NO_COLOR`, true for `FORCE_COLOR`. If undefined, each stream decides. */
  readonly color: boolean | undefined;
  /** True if the line has `--profile` or a name such as `east/web-01`. */
  readonly namesProfile?: boolean;
  /** Errors in environment variables; only commands that use them fail. */
  readonly invalidSettings?: Readonly<Partial<Record<GlobalOptionName, Failure>>>;
  /** The site of this run, if the command runs at several. */
  readonly site?: string;
};

export type Options = {
  readonly [Spec in AddedOption as Spec["name"]]?: OptionValue<Spec>;
} & {
  readonly deploy?: boolean;
};

export type OptionsOf<Specs extends readonly CommandOption[]> = {
  readonly [Spec in Specs[number] as Spec["name"]]?: OptionValue<Spec>;
};

type ArgumentsOf<Specs extends readonly ArgumentSpec[]> = {
  readonly [Spec in Specs[number] as Spec["name"]]: Spec extends { readonly variadic: true }
    ? readonly string[]
    : Spec extends { readonly required: true }
      ? WordOf<Spec>
      : WordOf<Spec> | undefined;
};

type WordOf<Spec> = Spec extends { readonly choices: readonly (infer Choice)[] } ? Choice : string;

type TypedFields = Readonly<Record<string, readonly string[] | boolean | undefined>>;

export type Access = "signed" | "keyless";

export type Arguments = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface SiteQuestion {
  readonly action: string;
  readonly lines: readonly string[];
  /** Number of machines, if the user must type it. */
  readonly count?: number | undefined;
}

interface MultiSiteRun {
  /** Asks once for all sites; true if the user confirmed. */
  confirm(question: SiteQuestion): Promise<boolean>;
  /** Waits for the other sites before the first change. Throws a `Failure` if nothing may be sent. */
  ready(action: string): Promise<void>;
  /** Adds a part that `Command.join` prints with those of other sites. */
  add(part: unknown): void;
  /** Resolves with true once any site has answered, with false once all have failed. */
  report(hasAnswered: boolean): Promise<boolean>;
  /** Shows a warning without the name of a site. */
  warn(text: string): void;
}

export interface SitePart {
  readonly site: string;
  readonly value: unknown;
}

/** `OwnOptions` and `OwnArguments` are the types of a built-in command's options and arguments. */
export interface Invocation<OwnOptions = unknown, OwnArguments = Arguments> {
  readonly context: Context;
  readonly globals: Globals;
  readonly messages: Messages;
  readonly arguments: OwnArguments;
  /** The words after `--` of a command that takes a remainder. */
  readonly rest: readonly string[];
  readonly options: Options & OwnOptions;
  readonly fields: TypedFields;
  /** All built-in commands, for commands that describe commands. */
  readonly builtins: readonly Command[];
  /** See `Run.signal`; it also stops all clients. */
  readonly signal?: AbortSignal;
  /** The changes of the run. */
  readonly ledger?: Ledger;
  readonly multiSiteRun?: MultiSiteRun;
  /** The client for the profile in use, created once. Throws a `Failure` if the key is missing, unless `keyless`. */
  connect(access?: Access): Promise<Client>;
  open(connection: Connection): Promise<Client>;
  print(value: unknown, shape: Shape): Promise<void>;
  /** The profile's format is known only after `connect`. */
  outputSettings(shape: Shape): OutputSettings;
  printAnswer(answer: Answer, shape: Shape, watch?: AnswerWatch): Promise<void>;
}

export interface Command extends CommandSpec {
  /** Columns of the output; `--columns` and `--sort` are checked against them before the command runs. */
  readonly shape?: Shape;
  /** Members of rows that have no column; `--columns` accepts them too. */
  readonly members?: readonly string[];
  /** Prints the parts that the runs at several sites have added, after their other output. */
  join?(parts: readonly SitePart[], invocation: Invocation): Promise<void>;
  /** Returns (exit code 0) or throws a `Failure`. A returned value is printed as `shape` describes. */
  run(invocation: Invocation): Promise<unknown>;
}

export const command = <
  const OwnArguments extends readonly ArgumentSpec[] = readonly [],
  const OwnOptions extends readonly CommandOption[] = readonly [],
>(
  value: Omit<Command, "arguments" | "options" | "run" | "join"> & {
    readonly arguments?: OwnArguments;
    readonly options?: OwnOptions;
    join?(parts: readonly SitePart[], invocation: Invocation<OptionsOf<OwnOptions>>): Promise<void>;
    run(invocation: Invocation<OptionsOf<OwnOptions>, ArgumentsOf<OwnArguments>>): Promise<unknown>;
  },
): Command => value as Command;

export interface OperationRun {
  readonly entry: OperationEntry;
  readonly values: Values;
  readonly invocation: Invocation;
  execute(entry: OperationEntry, values: Values): Promise<void>;
}

/** The service's time in milliseconds since the epoch; ages are relative to it. */
export const serviceTime = (client: Client, clock: Clock): number =>
  clock.now() + client.endpoint.clockOffsetMs + (client.clockSkewMs() ?? 0);

/** Standard input names machines with their sites (`east/web-01`), so the line must run again with these names. */
export class SiteNamesOnInput extends Error {
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    super("standard input names machines by their sites");
    this.names = names;
  }
}

export async function runCommand({ shape, members = [], run }: Command, invocation: Invocation) {
  if (shape === undefined) return void (await run(invocation));
  const { checkColumnNames } = await import("../parsing/column-names.ts");
  await checkColumnNames(invocation.globals, shape.columns, { members });
  const value = await run(invocation);
  if (value !== undefined) await invocation.print(value, shape);
}

/** True if a page of text is printed instead of the object: in a table format, without `--columns` and `--query`. */
export const printsPage = ({ globals, outputSettings }: Invocation, shape: Shape): boolean =>
  isTableForm(outputSettings(shape).format) && globals.columns === undefined && globals.query === undefined;
