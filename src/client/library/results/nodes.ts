import type { JsonObject } from "./json.ts";
import type { Domain, Interface } from "./networks.ts";
import type { Bcache, BcacheCacheSet, BlockDevice } from "./storage.ts";

/** The last known power state. */
export type PowerState = "on" | "off" | "unknown" | "error" | (string & {});

/** A status name, such as `Ready`. */
export type StatusName = string;

export interface Zone {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly resource_uri: string;
}

export interface ResourcePool {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly resource_uri: string;
}

export interface Tag {
  readonly name: string;
  /** XPath that says which nodes have it; empty if they are named. */
  readonly definition: string;
  readonly comment: string;
  readonly kernel_opts: string;
  readonly resource_uri: string;
}

/** How many nodes got a tag, and how many lost it. */
export interface TagChanges {
  readonly added: number;
  readonly removed: number;
}

/** Shared by machines, devices and nodes. */
export interface NodeCore {
  readonly system_id: string;
  readonly hostname: string;
  readonly fqdn: string;
  readonly node_type: number;
  readonly node_type_name: string;
  readonly description: string;
  readonly domain: Domain;
  readonly zone: Zone;
  readonly ip_addresses: readonly string[];
  readonly tag_names: readonly string[];
  readonly interface_set: readonly Interface[];
  readonly resource_uri: string;
}

/** A machine, device or controller. */
export interface Node extends NodeCore {
  /** Status number; devices have none. */
  readonly status?: number;
  readonly status_name?: StatusName;
  readonly power_state?: PowerState;
  readonly power_type?: string;
  /** Such as `amd64/generic`. */
  readonly architecture?: string;
  readonly cpu_count?: number;
  /** MHz. */
  readonly cpu_speed?: number;
  /** MiB. */
  readonly memory?: number;
  readonly osystem?: string;
  readonly distro_series?: string;
  readonly owner?: string | null;
}

export interface Machine extends NodeCore {
  /** Status number, such as 6; `svc help values` lists them. */
  readonly status: number;
  readonly status_name: StatusName;
  /** The service's message on the last change. */
  readonly status_message: string;
  readonly status_action: string | null;
  readonly power_state: PowerState;
  readonly power_type: string;
  /** User name; null if free. */
  readonly owner: string | null;
  readonly owner_data: Readonly<Record<string, string>>;
  readonly workload_annotations: Readonly<Record<string, string>>;
  readonly pool: ResourcePool;
  /** Such as `amd64/generic`. */
  readonly architecture: string;
  readonly cpu_count: number;
  /** MHz. */
  readonly cpu_speed: number;
  /** MiB. */
  readonly memory: number;
  /** MB. */
  readonly storage: number;
  /** Empty unless deployed. */
  readonly osystem: string;
  readonly distro_series: string;
  readonly hwe_kernel: string | null;
  readonly min_hwe_kernel: string | null;
  readonly locked: boolean;
  readonly netboot: boolean;
  readonly ephemeral_deploy: boolean;
  readonly bios_boot_method: string | null;
  readonly commissioning_status_name: string;
  readonly testing_status_name: string;
  readonly hardware_info: Readonly<Record<string, string>>;
  readonly blockdevice_set: readonly BlockDevice[];
  readonly physicalblockdevice_set: readonly BlockDevice[];
  readonly virtualblockdevice_set: readonly BlockDevice[];
  readonly boot_disk: BlockDevice | null;
  readonly boot_interface: Interface | null;
  readonly bcaches: readonly Bcache[];
  readonly cache_sets: readonly BcacheCacheSet[];
  readonly error_description?: string;
}

/** A node that is not provisioned. */
export interface Device extends NodeCore {
  readonly owner: string;
  readonly parent: unknown;
  readonly owner_data: Readonly<Record<string, string>>;
  readonly workload_annotations: Readonly<Record<string, string>>;
}

/** A region or rack controller, or both. */
export interface Controller extends Node {
  readonly version: string;
}

export interface RackController extends Controller {
  readonly service_set: readonly ControllerService[];
}

export interface ControllerService {
  readonly name: string;
  /** Such as `running`. */
  readonly status: string;
  readonly status_info: string;
}

export interface RackImages {
  readonly connected: boolean;
  /** Such as `synced`. */
  readonly status: string;
  readonly images: readonly JsonObject[];
}

export interface PowerTypeDescription {
  readonly name: string;
  readonly description: string;
  readonly driver_type: string;
  readonly queryable: boolean;
  readonly missing_packages: readonly string[];
  readonly fields: readonly JsonObject[];
}

/** Cores, RAM in MiB, and disk space in bytes. */
export interface HostResources {
  readonly cores: number;
  readonly memory: number;
  readonly local_storage: number;
}

/** A host of virtual machines; older deployments call it a pod. */
export interface VmHost {
  readonly id: number;
  readonly name: string;
  /** Such as `lxd` or `virsh`. */
  readonly type: string;
  readonly version: string;
  readonly architectures: readonly string[];
  readonly capabilities: readonly string[];
  readonly tags: readonly string[];
  readonly pool: ResourcePool;
  readonly zone: Zone;
  readonly cpu_over_commit_ratio: number;
  readonly memory_over_commit_ratio: number;
  readonly default_macvlan_mode: string | null;
  readonly storage_pools: readonly JsonObject[];
  /** The node that it runs on, as its `system_id`. */
  readonly host: JsonObject;
  readonly total: HostResources;
  readonly used: HostResources;
  readonly available: HostResources;
  readonly resource_uri: string;
}

export interface ComposedMachine {
  readonly system_id: string;
  readonly resource_uri: string;
}

export interface VmCluster {
  readonly id: number;
  readonly name: string;
  readonly project: string;
  readonly version: string;
  readonly resource_uri: string;
}

/** The power state that the power controller reports now. */
export interface PowerStateAnswer {
  readonly state: PowerState;
}

export interface Event {
  readonly id: number;
  /** System id. */
  readonly node: string;
  readonly hostname: string;
  /** Such as `INFO`. */
  readonly level: string;
  readonly type: string;
  readonly description: string;
  readonly created: string;
  readonly username: string;
}

/** Newest first. */
export interface EventPage {
  readonly count: number;
  readonly events: readonly Event[];
  readonly next_uri: string | null;
  readonly prev_uri: string | null;
}

/** Output of a commissioning, testing or deployment script. */
export interface InstallationResult {
  readonly id: number;
  readonly name: string;
  /** Exit status; 0 means passed. */
  readonly script_result: number;
  /** 0 commissioning, 1 installation, 2 testing. */
  readonly result_type: number;
  readonly node: JsonObject;
  /** Base64. */
  readonly data: string;
  readonly created: string;
  readonly updated: string;
  readonly resource_uri: string;
}

/** A script for commissioning or testing. */
export interface Script {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** 0 commissioning, 2 testing, 3 release. */
  readonly type: number;
  readonly type_name: string;
  readonly hardware_type: number;
  readonly hardware_type_name: string;
  readonly parallel: number;
  readonly parallel_name: string;
  /** `0:05:00` */
  readonly timeout: string;
  readonly tags: readonly string[];
  readonly for_hardware: readonly string[];
  readonly parameters: JsonObject;
  readonly packages: JsonObject;
  readonly results: JsonObject;
  readonly destructive: boolean;
  readonly may_reboot: boolean;
  readonly recommission: boolean;
  readonly apply_configured_networking: boolean;
  /** Built into the service. */
  readonly default: boolean;
  /** Revisions, newest first. */
  readonly history: readonly JsonObject[];
  readonly resource_uri: string;
}

/** A run of scripts on a node. */
export interface ScriptRun {
  readonly id: number;
  readonly system_id: string;
  /** 0 commissioning, 1 installation, 2 testing. */
  readonly type: number;
  readonly type_name: string;
  readonly status: number;
  readonly status_name: string;
  readonly started: string | null;
  readonly ended: string | null;
  readonly runtime: string;
  readonly last_ping: string | null;
  readonly results: readonly ScriptResult[];
  readonly resource_uri: string;
}

export interface ScriptResult {
  readonly id: number;
  readonly name: string;
  readonly status: number;
  readonly status_name: string;
  readonly exit_status: number | null;
  readonly started: string | null;
  readonly ended: string | null;
  readonly runtime: string;
  readonly estimated_runtime: string;
  readonly parameters: JsonObject;
  readonly script_id: number | null;
  readonly script_revision_id: number | null;
  readonly suppressed: boolean;
  /** Base64, with `include_output`. */
  readonly output?: string;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly result?: string;
}

/** A PCI or USB device of a node. */
export interface NodeDevice {
  readonly id: number;
  readonly system_id: string;
  readonly bus: number;
  readonly bus_name: string;
  readonly bus_number: number;
  readonly device_number: number;
  readonly pci_address: string | null;
  readonly hardware_type: number;
  readonly hardware_type_name: string;
  readonly vendor_id: string;
  readonly vendor_name: string;
  readonly product_id: string;
  readonly product_name: string;
  readonly commissioning_driver: string;
  readonly numa_node: number;
  readonly physical_interface: JsonObject | null;
  readonly physical_blockdevice: JsonObject | null;
  readonly resource_uri: string;
}
