import { integerId } from "../../api/field.ts";
import { nodeId, nodeListFilters } from "../../api/fields.ts";
import type { Group } from "../../api/operation.ts";
import { resource } from "../../api/resource.ts";

/** What answers link to and the sandbox only shows. */
export const group = {
  name: "linked",
  identity: "id",
  columns: [],
  operations: {
    "rack-controllers.list": resource("/rackcontrollers/").list("anyone", "List the rack controllers", {
      fields: nodeListFilters,
    }),
    "rack-controller.read": resource("/rackcontrollers/{system_id}/", [nodeId]).read(
      "anyone",
      "Show a rack controller",
    ),
    "pod.read": resource("/pods/{id}/", [integerId("id", "number of the host of virtual machines")]).read(
      "anyone",
      "Show a host of virtual machines",
    ),
    "volume-group.read": resource("/nodes/{system_id}/volume-group/{id}/", [
      nodeId,
      integerId("id", "number of the volume group"),
    ]).read("anyone", "Show a volume group of a machine"),
    "vlan-by-id.read": resource("/vlans/{id}/", [integerId("id", "number of the VLAN")]).read(
      "anyone",
      "Show a VLAN by its number",
    ),
  },
} as const satisfies Group;
