import { nodeId, nodeListFilters } from "../fields.ts";
import type { Group } from "../operation.ts";
import { resource } from "../resource.ts";
import { nodeColumns } from "./machines.ts";
import { details, isRegistered, setZone, showPowerParameters } from "./node-operations.ts";

const nodes = resource("/nodes/");
const node = resource("/nodes/{system_id}/", nodeId);

export const group = {
  name: "nodes",
  identity: "system_id",
  columns: [...nodeColumns, { header: "TYPE", path: "node_type_name", wide: true }],
  operations: {
    "nodes.list": nodes.list({ who: "anyone", summary: "List nodes of every type", fields: nodeListFilters }),
    "nodes.is_registered": nodes.get("is_registered", {
      ...isRegistered,
      summary: "Tell whether a node with this MAC address is registered",
    }),
    "nodes.set_zone": nodes.post("set_zone", {
      ...setZone,
      summary: "Move nodes to a physical zone",
      ignoresLock: true,
      example: { nodes: "web-01", zone: "north" },
    }),
    "node.delete": node.remove({ who: "owner", summary: "Delete a node", success: 204, errors: [403, 404] }),
    "node.read": node.read({ who: "anyone", summary: "Show a node", answersNode: true }),
    "node.details": node.get("details", details),
    "node.power_parameters": node.get("power_parameters", showPowerParameters),
  },
} as const satisfies Group;
