import { file, text, textId } from "../field.ts";
import type { GroupDefinition } from "../group.ts";
import { option, outputFileOptions } from "../option-spec.ts";
import { nameOperations, resource } from "../resource.ts";

const filenameQuery = text("filename", "name of the file", { required: true, positional: true });
const byQuery = option("by-query", "send the name in the query, for names that a path cannot contain");
const byKey = option("by-key", "get the file by its key instead of its name", { value: "key" });
const contentNote = "The content is printed as is; -o json shows the answer, which contains it in base64.";
const all = resource("/files/", [], { answersWith: "filename" });
const one = resource("/files/{filename}/", [textId("filename", "name of the file")], {
  example: { filename: "seed.txt" },
});

/** Two operations read a file by name and two delete one, so each needs its own verb. */
export const group = {
  identity: "filename",
  columns: [
    { header: "FILENAME", path: "filename", rank: "key" },
    { header: "URI", path: "resource_uri", rank: "minor" },
    { header: "ANONYMOUS URI", path: "anon_resource_uri", wide: true },
  ],
  kind: {
    key: ["filename"],
    memberPaths: { file: ["content"] },
    readBy: { file: "file.read" },
    createReplaces: true,
  },
  operations: nameOperations({
    "files.list": all.list("anyone", "List files by name, without their content", {
      fields: [text("prefix", "only files whose names have this prefix")],
    }),
    "files.create": all.create("anyone", "Store a file", {
      effects: [{ template: "a stored file with this name is replaced" }],
      emptyAnswer: "named",
      fields: [
        text("filename", "name to store it under", { required: true, alsoPositional: true }),
        file("file", "file to store, or - for standard input", { required: true, alsoPositional: true }),
      ],
      example: { file: "/etc/hosts", filename: "hosts.txt" },
    }),
    "files.delete": all.remove("anyone", "Delete a file, sending its name in the query", {
      verb: "delete-by-query",
      fields: [filenameQuery],
      example: { filename: "seed.txt" },
    }),
    "files.get": all.get("anyone", "Print the content of a file, sending its name in the query", {
      verb: "get-by-query",
      options: outputFileOptions,
      fields: [filenameQuery],
      notes: [contentNote],
      mayAnswerContent: true,
      example: { filename: "seed.txt" },
    }),
    "files.get_by_key": all.get("anyone", "Print the content of a file by its key", {
      options: outputFileOptions,
      notes: [contentNote],
      mayAnswerContent: true,
      fields: [text("key", "key of the file", { required: true, positional: true })],
      example: { key: "00da2a47-8552-40d2-9b2c-7624c7915acc" },
    }),
    "file.delete": one.remove("anyone", "Delete a file", { options: [byQuery] }),
    "file.read": one.read("anyone", "Print the content of a file", {
      options: [...outputFileOptions, byQuery, byKey],
      notes: [contentNote],
    }),
  }),
} as const satisfies GroupDefinition;
