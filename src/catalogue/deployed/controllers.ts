import { boolean, text } from "../field.ts";
import { nodeId, nodeListFilters } from "../fields.ts";
import { powerParameters, powerType } from "../groups/machines-fields.ts";
import { isRegistered, setZone, showDetails, showPowerParameters } from "../groups/node-operations.ts";
import type { Column, Field, Operation } from "../operation.ts";
import { deployed, nameOperations, type OperationWithOptions } from "../resource.ts";

export const controllerColumns = [
  { header: "NAME", path: "fqdn", rank: "key" },
  { header: "TYPE", path: "node_type_name" },
  { header: "VERSION", path: "version" },
  { header: "ZONE", path: "zone.name", rank: "minor" },
  { header: "IP", path: "ip_addresses", min: 15 },
  { header: "ID", path: "system_id", wide: true },
  { header: "POWER", path: "power_state", as: "power", wide: true },
  { header: "ARCH", path: "architecture", wide: true },
  { header: "TAGS", path: "tag_names", wide: true },
  { header: "DESCRIPTION", path: "description", wide: true, rank: "text" },
] as const satisfies readonly Column[];

export const controllerResource = (plural: string, example: string) =>
  deployed(`/${plural}/{system_id}/`, [nodeId], { example: { system_id: example } });

type SharedId<Single extends string> =
  | `${Single}s.${"list" | "is_registered" | "set_zone"}`
  | `${Single}.${"read" | "update" | "delete" | "details" | "power_parameters"}`;

/** `word` is the noun in the singular, `single` the beginning of the ids, and `example` a host name. */
export function controllerOperations<const Single extends string>(
  single: Single,
  { path, word, example }: { readonly path: string; readonly word: string; readonly example: string },
  settings: readonly Field[] = [],
) {
  const all = deployed(`/${path}/`, [], { answersWith: "system_id" });
  const one = controllerResource(path, example);
  const operations: Readonly<Record<string, Operation>> = {
    [`${single}s.list`]: all.list("anyone", `List ${word}s`, { fields: nodeListFilters }),
    [`${single}s.is_registered`]: isRegistered(all),
    [`${single}s.set_zone`]: all.post("admin", `Move ${word}s to a physical zone`, {
      ...setZone("node"),
      example: { nodes: example, zone: "north" },
    }),
    [`${single}.read`]: one.read("anyone", `Show a ${word} and its services`),
    [`${single}.update`]: one.update("admin", `Change a ${word}`, {
      fields: [
        text("description", "free text"),
        { ...powerParameters, undocumented: true },
        boolean("power_parameters_skip_check", "do not check the power parameters", { default: "false" }),
        powerType,
        text("zone", "physical zone"),
        ...settings,
      ],
      example: { system_id: example, description: "rack 7, unit 1" },
    }),
    [`${single}.delete`]: one.remove("admin", `Delete a ${word}`, {
      fields: [boolean("force", "delete it even if other objects of the service need it")],
    }),
    [`${single}.details`]: showDetails(one),
    [`${single}.power_parameters`]: showPowerParameters(one),
  };
  return nameOperations(operations) as Readonly<Record<SharedId<Single>, OperationWithOptions>>;
}
