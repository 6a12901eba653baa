import {
  boolean,
  booleanOrDigit,
  commaSeparated,
  file,
  integer,
  list,
  numbered,
  text,
  textId,
  words,
} from "../field.ts";
import { hardwareTypes, nodeId, tagging } from "../fields.ts";
import type { GroupDefinition } from "../group.ts";
import type { Field } from "../operation.ts";
import { outputFileOptions } from "../option-spec.ts";
import { liveOnly, nameOperations, resource } from "../resource.ts";

const types = numbered(["commissioning", "testing", "release"], [0, 2, 3]);
const hardware = numbered(hardwareTypes);

const script = file("script", "file with the script, or - for standard input");
const comment = text("comment", "comment on this revision");

const scriptFields: readonly Field[] = [
  text("title", "human-readable title"),
  text("description", "what the script does"),
  text("tags", "tags by which the script can be selected, as by its name", commaSeparated),
  text("type", "when it runs; testing by default", types),
  text("hardware_type", "hardware it is for; node by default", hardware),
  text("parallel", "whether it may run in parallel with others", {
    ...numbered(["disabled", "instance", "any"]),
    flag: "script-parallel",
  }),
  text("timeout", "time limit, such as 00:05:00; 0 for none", { form: "HH:MM:SS", flag: "script-timeout" }),
  booleanOrDigit("destructive", "whether it overwrites data on disks"),
  text("for_hardware", "run only on this hardware: pci:8086:1521, modalias:*", commaSeparated),
  booleanOrDigit("may_reboot", "whether it may reboot the machine"),
  booleanOrDigit("recommission", "whether the machine is commissioned again afterwards"),
];
const networking = booleanOrDigit(
  "apply_configured_networking",
  "whether the network is configured before it runs",
);

const headerNote =
  "The file's header, YAML in comments between '# --- Start SVC 1.0 script metadata ---' and '# --- End SVC 1.0 script metadata ---', sets name, title, description, script_type, hardware_type, tags, timeout, parallel, destructive, parameters and packages. An option that contradicts the header is refused.";

const smokeScript = "#!/bin/sh\necho smoke test passed\n";

const allScripts = liveOnly("/scripts/", [], { answersWith: "name" });
const oneScript = liveOnly("/scripts/{name}", [textId("name", "name of the script")], {
  answersWith: "name",
  example: { name: "10-smoke" },
});
const withSource = booleanOrDigit("include_script", "include the content, in base64");

export const scriptGroup = {
  identity: "name",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "TYPE", path: "type", as: "scriptType" },
    { header: "HARDWARE", path: "hardware_type_name" },
    { header: "TIMEOUT", path: "timeout" },
    { header: "TAGS", path: "tags" },
    { header: "TITLE", path: "title", rank: "text" },
    { header: "BUILT IN", path: "default", as: "boolean", wide: true },
    { header: "PARALLEL", path: "parallel_name", wide: true },
    { header: "DESTRUCTIVE", path: "destructive", as: "boolean", wide: true },
    { header: "REVISION", path: "history.0.id", wide: true },
    { header: "CHANGED", path: "history.0.created", as: "age", wide: true },
    { header: "ID", path: "id", wide: true },
  ],
  kind: {
    key: ["name"],
    comparisons: { timeout: "timeSpan" },
    addedWords: { tags: [...hardwareTypes, "destructive"] },
    neverEmpty: words(
      "type hardware_type parallel timeout destructive may_reboot recommission apply_configured_networking",
    ),
    ignoredFields: ["comment"],
    readBy: { script: "script.download" },
    ignoreWhen: { default: true },
  },
  operations: nameOperations({
    "scripts.list": allScripts.list("anyone", "List commissioning and testing scripts", {
      fields: [
        text("type", "only scripts of this type", types),
        text("hardware_type", "only scripts for this hardware", hardware),
        withSource,
        text("filters", "only scripts with these names or tags", commaSeparated),
      ],
      example: { type: "testing" },
    }),
    "scripts.create": allScripts.create("admin", "Add a script from a file", {
      fields: [
        { ...script, required: true, alsoPositional: true },
        text("name", "name; default: the name in the header, or that of the file"),
        ...scriptFields,
        comment,
      ],
      commonFields: ["type", "tags", "timeout"],
      notes: [
        headerNote,
        "A script without a name in its header is named after the file, without .sh, .py and so on.",
      ],
      example: { script: "-", name: "20-disk-check", type: "testing", timeout: "00:05:00" },
      exampleInput: `printf '${smokeScript.replaceAll("\n", "\\n")}'`,
    }),
    "script.add_tag": oneScript.post(
      "admin",
      "Add a tag to a script",
      tagging("name", { name: "10-smoke", tag: "rack" }),
    ),
    "script.delete": oneScript.remove("admin", "Delete a script with all its revisions"),
    "script.download": oneScript.get("anyone", "Print the content of a script", {
      verb: "download",
      options: outputFileOptions,
      fields: [
        integer("revision", "id of an earlier revision, listed by svc scripts get -o json", { min: 0 }),
      ],
      mayAnswerContent: true,
    }),
    "script.read": oneScript.read("anyone", "Show a script and its revisions", { fields: [withSource] }),
    "script.remove_tag": oneScript.post(
      "admin",
      "Remove a tag from a script",
      tagging("name", { name: "10-smoke", tag: "site" }),
    ),
    "script.revert": oneScript.post("admin", "Revert a script to an earlier revision", {
      answersWith: "name",
      fields: [integer("to", "id of a revision, or -1 for the previous one", { required: true })],
      effects: [{ template: "newer revisions are deleted" }],
      confirm: "destroys",
      example: { name: "10-smoke", to: "-1" },
    }),
    "script.update": oneScript.update("admin", "Change a script", {
      fields: [
        text("new_name", "new name", { sentAs: "name" }),
        { ...script, alsoPositional: true },
        ...scriptFields,
        networking,
        comment,
      ],
      notes: [headerNote],
      example: { name: "10-smoke", timeout: "00:10:00" },
    }),
  }),
} as const satisfies GroupDefinition;

const output = text("include_output", "true to include the output, in base64", { suggestions: ["true"] });

const filterFields: readonly Field[] = [
  text("hardware_type", "only results of scripts for this hardware", numbered(hardwareTypes)),
  text("filters", "only results with these script names, script tags or result ids", commaSeparated),
];

const run = textId("id", "id of the run, or a word such as current-testing");

const allResults = liveOnly("/nodes/{system_id}/results/", [nodeId], { example: { system_id: "web-01" } });
const oneResult = liveOnly("/nodes/{system_id}/results/{id}/", [nodeId, run], {
  example: { system_id: "web-01", id: "current-commissioning" },
});

const scriptColumns = [
  { header: "SCRIPT", path: "name", rank: "key" },
  { header: "STATUS", path: "status_name", as: "outcome", rank: "key" },
  { header: "RUNTIME", path: "runtime" },
  { header: "EXIT", path: "exit_status" },
  { header: "STARTED", path: "started", as: "age" },
  { header: "SUPPRESSED", path: "suppressed", as: "boolean", wide: true },
  { header: "ID", path: "id", wide: true },
] as const;

export const resultGroup = {
  columns: [
    { header: "ID", path: "id", rank: "key" },
    { header: "TYPE", path: "type", as: "scriptType", rank: "key" },
    { header: "STATUS", path: "status_name", as: "outcome", rank: "key" },
    { header: "RUNTIME", path: "runtime" },
    { header: "STARTED", path: "started", as: "age" },
    { header: "SCRIPTS", path: "results", as: "count" },
    { header: "ENDED", path: "ended", as: "age", wide: true },
  ],
  operations: nameOperations({
    "results.list": allResults.list("anyone", "List the script runs of a node", {
      fields: [
        text("type", "only runs of this type", numbered(["commissioning", "installation", "testing"])),
        ...filterFields,
        output,
      ],
      notes: ["To list one row per script: svc machines results NAME."],
    }),
    "result.delete": oneResult.remove("admin", "Delete a script run and its results"),
    "result.download": oneResult.get("anyone", "Print the output of the scripts of a run", {
      verb: "download",
      options: outputFileOptions,
      fields: [
        ...filterFields,
        text("output", "which output to print; combined by default", {
          choices: ["combined", "stdout", "stderr", "result", "all"],
          flag: "result-output",
        }),
        text("filetype", "text, or an archive with a file for each script", { choices: ["txt", "tar.xz"] }),
      ],
      mayAnswerContent: true,
      example: { system_id: "web-01", id: "current-commissioning", filters: "svc-kernel-cmdline" },
    }),
    "result.read": oneResult.read("anyone", "Show the scripts of a run", {
      fields: [...filterFields, output],
      rows: "results",
      columns: scriptColumns,
      identity: "name",
    }),
    "result.update": oneResult.update("admin", "Suppress failed results of a run, or count them again", {
      fields: [boolean("suppressed", "ignore failures of these scripts"), ...filterFields, output],
      example: { system_id: "web-01", id: "current-commissioning", suppressed: "true" },
    }),
  }),
} as const satisfies GroupDefinition;

const replacement = "use scripts instead: svc scripts list";
const contentHelp = "file with the script";
const shared = { answersWith: "name", documentedAdminOnly: true, deprecated: replacement } as const;
const allCommissioningScripts = resource("/commissioning-scripts/", [], shared);
const name = textId("name", "name of the commissioning script");
const oneCommissioningScript = resource("/commissioning-scripts/{name}", [name], {
  ...shared,
  example: { name: "50-burn-in" },
});

/** The API documentation names no fields. Live services accept these. */
export const commissioningScriptGroup = {
  identity: "name",
  columns: [{ header: "NAME", path: "name", rank: "key" }],
  kind: {
    key: ["name"],
    coveredBy: "scripts",
    readBy: { content: "commissioning-script.read" },
    builtinIn: { path: "/scripts/", when: { default: true } },
  },
  operations: {
    "commissioning-scripts.list": allCommissioningScripts.list("admin", "List commissioning scripts"),
    "commissioning-scripts.create": allCommissioningScripts.create("admin", "Add a commissioning script", {
      fields: [text("name", "name of the script"), file("content", contentHelp)],
      example: { name: "60-burn-in", content: "-" },
      exampleInput: "echo 'sleep 60'",
    }),
    "commissioning-script.delete": oneCommissioningScript.remove("admin", "Delete a commissioning script"),
    "commissioning-script.read": oneCommissioningScript.read("admin", "Show a commissioning script", {
      mayAnswerText: true,
    }),
    "commissioning-script.update": oneCommissioningScript.update("admin", "Replace a commissioning script", {
      fields: [file("content", contentHelp)],
      example: { name: "50-burn-in", content: "-" },
      exampleInput: "echo 'sleep 60'",
    }),
  },
} as const satisfies GroupDefinition;

const allInstallationResults = resource("/installation-results/");

export const installationResultGroup = {
  columns: [
    { header: "NODE", path: "node.system_id", as: "node" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "RESULT", path: "script_result", as: "exitStatus", rank: "key" },
    { header: "TYPE", path: "result_type", as: "scriptType", rank: "minor" },
    { header: "UPDATED", path: "updated", as: "age" },
    { header: "ID", path: "id", wide: true },
    { header: "CREATED", path: "created", as: "age", wide: true },
  ],
  operations: {
    "installation-results.list": allInstallationResults.list(
      "anyone",
      "List commissioning results of the nodes you can see",
      {
        fields: [
          list("system_id", "only results of these nodes", { isSplittable: true, kind: "node" }),
          list("name", "only results of these names"),
          text("result_type", "only results of this type"),
        ],
      },
    ),
  },
} as const satisfies GroupDefinition;
