import type { GroupName, OperationEntry, OperationId, OperationIdOf } from "../../catalogue/index.ts";
import type { Operation } from "../../catalogue/operation.ts";
import type { User } from "../state/users.ts";
import type { World } from "../state/world.ts";
import type { Constraints } from "../values/constraints.ts";
import type { Answer } from "./answers.ts";

/** A routed, parsed and authorized request, without sockets and headers. */
export interface Call extends OpenCall {
  readonly user: User;
}

/** A request that may be anonymous. */
export interface OpenCall {
  readonly world: World;
  readonly user: User | undefined;
  readonly operation: Operation;
  /** Such as `http://127.0.0.1:5240`, as the caller addressed it. */
  readonly origin: string;
  /** Decoded path parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** Where the operation was named. */
  readonly addressing: "path" | "query";
  readonly query: Parameters;
  readonly form: Parameters;
  /** Raw body of an upload chunk, or empty. */
  readonly body: Uint8Array;
}

/** All but `names` and `values` mark what they read. */
export interface Parameters {
  readonly names: readonly string[];
  /** Excludes files. */
  readonly values: Constraints;
  has(name: string): boolean;
  get(name: string): string | undefined;
  all(name: string): readonly string[];
  file(name: string): { readonly filename: string; readonly content: Uint8Array } | undefined;
  files(): readonly { readonly name: string; readonly filename: string; readonly content: Uint8Array }[];
}

export type ServedOperation = Pick<OperationEntry, "id" | "operation">;

export type Handler = (call: Call) => Answer | Promise<Answer>;
type OpenHandler = (call: OpenCall) => Answer | Promise<Answer>;

/** Open to anonymous callers, by the documents or at deployed services. */
export const anonymousOperations = [
  "files.get_by_key",
  "machines.create",
  "machines.is_action_in_progress",
  "machines.is_registered",
  "nodes.is_action_in_progress",
  "nodes.is_registered",
  "version.get",
] as const satisfies readonly OperationId[];

export const servesAnonymous = ({ id, operation }: ServedOperation, asDeployed = true): boolean =>
  operation.who === "anonymous" || (asDeployed && anonymousOperations.some((each) => each === id));

/** Credentials are not even checked. */
export const keylessOperations: readonly string[] = ["version.get", "describe.read"];

export type HandlersOf<Name extends GroupName> = {
  readonly [Id in OperationIdOf<Name>]: Id extends (typeof anonymousOperations)[number]
    ? OpenHandler
    : Handler;
};
