import { textId } from "../fields.ts";
import type { Field, Group } from "../operation.ts";
import { resource } from "../resource.ts";

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

const bootSourceSelections = resource("/boot-sources/{boot_source_id}/selections/", parameters[0]);
const bootSourceSelection = resource("/boot-sources/{boot_source_id}/selections/{id}/", ...parameters);

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
    "boot-source-selections.list": bootSourceSelections.list({
      who: "anyone",
      summary: "List the selections of a boot source",
      example: { boot_source_id: "1" },
    }),
    "boot-source-selections.create": bootSourceSelections.create({
      who: "admin",
      summary: "Select images of a boot source",
      fields: selectionFields,
      example: {
        boot_source_id: "1",
        os: "ubuntu",
        release: "bionic",
        arches: "amd64",
        subarches: "*",
        labels: "*",
      },
    }),
    "boot-source-selection.delete": bootSourceSelection.remove({
      who: "admin",
      summary: "Delete a selection",
      example: { boot_source_id: "1", id: "1" },
    }),
    "boot-source-selection.read": bootSourceSelection.read({
      who: "anyone",
      summary: "Show a selection",
      example: { boot_source_id: "1", id: "1" },
    }),
    "boot-source-selection.update": bootSourceSelection.update({
      who: "admin",
      summary: "Change a selection",
      fields: selectionFields,
      example: { boot_source_id: "1", id: "1", arches: "arm64" },
    }),
  },
} as const satisfies Group;
