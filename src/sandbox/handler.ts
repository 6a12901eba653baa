import type { User } from "./people.ts";
import type { World } from "./world.ts";

/**
 * One request, routed, parsed and authenticated: all that a handler sees. It knows no sockets and no headers.
 */
export interface Call {
  readonly world: World;
  /** Undefined for an anonymous caller. */
  readonly user: User | undefined;
  /** The names in braces of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Parameters;
  readonly form: Parameters;
  /** The raw body where it is no form (upload chunks); empty otherwise. */
  readonly body: Uint8Array;
}

/** The values of a query or a form, in the order they came. */
export interface Parameters {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** The last value of that name. */
  get(name: string): string | undefined;
  all(name: string): readonly string[];
  /** A part sent with a file name, whole. */
  file(name: string): { readonly filename: string; readonly content: Uint8Array } | undefined;
  files(): readonly { readonly name: string; readonly filename: string; readonly content: Uint8Array }[];
}

export interface Answer {
  readonly status: number;
  /** Left out: the answer has no content type. */
  readonly contentType?: string;
  /** Pieces are written one by one as the client reads them. */
  readonly body: Uint8Array | string | Iterable<string>;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;

/** A documented failure: thrown by a handler or by the state, answered as text unless `body` is an object. */
export class Refusal extends Error {
  readonly status: number;
  /** Field name to messages, answered as JSON (field notes, "Answers"). */
  readonly fields: Readonly<Record<string, readonly string[]>> | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string | Readonly<Record<string, readonly string[]>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(typeof message === "string" ? message : JSON.stringify(message));
    this.status = status;
    this.fields = typeof message === "string" ? undefined : message;
    this.headers = headers;
  }
}

export const json = (value: unknown, status = 200): Answer => ({
  status,
  contentType: "application/json; charset=utf-8",
  body: JSON.stringify(value),
});

/** A long list, described element by element while it is sent. */
export const jsonList = <T>(values: readonly T[], describe: (value: T) => unknown): Answer =>
  jsonTexts(values, (value) => JSON.stringify(describe(value)));

/** As `jsonList`, of elements that are written as JSON already. */
export const jsonTexts = <T>(values: readonly T[], write: (value: T) => string): Answer => ({
  status: 200,
  contentType: "application/json; charset=utf-8",
  body: listPieces(values, write),
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

/** `200*` of the documents is 200 with an empty body and no content type; 204 likewise. */
export const empty = (status: 200 | 201 | 204): Answer => ({ status, body: "" });
