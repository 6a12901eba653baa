import { base64, boolean, integer, map, oneOrZero, text, words } from "../field.ts";
import type { Effect, Field, Operation } from "../operation.ts";

export const enableSsh = oneOrZero("enable_ssh", "allow SSH with your keys in the ephemeral environment");
export const skipBmcConfig = oneOrZero("skip_bmc_config", "do not configure the BMC");
export const skipNetworking = oneOrZero("skip_networking", "keep the network configuration");
export const skipStorage = oneOrZero("skip_storage", "keep the storage configuration");

export const commissioningScripts = text(
  "commissioning_scripts",
  "scripts to run, by name or tag; all custom ones when omitted",
  { form: "name[,name...]" },
);
export const testingScripts = text(
  "testing_scripts",
  "tests to run, by name or tag, or 'none'; all when omitted",
  { form: "name[,name...]" },
);

export const scriptParameters = map(
  "parameters",
  "script parameter; SCRIPT_NAME=... sets it for one script",
  { prefix: "" },
);

/** Sent as `power_parameters_<name>`. The power type decides which exist; `isSecretName` finds the secret ones. */
export const powerParameters = map("power_parameters", "power parameter; names depend on the power type", {
  prefix: "power_parameters_",
});

export const stopMode = text("stop_mode", "soft shuts the system down first, hard cuts the power", {
  suggestions: ["soft", "hard"],
  default: "hard",
});

export const agentName = text("agent_name", "agent name to set on the allocated machine");

export const bridgeFields: readonly Field[] = [
  boolean("bridge_all", "create a bridge on every configured interface", { default: "false" }),
  integer("bridge_fd", "forward delay of the bridges in seconds", { min: 0, default: "15" }),
  boolean("bridge_stp", "turn spanning tree on for the bridges", { default: "false" }),
];

export const distroSeries = text("distro_series", "operating system release to deploy", {
  form: "[os/]series|version",
  pattern: "(?:[^/]+(?:/[^/]+)?)?",
});

export const userData = base64("user_data", "user data for cloud-init: text or @file, encoded by svc");

export const minHweKernel = text("min_hwe_kernel", "minimum kernel version");

export const powerType = text("power_type", "power management type", {
  suggestions: words("manual ipmi redfish virsh amt apc dli hmc hmcz lxd moonshot webhook"),
});

/** Releasing a machine in use needs confirmation, and so does erasing disks or deleting virtual machines. */
export const releaseConfirmation = {
  statuses: ["deployed", "deploying", "rescue_mode"],
  fields: ["erase", "quick_erase", "secure_erase", "force"],
} as const satisfies Operation["confirmWhen"];

export const releaseEffects: readonly Effect[] = [
  {
    template: "the service will erase all disks",
    configItem: "enable_disk_erasing_on_release",
    unless: { erase: "true" },
  },
  { template: "the service will delete {them} if composed for an allocation", onlyVirtual: true },
  { template: "the service will delete the virtual machines on {them}", when: { force: "true" } },
];

export const commissioningEffect = "the service will commission {them}";
