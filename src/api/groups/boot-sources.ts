import { textId } from "../fields.ts";
import type { Field, Group } from "../operation.ts";
import { resource } from "../resource.ts";

const keyringFields = [
  { name: "keyring_data", type: "base64", asFile: true, help: "signature keyring: @file, encoded by svc" },
  { name: "keyring_filename", type: "string", help: "path of the keyring on the service's side" },
] as const satisfies readonly Field[];

/** `--url` is the service's own address, so the field takes another name. */
const sourceUrl = {
  name: "url",
  type: "string",
  flag: "source-url",
  help: "address of the boot source",
} as const satisfies Field;

const bootSources = resource("/boot-sources/");
const bootSource = resource("/boot-sources/{id}/", textId("id", "id of the boot source"));

export const group = {
  name: "boot-sources",
  identity: "id",
  columns: [
    { header: "ID", path: "id" },
    { header: "URL", path: "url" },
    { header: "KEYRING", path: "keyring_filename" },
    { header: "UPDATED", path: "updated", as: "time", wide: true },
  ],
  operations: {
    "boot-sources.list": bootSources.list({ who: "anyone", summary: "List boot sources" }),
    "boot-sources.create": bootSources.create({
      who: "admin",
      summary: "Add a boot source",
      fields: [{ ...sourceUrl, required: true }, ...keyringFields],
      rules: [
        {
          kind: "any",
          fields: ["keyring_data", "keyring_filename"],
          says: "give --keyring-data or --keyring-filename with --source-url",
        },
      ],
      example: {
        url: "http://images.example/ephemeral/stable/",
        keyring_filename: "/usr/share/keyrings/images.gpg",
      },
    }),
    "boot-source.delete": bootSource.remove({
      who: "admin",
      summary: "Delete a boot source",
      example: { id: "1" },
    }),
    "boot-source.read": bootSource.read({
      who: "anyone",
      summary: "Show a boot source",
      example: { id: "1" },
    }),
    "boot-source.update": bootSource.update({
      who: "admin",
      summary: "Change a boot source",
      fields: [...keyringFields, sourceUrl],
      example: { id: "1", url: "http://images.example/ephemeral/candidate/" },
    }),
  },
} as const satisfies Group;
