import { booleanOrDigit, commaSeparated, idOrName, text } from "../field.ts";
import type { GroupDefinition } from "../group.ts";
import type { Field } from "../operation.ts";
import { liveOnly } from "../resource.ts";

/** The global option `--url` is the service's own address, so this option has another name. */
const archive = text("url", "address of the archive", { flag: "repository-url" });

const name = text("name", "name");

const repositoryFields: readonly Field[] = [
  text("distributions", "releases or paths of an archive without Ubuntu's layout", commaSeparated),
  text("disabled_pockets", "pockets of an Ubuntu archive to leave out", {
    ...commaSeparated,
    suggestions: ["updates", "security", "backports"],
  }),
  text("disabled_components", "components of an Ubuntu archive to leave out", {
    ...commaSeparated,
    suggestions: ["restricted", "universe", "multiverse"],
  }),
  booleanOrDigit("disable_sources", "leave out deb-src lines"),
  text("components", "components of an archive without Ubuntu's layout", commaSeparated),
  text("arches", "architectures of its packages", {
    ...commaSeparated,
    suggestions: ["amd64", "arm64", "armhf", "i386", "ppc64el", "s390x"],
  }),
  text("key", "public GPG key of the archive, or @file", { verbatim: true }),
  booleanOrDigit("enabled", "whether machines use it"),
];

const all = liveOnly("/package-repositories/");
const one = liveOnly("/package-repositories/{id}/", [idOrName("package repository")], {
  example: { id: "main_archive" },
});

export const group = {
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "URL", path: "url", rank: "key" },
    { header: "ARCHES", path: "arches" },
    { header: "ENABLED", path: "enabled", as: "boolean" },
    { header: "DISTRIBUTIONS", path: "distributions", wide: true },
    { header: "COMPONENTS", path: "components", wide: true },
    { header: "LEFT OUT", path: "disabled_pockets", wide: true },
    { header: "ID", path: "id", wide: true },
  ],
  kind: {
    key: ["name"],
    neverEmpty: ["url", "disable_sources", "enabled"],
    builtinWhen: { name: ["main_archive", "ports_archive"] },
  },
  operations: {
    "package-repositories.list": all.list("anyone", "List package repositories"),
    "package-repositories.create": all.create("admin", "Add a package repository", {
      fields: [{ ...name, required: true }, { ...archive, required: true }, ...repositoryFields],
      commonFields: ["arches", "components", "key"],
      example: {
        name: "site",
        url: "http://packages.example.com/ubuntu",
        components: "main",
        arches: "amd64",
      },
      notes: [
        "Archives with the layout of Ubuntu take --disabled-pockets and --disabled-components; other archives take --distributions and --components.",
      ],
    }),
    "package-repository.delete": one.remove("admin", "Delete a package repository", {
      example: { id: "site" },
      examplePreparation:
        "svc package-repositories create --name site --repository-url http://packages.example.com/ubuntu",
    }),
    "package-repository.read": one.read("anyone", "Show a package repository"),
    "package-repository.update": one.update("admin", "Change or rename a package repository", {
      fields: [name, archive, ...repositoryFields],
      example: { id: "main_archive", url: "http://mirror.example.com/ubuntu" },
    }),
  },
} as const satisfies GroupDefinition;
