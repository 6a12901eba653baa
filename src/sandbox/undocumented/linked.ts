import { integerId } from "../../catalogue/field.ts";
import { nodeId } from "../../catalogue/fields.ts";
import type { Group } from "../../catalogue/operation.ts";
import { resource } from "../../catalogue/resource.ts";

/** What answers link to and the sandbox only shows. */
export const group = {
  name: "linked",
  identity: "id",
  columns: [],
  operations: {
    "pod.read": resource("/pods/{id}/", [integerId("id", "number of the host of virtual machines")]).read(
      "anyone",
      "Show a host of virtual machines",
    ),
    "volume-group.read": resource("/nodes/{system_id}/volume-group/{id}/", [
      nodeId,
      integerId("id", "number of the volume group"),
    ]).read("anyone", "Show a volume group of a machine"),
  },
} as const satisfies Group;
