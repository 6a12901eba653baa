import { integer, integerId } from "../../catalogue/field.ts";
import { group as vlans } from "../../catalogue/groups/vlans.ts";
import type { Group } from "../../catalogue/operation.ts";
import { resource } from "../../catalogue/resource.ts";

const one = resource("/vlans/{id}/", [integerId("id", "number of the VLAN")]);

/** VLANs by their numbers, as the `resource_uri` of each has it. */
export const group = {
  name: "vlans-by-id",
  identity: "id",
  columns: [],
  operations: {
    "vlan-by-id.read": one.read("anyone", "Show a VLAN by its number"),
    "vlan-by-id.update": one.update("admin", "Change a VLAN by its number", {
      fields: [
        ...(vlans.operations["vlan.update"].fields ?? []),
        integer("vid", "VLAN id in its fabric", { min: 0, max: 4094 }),
      ],
    }),
    "vlan-by-id.delete": one.remove("admin", "Delete a VLAN by its number", { success: 204 }),
  },
} as const satisfies Group;
