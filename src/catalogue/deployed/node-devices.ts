import { integerId, numbered, text } from "../field.ts";
import { hardwareTypes, nodeId } from "../fields.ts";
import type { GroupDefinition } from "../operation.ts";
import { deployed } from "../resource.ts";

const all = deployed("/nodes/{system_id}/devices/", [nodeId], { example: { system_id: "app-01" } });
const one = deployed("/nodes/{system_id}/devices/{id}/", [nodeId, integerId("id", "id of the device")], {
  example: { system_id: "web-01", id: "33" },
});

export const group = {
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
    "node-devices.list": all.list("anyone", "List the PCI and USB devices of a node", {
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
    "node-device.delete": one.remove("admin", "Delete a device from a node's record", {
      effects: [{ template: "the next commissioning finds it again" }],
    }),
    "node-device.read": one.read("anyone", "Show a device of a node"),
  },
} as const satisfies GroupDefinition;
