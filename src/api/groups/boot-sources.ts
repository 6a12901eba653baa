import { textId } from "../fields.ts";
import type { Field, Group } from "../operation.ts";

const sourceId = textId("id", "id of the boot source");

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
    "boot-sources.list": {
      verb: "list",
      method: "GET",
      path: "/boot-sources/",
      who: "anyone",
      summary: "List boot sources",
      success: 200,
      result: "json",
    },
    "boot-sources.create": {
      verb: "create",
      method: "POST",
      path: "/boot-sources/",
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
      success: 200,
      result: "json",
    },
    "boot-source.delete": {
      verb: "delete",
      method: "DELETE",
      path: "/boot-sources/{id}/",
      who: "admin",
      summary: "Delete a boot source",
      parameters: [sourceId],
      confirm: "destroys",
      example: { id: "1" },
      success: 200,
      errors: [404],
      result: "none",
    },
    "boot-source.read": {
      verb: "get",
      method: "GET",
      path: "/boot-sources/{id}/",
      who: "anyone",
      summary: "Show a boot source",
      parameters: [sourceId],
      example: { id: "1" },
      success: 200,
      errors: [404],
      result: "json",
    },
    "boot-source.update": {
      verb: "update",
      method: "PUT",
      path: "/boot-sources/{id}/",
      who: "admin",
      summary: "Change a boot source",
      parameters: [sourceId],
      fields: [...keyringFields, sourceUrl],
      example: { id: "1", url: "http://images.example/ephemeral/candidate/" },
      success: 200,
      errors: [404],
      result: "json",
    },
  },
} as const satisfies Group;
