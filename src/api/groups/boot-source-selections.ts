import { textId } from "../fields.ts";
import type { Field, Group } from "../operation.ts";

const parameters = [
  textId("boot_source_id", "id of the boot source"),
  textId("id", "id of the selection"),
] as const;

/** The lists are repeated parts. */
const selectionFields = [
  { name: "arches", type: "list", help: "architecture to import; repeat for several" },
  { name: "labels", type: "list", help: "label to import; repeat for several" },
  { name: "os", type: "string", help: "operating system, such as ubuntu" },
  { name: "release", type: "string", help: "release, such as jammy" },
  { name: "subarches", type: "list", help: "subarchitecture to import; repeat for several" },
] as const satisfies readonly Field[];

export const group = {
  name: "boot-source-selections",
  identity: "id",
  columns: [
    { header: "ID", path: "id" },
    { header: "OS", path: "os" },
    { header: "RELEASE", path: "release" },
    { header: "ARCHES", path: "arches" },
    { header: "SUBARCHES", path: "subarches" },
    { header: "LABELS", path: "labels" },
  ],
  operations: {
    "boot-source-selections.list": {
      verb: "list",
      method: "GET",
      path: "/boot-sources/{boot_source_id}/selections/",
      who: "anyone",
      summary: "List the selections of a boot source",
      parameters: [parameters[0]],
      example: { boot_source_id: "1" },
      success: 200,
      errors: [404],
      result: "json",
    },
    "boot-source-selections.create": {
      verb: "create",
      method: "POST",
      path: "/boot-sources/{boot_source_id}/selections/",
      who: "admin",
      summary: "Select images of a boot source",
      parameters: [parameters[0]],
      fields: selectionFields,
      success: 200,
      errors: [404],
      result: "json",
      example: {
        boot_source_id: "1",
        os: "ubuntu",
        release: "bionic",
        arches: "amd64",
        subarches: "*",
        labels: "*",
      },
    },
    "boot-source-selection.delete": {
      verb: "delete",
      method: "DELETE",
      path: "/boot-sources/{boot_source_id}/selections/{id}/",
      who: "admin",
      summary: "Delete a selection",
      parameters,
      confirm: "destroys",
      example: { boot_source_id: "1", id: "1" },
      success: 200,
      errors: [404],
      result: "none",
    },
    "boot-source-selection.read": {
      verb: "get",
      method: "GET",
      path: "/boot-sources/{boot_source_id}/selections/{id}/",
      who: "anyone",
      summary: "Show a selection",
      parameters,
      example: { boot_source_id: "1", id: "1" },
      success: 200,
      errors: [404],
      result: "json",
    },
    "boot-source-selection.update": {
      verb: "update",
      method: "PUT",
      path: "/boot-sources/{boot_source_id}/selections/{id}/",
      who: "admin",
      summary: "Change a selection",
      parameters,
      fields: selectionFields,
      example: { boot_source_id: "1", id: "1", arches: "arm64" },
      success: 200,
      errors: [404],
      result: "json",
    },
  },
} as const satisfies Group;
