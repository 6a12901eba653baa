import { nodeId, nodeListFilters } from "../fields.ts";
import type { Group } from "../operation.ts";
import { resource } from "../resource.ts";
import { nodeColumns } from "./machines.ts";
import { macAddressQuery, secretPowerParameters, setZoneFields } from "./machines-fields.ts";

const nodes = resource("/nodes/");
const node = resource("/nodes/{system_id}/", nodeId);

export const group = {
  name: "nodes",
  identity: "system_id",
  columns: [...nodeColumns, { header: "TYPE", path: "node_type_name", wide: true }],
  operations: {
    "nodes.list": nodes.list({ who: "anyone", summary: "List nodes of every type", fields: nodeListFilters }),
    "nodes.is_registered": nodes.get("is_registered", {
      who: "anyone",
      summary: "Tell whether a node with this MAC address is registered",
      fields: [macAddressQuery],
      errors: [400],
      result: "text",
      example: { mac_address: "52:54:00:00:00:01" },
    }),
    "nodes.set_zone": nodes.post("set_zone", {
      who: "admin",
      summary: "Move nodes to a physical zone",
      fields: setZoneFields,
      success: 204,
      errors: [400, 403],
      result: "none",
      ignoresLock: true,
      example: { nodes: "web-01", zone: "north" },
    }),
    "node.delete": node.remove({ who: "owner", summary: "Delete a node", success: 204, errors: [403, 404] }),
    "node.read": node.read({ who: "anyone", summary: "Show a node", answersNode: true }),
    "node.details": node.get("details", {
      who: "anyone",
      summary: "Show hardware details as XML by kind (lshw, lldp)",
      result: "bson",
    }),
    "node.power_parameters": node.get("power_parameters", {
      who: "admin",
      summary: "Show power parameters, secrets included",
      documentedAdminOnly: true,
      sensitive: secretPowerParameters,
    }),
  },
} as const satisfies Group;
