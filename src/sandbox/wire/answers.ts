import { applyPatch, keyOfAnswer } from "../state/patches.ts";
import { type ErrorKind, ServiceError } from "../state/service-error.ts";
import type { Patch, World } from "../state/world.ts";

export interface Answer {
  readonly status: number;
  readonly contentType?: string;
  readonly body: Uint8Array | string | Iterable<string>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Only for lists: returns the answer with a change to the JSON of each element. */
  readonly rewrite?: (change: (element: string) => string) => Answer;
}

const jsonType = "application/json; charset=utf-8";

const jsonText = (body: string, status = 200): Answer => ({ status, contentType: jsonType, body });

export const json = (value: unknown, status?: number): Answer => jsonText(writeJson(value), status);

/** No text in `value` may be a number followed by `n`. */
export const bigintJson = (value: unknown): Answer => {
  const text = JSON.stringify(value, (_, member) => (typeof member === "bigint" ? `${member}n` : member));
  return jsonText(text.replace(/"(\d+)n"/g, "$1"));
};

/** Some whole numbers are written with a decimal, as services do, so that clients read a float. */
const writeJson = (value: unknown): string =>
  JSON.stringify(value).replace(/"(storage|(?:cpu|memory)_over_commit_ratio)":(\d+)(?=[,}])/g, '"$1":$2.0');

export const jsonList = <T>(values: readonly T[], describe: (value: T) => unknown): Answer =>
  jsonTexts(values, (value) => writeJson(describe(value)));

export const jsonTexts = <T>(values: readonly T[], write: (value: T) => string): Answer => ({
  status: 200,
  contentType: jsonType,
  body: listPieces(values, write),
  rewrite: (change) => jsonTexts(values, (value) => change(write(value))),
});

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

/** Clients require a content type even for an empty body. */
export const empty = (status: 200 | 201 | 204): Answer => ({ status, contentType: "text/plain", body: "" });

export const withoutContentType = ({ contentType: _type, ...answer }: Answer): Answer => answer;

/** Refused before the operation runs: wrong address, authentication or size. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

const statusByKind: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  unavailable: 503,
  gone: 410,
};

/** Undefined for failures of the sandbox itself. Errors are text; with `asDeployed`, field errors are JSON. */
export function errorAnswer(error: unknown, asDeployed = false): Answer | undefined {
  if (error instanceof ServiceError) {
    const { kind, fields, headers = {} } = error;
    const answer = { ...text(error.message, statusByKind[kind]), headers };
    if (!asDeployed) return answer;
    if (fields !== undefined) return { ...answer, contentType: headers["Content-Type"] ?? jsonType };
    return kind === "notFound" ? { ...answer, contentType: "text/plain" } : answer;
  }
  if (error instanceof HttpError) return { ...text(error.message, error.status), headers: error.headers };
  return undefined;
}

export function restoreSiteAnswer({ state: { copied } }: World, answer: Answer): Answer {
  if (copied === null || answer.status >= 300) return answer;
  const patchText = (json: string) => applyPatches(json, copied.patches);
  if (answer.rewrite !== undefined) return answer.rewrite(patchText);
  const isJson = answer.contentType?.startsWith("application/json") === true;
  return isJson && typeof answer.body === "string" ? { ...answer, body: patchText(answer.body) } : answer;
}

function applyPatches(text: string, patches: Readonly<Record<string, Patch>>): string {
  if (!text.includes('"resource_uri"')) return text;
  const value: unknown = JSON.parse(text);
  const changedObjects = [value].flat().filter((each) => {
    const patch = patches[keyOfAnswer(each) ?? ""];
    return patch !== undefined && applyPatch(each, patch);
  });
  return changedObjects.length === 0 ? text : writeJson(value);
}

const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g;
const indent = "    ";

/** Indents by four spaces. Numbers stay as they are written. A piece must not end within a token. */
export function* indentedJson(pieces: Iterable<string>): Generator<string> {
  let depth = 0;
  let isFirst = true;
  for (const piece of pieces) {
    let out = "";
    for (const [token] of piece.matchAll(tokens)) {
      const isClosing = token === "}" || token === "]";
      if (isClosing) depth -= 1;
      const isEmpty = isClosing && isFirst;
      if ((isClosing && !isEmpty) || (isFirst && !isClosing && depth > 0)) out += `\n${indent.repeat(depth)}`;
      isFirst = false;
      out += token;
      if (token === ":") out += " ";
      else if (token === ",") out += `\n${indent.repeat(depth)}`;
      else if (token === "{" || token === "[") {
        depth += 1;
        isFirst = true;
      }
    }
    if (out !== "") yield out;
  }
}
