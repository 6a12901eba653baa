import { textId } from "../fields.ts";
import type { Group } from "../operation.ts";
import { resource } from "../resource.ts";

const replacement = "use the service's subnets, svc api GET subnets/";

const fieldsNotShown = "The documents show no fields: send them with --set name=value.";

const unreliable = "The documents list no success for this operation: do not rely on it.";

const networks = resource("/networks/");
const network = resource("/networks/{name}/", textId("name", "name of the network"));

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
    "networks.list": networks.list({ who: "anyone", summary: "List networks", deprecated: replacement }),
    "networks.create": networks.create({
      who: "admin",
      summary: "Create a network",
      notes: [fieldsNotShown],
      deprecated: replacement,
    }),
    "network.delete": network.remove({
      who: "admin",
      summary: "Delete a network",
      deprecated: replacement,
      example: { name: "subnet-2" },
    }),
    "network.read": network.read({
      who: "anyone",
      summary: "Show a network",
      deprecated: replacement,
      example: { name: "subnet-1" },
    }),
    "network.update": network.update({
      who: "admin",
      summary: "Change a network",
      notes: [fieldsNotShown],
      deprecated: replacement,
      example: { name: "subnet-1" },
    }),
    "network.connect_macs": network.post("connect_macs", {
      who: "anyone",
      summary: "Connect MAC addresses to a network",
      notes: [unreliable, fieldsNotShown],
      deprecated: replacement,
      example: { name: "subnet-1" },
      errors: [404],
    }),
    "network.disconnect_macs": network.post("disconnect_macs", {
      who: "anyone",
      summary: "Disconnect MAC addresses from a network",
      notes: [unreliable, fieldsNotShown],
      deprecated: replacement,
      example: { name: "subnet-1" },
      errors: [404],
    }),
    "network.list_connected_macs": network.get("list_connected_macs", {
      who: "anyone",
      summary: "List the MAC addresses connected to a network",
      notes: [unreliable],
      columns: [{ header: "MAC", path: "mac_address" }],
      identity: "mac_address",
      deprecated: replacement,
      example: { name: "subnet-1" },
      errors: [404],
    }),
  },
} as const satisfies Group;
