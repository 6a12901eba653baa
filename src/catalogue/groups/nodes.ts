import { nodeId, typedNodeListFilters } from "../fields.ts";
import { nodeListNotes, nodeListOptions, powerAndSystemOptions } from "../node-list-options.ts";
import type { Group } from "../operation.ts";
import { nameOperations, resource } from "../resource.ts";
import { nodeColumns } from "./machines.ts";
import {
  deletionEffects,
  isActionInProgress,
  isRegistered,
  setZone,
  showDetails,
  showPowerParameters,
} from "./node-operations.ts";

const all = resource("/nodes/");
const one = resource("/nodes/{system_id}/", [nodeId]);

export const group = {
  name: "nodes",
  identity: "system_id",
  columns: [...nodeColumns, { header: "TYPE", path: "node_type_name", wide: true }],
  operations: nameOperations({
    "nodes.list": all.list("anyone", "List nodes of every type", {
      notes: nodeListNotes("Patterns, --os and --limit", "--owner, --tags and --power"),
      options: [...nodeListOptions("nodes"), ...powerAndSystemOptions("nodes")],
      fields: typedNodeListFilters,
    }),
    "nodes.is_registered": isRegistered(all),
    "nodes.is_action_in_progress": isActionInProgress(all, "node"),
    "nodes.set_zone": all.post("admin", "Move nodes to a physical zone", {
      ...setZone("node"),
      ignoresLock: true,
      example: { nodes: "web-01", zone: "north" },
    }),
    "node.delete": one.remove("admin", "Delete a node", { effects: deletionEffects, success: 204 }),
    "node.read": one.read("anyone", "Show a node", { answersNode: true }),
    "node.details": showDetails(one),
    "node.power_parameters": showPowerParameters(one, { documentedAdminOnly: true }),
  }),
} as const satisfies Group;
