import { defaults } from "../api/defaults.ts";
import { type OptionSpec, option, pollInterval, rowOptions, waitTimeout } from "../api/option-spec.ts";
import { waiters } from "../api/statuses.ts";
import type { CommandSpec } from "./command-spec.ts";

const sources = "file or folder of them; - for standard input";

const prune = option("prune", "delete what the files do not have, of kinds that they list");

/** Kinds that stand in the items of others are exported with them. */
const exportedKinds = async (): Promise<readonly string[]> => {
  const { groupNames, loadGroup } = await import("../api/index.ts");
  const { describedKinds } = await import("../api/described-kinds.ts");
  const documented = await Promise.all(groupNames.map(loadGroup));
  return [
    ...documented.flatMap(({ name, kind }) =>
      kind === undefined || kind.within !== undefined ? [] : [name],
    ),
    ...Object.values(describedKinds).map(({ group }) => group),
  ];
};

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

/** What plan and apply do with machines of claims. */
const claiming = [
  option("replace-failed", "claims: release failed machines, and take others"),
  option("keep", "claims: never release this machine; repeat for several", {
    value: "machine",
    repeatable: true,
    names: "machines",
  }),
] as const satisfies readonly OptionSpec[];

/** The commands that bring the service to the state that files describe. */
export const desiredCommands = {
  export: {
    command: ["export"],
    summary: "Write what the service holds as a file for svc apply",
    theme: "Desired state",
    arguments: [
      {
        name: "kind",
        help: "kind of objects; all when left out",
        variadic: true,
        suggestions: exportedKinds,
      },
    ],
    notes: [
      "YAML comes out, in the same order each time: objects by their names and references by name, without ids and times.",
      "Secrets stand as !env NAME. Where such a variable is not set, svc plan and svc apply leave the secret as it is.",
      "Empty fields are left out, and so is what cannot be applied again.",
    ],
    ignores: ["curl", ...rowOptions],
    example: "svc export domains dnsresources",
  },
  schema: {
    command: ["schema"],
    summary: "Write the JSON Schema of the files of svc apply",
    theme: "Desired state",
    notes: [
      "Editors complete and check files by it: begin a file with # yaml-language-server: $schema=svc.schema.json.",
      "It has the kinds of the service in use, where there is one; otherwise those of the documents.",
    ],
    ignores: ["curl", ...rowOptions],
    example: "svc schema",
  },
  plan: {
    command: ["plan"],
    summary: "Show what would make the service as files say",
    theme: "Desired state",
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
      ...claiming,
    ],
    ignores: ["curl", "show-secrets"],
    example: "svc plan site.yaml",
  },
  apply: {
    command: ["apply"],
    summary: "Make the service as files say",
    theme: "Desired state",
    arguments: [{ name: "file", help: sources, variadic: true }],
    notes: [
      "It plans, shows the plan and asks; --yes goes on without asking.",
      "A change that fails does not end the others. Changes that need it are skipped; the same command does what is left.",
      "--plan carries out a saved plan, unless the service or the files would now have another one.",
      "Claims (claims:) hold so many machines, allocated and deployed alike; what an earlier run left is taken over.",
    ],
    options: [
      prune,
      option("plan", "carry out this saved plan", { value: "file", type: "path", excludes: ["prune"] }),
      ...applying,
      ...claiming,
      { ...waitTimeout, default: waiters.deploy.deadlineMs },
      pollInterval,
    ],
    ignores: ["curl", "show-secrets"],
    example: "svc apply site.yaml --yes",
  },
  "claims.list": {
    command: ["claims", "list"],
    summary: "List the claims that machines are marked for",
    notes: ["Every machine is read once, though only one is held at a time."],
    ignores: ["curl"],
    example: "svc claims list",
  },
  "claims.show": {
    command: ["claims", "show"],
    summary: "Show the machines of a claim",
    arguments: [{ name: "claim", help: "name of the claim", required: true }],
    ignores: ["curl"],
    example: "svc claims show runners",
  },
  "claims.release": {
    command: ["claims", "release"],
    summary: "Release every machine of a claim",
    arguments: [{ name: "claim", help: "name of the claim", required: true }],
    notes: [
      "It asks where machines are deployed or deploying; --yes goes on without asking.",
      "A claim without machines is not an error: a script may release at its end whatever it has reached.",
    ],
    ignores: ["curl"],
    example: "svc claims release runners --yes",
  },
} as const satisfies Record<string, CommandSpec>;
