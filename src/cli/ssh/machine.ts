import { loginUser } from "../../catalogue/login-users.ts";
import {
  integerOf,
  type MachineView,
  machineView,
  textOf,
  valueOfStatus,
} from "../../client/lifecycle/machine-view.ts";
import { isRecord } from "../../core/json-record.ts";
import { addressesOf, type NodeAddress } from "./addresses.ts";

export interface ReachableMachine {
  readonly view: MachineView;
  /** The site of the machine, if the command runs at several. */
  readonly site?: string | undefined;
  readonly fqdn: string | undefined;
  readonly domain: string | undefined;
  readonly zone: string | undefined;
  readonly pool: string | undefined;
  readonly architecture: string | undefined;
  readonly osystem: string | undefined;
  readonly series: string | undefined;
  readonly tags: readonly string[];
  readonly annotations: Readonly<Record<string, string>>;
  readonly cpuCount: number | undefined;
  readonly memoryMiB: number | undefined;
  readonly addresses: readonly NodeAddress[];
}

export const reachMembers = [
  "system_id",
  "hostname",
  "fqdn",
  "status",
  "status_name",
  "power_state",
  "locked",
  "owner",
  "domain",
  "zone",
  "pool",
  "architecture",
  "osystem",
  "distro_series",
  "tag_names",
  "workload_annotations",
  "cpu_count",
  "memory",
  "ip_addresses",
  "interface_set",
  "boot_interface",
  "default_gateways",
] as const;

export function reachableMachine(value: unknown): ReachableMachine | undefined {
  const view = machineView(value);
  if (view === undefined || !isRecord(value)) return undefined;
  const tags = value["tag_names"];
  const annotations = isRecord(value["workload_annotations"]) ? value["workload_annotations"] : {};
  return {
    view,
    fqdn: textOf(value["fqdn"]),
    domain: nameOf(value["domain"]),
    zone: nameOf(value["zone"]),
    pool: nameOf(value["pool"]),
    architecture: textOf(value["architecture"]),
    osystem: textOf(value["osystem"]),
    series: textOf(value["distro_series"]),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string" && tag !== "") : [],
    annotations: Object.fromEntries(
      Object.entries(annotations).flatMap(([key, text]) => (typeof text === "string" ? [[key, text]] : [])),
    ),
    cpuCount: integerOf(value["cpu_count"]),
    memoryMiB: integerOf(value["memory"]),
    addresses: addressesOf(value),
  };
}

const nameOf = (value: unknown): string | undefined =>
  isRecord(value) ? textOf(value["name"]) : textOf(value);

export const loginStatuses = ["deployed", "rescue_mode"] as const;

export function acceptsLogins({ view }: ReachableMachine): boolean {
  const status = valueOfStatus(view.status);
  return loginStatuses.some((each) => each === status);
}

export const userOf = ({ view, osystem, series }: ReachableMachine): string | undefined =>
  loginUser(osystem, series, valueOfStatus(view.status) === "rescue_mode");

/** True for names that are safe without quotes in command lines, patterns and files. */
export const isPlainName = (name: string): boolean => /^[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?$/i.test(name);
