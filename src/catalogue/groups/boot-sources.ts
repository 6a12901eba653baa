import { anyOf, base64, list, text, textId } from "../field.ts";
import type { GroupDefinition } from "../group.ts";
import { bootSources, selections } from "../number-lists.ts";
import type { Field } from "../operation.ts";
import { resource } from "../resource.ts";

const keyringFields: readonly Field[] = [
  base64("keyring_data", "keyring that verifies signatures: @file, encoded by svc", { asFile: true }),
  text("keyring_filename", "path of the keyring on the server"),
];

/** The global option `--url` is the service's own address, so this option has another name. */
const sourceUrl = text("url", "address of the boot source", { flag: "source-url" });
const allSources = resource("/boot-sources/");
const oneSource = resource(
  "/boot-sources/{id}/",
  [textId("id", "id or address of the boot source", bootSources)],
  {
    example: { id: "1" },
  },
);

export const bootSourceGroup = {
  columns: [
    { header: "ID", path: "id" },
    { header: "URL", path: "url", rank: "key" },
    { header: "KEYRING", path: "keyring_filename", rank: "minor" },
    { header: "UPDATED", path: "updated", as: "age", wide: true },
  ],
  kind: { key: ["url"], children: { selections: "boot-source-selections" } },
  operations: {
    "boot-sources.list": allSources.list("admin", "List boot sources"),
    "boot-sources.create": allSources.create("admin", "Add a boot source", {
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
    "boot-source.delete": oneSource.remove("admin", "Delete a boot source", {
      effects: [{ template: "its selections are deleted too" }],
    }),
    "boot-source.read": oneSource.read("admin", "Show a boot source"),
    "boot-source.update": oneSource.update("admin", "Change a boot source", {
      fields: [...keyringFields, sourceUrl],
      example: { id: "1", url: "http://images.example/ephemeral/candidate/" },
    }),
  },
} as const satisfies GroupDefinition;

const selectionParameters = [
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

const allSelections = resource("/boot-sources/{boot_source_id}/selections/", [selectionParameters[0]]);
const oneSelection = resource("/boot-sources/{boot_source_id}/selections/{id}/", selectionParameters, {
  example: { boot_source_id: "1", id: "1" },
});

export const selectionGroup = {
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
    "boot-source-selections.list": allSelections.list("admin", "List the selections of a boot source", {
      example: { boot_source_id: "1" },
    }),
    "boot-source-selections.create": allSelections.create("admin", "Select images of a boot source", {
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
    "boot-source-selection.delete": oneSelection.remove("admin", "Delete a selection"),
    "boot-source-selection.read": oneSelection.read("admin", "Show a selection"),
    "boot-source-selection.update": oneSelection.update("admin", "Change a selection", {
      fields: selectionFields,
      example: { boot_source_id: "1", id: "1", arches: "arm64" },
    }),
  },
} as const satisfies GroupDefinition;
