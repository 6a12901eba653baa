import { type ExitKind, exitCodes } from "./contract/exit-codes.ts";

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
  /** The usage line of the command, shown after a usage error only. */
  readonly usage?: string;
  /** The failure has been reported already (rows of several machines): print nothing more. */
  readonly reported?: boolean;
  /** The exit code of a command that svc ran, passed on instead of the kind's own. */
  readonly exitCode?: number;
  readonly cause?: unknown;
}

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

  get exitCode(): number {
    return this.details.exitCode ?? exitCodes[this.kind].code;
  }
}
