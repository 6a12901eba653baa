import { type ExitKind, exitCodes } from "./exit-codes.ts";

/** The outcome of the changes that were sent; `partial`: only some were carried out. */
export type ChangeOutcome = "not_sent" | "refused" | "unknown" | "partial" | "done";

/** Of several changes: a doubt about one is a doubt about all; `not_sent` if there are none. */
export function outcomeOfAll(outcomes: Iterable<ChangeOutcome>): ChangeOutcome {
  const all = new Set(outcomes);
  if (all.has("unknown")) return "unknown";
  if (all.has("partial") || (all.has("done") && all.size > 1)) return "partial";
  return all.has("done") ? "done" : all.has("refused") ? "refused" : "not_sent";
}

/** Named like the service's fields; null if unknown. */
export interface FailedMachine {
  readonly system_id: string;
  readonly hostname: string | null;
  readonly status: string | null;
}

export const doubtHint = "it may have been carried out: check before sending it again";

export interface FailureDetails {
  readonly hint?: string | undefined;
  /** Further lines of the message: field errors, candidates. */
  readonly lines?: readonly string[];
  /** The HTTP status that caused it. */
  readonly status?: number;
  readonly retryAfterMs?: number;
  /** Method and path, such as `POST /machines/abc/op-deploy`. */
  readonly request?: string;
  /** The service's answer, parsed if JSON. */
  readonly body?: unknown;
  /** The outcome of the change; by default, it follows from the requests sent. */
  readonly outcome?: ChangeOutcome;
  /** No answer came in time: the service may still be at it. */
  readonly timedOut?: true;
  readonly machines?: readonly FailedMachine[];
  /** The answer was a web page, perhaps from a proxy. */
  readonly isPage?: true;
  /** An argument is missing. */
  readonly isIncomplete?: true;
  /** The command's usage line, shown after usage errors only. */
  readonly usage?: string;
  /** Already reported (rows of several machines): print nothing more. */
  readonly reported?: boolean;
  /** The exit code of a command that svc ran, used instead of the kind's. */
  readonly exitCode?: number;
  readonly cause?: unknown;
}

export const isSignal = ({ kind }: Failure): boolean => kind === "interrupted" || kind === "terminated";

/** The one error that svc reports as a message: `kind` decides the exit code. */
export class Failure extends Error {
  readonly kind: ExitKind;
  readonly details: FailureDetails;

  constructor(kind: ExitKind, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "Failure";
    this.kind = kind;
    this.details = details;
  }

  /** A copy with further details, and perhaps another message. */
  with(details: FailureDetails, message = this.message): Failure {
    return new Failure(this.kind, message, { ...this.details, ...details });
  }

  get exitCode(): number {
    return this.details.exitCode ?? exitCodes[this.kind].code;
  }
}

/** True if the failed change may have been carried out. */
export const isInDoubt = (error: unknown): error is Failure =>
  error instanceof Failure && error.details.outcome === "unknown";

/** True if reading failed: a failure of the service, or a signal. */
export const isUnread = (error: unknown): error is Failure =>
  error instanceof Failure && (error.details.request !== undefined || isSignal(error));

/** Longest text of an unexpected error. */
const maxMessageLength = 300;

export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const text = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").trim();
  return new Failure("other", text.slice(0, maxMessageLength) || "unknown error", {
    hint: "--debug shows where",
    cause: error,
  });
}

export const isSystemError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && "code" in error && typeof error.code === "string";

export const systemErrorCode = (error: unknown): string =>
  isSystemError(error) ? error.code : "unknown error";

/** The result, or the `Failure` that `work` throws; other errors are thrown. */
export async function orFailure<Result>(work: () => Result | Promise<Result>): Promise<Result | Failure> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
