import { statusValue } from "../../../catalogue/statuses.ts";
import { Failure } from "../../../core/failure.ts";
import { groupBy } from "../../../core/grouping.ts";
import { isSecretName } from "../../../core/secrets/names.ts";
import { maskByForm } from "../../../core/secrets/text.ts";
import { compareTexts } from "../../../core/text/order.ts";
import type { Invocation, SitePart } from "../../invocation/invocation.ts";
import { jsonText } from "../../output/escape.ts";
import { writeWhole } from "../../output/sink.ts";
import { noFilters } from "../../parsing/node-filters.ts";
import type { LoginOptions } from "../options.ts";
import {
  acceptsLogins,
  checkLoginOptions,
  chooseAddress,
  nameMachines,
  type ReachableMachine,
  readMachines,
  userOf,
} from "./reachable.ts";

type InventoryOptions = LoginOptions & { readonly host?: string };

/** Ansible's inventory protocol: `--host` prints an empty object for an unknown host. */
export async function printInventory(invocation: Invocation<InventoryOptions>): Promise<void> {
  const { options, globals, multiSiteRun } = invocation;
  refuseOtherFormats(invocation);
  checkLoginOptions(options);
  const client = await invocation.connect();
  const machines = await readMachines(client, options.where ?? noFilters, {
    loginsOnly: options.all !== true,
  });
  if (multiSiteRun === undefined) return await writeInventory(machines, invocation);
  multiSiteRun.add(machines.map((machine): ReachableMachine => ({ ...machine, site: globals.site })));
}

export const joinInventory = (parts: readonly SitePart[], invocation: Invocation<InventoryOptions>) =>
  writeInventory(
    parts.flatMap(({ value }) => value as readonly ReachableMachine[]),
    invocation,
  );

async function writeInventory(
  machines: readonly ReachableMachine[],
  { options, context, messages }: Invocation<InventoryOptions>,
): Promise<void> {
  const { inventory, byName, namelessIds } = inventoryOf(machines, options);
  const { host } = options;
  const answer =
    host === undefined ? inventory : (inventory._meta.hostvars[byName.get(host.toLowerCase()) ?? ""] ?? {});
  const indent = context.stdout.isTTY === true ? 2 : undefined;
  await writeWhole(context.stdout, `${jsonText(answer, indent)}\n`);
  if (namelessIds.length > 0)
    messages.warn(
      `machines left out, because their names are not unique or not safe: ${namelessIds.join(", ")}`,
    );
}

/** An inventory is always JSON; a format from the environment is ignored. */
function refuseOtherFormats({ globals: { output }, context: { env } }: Invocation): void {
  if (output === undefined || output === "json" || output === env["SVC_OUTPUT"]) return;
  throw new Failure("usage", `an inventory is JSON, not ${output}`, { hint: "omit --output" });
}

type HostVariables = Readonly<Record<string, unknown>>;

/** `inventory` is what an inventory script prints for `--list`. */
export function inventoryOf(machines: readonly ReachableMachine[], options: LoginOptions) {
  const groupNames = new Set(machines.flatMap(groupsOf));
  const { namedMachines, namelessIds } = nameMachines(machines, (name) => groupNames.has(name));
  const hosts = namedMachines
    .map(({ machine, names: [name = "", ...others] }) => ({ machine, name, others }))
    .sort((a, b) => compareTexts(a.name, b.name));
  const memberships = hosts.flatMap(({ machine, name }) =>
    groupsOf(machine).map((group) => ({ group, name })),
  );
  const groups = groupBy(memberships, ({ group }) => group);
  return {
    inventory: Object.assign(
      Object.fromEntries([
        ["all", { children: ["ungrouped", ...[...groups.keys()].sort(compareTexts)] }] as const,
        ...[...groups]
          .sort(([a], [b]) => compareTexts(a, b))
          .map(([group, members]) => [group, { hosts: members.map(({ name }) => name) }] as const),
      ]),
      {
        _meta: {
          hostvars: Object.fromEntries(
            hosts.map(({ machine, name }) => [name, variablesOf(machine, options)]),
          ),
        },
      },
    ),
    byName: new Map(
      hosts.flatMap(({ name, others }) =>
        [name, ...others].map((each) => [each.toLowerCase(), name] as const),
      ),
    ),
    namelessIds,
  };
}

function groupsOf(machine: ReachableMachine): readonly string[] {
  const { view, osystem, series } = machine;
  const properties: readonly (readonly [name: string, value: string | undefined])[] = [
    ["status", statusValue(view.status) ?? String(view.status)],
    ...machine.tags.map((tag) => ["tag", tag] as const),
    ["pool", machine.pool],
    ["zone", machine.zone],
    ["domain", machine.domain],
    ["arch", machine.architecture?.split("/")[0]],
    ["os", osystem],
    ["os", osystem && series && `${osystem}_${series}`],
    ["owner", view.owner],
    ["power", view.powerState],
    ["site", machine.site],
  ];
  const names = properties.flatMap(([name, value]) => (value ? [groupName(`${name}_${value}`)] : []));
  return [...new Set(names)];
}

export const groupName = (name: string): string => name.replace(/^\d|[^A-Za-z0-9_]/gu, "_");

function variablesOf(machine: ReachableMachine, options: LoginOptions): HostVariables {
  const { view, addresses } = machine;
  // The address of a machine without an operating system may belong to another machine by now.
  const address = acceptsLogins(machine) ? chooseAddress(addresses, options) : undefined;
  const facts: Readonly<Record<string, unknown>> = {
    ansible_host: address?.ip,
    ansible_user: address && userOf(machine, options),
    svc_system_id: view.systemId,
    svc_site: machine.site,
    svc_hostname: view.hostname,
    svc_fqdn: machine.fqdn,
    svc_status: statusValue(view.status) ?? view.statusName,
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
      Object.entries(machine.annotations)
        .filter(([name]) => !isSecretName(name) && !isAnsibleKeyword(name))
        .map(([name, text]) => [name, maskByForm(text)]),
    ),
  };
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, markUnsafe(value)]],
    ),
  );
}

/** Member names that Ansible interprets. */
const isAnsibleKeyword = (name: string): boolean => name.startsWith("__ansible");

/** Ansible evaluates templates in inventory variables, so text that looks like one is marked as data. */
function markUnsafe(value: unknown): unknown {
  if (typeof value === "string") return /\{[{%#]/.test(value) ? { __ansible_unsafe: value } : value;
  if (Array.isArray(value)) return value.map(markUnsafe);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, markUnsafe(member)]));
}
