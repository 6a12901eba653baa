import type { Values } from "../sandbox-caller.ts";
import type { SandboxFixture } from "../sandbox-fixture.ts";

/** The path parameters, fields and API key of one call. */
export interface PreparedCall {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly values?: Values;
  /** The administrator's key by default. */
  readonly key?: string;
  readonly body?: Uint8Array;
}

export type Make = (fixture: SandboxFixture) => PreparedCall | Promise<PreparedCall>;

/** A call that succeeds, and one for each documented failure, except a 404 for unknown path parameters. */
export interface Row {
  /** Absent if the documents list no success. */
  readonly ok?: Make;
  readonly 400?: Make;
  readonly 403?: Make;
  readonly 404?: Make;
  readonly 409?: Make;
  readonly 503?: Make;
}

/** Rows by the documented `METHOD path`. */
export type Rows = Readonly<Record<string, Row>>;

export const unknownSystemId = "zzzzzz";

/** A call that needs no preparation. */
export const fixedCall =
  (call: PreparedCall = {}): Make =>
  () =>
    call;

/** The same call by an ordinary user. */
export const byBob =
  (make: Make): Make =>
  async (fixture) => ({ ...(await make(fixture)), key: fixture.keys.bob });
