import { DomainError, type ErrorKind } from "../state/domain-error.ts";

export interface Answer {
  readonly status: number;
  /** Left out: the answer has no content type. */
  readonly contentType?: string;
  /** Pieces are written one by one as the client reads them. */
  readonly body: Uint8Array | string | Iterable<string>;
  readonly headers?: Readonly<Record<string, string>>;
}

export const json = (value: unknown, status = 200): Answer => ({
  status,
  contentType: "application/json; charset=utf-8",
  body: writeJson(value),
});

/** As `json`, of plain data with bigints, each of which becomes a number with all its digits. */
export const exact = (value: unknown): Answer => ({
  status: 200,
  contentType: "application/json; charset=utf-8",
  body: exactJson(value),
});

/** Deployed services write the size of a machine's storage with a decimal, so that clients read a float. */
const writeJson = (value: unknown): string =>
  JSON.stringify(value).replace(/"storage":(\d+)(?=[,}])/g, '"storage":$1.0');

export const jsonList = <T>(values: readonly T[], describe: (value: T) => unknown): Answer =>
  jsonTexts(values, (value) => writeJson(describe(value)));

/** As `jsonList`, of elements that are written as JSON already. */
export const jsonTexts = <T>(values: readonly T[], write: (value: T) => string): Answer => ({
  status: 200,
  contentType: "application/json; charset=utf-8",
  body: listPieces(values, write),
});

/** JSON whose type has no character set. */
export const plainJson = (value: unknown): Answer => ({
  status: 200,
  contentType: "application/json",
  body: JSON.stringify(value),
});

const pieceLength = 64 * 1024;

function* listPieces<T>(values: readonly T[], write: (value: T) => string): Generator<string> {
  let piece = "[";
  let separator = "";
  for (const value of values) {
    piece += separator + write(value);
    separator = ",";
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  yield `${piece}]`;
}

export const text = (value: string, status = 200): Answer => ({
  status,
  contentType: "text/plain; charset=utf-8",
  body: value,
});

export const bytes = (body: Uint8Array, contentType: string): Answer => ({ status: 200, contentType, body });

/**
 * No body. The documents list some of these answers as 200 that is described as 204: they are 204. All have a
 * content type, as those of deployed services, since clients look for one.
 */
export const empty = (status: 200 | 201 | 204): Answer => ({ status, contentType: "text/plain", body: "" });

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

/** JSON text of plain data in which a bigint is a number with all its digits. */
function exactJson(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map(exactJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${exactJson(each)}`);
  return `{${members.join(",")}}`;
}

const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g;
const step = "    ";

/**
 * JSON text in pieces, laid out with four spaces a level. Every piece ends between two tokens. Numbers stay as
 * they are written.
 */
export function* indentedJson(pieces: Iterable<string>): Generator<string> {
  let depth = 0;
  let isFirst = true;
  for (const piece of pieces) {
    let out = "";
    for (const [token] of piece.matchAll(tokens)) {
      const closes = token === "}" || token === "]";
      if (closes) depth -= 1;
      const isEmpty = closes && isFirst;
      if ((closes && !isEmpty) || (isFirst && !closes && depth > 0)) out += `\n${step.repeat(depth)}`;
      isFirst = false;
      out += token;
      if (token === ":") out += " ";
      else if (token === ",") out += `\n${step.repeat(depth)}`;
      else if (token === "{" || token === "[") {
        depth += 1;
        isFirst = true;
      }
    }
    if (out !== "") yield out;
  }
}
