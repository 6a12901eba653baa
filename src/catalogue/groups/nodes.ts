import { integerId, numbered, text } from "../field.ts";
import { hardwareTypes, nodeFilterOptions, nodeId } from "../fields.ts";
import type { Group, GroupDefinition } from "../group.ts";
import { nodeListNotes, nodeListOptions, powerAndSystemOptions } from "../node-list-options.ts";
import { liveOnly, nameOperations, resource } from "../resource.ts";
import { nodeColumns } from "./machines.ts";
import {
  deletionEffects,
  isActionInProgress,
  isRegistered,
  setZone,
  showDetails,
  showPowerParameters,
} from "./node-operations.ts";

const allNodes = resource("/nodes/");
const oneNode = resource("/nodes/{system_id}/", [nodeId]);

export const nodeGroup = {
  name: "nodes",
  identity: "system_id",
  columns: [...nodeColumns, { header: "TYPE", path: "node_type_name", wide: true }],
  operations: nameOperations({
    "nodes.list": allNodes.list("anyone", "List nodes of every type", {
      notes: nodeListNotes("Patterns, --os and --limit", "--owner, --tags and --power"),
      options: [...nodeListOptions("nodes"), ...powerAndSystemOptions("nodes")],
      fields: nodeFilterOptions,
    }),
    "nodes.is_registered": isRegistered(allNodes),
    "nodes.is_action_in_progress": isActionInProgress(allNodes, "node"),
    "nodes.set_zone": allNodes.post("admin", "Move nodes to a physical zone", {
      ...setZone("node"),
      ignoresLock: true,
      example: { nodes: "web-01", zone: "north" },
    }),
    "node.delete": oneNode.remove("admin", "Delete a node", { effects: deletionEffects, success: 204 }),
    "node.read": oneNode.read("anyone", "Show a node", { answersNode: true }),
    "node.details": showDetails(oneNode),
    "node.power_parameters": showPowerParameters(oneNode, { documentedAdminOnly: true }),
  }),
} as const satisfies Group;

const allNodeDevices = liveOnly("/nodes/{system_id}/devices/", [nodeId], {
  example: { system_id: "app-01" },
});
const oneNodeDevice = liveOnly(
  "/nodes/{system_id}/devices/{id}/",
  [nodeId, integerId("id", "id of the device")],
  {
    example: { system_id: "web-01", id: "33" },
  },
);

export const nodeDeviceGroup = {
  columns: [
    { header: "ID", path: "id", rank: "key" },
    { header: "BUS", path: "bus_name" },
    { header: "ADDRESS", path: "pci_address" },
    { header: "TYPE", path: "hardware_type_name" },
    { header: "VENDOR", path: "vendor_name", rank: "text" },
    { header: "PRODUCT", path: "product_name", rank: "text" },
    { header: "INTERFACE", path: "physical_interface.name", rank: "minor" },
    { header: "DISK", path: "physical_blockdevice.name", rank: "minor" },
    { header: "DRIVER", path: "commissioning_driver", wide: true },
    { header: "VENDOR ID", path: "vendor_id", wide: true },
    { header: "PRODUCT ID", path: "product_id", wide: true },
    { header: "NUMA NODE", path: "numa_node", wide: true },
  ],
  operations: {
    "node-devices.list": allNodeDevices.list("anyone", "List the PCI and USB devices of a node", {
      fields: [
        text("bus", "only devices on this bus", numbered(["pcie", "usb"], [1, 2])),
        text("hardware_type", "only devices of this hardware type", numbered(hardwareTypes)),
        text("vendor_id", "only devices of this vendor, such as 8086"),
        text("product_id", "only devices with this product id"),
        text("vendor_name", "only devices of the vendor with this name"),
        text("product_name", "only devices with this product name"),
        text("commissioning_driver", "only devices with this driver"),
      ],
    }),
    "node-device.delete": oneNodeDevice.remove("admin", "Delete a device from a node's record", {
      effects: [{ template: "the next commissioning finds it again" }],
    }),
    "node-device.read": oneNodeDevice.read("anyone", "Show a device of a node"),
  },
} as const satisfies GroupDefinition;
