import type { GroupName, OperationIdOf } from "../index.ts";

/** What the groups and commands of `svc --help` are about, in the order of the help. */
export const commandThemes = [
  "Machines and nodes",
  "Desired state",
  "Storage of machines",
  "Networks and DNS",
  "Boot images",
  "Keys of your account",
  "The service",
  "svc itself",
] as const;
export type CommandTheme = (typeof commandThemes)[number];

/** Commands of svc's own are about svc itself unless their specification names another theme. */
export const groupThemes: Readonly<Record<GroupName, CommandTheme>> = {
  machines: "Machines and nodes",
  devices: "Machines and nodes",
  nodes: "Machines and nodes",
  discovery: "Machines and nodes",
  "commissioning-scripts": "Machines and nodes",
  "installation-results": "Machines and nodes",
  "block-devices": "Storage of machines",
  partitions: "Storage of machines",
  bcaches: "Storage of machines",
  "bcache-cache-sets": "Storage of machines",
  fabrics: "Networks and DNS",
  vlans: "Networks and DNS",
  networks: "Networks and DNS",
  ipaddresses: "Networks and DNS",
  ipranges: "Networks and DNS",
  "dhcp-snippets": "Networks and DNS",
  domains: "Networks and DNS",
  dnsresources: "Networks and DNS",
  "dnsresource-records": "Networks and DNS",
  "boot-resources": "Boot images",
  "boot-sources": "Boot images",
  "boot-source-selections": "Boot images",
  tokens: "Keys of your account",
  sshkeys: "Keys of your account",
  sslkeys: "Keys of your account",
  config: "The service",
  events: "The service",
  files: "The service",
  "license-keys": "The service",
  version: "The service",
};

/** Groups of svc's own commands that are not about svc itself. */
export const builtinThemes: Readonly<Record<string, CommandTheme>> = { claims: "Desired state" };

/** What the verbs of `svc machines --help` are about, in the order of the help. */
export const verbThemes = ["Life cycle", "Inspection", "Settings", "Network and storage"] as const;
export type VerbTheme = (typeof verbThemes)[number];

type MachineOperation = OperationIdOf<"machines">;

const machineThemes: Readonly<Record<MachineOperation, VerbTheme>> = {
  "machines.create": "Life cycle",
  "machines.add_chassis": "Life cycle",
  "machines.accept": "Life cycle",
  "machines.accept_all": "Life cycle",
  "machine.commission": "Life cycle",
  "machine.test": "Life cycle",
  "machine.override_failed_testing": "Life cycle",
  "machines.allocate": "Life cycle",
  "machine.deploy": "Life cycle",
  "machine.release": "Life cycle",
  "machines.release": "Life cycle",
  "machine.abort": "Life cycle",
  "machine.power_on": "Life cycle",
  "machine.power_off": "Life cycle",
  "machine.lock": "Life cycle",
  "machine.unlock": "Life cycle",
  "machine.mark_broken": "Life cycle",
  "machine.mark_fixed": "Life cycle",
  "machine.rescue_mode": "Life cycle",
  "machine.exit_rescue_mode": "Life cycle",
  "machine.delete": "Life cycle",
  "machines.list": "Inspection",
  "machines.list_allocated": "Inspection",
  "machines.is_registered": "Inspection",
  "machine.read": "Inspection",
  "machine.details": "Inspection",
  "machine.query_power_state": "Inspection",
  "machine.get_curtin_config": "Inspection",
  "machine.get_token": "Inspection",
  "machine.update": "Settings",
  "machine.power_parameters": "Settings",
  "machines.power_parameters": "Settings",
  "machine.set_owner_data": "Settings",
  "machine.set_workload_annotations": "Settings",
  "machines.set_zone": "Settings",
  "machine.restore_default_configuration": "Settings",
  "machines.clone": "Network and storage",
  "machine.clear_default_gateways": "Network and storage",
  "machine.mount_special": "Network and storage",
  "machine.unmount_special": "Network and storage",
  "machine.restore_networking_configuration": "Network and storage",
  "machine.restore_storage_configuration": "Network and storage",
  "machine.set_storage_layout": "Network and storage",
};

/** The theme of an operation's verb; undefined in groups whose verbs have none, and for what a service describes. */
export const verbTheme = (id: string): VerbTheme | undefined =>
  Object.hasOwn(machineThemes, id) ? machineThemes[id as MachineOperation] : undefined;
