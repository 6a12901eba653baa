import { integerId } from "../../api/field.ts";
import { nodeId } from "../../api/fields.ts";
import type { Group } from "../../api/operation.ts";
import { resource } from "../../api/resource.ts";

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
