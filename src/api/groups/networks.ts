import { textId } from "../field.ts";
import type { Group } from "../operation.ts";
import { resource } from "../resource.ts";

const replacement = "use the service's subnets, svc api GET subnets/";

const fieldsNotShown = "The documents show no fields: send them with --set name=value.";

const unreliable = "The documents list no success for this operation: do not rely on it.";

const networks = resource("/networks/", [], { deprecated: replacement });
const network = resource("/networks/{name}/", [textId("name", "name of the network")], {
  deprecated: replacement,
  example: { name: "subnet-1" },
});

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
    "networks.list": networks.list("anyone", "List networks"),
    "networks.create": networks.create("admin", "Create a network", { notes: [fieldsNotShown] }),
    "network.delete": network.remove("admin", "Delete a network", { example: { name: "subnet-2" } }),
    "network.read": network.read("anyone", "Show a network"),
    "network.update": network.update("admin", "Change a network", { notes: [fieldsNotShown] }),
    "network.connect_macs": network.post("connect_macs", "anyone", "Connect MAC addresses to a network", {
      notes: [unreliable, fieldsNotShown],
      errors: [404],
    }),
    "network.disconnect_macs": network.post(
      "disconnect_macs",
      "anyone",
      "Disconnect MAC addresses from a network",
      {
        notes: [unreliable, fieldsNotShown],
        errors: [404],
      },
    ),
    "network.list_connected_macs": network.get(
      "list_connected_macs",
      "anyone",
      "List the MAC addresses connected to a network",
      {
        notes: [unreliable],
        columns: [{ header: "MAC", path: "mac_address" }],
        identity: "mac_address",
        errors: [404],
      },
    ),
  },
} as const satisfies Group;
