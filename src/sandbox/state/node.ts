import type { StatusValue } from "../../catalogue/statuses.ts";
import type { Phase } from "../simulation/faults.ts";
import type { Storage } from "./storage.ts";
import type { SimulatedTime, SystemId, Username } from "./table.ts";

export type { Phase };

interface Activity {
  readonly phase: Phase;
  readonly startedAt: SimulatedTime;
  /** Null if the phase does not end by itself. */
  readonly endsAt: SimulatedTime | null;
  /** Decided at the start, so that the phase ends the same way after the state is saved and loaded. */
  readonly outcome: "success" | "failure" | "silence";
  readonly then: readonly Phase[];
  /** Status after the last phase; `before` means `previousStatus`. */
  readonly to: StatusValue | "before";
}

export const nodeTypes = {
  machine: { id: 0, name: "Machine", plural: "machines" },
  device: { id: 1, name: "Device", plural: "devices" },
  rackController: { id: 4, name: "Region and rack controller", plural: "rackcontrollers" },
} as const;

export type NodeType = keyof typeof nodeTypes;

/** The constraint `devices` matches these members. */
export interface HardwareDevice {
  readonly vendor_id: string;
  readonly product_id: string;
  readonly vendor_name: string;
  readonly product_name: string;
  readonly commissioning_driver: string;
}

export type PowerParameters = Readonly<Record<string, string | readonly string[]>>;

export interface Node {
  readonly systemId: string;
  readonly nodeType: NodeType;
  /** Missing if the controller is of both types. */
  controller?: "rack" | "region";
  hostname: string;
  description: string;
  domainId: number;
  zoneId: number;
  poolId: number;
  podId: number | null;
  /** Created on request on a VM host, and therefore deleted when it is released. */
  isComposed?: true;
  parent: SystemId | null;
  owner: Username | null;
  agentName: string;
  tags: string[];
  status: StatusValue;
  /** The status to return to after testing or rescue mode. */
  previousStatus: StatusValue | null;
  activity: Activity | null;
  results: Record<"commissioning" | "testing", ScriptStatus>;
  commissioning: { readonly skipNetworking: boolean; readonly skipStorage: boolean };
  /** Scripts of the last commissioning and tests. If missing, the default scripts. */
  scripts?: ScriptChoice;
  /** The last runs; null if their results were deleted. */
  runs?: Partial<Record<"commissioning" | "testing" | "installation", ScriptRun | null>>;
  suppressed?: readonly string[];
  /** PCI addresses. Commissioning finds deleted devices again. */
  deletedDevices?: readonly string[];
  statusMessage: string;
  statusAction: string;
  /** The comment of mark_broken. Empty again after mark_fixed. */
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
  powerState: "on" | "off" | "unknown" | "error";
  powerChange: { readonly to: "on" | "off"; readonly endsAt: number } | null;
  netboot: boolean;
  ephemeralDeploy: boolean;
  enableHwSync: boolean;
  /** `owner_data` and `workload_annotations` in answers. */
  annotations: Record<string, string>;
  hardwareInfo: Readonly<Record<string, string>>;
  hardwareDevices: HardwareDevice[];
  interfaces: Interface[];
  /** Ids of the links whose gateways were selected as default gateways. */
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

export const scriptStatusNames = {
  "-1": "Unknown",
  0: "Pending",
  1: "Running",
  2: "Passed",
  3: "Failed",
} as const;

export type ScriptStatus = -1 | 0 | 1 | 2 | 3;

export type ScriptChoice = Readonly<Record<"commissioning" | "testing", readonly string[]>>;

/** Times are simulated milliseconds since the epoch. */
interface ScriptRun {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: "success" | "failure" | "silence" | "aborted";
}

export const interfaceTypes = ["physical", "vlan", "bond", "bridge", "unknown"] as const;
export type InterfaceType = (typeof interfaceTypes)[number];

/** `auto` gets an address at deployment, `static` has one, `dhcp` leases one, and `link_up` has none. */
export type LinkMode = "auto" | "static" | "dhcp" | "link_up";

export interface Link {
  readonly id: number;
  readonly mode: LinkMode;
  readonly subnetId: number | null;
  ip: string | null;
}

export interface Interface {
  readonly id: number;
  name: string;
  readonly type: InterfaceType;
  macAddress: string;
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
  params: Record<string, string | number | boolean>;
  /** Set for a bridge that a user has created: a release keeps it. */
  isConfigured?: true;
  parents: string[];
  children: string[];
  links: Link[];
  /** The address that the machine leased when it booted. */
  observed: { readonly subnetId: number; readonly ip: string } | null;
}

/** Nodes store the names of their tags. */
export interface Tag {
  name: string;
  comment: string;
  kernelOpts: string;
}
