import type { LoadedKind } from "./kinds.ts";

/** What a row of the service says of one field: as the answer has it, its encoded bytes decoded. */
export type ReadValue = ReadScalar | readonly ReadScalar[] | Readonly<Record<string, ReadScalar>> | Buffer;

export type ReadScalar = string | number | bigint | boolean | null;

/** One object that the service holds. */
export interface Observed {
  readonly kind: LoadedKind;
  /** The texts of its key, in one spelling each: equal for an object and the item that means it. */
  readonly key: string;
  /** As people read it, and as references name it; the name of its parent first. */
  readonly name: string;
  /** The same without its parent's. */
  readonly ownName: string;
  /** The values of the path parameters that name it, the parent's among them. */
  readonly identifiers: Readonly<Record<string, string>>;
  /** Its number, or what else the service refers to it by. */
  readonly id: string;
  /** Further words that name it among its siblings. */
  readonly spellings: readonly string[];
  readonly parent?: Observed;
  /** By field, each spelling of its value, the value itself first; a field that the service does not show is not there. */
  readonly values: ReadonlyMap<string, readonly ReadValue[]>;
  /** An object of the service's own, which is never deleted. */
  readonly isOwn: boolean;
  /** Rows of its children, by the member that holds them. */
  readonly held: Readonly<Record<string, readonly unknown[]>>;
}

/** What the service holds of the kinds that were read. */
export interface State {
  /** By kind; a kind that was not read is not there. */
  readonly objects: ReadonlyMap<string, readonly Observed[]>;
  /** The system ids of nodes that items name, by the word that they use. */
  readonly nodes: ReadonlyMap<string, string>;
  /** The host names of nodes that objects name and items change, by system id. */
  readonly hostnames?: ReadonlyMap<string, string>;
}

/** A value of an object as it stands first; undefined where the service does not show it. */
export const heldValue = (object: Observed | undefined, field: string): ReadValue | undefined =>
  object?.values.get(field)?.[0];

export const isReadMap = (value: ReadValue | undefined): value is Readonly<Record<string, ReadScalar>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
