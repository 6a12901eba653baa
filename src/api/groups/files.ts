import { file, text, textId } from "../field.ts";
import type { Group } from "../operation.ts";
import { type OptionSpec, rowOptions } from "../option-spec.ts";
import { resource } from "../resource.ts";

const filenameQuery = text("filename", "name of the file", { required: true, positional: true });

const intoFile = [
  { name: "to", value: "file", type: "path", excludes: rowOptions, help: "write the content to this file" },
  { name: "force", needs: ["to"], help: "replace the file of --to where it exists" },
] as const satisfies readonly OptionSpec[];

const byQuery = {
  name: "by-query",
  help: "send the name in the query: for names that a path cannot hold",
} as const satisfies OptionSpec;

const byKey = {
  name: "by-key",
  value: "key",
  help: "the file of this key, instead of a name",
} as const satisfies OptionSpec;

const contentNote = "The content comes out as it is; -o json shows the answer, which holds it in base64.";

const files = resource("/files/");
const storedFile = resource("/files/{filename}/", [textId("filename", "name of the file")], {
  example: { filename: "seed.txt" },
});

/** Two operations read and two delete by name, so each has a verb of its own. */
export const group = {
  name: "files",
  identity: "filename",
  columns: [
    { header: "FILENAME", path: "filename" },
    { header: "URI", path: "resource_uri" },
    { header: "ANONYMOUS URI", path: "anon_resource_uri", wide: true },
  ],
  operations: {
    "files.list": files.list("anyone", "List files by name, without their content", {
      fields: [text("prefix", "only files whose names begin so")],
    }),
    "files.create": files.create("anyone", "Store a file", {
      fields: [
        text("filename", "name to store it under", { required: true, alsoPositional: true }),
        file("file", "file to store, or - for standard input", { required: true, alsoPositional: true }),
      ],
      errors: [400],
      example: { file: "/etc/hosts", filename: "hosts.txt" },
    }),
    "files.delete": files.remove("anyone", "Delete a file, its name in the query", {
      verb: "delete-by-query",
      fields: [filenameQuery],
      example: { filename: "seed.txt" },
      errors: [404],
    }),
    "files.get": files.get("get", "anyone", "Print the content of a file, its name in the query", {
      verb: "get-by-query",
      options: intoFile,
      fields: [filenameQuery],
      notes: [contentNote],
      mayAnswerContent: true,
      example: { filename: "seed.txt" },
      errors: [404],
    }),
    "files.get_by_key": files.get("get_by_key", "anyone", "Print the content of a file by its key", {
      options: intoFile,
      notes: [contentNote],
      mayAnswerContent: true,
      fields: [text("key", "key of the file", { required: true, positional: true })],
      example: { key: "00da2a47-8552-40d2-9b2c-7624c7915acc" },
      errors: [404],
    }),
    "file.delete": storedFile.remove("anyone", "Delete a file", {
      options: [byQuery],
    }),
    "file.read": storedFile.read("anyone", "Print the content of a file", {
      options: [...intoFile, byQuery, byKey],
      notes: [contentNote],
    }),
  },
} as const satisfies Group;
