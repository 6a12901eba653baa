import { getSystemErrorMap } from "node:util";

/** A public contract: scripts rely on these codes. */
export const exitCodes = {
  done: { code: 0, meaning: "done" },
  other: { code: 1, meaning: "any other error" },
  usage: { code: 2, meaning: "usage error; no changing request was sent" },
  notFound: { code: 3, meaning: "not found (404, 410), or a name that matches nothing" },
  notAuthenticated: { code: 4, meaning: "not authenticated: 401, no API key, or a wrong clock" },
  forbidden: { code: 5, meaning: "forbidden (403)" },
  conflict: { code: 6, meaning: "conflict, wrong state, no machine matches (409), or no address left (503)" },
  invalid: { code: 7, meaning: "rejected as invalid by the service (400)" },
  stillInProgress: { code: 8, meaning: "still in progress when the time ran out" },
  operationFailed: { code: 9, meaning: "the operation ended in a failure state" },
  someFailed: { code: 10, meaning: "some of several failed" },
  unreachable: { code: 11, meaning: "the service cannot be reached (DNS, refused, TLS, proxy, time-out)" },
  serverError: {
    code: 12,
    meaning: "server error or throttled after all retries (5xx, 429), or API version gone (410)",
  },
  notConfirmed: { code: 13, meaning: "confirmation declined, or required but not interactive" },
  differences: { code: 14, meaning: "there are differences (svc plan --exit-code)" },
  interrupted: { code: 130, meaning: "interrupted (SIGINT)" },
  terminated: { code: 143, meaning: "terminated (SIGTERM)" },
} as const;

export type ExitKind = keyof typeof exitCodes;

/** The combined outcome of the changes that svc sent; `partial`: only some were carried out. */
export type ChangeOutcome = "not_sent" | "refused" | "unknown" | "partial" | "done";

export function outcomeOfAll(outcomes: Iterable<ChangeOutcome>): ChangeOutcome {
  const all = new Set(outcomes);
  if (all.has("unknown")) return "unknown";
  if (all.has("partial") || (all.has("done") && all.size > 1)) return "partial";
  return all.has("done") ? "done" : all.has("refused") ? "refused" : "not_sent";
}

/** The members are named as the service names them; null if unknown. */
export interface FailedMachine {
  readonly system_id: string;
  readonly hostname: string | null;
  readonly status: string | null;
}

export const doubtHint = "it may have been carried out: check before sending it again";

export interface FailureDetails {
  readonly hint?: string | undefined;
  /** Further lines of the message, such as field errors or candidates. */
  readonly lines?: readonly string[] | undefined;
  readonly status?: number;
  readonly retryAfterMs?: number;
  /** Method and path, such as `POST /machines/abc/op-deploy`. */
  readonly request?: string | undefined;
  /** The service's answer, parsed if JSON. */
  readonly body?: unknown;
  /** If missing, it is derived from the requests that were sent. */
  readonly outcome?: ChangeOutcome;
  /** No answer came in time: the service may still be working on the request. */
  readonly hasTimedOut?: true;
  readonly machines?: readonly FailedMachine[];
  /** The answer was a web page, perhaps from a proxy. */
  readonly isWebPage?: true;
  /** An argument is missing that svc can ask for on a terminal. */
  readonly isLineIncomplete?: true;
  /** The command's usage line, shown after usage errors only. */
  readonly usage?: string;
  /** True if the message was already printed, for example in a machine's row. */
  readonly isReported?: boolean;
  /** Used in place of the exit code of `kind`: the exit code of a command that svc ran. */
  readonly exitCode?: number;
  readonly cause?: unknown;
}

export const isSignal = ({ kind }: Failure): boolean => kind === "interrupted" || kind === "terminated";

/** An error that svc reports as a message without a stack; `kind` decides the exit code. */
export class Failure extends Error {
  readonly kind: ExitKind;
  readonly details: FailureDetails;

  constructor(kind: ExitKind, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "Failure";
    this.kind = kind;
    this.details = details;
  }

  with(details: FailureDetails, message = this.message): Failure {
    return new Failure(this.kind, message, { ...this.details, ...details });
  }

  get exitCode(): number {
    return this.details.exitCode ?? exitCodes[this.kind].code;
  }
}

/** True if the service may have carried out the failed change. */
export const isInDoubt = (error: unknown): error is Failure =>
  error instanceof Failure && error.details.outcome === "unknown";

/** True if a read failed, because of the service or because a signal ended it. */
export const isReadFailure = (error: unknown): error is Failure =>
  error instanceof Failure && (error.details.request !== undefined || isSignal(error));

const maxMessageLength = 300;

export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const text = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").trim();
  const hint = lacksDescriptors(systemErrorCode(error)) ? descriptorHint : "--debug shows where";
  return new Failure("other", text.slice(0, maxMessageLength) || "unknown error", { hint, cause: error });
}

export const isSystemError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && "code" in error && typeof error.code === "string";

export const systemErrorCode = (error: unknown): string =>
  isSystemError(error) ? error.code : "unknown error";

/** The system's own words, such as "no such file or directory". */
export const systemErrorText = (error: unknown): string =>
  systemCodeText(systemErrorCode(error)) ?? systemErrorCode(error);

export const systemCodeText = (systemCode: string): string | undefined =>
  [...getSystemErrorMap().values()].find(([code]) => code === systemCode)?.[1];

/** What to do if a file in a folder cannot be written. */
export const writableHint = (error: unknown): string =>
  ["ENOSPC", "EDQUOT"].includes(systemErrorCode(error)) ? "free some space" : "make the folder writable";

export const descriptorHint = "raise the limit: ulimit -n 1024";

/** True if the process or the system has no file descriptor left. */
export const lacksDescriptors = (systemCode: string): boolean => ["EMFILE", "ENFILE"].includes(systemCode);

/** Returns what `work` returns, or `fallback` after an expected `Failure`: by default, any but a signal is expected. */
export async function withFallback<Result, Fallback>(
  fallback: Fallback,
  work: () => Promise<Result>,
  isExpected: (failure: Failure) => boolean = (failure) => !isSignal(failure),
): Promise<Result | Fallback> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure && isExpected(error)) return fallback;
    throw error;
  }
}

export const isNotFound = ({ kind }: Failure): boolean => kind === "notFound";

/** Returns undefined if `work` throws any error. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Returns what `work` returns, or the `Failure` that it throws. Rethrows other errors. */
export async function resultOrFailure<Result>(
  work: () => Result | Promise<Result>,
): Promise<Result | Failure> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
