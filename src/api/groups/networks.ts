import { textId } from "../fields.ts";
import type { Group } from "../operation.ts";

const networkName = textId("name", "name of the network");

const replacement = "subnets";

const fieldsNotShown = "The documents show no fields: send them with --set name=value.";

const unreliable = "The documents list no success for this operation: do not rely on it.";

/** Document 3, "Networks (deprecated in favour of subnets)". */
export const group = {
  name: "networks",
  identity: "name",
  columns: [
    { header: "NAME", path: "name" },
    { header: "IP", path: "ip" },
    { header: "NETMASK", path: "netmask" },
    { header: "VLAN", path: "vlan_tag" },
    { header: "GATEWAY", path: "default_gateway" },
    { header: "DESCRIPTION", path: "description" },
    { header: "DNS", path: "dns_servers", wide: true },
  ],
  operations: {
    "networks.list": {
      verb: "list",
      method: "GET",
      path: "/networks/",
      summary: "List networks",
      deprecated: replacement,
      success: 200,
      result: "json",
    },
    "networks.create": {
      verb: "create",
      method: "POST",
      path: "/networks/",
      summary: "Create a network",
      notes: [fieldsNotShown],
      deprecated: replacement,
      success: 200,
      result: "json",
    },
    "network.delete": {
      verb: "delete",
      method: "DELETE",
      path: "/networks/{name}/",
      summary: "Delete a network",
      parameters: [networkName],
      confirm: "destroys",
      deprecated: replacement,
      success: 200,
      errors: [404],
      result: "none",
    },
    "network.read": {
      verb: "get",
      method: "GET",
      path: "/networks/{name}/",
      summary: "Show a network",
      parameters: [networkName],
      deprecated: replacement,
      success: 200,
      errors: [404],
      result: "json",
    },
    "network.update": {
      verb: "update",
      method: "PUT",
      path: "/networks/{name}/",
      summary: "Change a network",
      parameters: [networkName],
      notes: [fieldsNotShown],
      deprecated: replacement,
      success: 200,
      errors: [404],
      result: "json",
    },
    "network.connect_macs": {
      verb: "connect-macs",
      method: "POST",
      path: "/networks/{name}/op-connect_macs",
      summary: "Connect MAC addresses to a network",
      parameters: [networkName],
      notes: [unreliable, fieldsNotShown],
      deprecated: replacement,
      success: 200,
      errors: [404],
      result: "json",
    },
    "network.disconnect_macs": {
      verb: "disconnect-macs",
      method: "POST",
      path: "/networks/{name}/op-disconnect_macs",
      summary: "Disconnect MAC addresses from a network",
      parameters: [networkName],
      notes: [unreliable, fieldsNotShown],
      deprecated: replacement,
      success: 200,
      errors: [404],
      result: "json",
    },
    "network.list_connected_macs": {
      verb: "list-connected-macs",
      method: "GET",
      path: "/networks/{name}/op-list_connected_macs",
      summary: "List the MAC addresses connected to a network",
      parameters: [networkName],
      notes: [unreliable],
      columns: [{ header: "MAC", path: "mac_address" }],
      identity: "mac_address",
      deprecated: replacement,
      success: 200,
      errors: [404],
      result: "json",
    },
  },
} as const satisfies Group;
