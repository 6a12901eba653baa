import { valueOfStatus } from "../../client/lifecycle/machine-view.ts";
import { isSecretName } from "../../core/secrets/names.ts";
import { type AddressPreference, chooseAddress } from "./choice.ts";
import { nameMachines } from "./host-names.ts";
import { acceptsLogins, type ReachableMachine, userOf } from "./machine.ts";

export type HostVariables = Readonly<Record<string, unknown>>;

interface InventoryGroup {
  readonly hosts?: readonly string[];
  readonly children?: readonly string[];
}

/** The JSON that an inventory script prints for `--list`. */
export interface Inventory {
  readonly document: Readonly<Record<string, InventoryGroup>> & {
    readonly _meta: { readonly hostvars: Readonly<Record<string, HostVariables>> };
  };
  readonly byName: ReadonlyMap<string, string>;
  readonly nameless: readonly string[];
}

/** A user other than the image's default, and the choice of address. */
export interface LoginPreferences extends AddressPreference {
  readonly user?: string | undefined;
}

/** The order of the machines does not matter. */
export function inventoryOf(machines: readonly ReachableMachine[], preferences: LoginPreferences): Inventory {
  const groupNames = new Set(machines.flatMap(groupsOf));
  const { namedMachines, nameless } = nameMachines(machines, (name) => groupNames.has(name));
  const hosts = namedMachines
    .map(({ machine, names: [name = "", ...others] }) => ({ machine, name, others }))
    .sort((a, b) => compare(a.name, b.name));
  const groups = new Map<string, string[]>();
  for (const { machine, name } of hosts)
    for (const group of groupsOf(machine)) {
      const members = groups.get(group) ?? [];
      members.push(name);
      groups.set(group, members);
    }
  return {
    document: Object.assign(
      Object.fromEntries([
        ["all", { children: ["ungrouped", ...[...groups.keys()].sort(compare)] }] as const,
        ...[...groups]
          .sort(([a], [b]) => compare(a, b))
          .map(([group, members]) => [group, { hosts: members }] as const),
      ]),
      {
        _meta: {
          hostvars: Object.fromEntries(
            hosts.map(({ machine, name }) => [name, variablesOf(machine, preferences)]),
          ),
        },
      },
    ),
    byName: new Map(
      hosts.flatMap(({ name, others }) =>
        [name, ...others].map((each) => [each.toLowerCase(), name] as const),
      ),
    ),
    nameless,
  };
}

/** Groups for the machine's properties, named as Ansible allows. */
function groupsOf({
  view,
  tags,
  pool,
  zone,
  domain,
  architecture,
  osystem,
  series,
  site,
}: ReachableMachine): readonly string[] {
  const system =
    osystem === undefined
      ? []
      : [["os", osystem], ...(series === undefined ? [] : [["os", `${osystem}_${series}`]])];
  const properties: readonly (readonly (string | undefined)[])[] = [
    ["status", valueOfStatus(view.status) ?? String(view.status)],
    ...tags.map((tag) => ["tag", tag]),
    ["pool", pool],
    ["zone", zone],
    ["domain", domain],
    ["arch", architecture?.split("/")[0]],
    ...system,
    ["owner", view.owner],
    ["power", view.powerState],
    ["site", site],
  ];
  return [
    ...new Set(
      properties.flatMap(([kind, value]) => (value === undefined ? [] : [groupName(`${kind}_${value}`)])),
    ),
  ];
}

export const groupName = (name: string): string => name.replace(/^\d|[^A-Za-z0-9_]/gu, "_");

function variablesOf(machine: ReachableMachine, preferences: LoginPreferences): HostVariables {
  const { view, addresses } = machine;
  const hasLogin = acceptsLogins(machine);
  // The address of a machine without a system may belong to another machine by now.
  const address = hasLogin ? chooseAddress(addresses, preferences) : undefined;
  const facts: Readonly<Record<string, unknown>> = {
    ansible_host: address?.ip,
    ansible_user: address === undefined ? undefined : (preferences.user ?? userOf(machine)),
    svc_system_id: view.systemId,
    svc_site: machine.site,
    svc_hostname: view.hostname,
    svc_fqdn: machine.fqdn,
    svc_status: valueOfStatus(view.status) ?? view.statusName,
    svc_power_state: view.powerState,
    svc_locked: view.locked,
    svc_owner: view.owner,
    svc_domain: machine.domain,
    svc_zone: machine.zone,
    svc_pool: machine.pool,
    svc_tags: machine.tags,
    svc_architecture: machine.architecture,
    svc_osystem: machine.osystem,
    svc_distro_series: machine.series,
    svc_cpu_count: machine.cpuCount,
    svc_memory_mib: machine.memoryMiB,
    svc_ip_addresses: addresses.filter(({ isDiscovered }) => !isDiscovered).map(({ ip }) => ip),
    svc_annotations: Object.fromEntries(
      Object.entries(machine.annotations).filter(([name]) => !isSecretName(name) && !isMarker(name)),
    ),
  };
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, markUnsafe(value)]],
    ),
  );
}

/** Member names that Ansible interprets. */
const isMarker = (name: string): boolean => name.startsWith("__ansible");

/** Ansible evaluates templates in inventory variables, so text that looks like one is marked as data. */
function markUnsafe(value: unknown): unknown {
  if (typeof value === "string") return /\{[{%#]/.test(value) ? { __ansible_unsafe: value } : value;
  if (Array.isArray(value)) return value.map(markUnsafe);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, markUnsafe(member)]));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
