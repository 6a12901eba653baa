import type { Field, Group } from "./operation.ts";

/** Operations that the documents lack. Those of a documented group are added to it; its other facts stay. */
export interface DescribedGroup extends Group {
  readonly summary: string;
  readonly aliases: readonly string[];
  /** Undocumented fields, by the id of the documented operation that takes them. */
  readonly added: Readonly<Record<string, readonly Field[]>>;
}

export interface DescribedEntry extends Pick<DescribedGroup, "name" | "summary" | "aliases"> {
  /** Resolves to undefined if it can no longer be read. */
  readonly load: () => Promise<DescribedGroup | undefined>;
}

export interface OmittedPart {
  /** `POST /zones/` or a name. */
  readonly what: string;
  readonly reason: string;
}

export interface DescribedCatalogue {
  /** Services send it in a header of every answer; empty without a description. */
  readonly hash: string;
  readonly groups: readonly DescribedGroup[];
  /** Documented operations that the service does not offer: `POST /x/op-y`. */
  readonly absent: readonly string[];
  readonly dropped: readonly OmittedPart[];
}
