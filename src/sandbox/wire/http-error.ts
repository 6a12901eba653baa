import { DomainError, type ErrorKind } from "../state/domain-error.ts";
import { type Answer, text } from "./answers.ts";

/** A request that is refused before it reaches the model: addressing, authentication, limits. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

const statusOf: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  unavailable: 503,
  gone: 410,
};

const fieldsType = (headers: DomainError["headers"]): string =>
  headers["Content-Type"] ?? "application/json; charset=utf-8";

/**
 * The answer that an error stands for; undefined for an error of the sandbox itself. Every failure is
 * text/plain, also one whose text is a JSON object of fields; `asDeployed` types those as JSON.
 */
export function errorAnswer(error: unknown, asDeployed = false): Answer | undefined {
  if (error instanceof DomainError) {
    const { kind, fields, headers = {} } = error;
    const answer = { ...text(error.message, statusOf[kind]), headers };
    if (!asDeployed) return answer;
    if (fields !== undefined) return { ...answer, contentType: fieldsType(headers) };
    return kind === "notFound" ? { ...answer, contentType: "text/plain" } : answer;
  }
  if (error instanceof HttpError) return { ...text(error.message, error.status), headers: error.headers };
  return undefined;
}
