import { list, text, textId } from "../field.ts";
import { bootSources, selections } from "../number-lists.ts";
import type { Field, GroupDefinition } from "../operation.ts";
import { resource } from "../resource.ts";

const parameters = [
  textId("boot_source_id", "id or address of the boot source", bootSources),
  textId("id", "id or release of the selection", selections),
] as const;

const selectionFields: readonly Field[] = [
  list("arches", "architecture to import; repeat for several"),
  list("labels", "label to import; repeat for several"),
  text("os", "operating system, such as ubuntu"),
  text("release", "release, such as jammy"),
  list("subarches", "subarchitecture to import; repeat for several"),
];

const all = resource("/boot-sources/{boot_source_id}/selections/", [parameters[0]]);
const one = resource("/boot-sources/{boot_source_id}/selections/{id}/", parameters, {
  example: { boot_source_id: "1", id: "1" },
});

export const group = {
  columns: [
    { header: "ID", path: "id" },
    { header: "OS", path: "os", rank: "key" },
    { header: "RELEASE", path: "release", rank: "key" },
    { header: "ARCHES", path: "arches" },
    { header: "SUBARCHES", path: "subarches", rank: "minor" },
    { header: "LABELS", path: "labels", rank: "minor" },
  ],
  kind: {
    key: ["os", "release"],
    parent: { kind: "boot-sources", parameter: "boot_source_id" },
    emptyMarkers: { arches: "*", subarches: "*", labels: "*" },
  },
  operations: {
    "boot-source-selections.list": all.list("admin", "List the selections of a boot source", {
      example: { boot_source_id: "1" },
    }),
    "boot-source-selections.create": all.create("admin", "Select images of a boot source", {
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
    "boot-source-selection.delete": one.remove("admin", "Delete a selection"),
    "boot-source-selection.read": one.read("admin", "Show a selection"),
    "boot-source-selection.update": one.update("admin", "Change a selection", {
      fields: selectionFields,
      example: { boot_source_id: "1", id: "1", arches: "arm64" },
    }),
  },
} as const satisfies GroupDefinition;
