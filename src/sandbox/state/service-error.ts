export type ErrorKind = "invalid" | "forbidden" | "notFound" | "conflict" | "unavailable" | "gone";

/** Messages by field. `__all__` holds messages that concern no single field. */
type FieldMessages = Readonly<Record<string, readonly string[]>>;

export class ServiceError extends Error {
  readonly kind: ErrorKind;
  readonly fields: FieldMessages | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(kind: ErrorKind, message: string | FieldMessages, headers: ServiceError["headers"] = {}) {
    super(typeof message === "string" ? message : writeFields(message));
    this.headers = headers;
    this.kind = kind;
    this.fields = typeof message === "string" ? undefined : message;
  }
}

/** Writes one line of ASCII, with a space after each colon and comma, as live services do. */
function writeFields(fields: FieldMessages): string {
  const lists = Object.entries(fields).map(
    ([name, messages]) => `${writeText(name)}: [${messages.map(writeText).join(", ")}]`,
  );
  return `{${lists.join(", ")}}`;
}

const writeText = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

export const requiredMessage = "This field is required.";
export const invalid = (message: string | FieldMessages) => new ServiceError("invalid", message);
export const invalidField = (field: string, message: string) => invalid({ [field]: [message] });
/** For a message that concerns no single field. */
export const invalidForm = (message: string) => invalidField("__all__", message);

export const invalidChoice = (value: string, choices?: readonly string[]): string =>
  `Select a valid choice. ${value} is not one of the available choices${choices === undefined ? "" : ` (${choices.join(", ")})`}.`;

export const forbidden = (message = "") => new ServiceError("forbidden", message);
export const notFound = (message: string) => new ServiceError("notFound", message);

export function requireFound<T>(value: T | undefined, type: string): T {
  if (value === undefined) throw notFound(`No ${type} matches the given query.`);
  return value;
}

export const conflict = (message: string) => new ServiceError("conflict", message);
export const conflictToRetry = (message: string, retryAfterSeconds: number) =>
  new ServiceError("conflict", message, { "Retry-After": String(retryAfterSeconds) });

export const gone = () => new ServiceError("gone", "Gone");
export const unavailable = (message: string) => new ServiceError("unavailable", message);

/** Returns undefined if `run` throws an error of this kind. */
export function resultUnless<T>(kind: ErrorKind, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof ServiceError && error.kind === kind) return undefined;
    throw error;
  }
}

export type FieldErrors = ReturnType<typeof makeFieldErrors>;

export function makeFieldErrors() {
  const messages: Record<string, string[]> = {};
  return {
    addError(field: string, message: string): void {
      const fieldMessages = messages[field] ?? [];
      if (!fieldMessages.includes(message)) messages[field] = [...fieldMessages, message];
    },
    /** Throws all errors together, if there are any. */
    throwErrors(): void {
      if (Object.keys(messages).length > 0) throw invalid(messages);
    },
  };
}
