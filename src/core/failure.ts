import { type ExitKind, exitCodes } from "./exit-codes.ts";

/**
 * What became of the requests that change something at the service; `partial`: some of several were carried out.
 */
export type ChangeOutcome = "not_sent" | "refused" | "unknown" | "partial" | "done";

/** A machine that a failure is about, in the words of the service's fields; null where they are not known. */
export interface FailedMachine {
  readonly system_id: string;
  readonly hostname: string | null;
  /** The status name that was seen last. */
  readonly status: string | null;
}

/** The words for an outcome that is unknown. */
export const doubtHint = "it may have been carried out: check before sending it again";

export interface FailureDetails {
  /** What to do about it, printed as one `hint:` line. */
  readonly hint?: string | undefined;
  /** Further lines that belong to the message: field errors, candidates. */
  readonly lines?: readonly string[];
  /** The HTTP status that caused it. */
  readonly status?: number;
  /** What `Retry-After` asked for, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The method and path that were asked, such as `POST /machines/abc/op-deploy`. */
  readonly request?: string;
  /** What the service sent, parsed where it was JSON. */
  readonly body?: unknown;
  /** What became of the change that was asked for; left out, it follows from the requests that were sent. */
  readonly outcome?: ChangeOutcome;
  /** The machines that it is about. */
  readonly machines?: readonly FailedMachine[];
  /** The answer was a web page: perhaps a proxy's, and not the service's own word. */
  readonly isPage?: true;
  /** The usage line of the command, shown after a usage error only. */
  readonly usage?: string;
  /** The failure has been reported already (rows of several machines): print nothing more. */
  readonly reported?: boolean;
  /** The exit code of a command that svc ran, passed on instead of the kind's own. */
  readonly exitCode?: number;
  readonly cause?: unknown;
}

/** True where a signal ended what was going on. */
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

  /** The same failure with other details, and perhaps another message. */
  with(details: FailureDetails, message = this.message): Failure {
    return new Failure(this.kind, message, { ...this.details, ...details });
  }

  get exitCode(): number {
    return this.details.exitCode ?? exitCodes[this.kind].code;
  }
}

/** True for the failure of a change that may have been carried out. */
export const isInDoubt = (error: unknown): error is Failure =>
  error instanceof Failure && error.details.outcome === "unknown";

/** True where what was to be read could not be: the service's failure, or a signal that ended the reading. */
export const isUnread = (error: unknown): error is Failure =>
  error instanceof Failure && (error.details.request !== undefined || isSignal(error));

/** Of an error that svc did not foresee; its text may be of any length. */
const maxMessageLength = 300;

/** Any error as a failure; one that svc did not foresee says where to look. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const text = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").trim();
  return new Failure("other", text.slice(0, maxMessageLength) || "unknown error", {
    hint: "--debug shows where",
    cause: error,
  });
}

/** True for an error of the system, such as that of a file that is missing. */
export const isSystemError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && "code" in error && typeof error.code === "string";

/** The code of an error of the system, such as `EACCES`. */
export const systemErrorCode = (error: unknown): string =>
  isSystemError(error) ? error.code : "unknown error";
