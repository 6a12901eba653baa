import type { Kind } from "./kind.ts";

interface DescribedKind {
  readonly group: string;
  readonly kind: Kind;
}

/** Kinds beyond the documents, by the path of their collection; used if the service describes them. */
export const describedKinds: Readonly<Record<string, DescribedKind>> = {
  "/tags/": { group: "tags", kind: { key: ["name"] } },
};
