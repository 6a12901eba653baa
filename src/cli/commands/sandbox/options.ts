import { type OptionSpec, option } from "../../../catalogue/option-spec.ts";
import { answerStyles, clockSpeed } from "../../../catalogue/sandbox-settings.ts";
import type { OptionsOf } from "../../invocation/invocation.ts";

/** Options of both svc sandbox start and svc sandbox exec. */
export const fleetOptions = [
  option("segment", "the service's name segment in paths", { value: "word", default: "SVC" }),
  option("machines", "size of the fleet, up to 10000", {
    value: "count",
    type: "count",
    min: 0,
    max: 10_000,
    default: "12",
  }),
  option("from", "begin with a copy of the site of this profile, or of this snapshot", {
    value: "profile|file",
    excludes: ["machines", "seed-file", "segment"],
  }),
  option("snapshot", "keep the copy in this file, to begin from without a network", {
    value: "file",
    type: "path",
    needs: ["from"],
  }),
  option("seed-file", "begin with the machines and networks of this file; - for standard input", {
    value: "file",
    type: "path",
  }),
  option("seed", "the same seed gives the same fleet", {
    value: "number",
    type: "count",
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: "1",
  }),
  option("speed", "run simulated time this many times faster", {
    value: "factor",
    type: "number",
    ...clockSpeed,
    default: "1",
  }),
  option("instant", "finish operations at once"),
  option("record", "add each request and its answer to this file as JSON lines", {
    value: "file",
    type: "path",
  }),
  option("allow-host", "another host name that clients use", { value: "name", repeatable: true }),
  option("tls", "serve HTTPS, with a certificate of a new authority"),
  option("answers", "answer like the documents, or like deployed services", {
    value: "style",
    choices: answerStyles,
    default: "documented",
  }),
  option("fault", "inject a fault, such as errors=0.1 or fail=deploy", { value: "spec", repeatable: true }),
] as const satisfies readonly OptionSpec[];

export type FleetOptions = OptionsOf<typeof fleetOptions>;
