import { boolean, commaSeparated, numbered, text, textId } from "../field.ts";
import { hardwareTypes, nodeId } from "../fields.ts";
import type { Field, GroupDefinition } from "../operation.ts";
import { outputFileOptions } from "../option-spec.ts";
import { deployed, nameOperations } from "../resource.ts";

const output = text("include_output", "true to include the output, in base64", { suggestions: ["true"] });

const filterFields: readonly Field[] = [
  text("hardware_type", "only results of scripts for this hardware", numbered(hardwareTypes)),
  text("filters", "only results with these script names, script tags or result ids", commaSeparated),
];

const run = textId("id", "id of the run, or a word such as current-testing");

const all = deployed("/nodes/{system_id}/results/", [nodeId], { example: { system_id: "web-01" } });
const one = deployed("/nodes/{system_id}/results/{id}/", [nodeId, run], {
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

export const group = {
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
    "results.list": all.list("anyone", "List the runs of scripts on a node", {
      fields: [
        text("type", "only runs of this type", numbered(["commissioning", "installation", "testing"])),
        ...filterFields,
        output,
      ],
      notes: ["To list one row per script: svc machines results NAME."],
    }),
    "result.delete": one.remove("admin", "Delete a run of scripts and its results"),
    "result.download": one.get("anyone", "Print the output of the scripts of a run", {
      verb: "download",
      options: outputFileOptions,
      fields: [
        ...filterFields,
        text("output", "which output; combined by default", {
          choices: ["combined", "stdout", "stderr", "result", "all"],
          flag: "result-output",
        }),
        text("filetype", "text, or an archive with a file for each script", { choices: ["txt", "tar.xz"] }),
      ],
      mayAnswerContent: true,
      example: { system_id: "web-01", id: "current-commissioning", filters: "svc-kernel-cmdline" },
    }),
    "result.read": one.read("anyone", "Show the scripts of a run", {
      fields: [...filterFields, output],
      rows: "results",
      columns: scriptColumns,
      identity: "name",
    }),
    "result.update": one.update("admin", "Suppress failed results of a run, or count them again", {
      fields: [boolean("suppressed", "ignore failures of these scripts"), ...filterFields, output],
      example: { system_id: "web-01", id: "current-commissioning", suppressed: "true" },
    }),
  }),
} as const satisfies GroupDefinition;
