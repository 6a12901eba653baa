import { base64, text, textId } from "../field.ts";
import { bootSources } from "../number-lists.ts";
import type { Field, GroupDefinition } from "../operation.ts";
import { resource } from "../resource.ts";
import { anyOf } from "../rule.ts";

const keyringFields: readonly Field[] = [
  base64("keyring_data", "signature keyring: @file, encoded by svc", { asFile: true }),
  text("keyring_filename", "path of the keyring on the server"),
];

/** The global option `--url` is the service's own address, so this option has another name. */
const sourceUrl = text("url", "address of the boot source", { flag: "source-url" });
const all = resource("/boot-sources/");
const one = resource("/boot-sources/{id}/", [textId("id", "id or address of the boot source", bootSources)], {
  example: { id: "1" },
});

export const group = {
  columns: [
    { header: "ID", path: "id" },
    { header: "URL", path: "url", rank: "key" },
    { header: "KEYRING", path: "keyring_filename", rank: "minor" },
    { header: "UPDATED", path: "updated", as: "age", wide: true },
  ],
  kind: { key: ["url"], children: { selections: "boot-source-selections" } },
  operations: {
    "boot-sources.list": all.list("admin", "List boot sources"),
    "boot-sources.create": all.create("admin", "Add a boot source", {
      fields: [{ ...sourceUrl, required: true }, ...keyringFields],
      rules: [
        anyOf(
          "give --keyring-data or --keyring-filename with --source-url",
          "keyring_data",
          "keyring_filename",
        ),
      ],
      example: {
        url: "http://images.example/ephemeral/stable/",
        keyring_filename: "/usr/share/keyrings/images.gpg",
      },
    }),
    "boot-source.delete": one.remove("admin", "Delete a boot source", {
      effects: [{ template: "its selections are deleted too" }],
    }),
    "boot-source.read": one.read("admin", "Show a boot source"),
    "boot-source.update": one.update("admin", "Change a boot source", {
      fields: [...keyringFields, sourceUrl],
      example: { id: "1", url: "http://images.example/ephemeral/candidate/" },
    }),
  },
} as const satisfies GroupDefinition;
