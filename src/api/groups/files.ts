import { textId } from "../fields.ts";
import type { Field, Group } from "../operation.ts";
import { type OptionSpec, rowOptions } from "../option-spec.ts";
import { resource } from "../resource.ts";

const filenameQuery = {
  name: "filename",
  type: "string",
  required: true,
  positional: true,
  help: "name of the file",
} as const satisfies Field;

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
const file = resource("/files/{filename}/", textId("filename", "name of the file"));

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
    "files.list": files.list({
      who: "anyone",
      summary: "List files by name, without their content",
      fields: [{ name: "prefix", type: "string", help: "only files whose names begin so" }],
    }),
    "files.create": files.create({
      who: "anyone",
      summary: "Store a file",
      fields: [
        {
          name: "filename",
          type: "string",
          required: true,
          alsoPositional: true,
          help: "name to store it under",
        },
        {
          name: "file",
          type: "file",
          required: true,
          alsoPositional: true,
          help: "file to store, or - for standard input",
        },
      ],
      errors: [400],
      example: { file: "/etc/hosts", filename: "hosts.txt" },
    }),
    "files.delete": files.remove({
      who: "anyone",
      summary: "Delete a file, its name in the query",
      verb: "delete-by-query",
      fields: [filenameQuery],
      example: { filename: "seed.txt" },
      errors: [404],
    }),
    "files.get": files.get("get", {
      who: "anyone",
      summary: "Print the content of a file, its name in the query",
      verb: "get-by-query",
      options: intoFile,
      fields: [filenameQuery],
      notes: [contentNote],
      mayAnswerContent: true,
      example: { filename: "seed.txt" },
      errors: [404],
    }),
    "files.get_by_key": files.get("get_by_key", {
      who: "anyone",
      summary: "Print the content of a file by its key",
      options: intoFile,
      notes: [contentNote],
      mayAnswerContent: true,
      fields: [{ name: "key", type: "string", required: true, positional: true, help: "key of the file" }],
      example: { key: "00da2a47-8552-40d2-9b2c-7624c7915acc" },
      errors: [404],
    }),
    "file.delete": file.remove({
      who: "anyone",
      summary: "Delete a file",
      options: [byQuery],
      example: { filename: "seed.txt" },
    }),
    "file.read": file.read({
      who: "anyone",
      summary: "Print the content of a file",
      options: [...intoFile, byQuery, byKey],
      notes: [contentNote],
      example: { filename: "seed.txt" },
    }),
  },
} as const satisfies Group;
