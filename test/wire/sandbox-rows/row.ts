import type { Values } from "../sandbox-caller.ts";
import type { SandboxFixture } from "../sandbox-fixture.ts";

/** What makes one call of an operation: the names in braces of its path, its parameters, and who asks. */
export interface PreparedCall {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly values?: Values;
  /** The administrator's unless told otherwise. */
  readonly key?: string;
  readonly body?: Uint8Array;
}

export type Make = (fixture: SandboxFixture) => PreparedCall | Promise<PreparedCall>;

/** How one operation is made to succeed, and how each of its listed failures is provoked. */
export interface Row {
  /** Left out where the documents list no success. */
  readonly ok?: Make;
  readonly 400?: Make;
  readonly 403?: Make;
  readonly 404?: Make;
  readonly 409?: Make;
  readonly 503?: Make;
}

/** By `METHOD path`, as the documents list it. */
export type Rows = Readonly<Record<string, Row>>;

/** A system id that no node has. */
export const gone = "zzzzzz";

/** A number that nothing has. */
export const goneNumber = 987_654;

/** A call that needs nothing made. */
export const plain =
  (call: PreparedCall = {}): Make =>
  () =>
    call;

/** Replaces the caller of a call by an ordinary user. */
export const byBob =
  (make: Make): Make =>
  async (fixture) => ({ ...(await make(fixture)), key: fixture.keys.bob });
