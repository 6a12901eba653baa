import type { Field, Group } from "./operation.ts";

/** Operations that only the service describes. They are added to a documented group of the same name. */
export interface DescribedGroup extends Group {
  readonly summary: string;
  readonly aliases: readonly string[];
  /** Fields that only the service describes, by the id of the documented operation that they belong to. */
  readonly addedFields: Readonly<Record<string, readonly Field[]>>;
}

export interface DescribedEntry extends Pick<DescribedGroup, "name" | "summary" | "aliases"> {
  /** Resolves with undefined if the stored description can no longer be read. */
  readonly load: () => Promise<DescribedGroup | undefined>;
}

export interface OmittedPart {
  /** An operation, such as `POST /zones/`, or the name of a parameter or group. */
  readonly subject: string;
  readonly reason: string;
}

export interface DescribedCatalogue {
  /** Services send this hash in a header of every answer. Empty if the service has no description. */
  readonly hash: string;
  readonly groups: readonly DescribedGroup[];
  /** Documented operations that the service does not offer, as `POST /x/op-y`. */
  readonly absent: readonly string[];
  readonly dropped: readonly OmittedPart[];
}
