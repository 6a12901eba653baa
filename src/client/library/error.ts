import type { ExitKind } from "../../core/exit-codes.ts";
import { asFailure, type FailedMachine, Failure } from "../../core/failure.ts";
import type { ChangeOutcome } from "./types.ts";

/** Replaces the secrets of a connection in a text. */
export type Mask = (text: string) => string;

/** What every call of the library rejects with: the failures of the command line as an error. */
export class SvcError extends Error {
  /** What kind of failure it is; decide on it rather than on the message. */
  readonly kind: ExitKind;
  /** The exit code that the command line ends with for this kind. */
  readonly exitCode: number;
  /** What to do about it, in the words of the command line. */
  readonly hint: string | undefined;
  /** Further lines of the message: the errors of single fields, candidates of a name. */
  readonly lines: readonly string[];
  /** The HTTP status that caused it. */
  readonly status: number | undefined;
  /** What the service answered, parsed where it was JSON. */
  readonly body: unknown;
  /** The method and path of the request. */
  readonly request: string | undefined;
  /** What became of the change that was asked for; look before sending anything again where it is unknown. */
  readonly outcome: ChangeOutcome;
  /** The machines that it is about. */
  readonly machines: readonly FailedMachine[];

  constructor(failure: Failure, mask: Mask) {
    const { hint, lines = [], status, body, request, outcome, machines = [] } = failure.details;
    const own = status === undefined ? inLibraryWords(failure.message) : failure.message;
    super(mask([own, ...lines].join("\n")), { cause: failure.cause });
    this.name = "SvcError";
    this.kind = failure.kind;
    this.exitCode = failure.exitCode;
    this.hint = hint === undefined ? undefined : mask(inLibraryWords(hint));
    this.lines = lines.map(mask);
    this.status = status;
    this.body = masked(body, mask);
    this.request = request === undefined ? undefined : mask(request);
    this.outcome = outcome ?? "not_sent";
    this.machines = machines;
  }
}

/** Any error as the one that the library rejects with. */
export const asSvcError = (error: unknown, mask: Mask = (text) => text): SvcError =>
  error instanceof SvcError ? error : new SvcError(foreseen(error), mask);

/** An error that nobody foresaw carries its place in the `cause`. */
const foreseen = (error: unknown): Failure =>
  error instanceof Failure ? error : asFailure(error).with({ hint: "its cause shows where" });

/** A JSON value with its texts masked. */
function masked(value: unknown, mask: Mask): unknown {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((item) => masked(item, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, masked(member, mask)]));
}

/** The options of the command line that failures speak of, by the names that the library has for them. */
const named: Readonly<Record<string, string>> = {
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

const anyOption = new RegExp(`(?:${Object.keys(named).join("|")})(?![a-z-])`, "g");

/** A text about the options of the command line as the library speaks of them. */
const inLibraryWords = (text: string): string => text.replace(anyOption, (option) => named[option] ?? option);
