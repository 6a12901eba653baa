import { deviceId, nodeListFilters } from "../fields.ts";
import type { Group } from "../operation.ts";
import { resource } from "../resource.ts";
import {
  details,
  isRegistered,
  restoreConfiguration,
  setOwnerData,
  setWorkloadAnnotations,
  setZone,
  showPowerParameters,
} from "./node-operations.ts";

const devices = resource("/devices/");
const device = resource("/devices/{system_id}/", deviceId);

export const group = {
  name: "devices",
  identity: "system_id",
  columns: [
    { header: "NAME", path: "fqdn", rank: "key" },
    { header: "ID", path: "system_id" },
    { header: "OWNER", path: "owner" },
    { header: "ZONE", path: "zone.name", rank: "minor" },
    { header: "IP", path: "ip_addresses" },
    { header: "MAC", path: "interface_set.mac_address" },
    { header: "PARENT", path: "parent", as: "node", wide: true },
    { header: "TAGS", path: "tag_names", wide: true },
    { header: "DESCRIPTION", path: "description", wide: true },
  ],
  operations: {
    "devices.list": devices.list({ who: "anyone", summary: "List devices", fields: nodeListFilters }),
    "devices.create": devices.create({
      who: "anyone",
      summary: "Create a device",
      fields: [
        {
          name: "mac_addresses",
          type: "list",
          required: true,
          help: "MAC address of an interface; repeat for several",
        },
        { name: "description", type: "string", help: "free text" },
        { name: "domain", type: "string", help: "domain; the default one when absent" },
        { name: "hostname", type: "string", help: "host name; generated when absent" },
        { name: "parent", type: "string", kind: "node", help: "node it belongs to" },
      ],
      example: { mac_addresses: "52:54:00:dd:ee:01", hostname: "printer7" },
      errors: [400],
    }),
    "devices.is_registered": devices.get("is_registered", {
      ...isRegistered,
      summary: "Tell whether a node with this MAC address is registered",
      notes: ["A retired node does not count."],
    }),
    "devices.set_zone": devices.post("set_zone", {
      ...setZone,
      summary: "Move devices to a physical zone",
      example: { nodes: "printer-01", zone: "north" },
    }),
    "device.delete": device.remove({ who: "owner", summary: "Delete a device", errors: [403, 404] }),
    "device.read": device.read({ who: "anyone", summary: "Show a device", answersNode: true }),
    "device.update": device.update({
      who: "owner",
      summary: "Change a device",
      fields: [
        { name: "description", type: "string", help: "free text" },
        { name: "domain", type: "string", help: "domain" },
        { name: "hostname", type: "string", help: "host name" },
        {
          name: "parent",
          type: "string",
          kind: "node",
          keep: true,
          help: "node it belongs to; unchanged when absent",
        },
        { name: "zone", type: "string", help: "physical zone" },
      ],
      example: { description: "second floor" },
      errors: [403, 404],
    }),
    "device.details": device.get("details", details),
    "device.power_parameters": device.get("power_parameters", showPowerParameters),
    "device.restore_default_configuration": device.post("restore_default_configuration", {
      ...restoreConfiguration,
      summary: "Restore the default configuration",
    }),
    "device.restore_networking_configuration": device.post("restore_networking_configuration", {
      ...restoreConfiguration,
      summary: "Restore the default network configuration",
    }),
    "device.set_owner_data": device.post("set_owner_data", {
      ...setOwnerData,
      example: { key: "role=printer" },
    }),
    "device.set_workload_annotations": device.post("set_workload_annotations", {
      ...setWorkloadAnnotations,
      notes: [
        "An empty value removes the key; keys not named are untouched. All are removed when the node is no longer allocated.",
      ],
      example: { key: "role=printer" },
    }),
  },
} as const satisfies Group;
