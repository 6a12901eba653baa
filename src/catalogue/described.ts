import type { Field, Group } from "./operation.ts";

/** Undocumented operations. If a documented group has the same name, they are added to it. */
export interface DescribedGroup extends Group {
  readonly summary: string;
  readonly aliases: readonly string[];
  /** Undocumented fields, by the id of the documented operation that takes them. */
  readonly addedFields: Readonly<Record<string, readonly Field[]>>;
}

export interface DescribedEntry extends Pick<DescribedGroup, "name" | "summary" | "aliases"> {
  /** Resolves to undefined if the stored description can no longer be read. */
  readonly load: () => Promise<DescribedGroup | undefined>;
}

export interface OmittedPart {
  /** The operation, such as `POST /zones/`, or the name of a parameter or group. */
  readonly subject: string;
  readonly reason: string;
}

export interface DescribedCatalogue {
  /** Services send this hash in a header of every answer. Empty without a description. */
  readonly hash: string;
  readonly groups: readonly DescribedGroup[];
  /** Documented operations that the service does not offer: `POST /x/op-y`. */
  readonly absent: readonly string[];
  readonly dropped: readonly OmittedPart[];
}
