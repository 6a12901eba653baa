import { BlockList, isIP } from "node:net";
import { textOf } from "../../../client/lifecycle/machine-view.ts";
import { Failure } from "../../../core/failure.ts";
import { isRecord, recordsIn } from "../../../core/json-record.ts";

export type Family = "ipv4" | "ipv6";

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

/** Addresses with which other hosts cannot reach the machine. */
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
export function familyOf(text: string): Family | undefined {
  const version = text.includes("%") ? 0 : isIP(text);
  return version === 4 ? "ipv4" : version === 6 ? "ipv6" : undefined;
}

/** Best first: in a default gateway's network, then on the boot interface, then others; IPv4 first; discovered last. */
export function addressesOf(node: Readonly<Record<string, unknown>>): readonly NodeAddress[] {
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
    const { port, subnet, linkId, isDiscovered } = context;
    const gateway = recordOf(gateways?.[family]);
    byAddress.set(text, {
      ip: text,
      family,
      interfaceName: textOf(port?.["name"]),
      subnetName: textOf(subnet?.["name"]),
      cidr: textOf(subnet?.["cidr"]),
      isOnBootInterface: port !== undefined && isSame(port, boot),
      isNearGateway:
        textOf(gateway?.["gateway_ip"]) !== undefined &&
        ((linkId !== undefined && linkId === gateway?.["link_id"]) ||
          subnet?.["gateway_ip"] === gateway?.["gateway_ip"]),
      isDiscovered,
    });
  };
  const ports = recordsIn(node["interface_set"]);
  for (const port of ports)
    for (const link of recordsIn(port["links"]))
      add(link["ip_address"], {
        port,
        subnet: recordOf(link["subnet"]),
        linkId: link["id"],
        isDiscovered: false,
      });
  const discovered = ports.flatMap((port) => recordsIn(port["discovered"]).map((entry) => ({ port, entry })));
  const discoveredAddresses = new Set(discovered.map(({ entry }) => entry["ip_address"]));
  // Services list discovered addresses in `ip_addresses` if there are no others.
  for (const ip of Array.isArray(node["ip_addresses"]) ? node["ip_addresses"] : [])
    if (!discoveredAddresses.has(ip)) add(ip, { isDiscovered: false });
  for (const { port, entry } of discovered)
    add(entry["ip_address"], { port, subnet: recordOf(entry["subnet"]), isDiscovered: true });
  return [...byAddress.values()].sort((a, b) => rankOf(a) - rankOf(b));
}

interface AddressContext {
  readonly port?: Readonly<Record<string, unknown>>;
  readonly subnet?: Readonly<Record<string, unknown>> | undefined;
  readonly linkId?: unknown;
  readonly isDiscovered: boolean;
}

const rankOf = ({ isDiscovered, isNearGateway, isOnBootInterface, family }: NodeAddress): number =>
  (isDiscovered ? 8 : 0) +
  (isNearGateway ? 0 : 4) +
  (isOnBootInterface ? 0 : 2) +
  (family === "ipv4" ? 0 : 1);

const isSame = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean =>
  ["id", "mac_address"].some((name) => one[name] !== undefined && one[name] === other[name]);

const recordOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  isRecord(value) ? value : undefined;

export interface AddressPreference {
  readonly family?: Family | undefined;
  /** An address, a network such as `10.0.0.0/8`, or the name of a subnet or interface. */
  readonly place?: string | undefined;
}

export function chooseAddress(addresses: readonly NodeAddress[], preference: AddressPreference) {
  const isInPlace = preference.place === undefined ? () => true : placeTest(preference.place);
  return addresses.find(
    (address) =>
      (preference.family === undefined || address.family === preference.family) && isInPlace(address),
  );
}

export function checkPreference({ place, family }: AddressPreference): void {
  if (place === undefined) return;
  if (place.trim() === "") throw new Failure("usage", "--address is empty");
  const network = networkOf(place);
  if (place.includes("/") && network === undefined)
    throw new Failure("usage", `--address: '${place}' is not a network such as 10.0.0.0/8`);
  const placeFamily = network?.family ?? familyOf(place);
  if (family !== undefined && placeFamily !== undefined && placeFamily !== family)
    throw new Failure("usage", `--address ${place} is not ${family === "ipv4" ? "IPv4" : "IPv6"}`);
}

function placeTest(place: string): (address: NodeAddress) => boolean {
  const exactFamily = familyOf(place);
  const network = networkOf(place);
  if (exactFamily === undefined && network === undefined)
    return ({ interfaceName, subnetName }) => interfaceName === place || subnetName === place;
  const block = new BlockList();
  if (network !== undefined) block.addSubnet(network.address, network.prefix, network.family);
  else if (exactFamily !== undefined) block.addAddress(place, exactFamily);
  return ({ ip, family }) => block.check(ip, family);
}

function networkOf(text: string) {
  const [address = "", digits = "", ...others] = text.split("/");
  const family = familyOf(address);
  const prefix = Number(digits);
  if (family === undefined || others.length > 0 || !/^\d{1,3}$/.test(digits)) return undefined;
  return prefix > (family === "ipv4" ? 32 : 128) ? undefined : { address, prefix, family };
}
