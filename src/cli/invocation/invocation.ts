import type { AddedOption } from "../../catalogue/commands/operation-options.ts";
import type { GlobalOptionName, globalOptions } from "../../catalogue/commands/options.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import type { JoinedType, OptionType } from "../../catalogue/option-spec.ts";
import type { Answer, Client, Values } from "../../client/http/call.ts";
import type { Ledger } from "../../client/http/ledger.ts";
import type { Connection } from "../../client/profiles/connection.ts";
import type { Context } from "../../context.ts";
import type { Clock } from "../../core/clock.ts";
import type { Failure } from "../../core/failure.ts";
import type { AnswerWatch, OutputSettings, Shape } from "../output/columns.ts";
import type { BuiltinCommandId, builtinCommands } from "../specs/builtin-commands.ts";
import type { Messages } from "../terminal/messages.ts";
import type { OptionValues } from "../typed/option-values.ts";

/** What one run of svc keeps account of, whatever the command. */
export interface Run {
  /** The requests that change something, and what became of them. */
  readonly ledger: Ledger;
  /** Aborted, with a `Failure` (interrupted or terminated), by a signal that the command does not watch itself. */
  readonly signal: AbortSignal;
}

type BuiltinSpecs = { [Id in BuiltinCommandId]: ReturnType<(typeof builtinCommands)[Id]> };

type CommandOption = {
  [Id in BuiltinCommandId]: BuiltinSpecs[Id] extends { readonly options: readonly (infer Spec)[] }
    ? Spec
    : never;
}[BuiltinCommandId];

/** The arguments of built-in commands, by name. */
type BuiltinArgument = {
  [Id in BuiltinCommandId]: BuiltinSpecs[Id] extends {
    readonly arguments: readonly { readonly name: infer Name extends string }[];
  }
    ? Name
    : never;
}[BuiltinCommandId];

/** What a command gets of an option: true for a flag, else the value that was read. */
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
  { readonly name: "no-header" | "no-color" | "timeout" | "help" | "version" }
>;

/**
 * The global options, read from the line and the environment. What neither says is undefined: the profile's, or the
 * default of svc.
 */
export type Globals = {
  readonly [Spec in GlobalOption as CamelCase<Spec["name"]>]: Spec extends { readonly value: string }
    ? OptionValue<Spec> | undefined
    : boolean;
} & {
  readonly header: boolean;
  readonly timeoutMs: number | undefined;
  /** False by `--no-color` or `NO_COLOR`, true by `FORCE_COLOR`, undefined: each stream decides. */
  readonly color: boolean | undefined;
  /** What is wrong with settings of the environment; only what uses one of them fails. */
  readonly wrong?: Readonly<Partial<Record<GlobalOptionName, Failure>>>;
};

/** The options that are not fields of an operation, by name without dashes: read and checked, an absent one undefined. */
export type Options = {
  readonly [Spec in AddedOption | CommandOption as Spec["name"]]?: OptionValue<Spec>;
} & {
  readonly deploy?: boolean;
};

/** The options of an operation's fields as typed, by name without dashes; flags as true or false. */
export type TypedFields = Readonly<Record<string, readonly string[] | boolean | undefined>>;

/** Whether a request needs a key: a few operations are served to anybody. */
export type Access = "signed" | "keyless";

/** One run of one command, its line parsed. */
export interface Invocation {
  readonly context: Context;
  readonly globals: Globals;
  readonly messages: Messages;
  /** By argument name; a variadic one is an array. */
  readonly arguments: Readonly<Partial<Record<BuiltinArgument, string | readonly string[] | undefined>>>;
  readonly options: Options;
  readonly fields: TypedFields;
  /** As `Run.signal`; every client of the invocation listens to it. */
  readonly signal?: AbortSignal;
  /**
   * The client for the effective profile, made at the first call; a `Failure` where the address is missing or,
   * unless the request may be sent without it (`keyless`), the key.
   */
  connect(access?: Access): Promise<Client>;
  /** A client for another connection than the effective one; it is closed with the invocation. */
  open(connection: Connection): Promise<Client>;
  /** Writes a value to standard output in the form asked for. */
  print(value: unknown, shape: Shape): Promise<void>;
  /** The form in which `print` writes; that of the profile is known after `connect`. */
  outputSettings(shape: Shape): OutputSettings;
  /** Writes an answer's JSON to standard output as it arrives, in the form asked for; `watch` looks on. */
  printAnswer(answer: Answer, shape: Shape, watch?: AnswerWatch): Promise<void>;
}

/** What a command does. It ends by returning (exit code 0) or by throwing a `Failure`. */
export type Action = (invocation: Invocation) => Promise<void>;

/** One run of an operation whose values are read and checked. */
export interface OperationRun {
  readonly entry: OperationEntry;
  readonly values: Values;
  readonly invocation: Invocation;
  /** Executes an operation as the catalogue has it: previews, questions, the request and its answer. */
  execute(entry: OperationEntry, values: Values): Promise<void>;
}

/** The service's time, by which ages are counted; milliseconds since the epoch. */
export const serviceTime = (client: Client, clock: Clock): number =>
  clock.now() + client.endpoint.clockOffsetMs + (client.clockSkewMs() ?? 0);
