import { textId } from "../field.ts";
import type { GroupDefinition } from "../operation.ts";
import { nameOperations, resource } from "../resource.ts";

const replacement = "use subnets instead: svc subnets list";
const fieldsNote = "The API documentation names no fields: send them with --set name=value.";
const reliabilityNote = "No successful answer is documented for this operation: do not rely on it.";
const all = resource("/networks/", [], { answersWith: "name", deprecated: replacement });
const one = resource("/networks/{name}/", [textId("name", "name of the network")], {
  answersWith: "name",
  deprecated: replacement,
  example: { name: "subnet-1" },
});

export const group = {
  identity: "name",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "IP", path: "ip", rank: "key" },
    { header: "NETMASK", path: "netmask", min: 15 },
    { header: "VLAN", path: "vlan_tag" },
    { header: "GATEWAY", path: "default_gateway", min: 15 },
    { header: "DESCRIPTION", path: "description", rank: "minor" },
    { header: "DNS", path: "dns_servers", wide: true },
  ],
  operations: nameOperations({
    "networks.list": all.list("anyone", "List networks"),
    "networks.create": all.create("admin", "Create a network", { notes: [fieldsNote] }),
    "network.delete": one.remove("admin", "Delete a network", { example: { name: "subnet-2" } }),
    "network.read": one.read("anyone", "Show a network"),
    "network.update": one.update("admin", "Change a network", { notes: [fieldsNote] }),
    "network.connect_macs": one.post("anyone", "Connect MAC addresses to a network", {
      notes: [reliabilityNote, fieldsNote],
    }),
    "network.disconnect_macs": one.post("anyone", "Disconnect MAC addresses from a network", {
      notes: [reliabilityNote, fieldsNote],
    }),
    "network.list_connected_macs": one.get("anyone", "List the MAC addresses connected to a network", {
      notes: [reliabilityNote],
      emptyAnswer: "list",
      columns: [{ header: "MAC", path: "mac_address" }],
      identity: "mac_address",
    }),
  }),
} as const satisfies GroupDefinition;
