import {
  asFailure,
  type ChangeOutcome,
  type ExitKind,
  type FailedMachine,
  Failure,
} from "../../core/failure.ts";

export type Mask = (text: string) => string;

/** The error that every library call rejects with. It corresponds to a failure of the command line. */
export class SvcError extends Error {
  /** The kind of failure. Programs should rely on it, not on the message. */
  readonly kind: ExitKind;
  readonly exitCode: number;
  /** A sentence on how to fix the problem. */
  readonly hint: string | undefined;
  /** Further lines of the message, such as field errors, or candidates for a name. */
  readonly lines: readonly string[];
  /** The HTTP status, if the service answered. */
  readonly status: number | undefined;
  /** The body of the service's answer, parsed if it is JSON. */
  readonly body: unknown;
  /** The method and path of the request, such as `POST /machines/abc/op-deploy`. */
  readonly request: string | undefined;
  /** The outcome of the change that was sent. If it is `unknown`, check before sending it again. */
  readonly outcome: ChangeOutcome;
  readonly machines: readonly FailedMachine[];
  /** The site that failed, if there are several. The message begins with it. */
  readonly site: string | undefined;

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
    this.site = undefined;
  }
}

export const asSvcError = (error: unknown, mask: Mask = (text) => text): SvcError =>
  error instanceof SvcError ? error : new SvcError(toFailure(error), mask);

export async function withSvcErrors<Result>(mask: Mask, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asSvcError(error, mask);
  }
}

/** Returns the error, whose message and `site` now name the site. */
export const withSite = (error: unknown, site: string): unknown =>
  error instanceof SvcError && error.site === undefined
    ? Object.assign(error, { site, message: `${site}: ${error.message}` })
    : error;

/** The original error is in `cause` if svc did not expect it. */
const toFailure = (error: unknown): Failure =>
  error instanceof Failure ? error : asFailure(error).with({ hint: "see the error's cause" });

function maskDeep(value: unknown, mask: Mask): unknown {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskDeep(item, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskDeep(member, mask)]));
}

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

const optionPattern = new RegExp(`(?:${Object.keys(libraryNames).join("|")})(?![a-z-])`, "g");

const inLibraryWords = (text: string): string =>
  text.replace(optionPattern, (option) => libraryNames[option] ?? option);
