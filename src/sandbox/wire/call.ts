import type { GroupName, OperationEntry, OperationId, OperationIdOf } from "../../catalogue/index.ts";
import type { Operation } from "../../catalogue/operation.ts";
import type { User } from "../state/users.ts";
import type { World } from "../state/world.ts";
import type { Constraints } from "../values/constraints.ts";
import type { Answer } from "./answers.ts";

/**
 * One request of a signed-in user, routed, parsed and authorized: all that a handler sees. It knows no
 * sockets and no headers.
 */
export interface Call extends OpenCall {
  readonly user: User;
}

/** A request for an operation that serves callers without a key too. */
export interface OpenCall {
  readonly world: World;
  /** Undefined for an anonymous caller. */
  readonly user: User | undefined;
  readonly operation: Operation;
  /** Scheme and host that the caller addressed, such as `http://127.0.0.1:5240`. */
  readonly origin: string;
  /** The names in braces of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** Whether the operation was named in the query. */
  readonly addressing: "path" | "query";
  readonly query: Parameters;
  readonly form: Parameters;
  /** The raw body of an upload chunk; empty otherwise. */
  readonly body: Uint8Array;
}

export interface Parameters {
  readonly names: readonly string[];
  /** Of text only; files are apart. */
  readonly values: Constraints;
  has(name: string): boolean;
  /** The last value of that name. */
  get(name: string): string | undefined;
  all(name: string): readonly string[];
  /** As `all`, for the check of what operations document alone: a field that is only peeked at is not used. */
  peek(name: string): readonly string[];
  /** A part sent with a file name, whole. */
  file(name: string): { readonly filename: string; readonly content: Uint8Array } | undefined;
  files(): readonly { readonly name: string; readonly filename: string; readonly content: Uint8Array }[];
}

export type ServedOperation = Pick<OperationEntry, "id" | "operation">;

export type Handler = (call: Call) => Answer | Promise<Answer>;
type OpenHandler = (call: OpenCall) => Answer | Promise<Answer>;

/**
 * The operations that serve callers without a key: those whose `who` is `anonymous`, and those that deployed
 * services open to everybody. Their handlers take a call without a user.
 */
export const anonymousOperations = [
  "files.get_by_key",
  "machines.create",
  "machines.is_registered",
  "nodes.is_registered",
  "version.get",
] as const satisfies readonly OperationId[];

export const servesAnonymous = ({ id, operation }: ServedOperation): boolean =>
  operation.who === "anonymous" || anonymousOperations.some((each) => each === id);

/** The operations that nobody needs a key for: credentials are not even looked at. */
export const keylessOperations: readonly string[] = ["version.get", "describe.read"];

/** What answers each operation of a group: one without a handler is an error of the compiler. */
export type HandlersOf<Name extends GroupName> = {
  readonly [Id in OperationIdOf<Name>]: Id extends (typeof anonymousOperations)[number]
    ? OpenHandler
    : Handler;
};
