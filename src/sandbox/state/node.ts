import type { StatusValue } from "../../catalogue/statuses.ts";
import type { Phase } from "../simulation/faults.ts";
import type { Storage } from "./storage.ts";
import type { SimulatedTime, SystemId, Username } from "./table.ts";

export type { Phase };

export interface Activity {
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

/** Shared by all nodes: must not be modified. */
const unknownHardware: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["system", "vendor product family version sku serial"],
    ["cpu", "model"],
    ["mainboard", "vendor product serial version firmware_vendor firmware_date firmware_version"],
    ["chassis", "vendor type serial version"],
  ].flatMap(([part = "", facts = ""]) => facts.split(" ").map((fact) => [`${part}_${fact}`, "Unknown"])),
);

export const defaultZoneId = 1;
export const defaultPoolId = 0;

export const nodeDefaults = (domainId: number, createdAt: SimulatedTime) => ({
  description: "",
  domainId,
  zoneId: defaultZoneId,
  poolId: defaultPoolId,
  podId: null as number | null,
  parent: null as SystemId | null,
  owner: null as Username | null,
  agentName: "",
  tags: [] as string[],
  status: "new" as StatusValue,
  /** The status to return to after testing or rescue mode. */
  previousStatus: null as StatusValue | null,
  activity: null as Activity | null,
  results: { commissioning: 0, testing: -1 } as Record<"commissioning" | "testing", ScriptStatus>,
  commissioning: { skipNetworking: false, skipStorage: false },
  statusMessage: "",
  statusAction: "",
  /** The comment of mark_broken. Empty again after mark_fixed. */
  errorDescription: "",
  locked: false,
  architecture: "amd64/generic",
  cpuCount: 0,
  cpuSpeedMHz: 0,
  memoryMiB: 0,
  isDpu: false,
  minHweKernel: "",
  hweKernel: "",
  osystem: "",
  distroSeries: "",
  powerType: "",
  powerParameters: {} as PowerParameters,
  powerState: "unknown" as "on" | "off" | "unknown" | "error",
  powerChange: null as { readonly to: "on" | "off"; readonly endsAt: SimulatedTime } | null,
  netboot: true,
  ephemeralDeploy: false,
  enableHwSync: false,
  /** `owner_data` and `workload_annotations` in answers. */
  annotations: {} as Record<string, string>,
  hardwareInfo: unknownHardware,
  hardwareDevices: [] as HardwareDevice[],
  swapSizeBytes: null as number | null,
  specialFilesystems: [] as SpecialFilesystem[],
  token: null as { key: string; secret: string; consumerKey: string } | null,
  /** Base64, from the last deploy or power_on. */
  userData: null as string | null,
  createdAt,
});

export interface Node extends ReturnType<typeof nodeDefaults> {
  readonly systemId: string;
  readonly nodeType: NodeType;
  /** Missing if the controller is of both types. */
  controller?: "rack" | "region";
  hostname: string;
  /** Created on request on a VM host, and therefore deleted when it is released. */
  isComposed?: true;
  /** Scripts of the last commissioning and tests. If missing, the default scripts. */
  scripts?: ScriptChoice;
  /** The last runs; null if their results were deleted. */
  runs?: Partial<Record<"commissioning" | "testing" | "installation", ScriptRun | null>>;
  suppressed?: readonly string[];
  /** PCI addresses. Commissioning finds deleted devices again. */
  deletedDevices?: readonly string[];
  interfaces: Interface[];
  /** Ids of the links whose gateways were selected as default gateways. */
  gatewayLinks?: { ipv4?: number; ipv6?: number };
  storage: Storage;
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
export interface ScriptRun {
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

export const interfaceDefaults = () => ({
  type: "physical" as InterfaceType,
  tags: [] as string[],
  enabled: true,
  linkConnected: true,
  vendor: null as string | null,
  product: null as string | null,
  firmwareVersion: null as string | null,
  numaNode: 0 as number | null,
  params: {} as Record<string, string | number | boolean>,
  parents: [] as string[],
  /** The address that the machine leased when it booted. */
  observed: null as { readonly subnetId: number; readonly ip: string } | null,
});

export interface Interface extends ReturnType<typeof interfaceDefaults> {
  readonly id: number;
  name: string;
  macAddress: string;
  vlanId: number | null;
  linkSpeedMbps: number;
  interfaceSpeedMbps: number;
  /** Set for a bridge that a user has created: a release keeps it. */
  isConfigured?: true;
  links: Link[];
}

export const newTag = { name: "", comment: "", kernelOpts: "" };

/** Nodes store the names of their tags. */
export type Tag = typeof newTag;
