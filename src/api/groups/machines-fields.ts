import type { Field, Operation } from "../operation.ts";

/** Fields that several machine operations share. */

export const enableSsh = {
  name: "enable_ssh",
  type: "switch",
  help: "allow SSH with your keys in the ephemeral environment",
} as const satisfies Field;

export const skipBmcConfig = {
  name: "skip_bmc_config",
  type: "switch",
  help: "skip the BMC's reconfiguration",
} as const satisfies Field;

export const skipNetworking = {
  name: "skip_networking",
  type: "switch",
  help: "skip the network's reconfiguration after commissioning",
} as const satisfies Field;

export const skipStorage = {
  name: "skip_storage",
  type: "switch",
  help: "skip the storage's reconfiguration after commissioning",
} as const satisfies Field;

/** One comma-separated value on the wire. */
export const commissioningScripts = {
  name: "commissioning_scripts",
  type: "string",
  form: "name[,name...]",
  help: "scripts and tags to run; all custom ones when absent",
} as const satisfies Field;

export const testingScripts = {
  name: "testing_scripts",
  type: "string",
  form: "name[,name...]",
  help: "tests and tags to run; none disables, all when absent",
} as const satisfies Field;

/** Sent as parts of their own names. */
export const scriptParameters = {
  name: "parameters",
  type: "map",
  prefix: "",
  help: "script parameter, its name optionally prefixed by the script's",
} as const satisfies Field;

/** Sent as `power_parameters_<name>`. The power type decides which there are; their names say which are secret. */
export const powerParameters = {
  name: "power_parameters",
  type: "map",
  prefix: "power_parameters_",
  help: "power parameter; which there are depends on the power type",
} as const satisfies Field;

export const agentName = {
  name: "agent_name",
  type: "string",
  help: "agent name attached to the acquired machine",
} as const satisfies Field;

export const bridgeFields = [
  {
    name: "bridge_all",
    type: "boolean",
    default: "false",
    help: "create a bridge on every configured interface",
  },
  {
    name: "bridge_fd",
    type: "integer",
    min: 0,
    default: "15",
    help: "forward delay of the bridges in seconds",
  },
  { name: "bridge_stp", type: "boolean", default: "false", help: "turn spanning tree on for the bridges" },
] as const satisfies readonly Field[];

/** The forms of a series that deploy takes. */
export const distroSeries = {
  name: "distro_series",
  type: "string",
  form: "[os/]series|version",
  pattern: "(?:[^/]+(?:/[^/]+)?)?",
  help: "operating system release to deploy",
} as const satisfies Field;

export const userData = {
  name: "user_data",
  type: "base64",
  help: "user data for cloud-init: text or @file, encoded by svc",
} as const satisfies Field;

export const minHweKernel = {
  name: "min_hwe_kernel",
  type: "string",
  help: "minimum kernel version",
} as const satisfies Field;

export const powerType = {
  name: "power_type",
  type: "string",
  suggestions: [
    "manual",
    "ipmi",
    "redfish",
    "virsh",
    "amt",
    "apc",
    "dli",
    "hmc",
    "hmcz",
    "lxd",
    "moonshot",
    "webhook",
  ],
  help: "power management type",
} as const satisfies Field;

/** A release takes nothing away from a machine that nobody uses, unless its disks are erased. */
export const releaseConfirmation = {
  statuses: ["deployed", "deploying", "rescue_mode"],
  fields: ["erase", "quick_erase", "secure_erase"],
} as const satisfies Operation["confirmWhen"];
