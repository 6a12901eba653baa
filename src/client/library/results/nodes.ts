import type { Domain, Interface } from "./networks.ts";
import type { JsonObject, NamedResource, NumberedResource, Resource } from "./resource.ts";
import type { Bcache, BcacheCacheSet, BlockDevice } from "./storage.ts";

export type PowerState = "on" | "off" | "unknown" | "error" | (string & {});

/** A status name, such as `Ready`. */
export type StatusName = string;

export interface Zone extends NamedResource {
  readonly description: string;
}

export interface ResourcePool extends NamedResource {
  readonly description: string;
}

export interface Tag extends Resource {
  readonly name: string;
  /** An XPath expression that selects nodes; empty if the tag is set on nodes by hand. */
  readonly definition: string;
  readonly comment: string;
  readonly kernel_opts: string;
}

/** The number of nodes that got the tag, and of nodes that lost it. */
export interface TagChanges {
  readonly added: number;
  readonly removed: number;
}

export interface NodeCore extends Resource {
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
}

/** A machine, device or controller, as lists of nodes show it. Devices have no status. */
export interface Node extends NodeCore, Partial<Pick<Machine, StatusMember | HardwareMember>> {}

type StatusMember = "status" | "status_name" | "power_state" | "owner" | "osystem" | "distro_series";
type HardwareMember = "power_type" | "architecture" | "cpu_count" | "cpu_speed" | "memory";

export interface Machine extends NodeCore {
  /** The number of the status, such as 6. `svc help values` lists them. */
  readonly status: number;
  readonly status_name: StatusName;
  /** The service's message about the last change. */
  readonly status_message: string;
  readonly status_action: string | null;
  readonly power_state: PowerState;
  readonly power_type: string;
  /** The user name; null if the machine is free. */
  readonly owner: string | null;
  readonly owner_data: Readonly<Record<string, string>>;
  readonly workload_annotations: Readonly<Record<string, string>>;
  readonly pool: ResourcePool;
  /** Such as `amd64/generic`. */
  readonly architecture: string;
  readonly cpu_count: number;
  /** In MHz. */
  readonly cpu_speed: number;
  /** In MiB. */
  readonly memory: number;
  /** In MB. */
  readonly storage: number;
  /** Empty unless the machine is deployed. */
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

/** A node that the service knows but does not provision. */
export interface Device extends NodeCore {
  readonly owner: string;
  readonly parent: unknown;
  readonly owner_data: Readonly<Record<string, string>>;
  readonly workload_annotations: Readonly<Record<string, string>>;
}

/** A region controller, a rack controller, or both in one. */
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

/** Memory is in MiB, local storage in bytes. */
export interface HostResources {
  readonly cores: number;
  readonly memory: number;
  readonly local_storage: number;
}

/** A host of virtual machines. Older services call it a pod. */
export interface VmHost extends NamedResource {
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
  /** The node that the host runs on; only its `system_id`. */
  readonly host: JsonObject;
  readonly total: HostResources;
  readonly used: HostResources;
  readonly available: HostResources;
}

export interface ComposedMachine extends Resource {
  readonly system_id: string;
}

export interface VmCluster extends NamedResource {
  readonly project: string;
  readonly version: string;
}

/** The power state that the power controller reported just now. */
export interface PowerStateAnswer {
  readonly state: PowerState;
}

export interface Event {
  readonly id: number;
  /** The node's `system_id`. */
  readonly node: string;
  readonly hostname: string;
  /** Such as `INFO`. */
  readonly level: string;
  readonly type: string;
  readonly description: string;
  readonly created: string;
  readonly username: string;
}

/** A part of the event log, newest events first. */
export interface EventPage {
  readonly count: number;
  readonly events: readonly Event[];
  readonly next_uri: string | null;
  readonly prev_uri: string | null;
}

/** The output of a commissioning, testing or deployment script. */
export interface InstallationResult extends NamedResource {
  /** The exit status; 0 if the script passed. */
  readonly script_result: number;
  /** 0 is commissioning, 1 installation, 2 testing. */
  readonly result_type: number;
  readonly node: JsonObject;
  /** Base64. */
  readonly data: string;
  readonly created: string;
  readonly updated: string;
}

/** A script that runs during commissioning, testing or release. */
export interface Script extends NamedResource {
  readonly title: string;
  readonly description: string;
  /** 0 is commissioning, 2 testing, 3 release. */
  readonly type: number;
  readonly type_name: string;
  readonly hardware_type: number;
  readonly hardware_type_name: string;
  readonly parallel: number;
  readonly parallel_name: string;
  /** Such as `0:05:00`. */
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
  /** True if the script is part of the service. */
  readonly default: boolean;
  /** The script's revisions, newest first. */
  readonly history: readonly JsonObject[];
}

/** A set of scripts that ran on a node together. */
export interface ScriptRun extends NumberedResource {
  readonly system_id: string;
  /** 0 is commissioning, 1 installation, 2 testing. */
  readonly type: number;
  readonly type_name: string;
  readonly status: number;
  readonly status_name: string;
  readonly started: string | null;
  readonly ended: string | null;
  readonly runtime: string;
  readonly last_ping: string | null;
  readonly results: readonly ScriptResult[];
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
  /** Base64. Only with `include_output`. */
  readonly output?: string;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly result?: string;
}

/** A PCI or USB device of a node. */
export interface NodeDevice extends NumberedResource {
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
}
