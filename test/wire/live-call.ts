import type { LiveState } from "./live-state.ts";

/** A part of a form, or an item of a query. */
export interface LivePart {
  readonly name: string;
  readonly bytes: Buffer;
  /** Of a file part only. */
  readonly filename?: string;
}

/** One request as the service reads it. */
export interface LiveCall {
  readonly method: string;
  /** The resource's path under `/api/2.0`, decoded segment by segment, without the operation. */
  readonly path: readonly string[];
  readonly op: string | undefined;
  /** Captured by the `*` of the route. */
  readonly ids: readonly string[];
  /** The text fields: the query of a GET or DELETE, the form of a POST or PUT. */
  texts(name: string): readonly string[];
  text(name: string): string | undefined;
  /** A file part. */
  file(name: string): LivePart | undefined;
  readonly names: readonly string[];
  /** The user whose key signed; undefined without one. */
  readonly user: string | undefined;
  readonly state: LiveState;
}

export interface LiveAnswer {
  readonly status: number;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `METHOD path [op]`, a `*` for each identifier: `POST machines/*\/ deploy`. */
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
