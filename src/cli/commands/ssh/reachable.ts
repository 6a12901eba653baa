import { group } from "../../../catalogue/groups/machines.ts";
import { loginUser } from "../../../catalogue/login-users.ts";
import type { Answer, Client, Values } from "../../../client/http/call.ts";
import {
  integerOf,
  type MachineView,
  machineView,
  textOf,
  valueOfStatus,
} from "../../../client/lifecycle/machine-view.ts";
import { type NodeMatch, nodeMatch } from "../../../client/names/find-nodes.ts";
import { Failure } from "../../../core/failure.ts";
import { countOccurrences } from "../../../core/grouping.ts";
import { isRecord } from "../../../core/json-record.ts";
import {
  comparedMembers,
  meetsAll,
  type NodeCondition,
  type NodeFilters,
} from "../../parsing/node-filters.ts";
import { askList, machinesIn, refuseIgnored, requireFilters } from "../../values/filters.ts";
import { type AddressPreference, addressesOf, checkPreference, type NodeAddress } from "./addresses.ts";
import type { LoginOptions } from "./options.ts";

const list = group.operations["machines.list"];

/** Keeps only the needed members, because a machine is 3 to 30 kB of JSON. */
export async function readMachines(
  client: Client,
  { parameters, conditions }: NodeFilters,
  loginsOnly: boolean,
): Promise<readonly ReachableMachine[]> {
  await requireFilters(client, list, parameters);
  const answer = await callList(
    client,
    parameters,
    conditions,
    loginsOnly && parameters["status"] === undefined,
  );
  const machines = new Map<string, ReachableMachine>();
  for await (const item of machinesIn(answer, [...reachMembers, ...comparedMembers(conditions)])) {
    if (!meetsAll(item, conditions)) continue;
    const machine = reachableMachine(item);
    const match: NodeMatch | undefined = nodeMatch(item);
    if (machine === undefined || match === undefined) continue;
    refuseIgnored([match], parameters);
    machines.set(machine.view.systemId, machine);
  }
  return [...machines.values()];
}

/** Falls back to all machines if the service does not know one of the statuses. */
async function callList(
  client: Client,
  where: Values,
  conditions: readonly NodeCondition[],
  loginsOnly: boolean,
): Promise<Answer> {
  if (!loginsOnly) return await askList(client, list, where, conditions);
  try {
    return await askList(client, list, { ...where, status: [...loginStatuses] }, conditions);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "invalid") throw error;
    return await askList(client, list, where, conditions);
  }
}

export interface LoginPreferences extends AddressPreference {
  readonly user?: string | undefined;
}

export function readPreferences(options: LoginOptions): LoginPreferences {
  const user = options["login-name"];
  if (user !== undefined && !/^[^\s\p{Cc}-][^\p{Cc}]*$/u.test(user))
    throw new Failure("usage", "--login-name takes the name of a user");
  const preferences = { user, family: options.family, place: options.address };
  checkPreference(preferences);
  return preferences;
}

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

/** Names with a special meaning to ssh or Ansible, in lower case. */
const reservedNames = new Set(["all", "ungrouped", "localhost", "_meta"]);

/** A name that two machines share is given to neither. `isReserved` excludes names with another meaning. */
export function nameMachines(
  machines: readonly ReachableMachine[],
  isReserved: (name: string) => boolean = () => false,
) {
  const candidates = machines.map((machine) => ({
    machine,
    names: [
      ...new Set([machine.view.hostname, machine.fqdn ?? "", nameWithSite(machine), machine.view.systemId]),
    ].filter((name) => isPlainName(name) && !reservedNames.has(name.toLowerCase()) && !isReserved(name)),
  }));
  const counts = countOccurrences(candidates.flatMap(({ names }) => [...new Set(names.map(lowerCase))]));
  const uniquelyNamed = candidates.map(({ machine, names }) => ({
    machine,
    names: names.filter((name) => counts.get(lowerCase(name)) === 1),
  }));
  return {
    namedMachines: uniquelyNamed.filter(({ names }) => names.length > 0),
    nameless: uniquelyNamed.flatMap(({ machine, names }) =>
      names.length > 0 ? [] : [machine.view.systemId],
    ),
  };
}

const nameWithSite = ({ site, view }: ReachableMachine): string =>
  site === undefined ? "" : `${site}-${view.hostname}`;

const lowerCase = (name: string): string => name.toLowerCase();
