import { defaults } from "../api/defaults.ts";
import { type OptionSpec, option } from "../api/option-spec.ts";
import type { CommandSpec } from "./command-spec.ts";

const sources = "file or folder of them; - for standard input";

const prune = option("prune", "delete what the files do not have, of kinds that they list");

const applying = [
  option("parallel", "how many changes are under way at once", {
    value: "count",
    type: "count",
    min: 1,
    max: 64,
    default: defaults.parallel,
  }),
  option("fail-fast", "begin no further change after the first failure"),
] as const satisfies readonly OptionSpec[];

/** The commands that bring the service to the state that files describe. */
export const desiredCommands = {
  plan: {
    command: ["plan"],
    summary: "Show what would make the service as files say",
    arguments: [{ name: "file", help: sources, required: true, variadic: true }],
    notes: [
      "The files are YAML or JSON: kinds by name, such as domains:, each with a list of its objects.",
      "Fields that an object in the files does not mention are left as they are, and nothing is changed by this command.",
      "--prune deletes objects of the kinds that the files have, also of an empty list (domains: []); those within another object, such as the VLANs of a fabric, where its list is there.",
      "A saved plan holds no secrets, and is carried out by: svc apply --plan FILE.",
    ],
    options: [
      prune,
      option("save", "write the plan to this file", { value: "file", type: "path" }),
      option("exit-code", "end with exit code 14 where something would change"),
    ],
    ignores: ["curl", "show-secrets"],
    example: "svc plan site.yaml",
  },
  apply: {
    command: ["apply"],
    summary: "Make the service as files say",
    arguments: [{ name: "file", help: sources, variadic: true }],
    notes: [
      "It plans, shows the plan and asks; --yes goes on without asking.",
      "A change that fails does not end the others. Changes that need it are skipped; the same command does what is left.",
      "--plan carries out a saved plan, unless the service or the files would now have another one.",
    ],
    options: [
      prune,
      option("plan", "carry out this saved plan", { value: "file", type: "path", excludes: ["prune"] }),
      ...applying,
    ],
    ignores: ["curl", "show-secrets"],
    example: "svc apply site.yaml --yes",
  },
} as const satisfies Record<string, CommandSpec>;
