import { failFast, type OptionSpec, option, parallel } from "../../../catalogue/option-spec.ts";
import type { OptionsOf } from "../../invocation/invocation.ts";

export const prune = option("prune", "delete objects of the listed kinds that are not in the files");

export const applyOptions = [
  { ...parallel, help: "maximum number of changes at once" },
  { ...failFast, help: "start no more changes after the first failure" },
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
