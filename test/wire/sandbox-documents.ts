import { blocksOf } from "../unit/catalogue/documented.ts";

/**
 * The kind of body that the documents show: `J` is application/json, `T` text/plain, `-` no body and no
 * content type, `*` a body without a content type, `BSON` a binary map, `?` no answer is shown.
 */
type Kind = "J" | "T" | "-" | "*" | "BSON" | "?";

export interface Listing {
  readonly method: string;
  readonly path: string;
  /** Undefined if the documents list no success. */
  readonly status: number | undefined;
  readonly kind: Kind;
  readonly errors: readonly number[];
}

const kindOf = (result: string | undefined, path: string): Kind => {
  if (result === "json") return "J";
  if (result === "text") return "T";
  if (result === "bson") return "BSON";
  if (result === "none" || path.includes("/upload/")) return "-";
  return path.endsWith("op-power_parameters") ? "*" : "?";
};

/** Every documented operation by `METHOD path`. */
export const listings: ReadonlyMap<string, Listing> = new Map(
  [...blocksOf("documented-operations.txt").values()].map(([address = "", ...facts]) => {
    const fact = (name: string) => facts.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const [method = "", path = ""] = address.split(" ");
    const success = Number(fact("success"));
    const status = Number.isNaN(success) ? undefined : success;
    const errors = (fact("errors") ?? "").split(" ").filter(Boolean).map(Number);
    return [address, { method, path, status, kind: kindOf(fact("result"), path), errors }] as const;
  }),
);
