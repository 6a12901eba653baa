import { defaults } from "../../../catalogue/defaults.ts";
import { type OptionSpec, option } from "../../../catalogue/option-spec.ts";
import type { OptionsOf } from "../../invocation/invocation.ts";

export const prune = option("prune", "delete objects of the listed kinds that are not in the files");

export const applyOptions = [
  option("parallel", "maximum number of changes at once", {
    value: "count",
    type: "count",
    min: 1,
    max: 64,
    default: defaults.parallel,
  }),
  option("fail-fast", "start no more changes after the first failure"),
] as const satisfies readonly OptionSpec[];

export const claimOptions = [
  option("replace-failed", "claims: release failed machines and allocate others"),
  option("keep", "claims: never release this machine; repeat for several", {
    value: "machine",
    repeatable: true,
    names: "machines",
  }),
] as const satisfies readonly OptionSpec[];

export type PlanOptions = OptionsOf<readonly [typeof prune, ...typeof claimOptions]>;
