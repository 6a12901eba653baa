import { list, text } from "../field.ts";
import { deviceId, nodeFilterOptions } from "../fields.ts";
import type { Group } from "../group.ts";
import { fromFileNotes, nodeListNotes, nodeListOptions } from "../node-list-options.ts";
import { fromFile } from "../option-spec.ts";
import { nameOperations, resource } from "../resource.ts";
import {
  isRegistered,
  setOwnerData,
  setWorkloadAnnotations,
  setZone,
  showDetails,
  showPowerParameters,
} from "./node-operations.ts";

const all = resource("/devices/", [], { answersWith: "system_id" });
const one = resource("/devices/{system_id}/", [deviceId]);

export const group = {
  name: "devices",
  identity: "system_id",
  columns: [
    { header: "NAME", path: "fqdn", rank: "key" },
    { header: "ID", path: "system_id" },
    { header: "OWNER", path: "owner" },
    { header: "ZONE", path: "zone.name", rank: "minor" },
    { header: "IP", path: "ip_addresses", min: 15 },
    { header: "MAC", path: "interface_set.mac_address", min: 17 },
    { header: "PARENT", path: "parent", as: "node", wide: true },
    { header: "TAGS", path: "tag_names", wide: true },
    { header: "DESCRIPTION", path: "description", wide: true },
  ],
  kind: {
    key: ["hostname"],
    otherKeys: ["mac_addresses"],
    memberPaths: {
      mac_addresses: ["interface_set.mac_address"],
      domain: ["domain.name", "domain.id"],
      zone: ["zone.name", "zone.id"],
      parent: ["parent.system_id", "parent"],
      annotations: ["workload_annotations"],
    },
    comparisons: { hostname: "host", mac_addresses: "mac" },
    listFilters: { hostname: "hostname", mac_addresses: "mac_address" },
    references: { domain: "domains", zone: "zones" },
    neverEmpty: ["domain", "zone"],
    setBy: { annotations: { operation: "device.set_workload_annotations", field: "key" } },
  },
  operations: nameOperations({
    "devices.list": all.list("anyone", "List devices", {
      notes: nodeListNotes("Patterns and --limit", "--owner and --tags"),
      options: nodeListOptions("devices"),
      fields: nodeFilterOptions,
    }),
    "devices.create": all.create("anyone", "Create a device", {
      notes: fromFileNotes,
      options: fromFile,
      fields: [
        list("mac_addresses", "MAC address of an interface; repeat for several", { required: true }),
        text("description", "free text"),
        text("domain", "domain; the default domain when omitted"),
        text("hostname", "host name; generated when omitted"),
        text("parent", "node it belongs to", { kind: "node" }),
      ],
      commonFields: ["hostname", "parent"],
      example: { mac_addresses: "52:54:00:dd:ee:01", hostname: "printer7" },
    }),
    "devices.is_registered": isRegistered(all, "node", { notes: ["Retired nodes are not counted."] }),
    "devices.set_zone": all.post("admin", "Move devices to a physical zone", {
      ...setZone("device"),
      example: { nodes: "printer-01", zone: "north" },
    }),
    "device.delete": one.remove("owner", "Delete a device"),
    "device.read": one.read("anyone", "Show a device", { answersNode: true }),
    "device.update": one.update("owner", "Change a device", {
      fields: [
        text("description", "free text"),
        text("domain", "domain"),
        text("hostname", "host name"),
        text("parent", "node it belongs to; unchanged when omitted", {
          kind: "node",
          requiredInUpdates: true,
        }),
        text("zone", "physical zone"),
      ],
      example: { description: "second floor" },
    }),
    "device.details": showDetails(one),
    "device.power_parameters": showPowerParameters(one, { documentedAdminOnly: true }),
    "device.restore_default_configuration": one.post("owner", "Restore the default configuration", {
      confirm: "interrupts",
    }),
    "device.restore_networking_configuration": one.post("owner", "Restore the default network settings", {
      confirm: "interrupts",
    }),
    "device.set_owner_data": one.post("owner", "Add, change or remove owner data", {
      ...setOwnerData,
      example: { key: "role=printer" },
    }),
    "device.set_workload_annotations": one.post("owner", "Add, change or remove annotations", {
      ...setWorkloadAnnotations,
      notes: [
        "An empty value removes the key; other keys are not changed. All annotations are removed when the device is no longer allocated.",
      ],
      example: { key: "role=printer" },
    }),
  }),
} as const satisfies Group;
