import type { StatusValue } from "../../catalogue/statuses.ts";
import type { Storage } from "./storage.ts";

/** One phase of an operation, ended by the clock. */
interface Activity {
  readonly phase: Phase;
  /** Times in simulated milliseconds since the epoch; `endsAt` is null if it never ends by itself. */
  readonly startedAt: number;
  readonly endsAt: number | null;
  /** Decided at the start, so that a saved state ends the same way. */
  readonly outcome: "success" | "failure" | "silence";
  /** Phases that follow on success. */
  readonly then: readonly Phase[];
  /** Status after the last phase; `before` is `previousStatus`. */
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

/** `node_type` in answers. */
export const nodeTypes = {
  machine: { id: 0, name: "Machine", plural: "machines" },
  device: { id: 1, name: "Device", plural: "devices" },
  rackController: { id: 4, name: "Region and rack controller", plural: "rackcontrollers" },
} as const;

export type NodeType = keyof typeof nodeTypes;
type PowerState = "on" | "off" | "unknown" | "error";

/** Matched by `devices=` constraints. */
export interface HardwareDevice {
  readonly vendor_id: string;
  readonly product_id: string;
  readonly vendor_name: string;
  readonly product_name: string;
  readonly commissioning_driver: string;
}

export type PowerParameters = Readonly<Record<string, string | readonly string[]>>;

/** A machine, device or controller; plain data, saved with the state. */
export interface Node {
  readonly systemId: string;
  readonly nodeType: NodeType;
  /** Of a controller that is only of one type. */
  controller?: "rack" | "region";
  hostname: string;
  description: string;
  domainId: number;
  zoneId: number;
  poolId: number;
  /** The VM host whose virtual machine it is. */
  podId: number | null;
  /** Composed on demand: deleted when it is released. */
  isComposed?: true;
  /** System id. */
  parent: string | null;
  /** Username. */
  owner: string | null;
  agentName: string;
  tags: string[];
  status: StatusValue;
  /** Status to return to after testing or rescue mode. */
  previousStatus: StatusValue | null;
  /** Null in a lasting status. */
  activity: Activity | null;
  results: ScriptResults;
  /** Configuration that the running commissioning keeps. */
  commissioning: { readonly skipNetworking: boolean; readonly skipStorage: boolean };
  /** Scripts of the last commissioning and tests; defaults if absent. */
  scripts?: ScriptChoice;
  /** When they ran; null if deleted. */
  runs?: Partial<Record<"commissioning" | "testing" | "installation", ScriptRun | null>>;
  /** Names of scripts whose failures are ignored. */
  suppressed?: readonly string[];
  /** PCI addresses of devices that were deleted; commissioning finds them again. */
  deletedDevices?: readonly string[];
  statusMessage: string;
  statusAction: string;
  /** Comment of mark_broken, until mark_fixed. */
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
  /** `owner_data` and `workload_annotations` in answers. */
  annotations: Record<string, string>;
  hardwareInfo: Readonly<Record<string, string>>;
  hardwareDevices: HardwareDevice[];
  interfaces: Interface[];
  /** Link ids of chosen default gateways. */
  gatewayLinks?: { ipv4?: number; ipv6?: number };
  storage: Storage;
  swapSizeBytes: number | null;
  specialFilesystems: SpecialFilesystem[];
  token: { key: string; secret: string; consumerKey: string } | null;
  /** Base64, from the last deploy or power_on. */
  userData: string | null;
  readonly createdAt: number;
}

export interface SpecialFilesystem {
  readonly fstype: string;
  readonly mountPoint: string;
  readonly mountOptions: string;
}

/** Numbers and names as in answers. */
export const scriptStatusNames = {
  "-1": "Unknown",
  0: "Pending",
  1: "Running",
  2: "Passed",
  3: "Failed",
} as const;

export type ScriptStatus = -1 | 0 | 1 | 2 | 3;

/** Custom commissioning scripts, and tests, by name. */
export interface ScriptChoice {
  readonly commissioning: readonly string[];
  readonly testing: readonly string[];
}

/** Times in simulated milliseconds since the epoch. */
interface ScriptRun {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: "success" | "failure" | "silence" | "aborted";
}

interface ScriptResults {
  commissioning: ScriptStatus;
  testing: ScriptStatus;
}

/** By system id, in order of creation. */
export interface Nodes {
  bySystemId: Record<string, Node>;
}

/** Types that `interfaces` constraints accept. */
export const interfaceTypes = ["physical", "vlan", "bond", "bridge", "unknown"] as const;
export type InterfaceType = (typeof interfaceTypes)[number];

/** `auto` gets an address at deployment, `static` keeps one, `link_up` has none. */
export type LinkMode = "auto" | "static" | "dhcp" | "link_up";

export interface Link {
  readonly id: number;
  readonly mode: LinkMode;
  readonly subnetId: number | null;
  /** Also in the address book. */
  ip: string | null;
}

export interface Interface {
  readonly id: number;
  name: string;
  readonly type: InterfaceType;
  macAddress: string;
  /** Null if disconnected. */
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
  /** MTU, bond and bridge parameters. */
  params: Record<string, string | number | boolean>;
  /** A bridge made by a user, which a release keeps. */
  isConfigured?: true;
  parents: string[];
  children: string[];
  links: Link[];
  /** Address observed while booting (a DHCP lease). */
  observed: { readonly subnetId: number; readonly ip: string } | null;
}

/** Nodes hold the names of their tags. */
export interface Tag {
  name: string;
  comment: string;
  kernelOpts: string;
}
