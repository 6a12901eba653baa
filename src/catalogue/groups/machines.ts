import { boolean, integer, oneOrZero, size, text, words } from "../field.ts";
import { machineId } from "../fields.ts";
import type { Group } from "../group.ts";
import type { Column, Field, Rule } from "../operation.ts";
import { nameOperations, resource } from "../resource.ts";
import { machineCollection } from "./machines-collection.ts";
import { minHweKernel, powerParameters, powerType } from "./machines-fields.ts";
import { machineLifecycle } from "./machines-lifecycle.ts";
import {
  deletionEffects,
  setOwnerData,
  setWorkloadAnnotations,
  showDetails,
  showPowerParameters,
} from "./node-operations.ts";

/** Live services accept sizes such as 512M and 1G. */
const storageLayoutFields: readonly Field[] = [
  text("storage_layout", "layout to set", {
    required: true,
    choices: ["flat", "lvm", "bcache", "vmfs6", "vmfs7", "custom", "blank"],
  }),
  size("boot_size", "size of the boot partition"),
  text("root_device", "block device for the root partition"),
  size("root_size", "size of the root partition"),
  text("lv_name", "name of the logical volume; lvm only"),
  size("lv_size", "size of the logical volume; lvm only"),
  text("vg_name", "name of the volume group; lvm only"),
  text("cache_device", "block device for the cache; bcache only"),
  text("cache_mode", "cache mode; bcache only", { choices: ["writeback", "writethrough", "writearound"] }),
  boolean("cache_no_part", "use the whole cache device; bcache only"),
  size("cache_size", "size of the cache partition; bcache only"),
];

const storageLayoutRules = [
  {
    kind: "onlyWhen",
    fields: ["lv_name", "lv_size", "vg_name"],
    when: "storage_layout",
    is: ["lvm"],
    message: "--lv-name, --lv-size and --vg-name are for --storage-layout lvm only",
  },
  {
    kind: "onlyWhen",
    fields: ["cache_device", "cache_mode", "cache_no_part", "cache_size"],
    when: "storage_layout",
    is: ["bcache"],
    message:
      "--cache-device, --cache-mode, --cache-no-part and --cache-size are for --storage-layout bcache only",
  },
] as const satisfies readonly Rule[];

const one = resource("/machines/{system_id}/", [machineId], { theme: "Network and storage" });

const machineOperations = nameOperations({
  "machine.delete": one.remove("admin", "Delete a machine", {
    theme: "Life cycle",
    notes: ["Without --force a machine that hosts virtual machines of a pod is not deleted."],
    effects: [
      ...deletionEffects,
      { template: "the service will delete the virtual machines on {them}", when: { force: "1" } },
    ],
    fields: [oneOrZero("force", "also delete the virtual machines it hosts")],
    success: 204,
  }),
  "machine.read": one.read("anyone", "Show a machine", { theme: "Inspection", answersNode: true }),
  "machine.update": one.update("admin", "Change a machine", {
    theme: "Settings",
    notes: ["Setting --power-type to its default value empties the power parameters."],
    fields: [
      text("architecture", "architecture, such as amd64/generic"),
      integer("cpu_count", "number of CPUs", { min: 0 }),
      text("description", "free text"),
      boolean("disable_ipv4", "only false is accepted", {
        deprecated: "only false is accepted",
        choices: ["false"],
      }),
      text("domain", "domain"),
      text("hostname", "host name"),
      size("memory", "RAM in MiB, or with K, M, G or T"),
      minHweKernel,
      text("pool", "resource pool; the default pool is called default"),
      boolean("power_parameters_skip_check", "do not check the power parameters", { default: "false" }),
      { ...powerParameters, adminOnly: true },
      { ...powerType, adminOnly: true },
      size("swap_size", "swap size in bytes, or with K, M, G or T"),
      text("zone", "physical zone"),
    ],
    commonFields: ["hostname", "pool", "zone", "description", "power_type", "power_parameters"],
    example: { description: "rack 7, unit 12" },
  }),
  "machine.clear_default_gateways": one.post("admin", "Let the service choose the default gateways again", {
    notes: [
      "Order of preference: managed over unmanaged subnets, bonds over physical interfaces, the boot interface, physical interfaces over VLANs, sticky over user-reserved links, user-reserved over auto links.",
    ],
  }),
  "machine.details": showDetails(one, { theme: "Inspection" }),
  "machine.get_curtin_config": one.get("owner", "Show the installer configuration", {
    theme: "Inspection",
    sensitive: [],
    mayAnswerText: true,
    example: { system_id: "app-01" },
  }),
  "machine.get_token": one.get("admin", "Show the machine's own API token", {
    theme: "Inspection",
    sensitive: [],
    example: { system_id: "app-01" },
  }),
  "machine.mount_special": one.post("owner", "Mount a file system that needs no block device", {
    fields: [
      text("fstype", "file system type, such as tmpfs", { required: true }),
      text("mount_point", "where to mount it", { required: true }),
      text("mount_option", "mount options", { alsoSentAs: "mount_options" }),
    ],
    example: { fstype: "tmpfs", mount_point: "/mnt/scratch" },
  }),
  "machine.unmount_special": one.post("owner", "Unmount a special file system", {
    examplePreparation: "svc machines mount-special web-01 --fstype tmpfs --mount-point /mnt/scratch",
    fields: [text("mount_point", "where it is mounted", { required: true })],
    example: { mount_point: "/mnt/scratch" },
  }),
  "machine.power_parameters": showPowerParameters(one, { documentedAdminOnly: true, theme: "Settings" }),
  "machine.restore_default_configuration": one.post("admin", "Restore the default network and storage", {
    theme: "Settings",
    confirm: "interrupts",
  }),
  "machine.restore_networking_configuration": one.post("admin", "Restore the default network settings", {
    confirm: "interrupts",
  }),
  "machine.restore_storage_configuration": one.post("admin", "Restore the default storage settings", {
    confirm: "interrupts",
  }),
  "machine.set_owner_data": one.post("owner", "Add, change or remove owner data", {
    theme: "Settings",
    ...setOwnerData,
    example: { system_id: "app-01", key: "role=web" },
  }),
  "machine.set_storage_layout": one.post("admin", "Replace the storage layout", {
    notes: ["The machine must be Ready or Allocated."],
    effects: [{ template: "the service will replace the storage configuration of {them}" }],
    fields: storageLayoutFields,
    rules: storageLayoutRules,
    confirm: "interrupts",
  }),
  "machine.set_workload_annotations": one.post("owner", "Add, change or remove annotations", {
    theme: "Settings",
    ...setWorkloadAnnotations,
    notes: [
      "An empty value removes the key; other keys are not changed. All annotations are removed when the machine is released.",
    ],
    example: { system_id: "app-01", key: "role=web" },
  }),
});

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
