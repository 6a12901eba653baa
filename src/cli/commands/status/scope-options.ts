import { ownerOptions } from "../../../catalogue/node-list-options.ts";
import { option, whereOption } from "../../../catalogue/option-spec.ts";
import type { OptionsOf } from "../../invocation/invocation.ts";

const { tags, mine, owner } = ownerOptions("machines");

export const scopeOptions = [
  option("pool", "only machines of these resource pools", {
    value: "pool,...",
    type: "words",
    repeatable: true,
  }),
  option("zone", "only machines of these zones", { value: "zone,...", type: "words", repeatable: true }),
  tags,
  mine,
  owner,
  whereOption("only machines that match these list filters"),
] as const;

export type ScopeOptions = OptionsOf<typeof scopeOptions>;
