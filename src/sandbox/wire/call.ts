import type { User } from "../state/users.ts";
import type { World } from "../state/world.ts";
import type { Answer } from "./answers.ts";

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

export type Handler = (call: Call) => Answer | Promise<Answer>;
