import { machineId } from "../fields.ts";
import type { Operation } from "../operation.ts";
import { resource } from "../resource.ts";
import { minHweKernel, powerParameters, powerType } from "./machines-fields.ts";
import { storageLayoutFields, storageLayoutRules } from "./machines-storage.ts";
import {
  details,
  restoreConfiguration,
  setOwnerData,
  setWorkloadAnnotations,
  showPowerParameters,
} from "./node-operations.ts";

const machine = resource("/machines/{system_id}/", machineId);

/** What a machine is and how it is configured. */
export const machineOperations = {
  "machine.delete": machine.remove({
    who: "owner",
    summary: "Delete a machine",
    notes: ["Without --force a machine that hosts virtual machines of a pod is not deleted."],
    fields: [{ name: "force", type: "switch", help: "also delete the virtual machines it hosts" }],
    success: 204,
    errors: [400, 403, 404],
  }),
  "machine.read": machine.read({ who: "anyone", summary: "Show a machine", answersNode: true }),
  "machine.update": machine.update({
    who: "owner",
    summary: "Change a machine",
    notes: ["Setting --power-type to its default value empties the power parameters."],
    fields: [
      { name: "architecture", type: "string", help: "architecture, such as amd64/generic" },
      { name: "cpu_count", type: "integer", min: 0, help: "number of CPUs" },
      { name: "description", type: "string", help: "free text" },
      {
        name: "disable_ipv4",
        type: "boolean",
        deprecated: "must be false if given",
        choices: ["false"],
        help: "must be false if given",
      },
      { name: "domain", type: "string", help: "domain" },
      { name: "hostname", type: "string", help: "host name" },
      { name: "memory", type: "size", help: "RAM in MiB, or with K, M, G or T" },
      minHweKernel,
      { name: "pool", type: "string", help: "resource pool; the default pool is called default" },
      {
        name: "power_parameters_skip_check",
        type: "boolean",
        default: "false",
        help: "do not check the power parameters",
      },
      { ...powerParameters, adminOnly: true },
      { ...powerType, adminOnly: true },
      { name: "swap_size", type: "size", help: "swap size in bytes, or with K, M, G or T" },
      { name: "zone", type: "string", help: "physical zone" },
    ],
    example: { description: "rack 7, unit 12" },
    errors: [403, 404],
  }),
  "machine.clear_default_gateways": machine.post("clear_default_gateways", {
    who: "owner",
    summary: "Let the service choose the default gateways again",
    notes: [
      "Order of choice: managed over unmanaged subnets, bonds over physical interfaces, the boot interface, physical interfaces over VLANs, sticky over user-reserved links, user-reserved over auto links.",
    ],
  }),
  "machine.details": machine.get("details", details),
  "machine.get_curtin_config": machine.get("get_curtin_config", {
    who: "owner",
    summary: "Show the installer configuration",
    sensitive: [],
    mayAnswerText: true,
    example: { system_id: "app-01" },
  }),
  "machine.get_token": machine.get("get_token", {
    who: "anyone",
    summary: "Show the machine's own API token",
    sensitive: [],
    errors: [404],
    example: { system_id: "app-01" },
  }),
  "machine.mount_special": machine.post("mount_special", {
    who: "owner",
    summary: "Mount a file system that needs no block device",
    fields: [
      { name: "fstype", type: "string", required: true, help: "file system type, such as tmpfs" },
      { name: "mount_point", type: "string", required: true, help: "where to mount it" },
      { name: "mount_option", type: "string", alsoSentAs: "mount_options", help: "mount options" },
    ],
    example: { fstype: "tmpfs", mount_point: "/mnt/scratch" },
  }),
  "machine.unmount_special": machine.post("unmount_special", {
    who: "owner",
    summary: "Unmount a special file system",
    examplePreparation: "svc machines mount-special web-01 --fstype tmpfs --mount-point /mnt/scratch",
    fields: [{ name: "mount_point", type: "string", required: true, help: "where it is mounted" }],
    example: { mount_point: "/mnt/scratch" },
  }),
  "machine.power_parameters": machine.get("power_parameters", showPowerParameters),
  "machine.restore_default_configuration": machine.post("restore_default_configuration", {
    ...restoreConfiguration,
    summary: "Restore the default network and storage",
  }),
  "machine.restore_networking_configuration": machine.post("restore_networking_configuration", {
    ...restoreConfiguration,
    summary: "Restore the default network configuration",
  }),
  "machine.restore_storage_configuration": machine.post("restore_storage_configuration", {
    ...restoreConfiguration,
    summary: "Restore the default storage configuration",
  }),
  "machine.set_owner_data": machine.post("set_owner_data", {
    ...setOwnerData,
    example: { system_id: "app-01", key: "role=web" },
  }),
  "machine.set_storage_layout": machine.post("set_storage_layout", {
    who: "owner",
    summary: "Replace the storage layout",
    notes: ["For a machine in Ready; replaces the layout and any further configuration."],
    fields: storageLayoutFields,
    rules: storageLayoutRules,
    confirm: "interrupts",
    errors: [400, 403, 404],
  }),
  "machine.set_workload_annotations": machine.post("set_workload_annotations", {
    ...setWorkloadAnnotations,
    notes: [
      "An empty value removes the key; keys not named are untouched. All go when the machine is released.",
    ],
    example: { system_id: "app-01", key: "role=web" },
  }),
} as const satisfies Record<string, Operation>;
