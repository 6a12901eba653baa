import { defaults } from "../defaults.ts";
import { comment, nodeListFilters } from "../fields.ts";
import type { Operation } from "../operation.ts";
import { pollInterval } from "../option-spec.ts";
import { resource } from "../resource.ts";
import { allocationFields } from "./machines-allocation.ts";
import { addChassisFields, addChassisRules } from "./machines-chassis.ts";
import {
  commissioningScripts,
  enableSsh,
  minHweKernel,
  powerParameters,
  powerType,
  releaseConfirmation,
  skipBmcConfig,
  skipNetworking,
  skipStorage,
  testingScripts,
} from "./machines-fields.ts";
import { machineLifecycle } from "./machines-lifecycle.ts";
import { isRegistered, secretPowerParameters, setZone } from "./node-operations.ts";

const machines = resource("/machines/");

export const machineCollection = {
  "machines.list": machines.list({
    who: "anyone",
    summary: "List machines",
    options: [
      { name: "watch", help: "go on: redraw on a terminal, elsewhere print what changes" },
      { ...pollInterval, needs: ["watch"], default: defaults.watchIntervalMs },
    ],
    fields: nodeListFilters,
  }),
  "machines.create": machines.create({
    who: "anonymous",
    summary: "Create a machine, or enlist one without being administrator",
    notes: [
      "An administrator's machine is commissioned unless --no-commission; anyone else's is held in New for approval.",
      "A machine created with --deployed is Deployed and never commissioned.",
    ],
    fields: [
      { name: "architecture", type: "string", required: true, help: "architecture, such as amd64/generic" },
      {
        name: "mac_addresses",
        type: "string",
        required: true,
        repeatable: true,
        help: "MAC address of an interface; repeat for several",
      },
      { name: "subarchitecture", type: "string", help: "subarchitecture, where the architecture has none" },
      { name: "commission", type: "boolean", help: "commission at once" },
      commissioningScripts,
      { name: "deployed", type: "boolean", help: "create as deployed, without commissioning" },
      { name: "description", type: "string", help: "free text" },
      { name: "domain", type: "string", help: "domain; the default one when absent" },
      enableSsh,
      { name: "hostname", type: "string", help: "host name; generated when absent" },
      { name: "is_dpu", type: "boolean", default: "false", help: "the machine is a DPU" },
      minHweKernel,
      powerType,
      powerParameters,
      skipBmcConfig,
      skipNetworking,
      skipStorage,
      testingScripts,
    ],
    waiter: "create",
    example: { architecture: "amd64/generic", mac_addresses: "52:54:00:aa:bb:01", hostname: "rack7-new" },
  }),
  "machines.accept": machines.post("accept", {
    who: "admin",
    summary: "Accept enlisted machines so that they can be commissioned",
    notes: [
      "All or nothing. Accepting an accepted machine is not an error; accepting an allocated or broken one is.",
    ],
    fields: [
      { name: "machines", type: "list", kind: "machine", help: "machines to accept; none is acceptable" },
    ],
    waiter: "accept",
    errors: [400, 403],
    documentedAdminOnly: true,
    example: { machines: "power-01" },
  }),
  "machines.accept_all": machines.post("accept_all", {
    who: "admin",
    summary: "Accept every enlisted machine",
    notes: ["From New."],
    waiter: "accept",
    documentedAdminOnly: true,
  }),
  "machines.add_chassis": machines.post("add_chassis", {
    who: "admin",
    summary: "Enlist the machines of a chassis",
    fields: addChassisFields,
    rules: addChassisRules,
    errors: [400, 403, 404],
    result: "text",
    example: { chassis_type: "virsh", hostname: "qemu+ssh://rack1.example/system" },
  }),
  "machines.allocate": machines.post("allocate", {
    who: "anyone",
    summary: "Acquire a machine that matches all constraints",
    notes: [
      "From Ready. All constraints must hold.",
      "With --dry-run the service shows what would match and acquires nothing.",
      "Where the service refuses to deploy the machine, it is released again.",
    ],
    fields: allocationFields,
    dryRunField: "dry_run",
    followUp: { option: "deploy", operation: machineLifecycle["machine.deploy"] },
    errors: [409],
    example: { tags: "ssd" },
  }),
  "machines.clone": machines.post("clone", {
    who: "owner",
    summary: "Copy a machine's interfaces or storage onto others",
    notes: [
      "Storage needs destinations with at least as many physical disks of at least equal size.",
      "Interfaces need destinations with interfaces of the same names; further ones are allowed.",
    ],
    fields: [
      { name: "source", type: "string", kind: "machine", required: true, help: "machine to copy from" },
      { name: "destinations", type: "list", kind: "machine", required: true, help: "machines to copy onto" },
      { name: "interfaces", type: "boolean", required: true, default: "false", help: "copy the interfaces" },
      { name: "storage", type: "boolean", required: true, default: "false", help: "copy the storage" },
    ],
    success: 204,
    errors: [400, 403],
    result: "none",
    confirm: "interrupts",
    example: { source: "web-01", destinations: "web-02", storage: "true" },
  }),
  "machines.is_registered": machines.get("is_registered", {
    ...isRegistered,
    summary: "Tell whether a machine with this MAC address is registered",
  }),
  "machines.list_allocated": machines.get("list_allocated", {
    who: "anyone",
    summary: "List the machines allocated to you",
  }),
  "machines.power_parameters": machines.get("power_parameters", {
    who: "admin",
    summary: "Show the power parameters of several machines in one request",
    verb: "power-parameters-many",
    fields: [
      {
        name: "id",
        type: "string",
        kind: "machine",
        required: true,
        repeatable: true,
        namesRows: true,
        positional: true,
        help: "machine: system_id, hostname, FQDN or MAC address",
      },
    ],
    errors: [403],
    documentedAdminOnly: true,
    sensitive: secretPowerParameters,
    example: { id: "web-01" },
  }),
  "machines.release": machines.post("release", {
    who: "owner",
    summary: "Release several machines, all or none",
    verb: "release-many",
    notes: ["One machine in a state that does not permit release fails the whole request with 409."],
    fields: [
      {
        name: "machines",
        type: "list",
        kind: "machine",
        required: true,
        help: "machines to release; none is acceptable",
      },
      comment,
    ],
    waiter: "release",
    errors: [400, 403, 409],
    confirm: "destroys",
    confirmWhen: releaseConfirmation,
    example: { machines: "app-02", comment: "end of the test" },
  }),
  "machines.set_zone": machines.post("set_zone", {
    ...setZone,
    summary: "Move machines to a physical zone",
    ignoresLock: true,
    example: { nodes: "web-01", zone: "north" },
  }),
} as const satisfies Record<string, Operation>;
