import type { GroupName, OperationEntry, OperationId, OperationIdOf } from "../../catalogue/index.ts";
import type { Operation } from "../../catalogue/operation.ts";
import type { User } from "../state/users.ts";
import type { World } from "../state/world.ts";
import type { Constraints } from "../values/constraints.ts";
import type { Answer } from "./answers.ts";

export interface Call extends AnonymousCall {
  readonly user: User;
}

export interface AnonymousCall {
  readonly world: World;
  readonly user: User | undefined;
  readonly operation: Operation;
  /** An address such as `http://127.0.0.1:5240`, as the client wrote it. */
  readonly origin: string;
  readonly path: Readonly<Record<string, string>>;
  /** Whether the operation was named in the path or in the query. */
  readonly addressing: "path" | "query";
  readonly query: Parameters;
  readonly form: Parameters;
  readonly body: Uint8Array;
}

/** Reading a parameter marks it as read, except through `names` and `values`. */
export interface Parameters {
  readonly names: readonly string[];
  readonly values: Constraints;
  has(name: string): boolean;
  get(name: string): string | undefined;
  all(name: string): readonly string[];
  file(name: string): { readonly filename: string; readonly content: Uint8Array } | undefined;
  files(): readonly { readonly name: string; readonly filename: string; readonly content: Uint8Array }[];
}

export type ServedOperation = Pick<OperationEntry, "id" | "operation">;

export type Handler = (call: Call) => Answer | Promise<Answer>;
type OpenHandler = (call: AnonymousCall) => Answer | Promise<Answer>;

export const anonymousOperations = [
  "files.get_by_key",
  "machines.create",
  "machines.is_action_in_progress",
  "machines.is_registered",
  "nodes.is_action_in_progress",
  "nodes.is_registered",
  "version.get",
] as const satisfies readonly OperationId[];

export const allowsAnonymous = ({ id, operation }: ServedOperation, asDeployed = true): boolean =>
  operation.who === "anonymous" || (asDeployed && anonymousOperations.some((each) => each === id));

export const keyIgnoringOperations: readonly string[] = ["version.get", "describe.read"];

export type HandlersOf<Name extends GroupName> = {
  readonly [Id in OperationIdOf<Name>]: Id extends (typeof anonymousOperations)[number]
    ? OpenHandler
    : Handler;
};
