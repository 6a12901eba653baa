import { BlockList, isIP } from "node:net";
import { words } from "../../../catalogue/field.ts";
import { group } from "../../../catalogue/groups/machines.ts";
import { statusValue } from "../../../catalogue/statuses.ts";
import type { Client, Values } from "../../../client/http/call.ts";
import { integerOf, machineView, textOf, viewMembers } from "../../../client/lifecycle/machine-view.ts";
import { nameOf, nodeMatch } from "../../../client/names/find-nodes.ts";
import { Failure, withFallback } from "../../../core/failure.ts";
import { countOccurrences } from "../../../core/grouping.ts";
import { isRecord, recordsIn } from "../../../core/json-record.ts";
import type { NodeFilters } from "../../parsing/node-filters.ts";
import { listMachines, refuseIgnoredFilters, requireFilterSupport } from "../../values/filters.ts";
import type { LoginOptions } from "../options.ts";
import { loginUser } from "./login-users.ts";

type Family = "ipv4" | "ipv6";

export interface NodeAddress {
  readonly ip: string;
  readonly family: Family;
  readonly interfaceName: string | undefined;
  readonly subnetName: string | undefined;
  readonly cidr: string | undefined;
  readonly isOnBootInterface: boolean;
  /** True if it is in the network of its family's default gateway. */
  readonly isNearGateway: boolean;
  /** True if it was observed on the network and not assigned: another machine may have it by now. */
  readonly isDiscovered: boolean;
}

/** Addresses at which other hosts cannot reach the machine. */
const unusableAddresses = new BlockList();
for (const [network, prefix, family] of [
  ["0.0.0.0", 8, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["224.0.0.0", 4, "ipv4"],
  ["::", 127, "ipv6"],
  ["fe80::", 10, "ipv6"],
  ["ff00::", 8, "ipv6"],
] as const)
  unusableAddresses.addSubnet(network, prefix, family);

/** Undefined for other text, and for an address with a zone. */
function familyOf(text: string): Family | undefined {
  const version = text.includes("%") ? 0 : isIP(text);
  return version === 4 ? "ipv4" : version === 6 ? "ipv6" : undefined;
}

/** Best first: in a default gateway's network, then on the boot interface, then others; IPv4 first; discovered last. */
function addressesOf(node: Readonly<Record<string, unknown>>): readonly NodeAddress[] {
  const gateways = recordOf(node["default_gateways"]);
  const boot = recordOf(node["boot_interface"]) ?? {};
  const byAddress = new Map<string, NodeAddress>();
  const add = (ip: unknown, context: AddressContext) => {
    const text = textOf(ip);
    const family = text === undefined ? undefined : familyOf(text);
    if (
      text === undefined ||
      family === undefined ||
      byAddress.has(text) ||
      unusableAddresses.check(text, family)
    )
      return;
    const { networkInterface, subnet, linkId, isDiscovered } = context;
    const gateway = recordOf(gateways?.[family]);
    byAddress.set(text, {
      ip: text,
      family,
      interfaceName: textOf(networkInterface?.["name"]),
      subnetName: textOf(subnet?.["name"]),
      cidr: textOf(subnet?.["cidr"]),
      isOnBootInterface: networkInterface !== undefined && isSameInterface(networkInterface, boot),
      isNearGateway:
        textOf(gateway?.["gateway_ip"]) !== undefined &&
        ((linkId !== undefined && linkId === gateway?.["link_id"]) ||
          subnet?.["gateway_ip"] === gateway?.["gateway_ip"]),
      isDiscovered,
    });
  };
  const networkInterfaces = recordsIn(node["interface_set"]);
  for (const networkInterface of networkInterfaces)
    for (const link of recordsIn(networkInterface["links"]))
      add(link["ip_address"], {
        networkInterface,
        subnet: recordOf(link["subnet"]),
        linkId: link["id"],
        isDiscovered: false,
      });
  const discoveries = networkInterfaces.flatMap((networkInterface) =>
    recordsIn(networkInterface["discovered"]).map((discovery) => ({ networkInterface, discovery })),
  );
  const discoveredAddresses = new Set(discoveries.map(({ discovery }) => discovery["ip_address"]));
  // Services list discovered addresses in `ip_addresses` if there are no others.
  for (const ip of Array.isArray(node["ip_addresses"]) ? node["ip_addresses"] : [])
    if (!discoveredAddresses.has(ip)) add(ip, { isDiscovered: false });
  for (const { networkInterface, discovery } of discoveries)
    add(discovery["ip_address"], {
      networkInterface,
      subnet: recordOf(discovery["subnet"]),
      isDiscovered: true,
    });
  return [...byAddress.values()].sort((a, b) => rankOf(a) - rankOf(b));
}

interface AddressContext {
  readonly networkInterface?: Readonly<Record<string, unknown>>;
  readonly subnet?: Readonly<Record<string, unknown>> | undefined;
  readonly linkId?: unknown;
  readonly isDiscovered: boolean;
}

const rankOf = ({ isDiscovered, isNearGateway, isOnBootInterface, family }: NodeAddress): number =>
  (isDiscovered ? 8 : 0) +
  (isNearGateway ? 0 : 4) +
  (isOnBootInterface ? 0 : 2) +
  (family === "ipv4" ? 0 : 1);

const isSameInterface = (
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): boolean => ["id", "mac_address"].some((name) => one[name] !== undefined && one[name] === other[name]);

const recordOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  isRecord(value) ? value : undefined;

export function chooseAddress(
  addresses: readonly NodeAddress[],
  { address: selector, family }: LoginOptions,
): NodeAddress | undefined {
  const isSelected = selector === undefined ? () => true : selectorTest(selector);
  return addresses.find((each) => (family === undefined || each.family === family) && isSelected(each));
}

export function checkLoginOptions({ "login-name": user, address: selector, family }: LoginOptions): void {
  if (user !== undefined && !/^[^\s\p{Cc}-][^\p{Cc}]*$/u.test(user))
    throw new Failure("usage", "--login-name takes the name of a user");
  if (selector === undefined) return;
  if (selector.trim() === "") throw new Failure("usage", "--address is empty");
  const network = networkOf(selector);
  if (selector.includes("/") && network === undefined)
    throw new Failure("usage", `--address: '${selector}' is not a network such as 10.0.0.0/8`);
  const selectorFamily = network?.family ?? familyOf(selector);
  if (family !== undefined && selectorFamily !== undefined && selectorFamily !== family)
    throw new Failure("usage", `--address ${selector} is not ${family === "ipv4" ? "IPv4" : "IPv6"}`);
}

/** Selects an address, a network such as `10.0.0.0/8`, or a subnet or interface by its name. */
function selectorTest(selector: string): (address: NodeAddress) => boolean {
  const exactFamily = familyOf(selector);
  const network = networkOf(selector);
  if (exactFamily === undefined && network === undefined)
    return ({ interfaceName, subnetName }) => interfaceName === selector || subnetName === selector;
  const block = new BlockList();
  if (network !== undefined) block.addSubnet(network.address, network.prefix, network.family);
  else if (exactFamily !== undefined) block.addAddress(selector, exactFamily);
  return ({ ip, family }) => block.check(ip, family);
}

function networkOf(text: string) {
  const [address = "", digits = "", ...others] = text.split("/");
  const family = familyOf(address);
  const prefix = Number(digits);
  if (family === undefined || others.length > 0 || !/^\d{1,3}$/.test(digits)) return undefined;
  return prefix > (family === "ipv4" ? 32 : 128) ? undefined : { address, prefix, family };
}

/** Keeps only the needed members, because a machine is 3 to 30 kB of JSON. */
export async function readMachines(
  client: Client,
  { parameters, conditions }: NodeFilters,
  { loginsOnly }: { readonly loginsOnly: boolean },
): Promise<readonly ReachableMachine[]> {
  await requireFilterSupport(client, group.operations["machines.list"], parameters);
  const readWith = async (statusFilter: Values) => {
    const filters = { parameters: { ...parameters, ...statusFilter }, conditions };
    const machines = new Map<string, ReachableMachine>();
    for await (const element of listMachines(client, filters, machineMembers)) {
      const machine = reachableMachine(element);
      const match = nodeMatch(element);
      if (machine === undefined || match === undefined) continue;
      refuseIgnoredFilters([match], parameters);
      if (!loginsOnly || acceptsLogins(machine)) machines.set(machine.view.systemId, machine);
    }
    return [...machines.values()];
  };
  if (!loginsOnly || parameters["status"] !== undefined) return await readWith({});
  const loginMachines = await withFallback(
    undefined,
    () => readWith({ status: [...loginStatuses] }),
    // The service may not know one of the statuses.
    ({ kind }) => kind === "invalid",
  );
  return loginMachines ?? (await readWith({}));
}

const machineMembers = [
  ...viewMembers,
  ...words("fqdn domain zone pool architecture osystem tag_names workload_annotations cpu_count memory"),
  ...words("ip_addresses interface_set boot_interface default_gateways"),
];

export type ReachableMachine = NonNullable<ReturnType<typeof reachableMachine>> & {
  /** The site of the machine, if the command runs at several. */
  readonly site?: string | undefined;
};

export function reachableMachine(value: unknown) {
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
    tags: Array.isArray(tags)
      ? tags.filter((tag): tag is string => typeof tag === "string" && tag !== "")
      : [],
    annotations: Object.fromEntries(
      Object.entries(annotations).flatMap(([key, text]) => (typeof text === "string" ? [[key, text]] : [])),
    ),
    cpuCount: integerOf(value["cpu_count"]),
    memoryMiB: integerOf(value["memory"]),
    addresses: addressesOf(value),
  };
}

const loginStatuses = ["deployed", "rescue_mode"] as const;

export function acceptsLogins({ view }: ReachableMachine): boolean {
  const status = statusValue(view.status);
  return loginStatuses.some((each) => each === status);
}

export const userOf = (
  { view, osystem, series }: ReachableMachine,
  { "login-name": name }: LoginOptions,
): string | undefined => name ?? loginUser(osystem, series, statusValue(view.status) === "rescue_mode");

/** True for names that are safe without quotes in command lines, patterns and files. */
const isPlainName = (name: string): boolean => /^[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?$/i.test(name);

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
    namelessIds: uniquelyNamed.flatMap(({ machine, names }) =>
      names.length > 0 ? [] : [machine.view.systemId],
    ),
  };
}

const nameWithSite = ({ site, view }: ReachableMachine): string =>
  site === undefined ? "" : `${site}-${view.hostname}`;

const lowerCase = (name: string): string => name.toLowerCase();
