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

export interface Run {
  readonly ledger: Ledger;
  /** Aborted with a `Failure` (interrupted or terminated) by a signal that the command does not handle. */
  readonly signal: AbortSignal;
}

type BuiltinSpecs = { [Id in BuiltinCommandId]: ReturnType<(typeof builtinCommands)[Id]> };

type CommandOption = {
  [Id in BuiltinCommandId]: BuiltinSpecs[Id] extends { readonly options: readonly (infer Spec)[] }
    ? Spec
    : never;
}[BuiltinCommandId];

type BuiltinArgument = {
  [Id in BuiltinCommandId]: BuiltinSpecs[Id] extends {
    readonly arguments: readonly { readonly name: infer Name extends string }[];
  }
    ? Name
    : never;
}[BuiltinCommandId];

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

/** Global options from the line and the environment. Undefined: the profile's value, or the default. */
export type Globals = {
  readonly [Spec in GlobalOption as CamelCase<Spec["name"]>]: Spec extends { readonly value: string }
    ? OptionValue<Spec> | undefined
    : boolean;
} & {
  readonly header: boolean;
  readonly timeoutMs: number | undefined;
  /** False for `--no-color` or `NO_COLOR`, true for `FORCE_COLOR`; undefined: each stream decides. */
  readonly color: boolean | undefined;
  /** Invalid variables; only commands that use them fail. */
  readonly wrong?: Readonly<Partial<Record<GlobalOptionName, Failure>>>;
};

export type Options = {
  readonly [Spec in AddedOption | CommandOption as Spec["name"]]?: OptionValue<Spec>;
} & {
  readonly deploy?: boolean;
};

export type TypedFields = Readonly<Record<string, readonly string[] | boolean | undefined>>;

export type Access = "signed" | "keyless";

export interface Invocation {
  readonly context: Context;
  readonly globals: Globals;
  readonly messages: Messages;
  readonly arguments: Readonly<Partial<Record<BuiltinArgument, string | readonly string[] | undefined>>>;
  readonly options: Options;
  readonly fields: TypedFields;
  /** See `Run.signal`; every client listens to it. */
  readonly signal?: AbortSignal;
  /**
   * The client for the effective profile, made once. Throws a `Failure` if the address is missing, or the key
   * unless `keyless`.
   */
  connect(access?: Access): Promise<Client>;
  open(connection: Connection): Promise<Client>;
  print(value: unknown, shape: Shape): Promise<void>;
  /** The profile's format is known after `connect`. */
  outputSettings(shape: Shape): OutputSettings;
  printAnswer(answer: Answer, shape: Shape, watch?: AnswerWatch): Promise<void>;
}

/** Ends by returning (exit code 0) or by throwing a `Failure`. */
export type Action = (invocation: Invocation) => Promise<void>;

export interface OperationRun {
  readonly entry: OperationEntry;
  readonly values: Values;
  readonly invocation: Invocation;
  execute(entry: OperationEntry, values: Values): Promise<void>;
}

/** The service's time in milliseconds since the epoch; ages are relative to it. */
export const serviceTime = (client: Client, clock: Clock): number =>
  clock.now() + client.endpoint.clockOffsetMs + (client.clockSkewMs() ?? 0);
