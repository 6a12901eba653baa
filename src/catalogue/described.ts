import type { Field, Group } from "./operation.ts";

/**
 * What a service describes of one group beyond the documents. For a documented group, `operations` holds those
 * that join it, and its columns, identity, summary and aliases stay the documented ones.
 */
export interface DescribedGroup extends Group {
  /** Imperative or noun phrase, no full stop, as that of a documented group. */
  readonly summary: string;
  /** Other spellings of the name. */
  readonly aliases: readonly string[];
  /** Fields beyond the documented ones, by the id of the documented operation that takes them. */
  readonly added: Readonly<Record<string, readonly Field[]>>;
}

/** What is known of a described group before it is loaded. */
export interface DescribedEntry extends Pick<DescribedGroup, "name" | "summary" | "aliases"> {
  /** Undefined where it cannot be read any more. */
  readonly load: () => Promise<DescribedGroup | undefined>;
}

/** A part of a description that svc leaves out, and why. */
export interface Dropped {
  /** Where it stands: `POST /zones/` or a name. */
  readonly what: string;
  readonly reason: string;
}

/** Everything that a service describes of itself, in the catalogue's own types. */
export interface DescribedCatalogue {
  /** Identifies the description; services send it in a header of every answer. Empty: there is none. */
  readonly hash: string;
  readonly groups: readonly DescribedGroup[];
  /** Documented operations that the service does not describe, and so does not offer: `POST /x/op-y`. */
  readonly absent: readonly string[];
  /** At most 100 of what was left out. */
  readonly dropped: readonly Dropped[];
}
