import { booleanOrDigit, commaSeparated, file, integer, numbered, text, textId, words } from "../field.ts";
import { hardwareTypes, tagging } from "../fields.ts";
import type { Field, GroupDefinition } from "../operation.ts";
import { outputFileOptions } from "../option-spec.ts";
import { deployed, nameOperations } from "../resource.ts";

const types = numbered(["commissioning", "testing", "release"], [0, 2, 3]);
const hardware = numbered(hardwareTypes);

const script = file("script", "file with the script, or - for standard input");
const comment = text("comment", "comment on this revision");

const settings: readonly Field[] = [
  text("title", "human-readable title"),
  text("description", "what it does"),
  text("tags", "tags that select it, besides its name", commaSeparated),
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

const smoke = "#!/bin/sh\necho smoke test passed\n";

const all = deployed("/scripts/", [], { answersWith: "name" });
const one = deployed("/scripts/{name}", [textId("name", "name of the script")], {
  answersWith: "name",
  example: { name: "10-smoke" },
});
const withSource = booleanOrDigit("include_script", "include the content, in base64");

export const group = {
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
    "scripts.list": all.list("anyone", "List commissioning and testing scripts", {
      fields: [
        text("type", "only scripts of this type", types),
        text("hardware_type", "only scripts for this hardware", hardware),
        withSource,
        text("filters", "only scripts with these names or tags", commaSeparated),
      ],
      example: { type: "testing" },
    }),
    "scripts.create": all.create("admin", "Add a script from a file", {
      fields: [
        { ...script, required: true, alsoPositional: true },
        text("name", "name; default: the name in the header, or that of the file"),
        ...settings,
        comment,
      ],
      commonFields: ["type", "tags", "timeout"],
      notes: [
        headerNote,
        "A script without a name in its header is named after the file, without .sh, .py and so on.",
      ],
      example: { script: "-", name: "20-disk-check", type: "testing", timeout: "00:05:00" },
      exampleInput: `printf '${smoke.replaceAll("\n", "\\n")}'`,
    }),
    "script.add_tag": one.post(
      "admin",
      "Add a tag to a script",
      tagging("name", { name: "10-smoke", tag: "rack" }),
    ),
    "script.delete": one.remove("admin", "Delete a script with all its revisions"),
    "script.download": one.get("anyone", "Print the content of a script", {
      verb: "download",
      options: outputFileOptions,
      fields: [
        integer("revision", "id of an earlier revision, listed by svc scripts get -o json", { min: 0 }),
      ],
      mayAnswerContent: true,
    }),
    "script.read": one.read("anyone", "Show a script and its revisions", { fields: [withSource] }),
    "script.remove_tag": one.post(
      "admin",
      "Remove a tag from a script",
      tagging("name", { name: "10-smoke", tag: "site" }),
    ),
    "script.revert": one.post("admin", "Revert a script to an earlier revision", {
      answersWith: "name",
      fields: [integer("to", "id of the revision, or -1 for the one before", { required: true })],
      effects: [{ template: "newer revisions are deleted" }],
      confirm: "destroys",
      example: { name: "10-smoke", to: "-1" },
    }),
    "script.update": one.update("admin", "Change a script", {
      fields: [
        text("new_name", "new name", { sentAs: "name" }),
        { ...script, alsoPositional: true },
        ...settings,
        networking,
        comment,
      ],
      notes: [headerNote],
      example: { name: "10-smoke", timeout: "00:10:00" },
    }),
  }),
} as const satisfies GroupDefinition;
