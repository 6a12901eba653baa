import type { StatusValue } from "../../catalogue/statuses.ts";
import type { Storage } from "./storage.ts";

/** What a machine is doing: one phase of an operation, ended by the clock. */
interface Activity {
  readonly phase: Phase;
  /** Simulated milliseconds since the epoch; null: it never ends by itself. */
  readonly startedAt: number;
  readonly endsAt: number | null;
  /** How it will end: decided when it starts, so that a saved state ends the same way. */
  readonly outcome: "success" | "failure" | "silence";
  /** What the machine does next when this phase succeeds. */
  readonly then: readonly Phase[];
  /** Where the last of the phases leads; `before` is `previousStatus`. */
  readonly to: StatusValue | "before";
}

export type Phase =
  | "commissioning"
  | "testing"
  | "deploying"
  | "erasing"
  | "releasing"
  | "entering_rescue_mode"
  | "exiting_rescue_mode";

interface PowerChange {
  readonly to: "on" | "off";
  /** Simulated milliseconds since the epoch. */
  readonly endsAt: number;
}

/** `node_type` of the answers: what a node is. */
export const nodeTypes = {
  machine: { id: 0, name: "Machine", plural: "machines" },
  device: { id: 1, name: "Device", plural: "devices" },
  rackController: { id: 2, name: "Rack controller", plural: "rackcontrollers" },
} as const;

export type NodeType = keyof typeof nodeTypes;
type PowerState = "on" | "off" | "unknown" | "error";

/** A piece of hardware that `devices=` constraints look at. */
export interface HardwareDevice {
  readonly vendor_id: string;
  readonly product_id: string;
  readonly vendor_name: string;
  readonly product_name: string;
  readonly commissioning_driver: string;
}

export type PowerParameters = Readonly<Record<string, string | readonly string[]>>;

/** A machine, device or controller. Plain data: the whole of it is saved with the state. */
export interface Node {
  readonly systemId: string;
  readonly nodeType: NodeType;
  hostname: string;
  description: string;
  domainId: number;
  zoneId: number;
  poolId: number;
  /** The pod that composed it, by its id. */
  podId: number | null;
  /** The system id of the parent. */
  parent: string | null;
  /** The username of the owner. */
  owner: string | null;
  agentName: string;
  tags: string[];
  status: StatusValue;
  /** The status before testing or rescue mode, to return to. */
  previousStatus: StatusValue | null;
  /** The work in progress; null in a status that stays. */
  activity: Activity | null;
  /** How the last scripts of each kind went; shown as numbers and names. */
  results: ScriptResults;
  /** What the commissioning in progress leaves as it is. */
  commissioning: { readonly skipNetworking: boolean; readonly skipStorage: boolean };
  /** The names of the scripts of its last commissioning and test; left out: the default ones. */
  scripts?: ScriptChoice;
  statusMessage: string;
  statusAction: string;
  /** The comment of mark_broken, until the machine is marked fixed. */
  errorDescription: string;
  locked: boolean;
  architecture: string;
  cpuCount: number;
  cpuSpeedMHz: number;
  memoryMiB: number;
  isDpu: boolean;
  minHweKernel: string;
  hweKernel: string;
  osystem: string;
  distroSeries: string;
  powerType: string;
  powerParameters: PowerParameters;
  powerState: PowerState;
  powerChange: PowerChange | null;
  netboot: boolean;
  ephemeralDeploy: boolean;
  enableHwSync: boolean;
  /** `owner_data` and `workload_annotations` of the answers. */
  annotations: Record<string, string>;
  hardwareInfo: Readonly<Record<string, string>>;
  hardwareDevices: HardwareDevice[];
  interfaces: Interface[];
  /** The ids of the links whose gateways are the default ones; left out where nobody has chosen any. */
  gatewayLinks?: { ipv4?: number; ipv6?: number };
  storage: Storage;
  swapSizeBytes: number | null;
  specialFilesystems: SpecialFilesystem[];
  /** The credentials that the deployed system itself asks with. */
  token: { key: string; secret: string; consumerKey: string } | null;
  /** Decoded user data of the last deploy or power_on, base64 as it came. */
  userData: string | null;
  readonly createdAt: number;
}

export interface SpecialFilesystem {
  readonly fstype: string;
  readonly mountPoint: string;
  readonly mountOptions: string;
}

/** Numbers and names of script results, as the answers show them. */
export const scriptStatusNames = {
  "-1": "Unknown",
  0: "Pending",
  1: "Running",
  2: "Passed",
  3: "Failed",
} as const;

export type ScriptStatus = -1 | 0 | 1 | 2 | 3;

/** The names of scripts that run: custom ones beside the built-in ones of commissioning, and tests. */
export interface ScriptChoice {
  readonly commissioning: readonly string[];
  readonly testing: readonly string[];
}

interface ScriptResults {
  commissioning: ScriptStatus;
  testing: ScriptStatus;
}

/** Every node by system id, in the order they were made. */
export interface Nodes {
  bySystemId: Record<string, Node>;
}

/** The types that an `interfaces` constraint knows. */
export const interfaceTypes = ["physical", "vlan", "bond", "bridge", "unknown"] as const;
export type InterfaceType = (typeof interfaceTypes)[number];

/** `auto` takes an address of the subnet when the machine is deployed; `static` keeps one; `link_up` has none. */
export type LinkMode = "auto" | "static" | "dhcp" | "link_up";

export interface Link {
  readonly id: number;
  readonly mode: LinkMode;
  readonly subnetId: number | null;
  /** The address in use, which the address book holds too. */
  ip: string | null;
}

/** Plain data, saved with its node. */
export interface Interface {
  readonly id: number;
  name: string;
  readonly type: InterfaceType;
  macAddress: string;
  /** Null: not connected. */
  vlanId: number | null;
  tags: string[];
  enabled: boolean;
  linkConnected: boolean;
  linkSpeedMbps: number;
  interfaceSpeedMbps: number;
  readonly vendor: string | null;
  readonly product: string | null;
  readonly firmwareVersion: string | null;
  readonly numaNode: number | null;
  /** What was configured: the MTU, and what bonds and bridges have. */
  params: Record<string, string | number | boolean>;
  /** Of a bridge that somebody made, which a release leaves in place. */
  isConfigured?: true;
  /** Names of interfaces of the same node. */
  parents: string[];
  children: string[];
  links: Link[];
  /** An address that the interface was seen with while it booted (a DHCP lease). */
  observed: { readonly subnetId: number; readonly ip: string } | null;
}

/** What a tag is; which nodes have it is said by the nodes. */
export interface Tag {
  name: string;
  comment: string;
  kernelOpts: string;
}
