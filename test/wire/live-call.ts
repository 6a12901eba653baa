import type { LiveState } from "./live-state.ts";

/** A part of a form or an item of a query. */
export interface LivePart {
  readonly name: string;
  readonly bytes: Buffer;
  /** Set only for file parts. */
  readonly filename?: string;
}

/** A parsed request. */
export interface LiveCall {
  readonly method: string;
  /** The decoded path segments below `/api/2.0`, without the operation. */
  readonly path: readonly string[];
  readonly op: string | undefined;
  /** The path segments matched by the `*`s of the route. */
  readonly ids: readonly string[];
  /** All values of a text field: from the query of a GET or DELETE, from the form of a POST or PUT. */
  texts(name: string): readonly string[];
  text(name: string): string | undefined;
  file(name: string): LivePart | undefined;
  readonly names: readonly string[];
  /** The user who signed the request; undefined if it was not signed. */
  readonly user: string | undefined;
  readonly state: LiveState;
}

export interface LiveAnswer {
  readonly status: number;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Keys are `METHOD path [op]` with `*` for each identifier: `POST machines/*\/ deploy`. */
export type LiveRoutes = Readonly<Record<string, (call: LiveCall) => LiveAnswer>>;

export const json = (value: unknown, status = 200): LiveAnswer => ({
  status,
  type: "application/json; charset=utf-8",
  body: JSON.stringify(value),
});

export const text = (status: number, body: string, type = "text/plain; charset=utf-8"): LiveAnswer => ({
  status,
  type,
  body,
});
