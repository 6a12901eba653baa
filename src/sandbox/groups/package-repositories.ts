import { serializeRepository } from "../serialize/settings.ts";
import { invalid } from "../state/domain-error.ts";
import { architectures } from "../state/images.ts";
import type { PackageRepository } from "../state/settings.ts";
import { insert, removeRow, rowsOf } from "../state/table.ts";
import type { World } from "../state/world.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, patternRule } from "../wire/form-reader.ts";
import { assign, namedTableAccess, resource } from "./resource.ts";

const repositories = ({ state }: World) => state.settings.repositories;

export const packageRepositories = resource(["package-repositories", "package-repository"], {
  ...namedTableAccess(repositories, "PackageRepository"),
  serialize: serializeRepository,
  rules: [patternRule("url", /^(?:https?|ftp|ppa):\S+$/, "Enter a valid URL.")],
  read: readRepository,
  create: ({ world }, values) =>
    insert(repositories(world), (id) => ({
      id,
      name: "",
      url: "",
      distributions: [],
      disabledPockets: [],
      disabledComponents: [],
      disableSources: false,
      components: [],
      key: "",
      enabled: true,
      isDefault: false,
      arches: ["amd64", "i386"],
      ...values,
    })),
  update: assign<PackageRepository>,
  remove(world, { id, isDefault }) {
    if (isDefault) throw invalid("Default package repositories may not be deleted.");
    removeRow(repositories(world), id);
  },
}) satisfies HandlersOf<"package-repositories">;

function readRepository(form: FormReader, { world }: Call, current?: PackageRepository) {
  const fields = form.values({
    name: "word",
    url: "word",
    distributions: "list",
    disabledPockets: "list",
    disabledComponents: "list",
    disableSources: "boolean",
    components: "list",
    arches: "list",
    key: "text",
    enabled: "boolean",
  });
  if (rowsOf(repositories(world)).some((each) => each !== current && each.name === fields.name))
    form.fail("name", "Package repository with this Name already exists.");
  for (const arch of fields.arches ?? [])
    if (!architectures.some((each) => each === arch))
      form.fail(
        "arches",
        `'${arch}' is not a valid architecture. Known architectures: ${architectures.join(", ")}.`,
      );
  if (current?.isDefault && fields.enabled === false)
    form.fail("enabled", "Default repositories may not be disabled.");
  return fields;
}
