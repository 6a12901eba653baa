import { boolean, text, words } from "../field.ts";
import { comment, machineId } from "../fields.ts";
import type { Effect } from "../operation.ts";
import { fileOption, option } from "../option-spec.ts";
import { nameOperations, resource } from "../resource.ts";
import { lastingStatuses, type StatusValue, statusesOfKind } from "../statuses.ts";
import {
  agentName,
  bridgeFields,
  commissioningScripts,
  distroSeries,
  enableSsh,
  releaseConfirmation,
  releaseEffects,
  scriptParameters,
  skipBmcConfig,
  skipNetworking,
  skipStorage,
  stopMode,
  testingScripts,
  userData,
} from "./machines-fields.ts";
import { queryPowerState } from "./node-operations.ts";

const inUseStatuses = ["reserved", "allocated", "deploying", "deployed", "rescue_mode"] as const;
const commissionedStatuses: readonly StatusValue[] = ["ready", "broken", "failed_testing"];

const rebootEffects: readonly Effect[] = [
  { template: "the service will reboot {them}", statuses: ["deployed"] },
];

const one = resource("/machines/{system_id}/", [machineId], { theme: "Life cycle" });

export const machineLifecycle = nameOperations({
  "machine.abort": one.post("owner", "Abort what the machine is doing", {
    examplePreparation: "svc machines deploy web-01",
    notes: ["Allowed while an operation is in progress."],
    effects: [
      {
        template: "this leaves {them} Allocated: svc machines release frees {them}",
        statuses: ["deploying"],
      },
      {
        template: "this may leave {them} with half-erased disks, in Failed disk erasing",
        statuses: ["disk_erasing"],
      },
    ],
    allowedStatuses: statusesOfKind("progress"),
    fields: [comment],
    waiter: "abort",
    success: 204,
    result: "none",
  }),
  "machine.commission": one.post("admin", "Commission a machine", {
    notes: [
      "Allowed in the statuses New, Ready, Broken, Failed commissioning and Failed testing; ends in Ready.",
    ],
    allowedStatuses: ["new", "ready", "broken", "failed_commissioning", "failed_testing"],
    effects: [
      {
        template: "the network configuration is reset (--skip-networking keeps it)",
        statuses: commissionedStatuses,
        unless: { skip_networking: "1" },
      },
      {
        template: "the storage configuration is reset (--skip-storage keeps it)",
        statuses: commissionedStatuses,
        unless: { skip_storage: "1" },
      },
    ],
    fields: [
      commissioningScripts,
      enableSsh,
      scriptParameters,
      skipBmcConfig,
      skipNetworking,
      skipStorage,
      testingScripts,
    ],
    waiter: "commission",
    commonFields: words("testing_scripts commissioning_scripts skip_bmc_config skip_networking skip_storage"),
    example: { system_id: "power-01" },
  }),
  "machine.deploy": one.post("owner", "Deploy an operating system", {
    notes: ["Allowed in the statuses Allocated and Ready. Fails with 503 if no IP address is free."],
    effects: [{ template: "the service will allocate {them} to you first", statuses: ["ready"] }],
    allowedStatuses: ["ready", "allocated"],
    fields: [
      agentName,
      ...bridgeFields,
      text("bridge_type", "type of the bridges", { choices: ["standard", "ovs"] }),
      comment,
      distroSeries,
      boolean("enable_hw_sync", "let the machine report its hardware to the service"),
      boolean("enable_kernel_crash_dump", "collect kernel crash dumps"),
      boolean("ephemeral_deploy", "deploy into memory even if there are disks"),
      text("hwe_kernel", "kernel to deploy"),
      boolean("install_kvm", "install KVM and make the machine a VM host"),
      boolean("install_rackd", "install a rack controller"),
      boolean("register_vmhost", "register the machine as a VM host"),
      userData,
      boolean("vcenter_registration", "send the global hypervisor-manager credentials"),
    ],
    options: [
      option("template", "take options from this template; other options override it", { value: "name" }),
      {
        ...fileOption("template-file", "file with templates; default: templates.yaml beside the profiles"),
        needs: ["template"],
      },
    ],
    waiter: "deploy",
    commonFields: ["distro_series", "user_data", "hwe_kernel", "ephemeral_deploy", "comment"],
    example: { distro_series: "jammy" },
    answers503: true,
  }),
  "machine.exit_rescue_mode": one.post("admin", "Leave rescue mode", {
    examplePreparation: "svc machines rescue-mode app-01 --wait --yes",
    notes: ["Allowed in rescue mode, and if entering or leaving it failed; restores the previous status."],
    allowedStatuses: ["rescue_mode", "failed_entering_rescue_mode", "failed_exiting_rescue_mode"],
    waiter: "exit_rescue_mode",
    example: { system_id: "app-01" },
  }),
  "machine.lock": one.post("owner", "Lock a machine against changes", {
    allowedStatuses: ["deployed", "deploying"],
    fields: [comment],
    example: { system_id: "app-01", comment: "in use until Friday" },
  }),
  "machine.unlock": one.post("owner", "Unlock a machine", { fields: [comment] }),
  "machine.mark_broken": one.post("owner", "Mark a machine as broken, releasing it first", {
    notes: ["The comment is shown as the error description until the machine is marked fixed."],
    fields: [comment],
    confirm: "interrupts",
    confirmWhen: { statuses: inUseStatuses },
    effects: [{ template: "the service will release {them} first", statuses: inUseStatuses }],
    meanings: { 403: { hint: "only its owner may do this: allocate it first" } },
  }),
  "machine.mark_fixed": one.post("admin", "Mark a broken machine as fixed", {
    notes: ["Allowed in the status Broken."],
    allowedStatuses: ["broken"],
    fields: [comment],
    example: { system_id: "old-01" },
  }),
  "machine.override_failed_testing": one.post("admin", "Put a machine whose tests failed back into use", {
    notes: ["Allowed in the status Failed testing."],
    allowedStatuses: ["failed_testing"],
    fields: [comment],
    success: 204,
    result: "none",
    example: { system_id: "test-01" },
  }),
  "machine.power_off": one.post("owner", "Turn a machine off", {
    notes: ["The service may answer with the machine as JSON."],
    fields: [comment, stopMode],
    waiter: "power_off",
    confirm: "interrupts",
    effects: [
      {
        template: "power is cut without a shutdown (--stop-mode soft shuts down first)",
        unless: { stop_mode: "soft" },
      },
    ],
    success: 204,
    result: "none",
    example: { system_id: "app-01", stop_mode: "soft" },
  }),
  "machine.power_on": one.post("owner", "Turn a machine on", {
    notes: [
      "The service may answer with the machine as JSON. The machine needs an owner.",
      "Some power types power-cycle a machine that is already on, so svc sends nothing to such a machine without --force.",
    ],
    fields: [comment, userData],
    options: [option("force", "send the request even to machines that are already on")],
    waiter: "power_on",
    confirm: "interrupts",
    confirmWhen: { statuses: ["allocated"] },
    effects: [{ template: "the service will deploy {them}{release}", statuses: ["allocated"] }],
    skippedPowerState: "on",
    meanings: {
      409: { hint: "a machine without an owner cannot be turned on: allocate or deploy it first" },
    },
    success: 204,
    answers503: true,
    result: "none",
    example: { system_id: "build-01" },
  }),
  "machine.query_power_state": queryPowerState(one, { theme: "Inspection" }),
  "machine.release": one.post("owner", "Release a machine, and erase its disks if asked to", {
    notes: [
      "Allowed in the statuses Allocated, Deployed and Broken, and in some failed ones; the service refuses others with 409.",
      "All workload annotations are removed.",
      "With --erase alone, the whole disk is overwritten with zeros, which is slow.",
      "On a drive without secure erase, --secure-erase and --quick-erase together do a quick erase, and --secure-erase alone overwrites the whole disk.",
    ],
    allowedStatuses: [
      ...(["reserved", "allocated", "deploying", "deployed", "broken"] as const),
      ...(["failed_deployment", "failed_releasing", "failed_disk_erasing"] as const),
    ],
    fields: [
      comment,
      boolean("erase", "erase the disks"),
      boolean("force", "also delete a KVM host and all machines inside it"),
      boolean("quick_erase", "wipe 2 MiB at the start and end of each drive; not secure"),
      boolean("secure_erase", "use the drive's secure erase if it has one"),
    ],
    waiter: "release",
    confirm: "destroys",
    confirmWhen: releaseConfirmation,
    effects: releaseEffects,
    commonFields: ["erase", "quick_erase", "secure_erase", "comment"],
    example: { system_id: "app-02", comment: "end of the test", quick_erase: "true", erase: "true" },
  }),
  "machine.rescue_mode": one.post("admin", "Boot into rescue mode", {
    notes: [
      "Allowed in the statuses Deployed and Broken; live services also accept other stable and failed statuses.",
    ],
    allowedStatuses: lastingStatuses,
    waiter: "rescue_mode",
    confirm: "interrupts",
    confirmWhen: { statuses: ["deployed"] },
    effects: rebootEffects,
  }),
  "machine.test": one.post("admin", "Test a machine's hardware", {
    notes: [
      "The service may answer with the machine as JSON.",
      "Allowed in the statuses Ready, Allocated, Deployed and Broken, and in any failed one. Broken and failed machines end in Ready, others return to the status they had.",
    ],
    allowedStatuses: lastingStatuses,
    fields: [enableSsh, scriptParameters, testingScripts],
    commonFields: ["testing_scripts", "parameters"],
    waiter: "test",
    confirm: "interrupts",
    confirmWhen: { statuses: ["deployed"] },
    effects: rebootEffects,
    success: 204,
    result: "none",
  }),
});
