/** Why the model refuses something. `errorAnswer` of `wire/answers.ts` maps each kind to a status. */
export type ErrorKind = "invalid" | "forbidden" | "notFound" | "conflict" | "unavailable" | "gone";

/** What is wrong with each field; `__all__` stands for the fields together. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

/** A request that the service refuses by its own rules. Nothing has changed when it is thrown. */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  /** Undefined where the message is plain text. */
  readonly fields: FieldMessages | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(kind: ErrorKind, message: string | FieldMessages, headers: DomainError["headers"] = {}) {
    super(typeof message === "string" ? message : JSON.stringify(message));
    this.headers = headers;
    this.kind = kind;
    this.fields = typeof message === "string" ? undefined : message;
  }
}

export const requiredMessage = "This field is required.";
export const invalid = (message: string | FieldMessages) => new DomainError("invalid", message);
export const invalidField = (field: string, message: string) => invalid({ [field]: [message] });

export const invalidChoice = (value: string, choices?: readonly string[]): string =>
  `Select a valid choice. ${value} is not one of the available choices${choices === undefined ? "" : ` (${choices.join(", ")})`}.`;

/** Deployed services give no reason in most cases. */
export const forbidden = (message = "") => new DomainError("forbidden", message);
export const notFound = (message: string) => new DomainError("notFound", message);

/** `type` is the name of what is looked for, such as `Fabric`. */
const noMatch = (type: string) => notFound(`No ${type} matches the given query.`);

/** What a search has found, a `type`; a `notFound` error where it has found none. */
export function requireFound<T>(found: T | undefined, type: string): T {
  if (found === undefined) throw noMatch(type);
  return found;
}

export const conflict = (message: string) => new DomainError("conflict", message);
/** A conflict that asks for the same request again, after so many seconds. */
export const passingConflict = (message: string, retryAfterSeconds: number) =>
  new DomainError("conflict", message, { "Retry-After": String(retryAfterSeconds) });

/** What is there no longer, or was withdrawn. */
export const gone = () => new DomainError("gone", "Gone");
export const unavailable = (message: string) => new DomainError("unavailable", message);

/** Collects what is wrong with several fields, so that all of it is refused together. */
export interface FieldErrors {
  fail(field: string, message: string): void;
  /** Throws an `invalid` error that names every field that failed. */
  check(): void;
}

export function makeFieldErrors(): FieldErrors {
  const messages: Record<string, string[]> = {};
  return {
    fail(field, message) {
      const known = messages[field] ?? [];
      if (!known.includes(message)) messages[field] = [...known, message];
    },
    check() {
      if (Object.keys(messages).length > 0) throw invalid(messages);
    },
  };
}
