import type { ExitKind } from "../../core/exit-codes.ts";
import { asFailure, type FailedMachine, Failure } from "../../core/failure.ts";
import type { ChangeOutcome } from "./types.ts";

export type Mask = (text: string) => string;

/** What every library call rejects with; corresponds to a failure of the command line. */
export class SvcError extends Error {
  /** The kind of failure; rely on it rather than on the message. */
  readonly kind: ExitKind;
  /** The exit code of the command line for this kind. */
  readonly exitCode: number;
  /** How to fix it. */
  readonly hint: string | undefined;
  /** Further lines: field errors, candidates of a name. */
  readonly lines: readonly string[];
  /** The HTTP status that caused it. */
  readonly status: number | undefined;
  /** The service's answer, parsed if JSON. */
  readonly body: unknown;
  /** The method and path of the request. */
  readonly request: string | undefined;
  /** The outcome of the change; if unknown, check before resending. */
  readonly outcome: ChangeOutcome;
  /** The machines affected. */
  readonly machines: readonly FailedMachine[];

  constructor(failure: Failure, mask: Mask) {
    const { hint, lines = [], status, body, request, outcome, machines = [] } = failure.details;
    const message = status === undefined ? inLibraryWords(failure.message) : failure.message;
    super(mask([message, ...lines].join("\n")), { cause: failure.cause });
    this.name = "SvcError";
    this.kind = failure.kind;
    this.exitCode = failure.exitCode;
    this.hint = hint === undefined ? undefined : mask(inLibraryWords(hint));
    this.lines = lines.map(mask);
    this.status = status;
    this.body = maskDeep(body, mask);
    this.request = request === undefined ? undefined : mask(request);
    this.outcome = outcome ?? "not_sent";
    this.machines = machines;
  }
}

export const asSvcError = (error: unknown, mask: Mask = (text) => text): SvcError =>
  error instanceof SvcError ? error : new SvcError(foreseen(error), mask);

/** Unforeseen errors keep their origin in `cause`. */
const foreseen = (error: unknown): Failure =>
  error instanceof Failure ? error : asFailure(error).with({ hint: "its cause shows where" });

function maskDeep(value: unknown, mask: Mask): unknown {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskDeep(item, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskDeep(member, mask)]));
}

/** Options of the command line by their library names. */
const libraryNames: Readonly<Record<string, string>> = {
  "--api-key-stdin, --api-key-file": "key",
  "--ca-cert FILE": "ca",
  "--config-dir": "configDir",
  "--debug": "onDebug",
  "--profile": "profile",
  "--retries": "retries",
  "--signature": "signature",
  "--timeout": "timeoutMs",
  "--url": "url",
};

const anyOption = new RegExp(`(?:${Object.keys(libraryNames).join("|")})(?![a-z-])`, "g");

/** Rewrites command-line options in a text as library options. */
const inLibraryWords = (text: string): string =>
  text.replace(anyOption, (option) => libraryNames[option] ?? option);
