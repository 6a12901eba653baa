import { serializeInterface } from "../serialize/addresses.ts";
import { type Json, resourceUri } from "../serialize/references.ts";
import { hardwareName } from "../serialize/settings.ts";
import { serializeDevice } from "../serialize/storage.ts";
import type { HardwareDevice, Interface, Node } from "../state/node.ts";
import { matchesHardware } from "../state/settings.ts";
import { type BlockDevice, physicalDisks } from "../state/storage.ts";
import { requireById } from "../state/table.ts";
import type { World } from "../state/world.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readValidForm } from "../wire/form-reader.ts";
import { nodeOf } from "./nodes.ts";
import { resource } from "./resource.ts";

interface NodeDevice extends HardwareDevice {
  readonly id: number;
  readonly hardwareType: number;
  readonly busNumber: number;
  readonly pciAddress: string;
  readonly nic?: Interface;
  readonly disk?: BlockDevice;
}

const [storage, network, gpu] = [3, 4, 5];

const networkAdapter: HardwareDevice = {
  vendor_id: "8086",
  product_id: "1521",
  vendor_name: "Intel Corporation",
  product_name: "I350",
  commissioning_driver: "igb",
};

const diskController: HardwareDevice = {
  vendor_id: "144d",
  product_id: "a808",
  vendor_name: "Samsung Electronics Co Ltd",
  product_name: "NVMe SSD Controller SM981/PM981/PM983",
  commissioning_driver: "nvme",
};

/** Device ids are derived from interface ids, which limits the number of devices. */
const maxDevices = 32;

function devicesOf(node: Node): NodeDevice[] {
  if (node.status === "new" && node.results.commissioning === 0) return [];
  const nics = node.interfaces.filter(({ type }) => type === "physical");
  const disks = physicalDisks(node.storage);
  const firstId = ((node.interfaces[0]?.id ?? 1) - 1) * maxDevices;
  const devices = [
    ...nics.map((nic) => ({ ...networkAdapter, hardwareType: network, nic })),
    ...disks.map((disk) => ({ ...diskController, hardwareType: storage, disk })),
    ...node.hardwareDevices.map((device) => ({
      ...device,
      hardwareType: device.commissioning_driver === "nouveau" ? gpu : network,
    })),
  ];
  return devices
    .map((device, index) => {
      const busNumber = index + 1;
      const pciAddress = `0000:${busNumber.toString(16).padStart(2, "0")}:00.0`;
      return { ...device, id: firstId + busNumber, busNumber, pciAddress };
    })
    .filter(({ pciAddress }) => node.deletedDevices?.includes(pciAddress) !== true);
}

function serialize(world: World, device: NodeDevice, call: Call): Json {
  const node = nodeOf(call);
  const { id, nic, disk, hardwareType, busNumber, pciAddress, ...hardwareFields } = device;
  return {
    bus: 1,
    hardware_type: hardwareType,
    physical_blockdevice: disk === undefined ? null : serializeDevice(world, node, disk),
    physical_interface: nic === undefined ? null : serializeInterface(world, node, nic),
    ...hardwareFields,
    bus_number: busNumber,
    device_number: 0,
    pci_address: pciAddress,
    id,
    system_id: node.systemId,
    bus_name: "PCIE",
    numa_node: 0,
    hardware_type_name: hardwareName(hardwareType),
    resource_uri: resourceUri(world, "nodes", node.systemId, "devices", id),
  };
}

export const nodeDevices = {
  ...resource(["node-devices", "node-device"], {
    rows: listDevices,
    find: (call) => requireById(devicesOf(nodeOf(call)), call.path.id, "NodeDevice"),
    serialize,
    remove(_world, { pciAddress }, call) {
      const node = nodeOf(call);
      node.deletedDevices = [...(node.deletedDevices ?? []), pciAddress];
    },
  }),
} satisfies HandlersOf<"node-devices">;

function listDevices(call: Call): NodeDevice[] {
  const devices = devicesOf(nodeOf(call));
  const form = readValidForm(call);
  const [bus, hardware] = [form.text("bus"), form.text("hardware_type")];
  const fieldFilters = (
    ["vendor_id", "product_id", "vendor_name", "product_name", "commissioning_driver"] as const
  ).map((name) => [name, form.text(name)] as const);
  return devices.filter(
    (device) =>
      (!bus || /^(?:1|pcie)$/i.test(bus)) &&
      (!hardware || matchesHardware(hardware.toLowerCase(), device.hardwareType)) &&
      fieldFilters.every(([name, expected]) => !expected || device[name] === expected),
  );
}
