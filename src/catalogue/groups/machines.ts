import { words } from "../field.ts";
import type { Column, Group } from "../operation.ts";
import { machineCollection } from "./machines-collection.ts";
import { machineLifecycle } from "./machines-lifecycle.ts";
import { machineOperations } from "./machines-single.ts";

export const nodeColumns = [
  { header: "NAME", path: "fqdn", rank: "key", width: 20 },
  { header: "STATUS", path: "status_name", as: "status", rank: "key", width: 20 },
  { header: "POWER", path: "power_state", as: "power" },
  { header: "OWNER", path: "owner" },
  { header: "POOL", path: "pool.name", rank: "minor" },
  { header: "ZONE", path: "zone.name", rank: "minor" },
  { header: "ARCH", path: "architecture", rank: "minor" },
  { header: "CPUS", path: "cpu_count" },
  { header: "RAM", path: "memory", as: "mebibytes" },
  { header: "OS", path: "distro_series" },
  { header: "ID", path: "system_id", wide: true },
  { header: "TAGS", path: "tag_names", wide: true },
  { header: "IP", path: "ip_addresses", wide: true, min: 15 },
  { header: "LOCKED", path: "locked", as: "boolean", wide: true },
  { header: "STORAGE", path: "storage", as: "megabytes", wide: true },
  { header: "MESSAGE", path: "status_message", wide: true, rank: "text" },
  { header: "VENDOR", path: "hardware_info.system_vendor", as: "hardware", onRequest: true },
  { header: "MODEL", path: "hardware_info.system_product", as: "hardware", onRequest: true },
  { header: "SERIAL", path: "hardware_info.system_serial", as: "hardware", onRequest: true },
  { header: "BIOS", path: "hardware_info.mainboard_firmware_version", as: "hardware", onRequest: true },
  { header: "BIOS DATE", path: "hardware_info.mainboard_firmware_date", as: "hardware", onRequest: true },
  { header: "BMC", path: "system_id", as: "bmcAddress", onRequest: true },
] as const satisfies readonly Column[];

/** Objects in one of these members may refer to objects in the others. */
const storageMembers = words("block_devices raids volume_groups cache_sets bcaches");
const storagePaths = words("blockdevice_set raids volume_groups cache_sets bcaches boot_disk.id");

export const group = {
  name: "machines",
  identity: "system_id",
  columns: nodeColumns,
  kind: {
    key: ["hostname"],
    otherKeys: ["mac_addresses"],
    onlyFields: words(
      "hostname mac_addresses architecture description domain zone pool power_type power_parameters min_hwe_kernel",
    ),
    memberPaths: {
      mac_addresses: ["interface_set.mac_address"],
      domain: ["domain.name", "domain.id"],
      zone: ["zone.name", "zone.id"],
      pool: ["pool.name", "pool.id"],
      annotations: ["workload_annotations"],
      power_parameters: [""],
    },
    comparisons: { hostname: "host", mac_addresses: "mac", architecture: "architecture" },
    listFilters: { hostname: "hostname", mac_addresses: "mac_address" },
    references: { domain: "domains", zone: "zones", pool: "resourcepools" },
    neverEmpty: ["domain", "zone", "pool", "power_type"],
    sendTogether: ["power_type", "power_parameters"],
    readBy: { power_parameters: "machine.power_parameters" },
    readManyBy: { power_parameters: { operation: "machines.power_parameters", field: "id" } },
    setBy: { annotations: { operation: "machine.set_workload_annotations", field: "key" } },
    createOnDemand: true,
    children: {
      interfaces: "interfaces",
      block_devices: "block-devices",
      raids: "raids",
      volume_groups: "volume-groups",
      cache_sets: "bcache-cache-sets",
      bcaches: "bcaches",
    },
    childPaths: {
      "": ["status", "status_name", "locked", "owner"],
      interfaces: ["interface_set", "default_gateways"],
      ...Object.fromEntries(storageMembers.map((member) => [member, storagePaths])),
    },
  },
  operations: { ...machineCollection, ...machineOperations, ...machineLifecycle },
} as const satisfies Group;
