import {
  type AddressUse,
  clearAddressHints,
  findAddress,
  takeAddress,
  takeNextAddress,
} from "../model/networks/addresses.ts";
import {
  defaultDomainId,
  findResource,
  isDnsName,
  makeResource,
  requireDomain,
  splitFqdn,
} from "../model/networks/dns.ts";
import { addStaticLink, findInterfaceByMac, removeTakenAddress } from "../model/networks/interfaces.ts";
import { isKnownIp, knownMacs, requireNeighbour, startScan } from "../model/networks/neighbours.ts";
import { checkRange, rangeContaining, turnOffUnusableDhcp } from "../model/networks/ranges.ts";
import { blockOf, findSubnet, findSubnetForField, subnetContaining } from "../model/networks/subnets.ts";
import { canEdit } from "../model/nodes/access.ts";
import { configValue } from "../model/settings/config.ts";
import { serializeAddress } from "../serialize/addresses.ts";
import { serializeNeighbour, serializeRange } from "../serialize/networks.ts";
import type { IpRange, Neighbour, RangeType, Subnet, TakenAddress } from "../state/networks.ts";
import { forbidden, gone, invalid, invalidField, notFound, requireFound } from "../state/service-error.ts";
import { insert, removeRow, rowsOf } from "../state/table.ts";
import { usesDeployedStyle, type World } from "../state/world.ts";
import { type Address, parseAddress, parseBlock } from "../values/blocks.ts";
import { json, jsonList } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, readForm, readValidForm } from "../wire/form-reader.ts";
import { resource, tableAccess, withoutContent } from "./resource.ts";

export const addresses = {
  "ip-addresses.list": listAddresses,
  "ip-addresses.reserve": (call) => json(serializeAddress(call.world, reserveAddress(call))),
  "ip-addresses.release": withoutContent(releaseAddress),
  ...resource(["ip-ranges", "ip-range"], {
    ...tableAccess((world) => world.state.networks.ranges, "IPRange"),
    serialize: serializeRange,
    permit: requireOwnRange,
    read: readRange,
    create({ world, user: { username: owner } }, values) {
      clearAddressHints(world, values.subnetId);
      return insert(world.state.networks.ranges, (id) => ({ id, owner, ...values }));
    },
    update({ world }, range, values) {
      clearAddressHints(world, range.subnetId);
      Object.assign(range, values);
    },
    remove: removeRange,
  }),
  "discovery.list": (call) => listNeighbours(call, () => true),
  "discovery.by_unknown_ip": (call) => listNeighbours(call, (each) => !isKnownIp(call.world, each.ip)),
  "discovery.by_unknown_mac"(call) {
    const macs = knownMacs(call.world);
    return listNeighbours(call, (each) => !macs.has(each.mac));
  },
  "discovery.by_unknown_ip_and_mac"(call) {
    const macs = knownMacs(call.world);
    return listNeighbours(call, (each) => !macs.has(each.mac) && !isKnownIp(call.world, each.ip));
  },
  "discovery.clear": withoutContent(clearNeighbours),
  "discovery.clear_by_mac_and_ip": withoutContent(clearNeighbour),
  "discovery.scan": (call) => json(scan(call)),
  "discovery.read": ({ world, path }) =>
    json(serializeNeighbour(world, requireNeighbour(world, path.discovery_id))),
} satisfies HandlersOf<"ipaddresses" | "ipranges" | "discovery">;

function listAddresses(call: Call) {
  const { world, user } = call;
  const form = readForm(call);
  const ip = form.address("ip");
  const all = form.boolean("all") ?? false;
  const owner = form.text("owner");
  form.throwErrors();
  if (all && !user.isAdministrator) throw forbidden("Listing all IP addresses requires admin privileges.");
  if (owner && owner !== user.username && !user.isAdministrator)
    throw forbidden("Listing another user's IP addresses requires admin privileges.");
  const isMatch = (address: TakenAddress) => {
    if (ip !== undefined && address.ip !== ip) return false;
    if (owner) return address.owner === owner && (all || address.kind === "userReserved");
    return all || (address.kind === "userReserved" && address.owner === user.username);
  };
  const matches = Object.values(world.state.networks.addresses.byIp).filter(isMatch);
  return jsonList(matches, (each) => serializeAddress(world, each));
}

function reserveAddress(call: Call): TakenAddress {
  const { world, user } = call;
  const form = readForm(call);
  const requestedAddress = parseAddress(form.address(form.has("ip") ? "ip" : "ip_address") ?? "");
  const mac = form.mac("mac");
  const name = readName(world, form);
  form.throwErrors();
  const subnet = readSubnet(world, form, requestedAddress);
  const macHolder = mac === undefined ? undefined : findInterfaceByMac(world, mac);
  if (macHolder !== undefined && !canEdit(user, macHolder.node))
    throw forbidden(`The MAC address ${mac} belongs to a node that is not yours.`);
  const use: AddressUse = {
    kind: "userReserved",
    owner: user.username,
    mac: macHolder === undefined ? (mac ?? null) : null,
    systemId: macHolder?.node.systemId ?? null,
    interfaceId: macHolder?.interface.id ?? null,
  };
  const address =
    requestedAddress === undefined
      ? takeNextAddress(world, subnet, use)
      : takeRequestedAddress(world, subnet, requestedAddress, use);
  if (macHolder !== undefined) addStaticLink(world, macHolder.interface, subnet.id, address.ip);
  if (name !== undefined) {
    const dnsResource = findResource(world, name.name, name.domain.id);
    (dnsResource ?? makeResource(world, name.name, name.domain)).ips.push(address.ip);
  }
  return address;
}

function readSubnet(world: World, form: FormReader, address: Address | undefined): Subnet {
  const subnetText = form.text("subnet");
  if (!subnetText && address === undefined)
    throw invalidField("subnet", "Supply either a subnet or a specific ip.");
  const addressSubnet = address && subnetContaining(world, address);
  const subnet = subnetText ? findSubnet(world, subnetText) : addressSubnet;
  if (subnet === undefined) throw invalid(`No known subnet matches: ${subnetText || address?.text}.`);
  if (address !== undefined && addressSubnet !== subnet)
    throw invalidField("ip", `IP address ${address.text} is not within subnet: ${subnet.cidr}.`);
  return subnet;
}

function takeRequestedAddress(world: World, subnet: Subnet, address: Address, use: AddressUse): TakenAddress {
  const ip = address.text;
  const block = blockOf(subnet);
  const refuse = (message: string) => invalidField("ip", message);
  if (ip === subnet.gatewayIp) throw refuse(`The address ${ip} is the gateway of ${subnet.cidr}.`);
  const isEdge = address.value === block.first || (block.version === 4 && address.value === block.last);
  if (isEdge && block.last - block.first > 1n)
    throw refuse(`The address ${ip} is the network or broadcast address of ${subnet.cidr}.`);
  if (rangeContaining(world, subnet.id, address)?.type === "dynamic")
    throw refuse(`The address ${ip} lies in a dynamic range of ${subnet.cidr}.`);
  if (findAddress(world, ip) !== undefined && usesDeployedStyle(world, "taken-address"))
    throw notFound(`The IP address ${ip} is already in use.`);
  return takeAddress(world, subnet, ip, use);
}

function readName(world: World, form: FormReader) {
  const hostname = form.text("hostname")?.toLowerCase();
  if (!hostname) return undefined;
  if (!isDnsName(hostname)) form.addError("hostname", "Enter a valid host name.");
  if (!hostname.includes("."))
    return { name: hostname, domain: requireDomain(world, defaultDomainId(world)) };
  const name = splitFqdn(world, hostname);
  if (name === undefined) form.addError("hostname", `No known domain contains ${hostname}.`);
  return name;
}

function releaseAddress(call: Call): void {
  const { world, user } = call;
  const form = readForm(call);
  const ip = form.address("ip") ?? "";
  form.throwErrors();
  const { force = false, discovered = false } = form.values({ force: "boolean", discovered: "boolean" });
  if ((force || discovered) && !user.isAdministrator)
    throw forbidden("Force-releasing an IP address requires admin privileges.");
  if (discovered && !force) throw invalidField("discovered", "Valid only together with force.");
  const address = findAddress(world, ip);
  const isOwnReservation = address?.kind === "userReserved" && address.owner === user.username;
  const isForced = force && (address?.kind === "observed") === discovered;
  if (address === undefined || !(isOwnReservation || isForced))
    throw usesDeployedStyle(world, "unknown-address")
      ? invalid(
          `IP address ${ip} does not exist, is not the correct type, or does not belong to the requesting user.`,
        )
      : notFound(`IP address ${ip} does not exist.`);
  removeTakenAddress(world, address);
}

/** DHCP stops on a VLAN whose last dynamic range is removed. */
function removeRange(world: World, range: IpRange): void {
  const { networks } = world.state;
  removeRow(networks.ranges, range.id);
  clearAddressHints(world, range.subnetId);
  for (const snippet of rowsOf(networks.snippets)) if (snippet.rangeId === range.id) snippet.rangeId = null;
  const subnet = networks.subnets.rows[range.subnetId];
  if (subnet !== undefined) turnOffUnusableDhcp(world, subnet.vlanId);
}

function requireOwnRange({ user }: Call, range: IpRange | undefined): void {
  if (range !== undefined && !user.isAdministrator && range.owner !== user.username)
    throw forbidden("Unable to modify IP range. You don't own the IP range.");
}

const isRangeType = (text: string): text is RangeType => text === "dynamic" || text === "reserved";

function readRange(form: FormReader, { world, user }: Call, current?: IpRange) {
  const type = current?.type ?? form.text("type") ?? "";
  const start = parseAddress(form.address("start_ip") ?? current?.startIp ?? "");
  const end = parseAddress(form.address("end_ip") ?? current?.endIp ?? "");
  const subnet =
    current === undefined
      ? form.reference("subnet", (text) => findSubnetForField(world, text))
      : world.state.networks.subnets.rows[current.subnetId];
  if (current === undefined && type === "dynamic" && !user.isAdministrator)
    throw forbidden("Unable to create dynamic IP range. You must be an administrator.");
  const hasNewEnds = current === undefined || form.has("start_ip") || form.has("end_ip");
  if (hasNewEnds && subnet && isRangeType(type))
    checkRange(world, form, { subnet, type, start, end }, current);
  form.throwErrors();
  if (!subnet || !isRangeType(type) || start === undefined || end === undefined)
    throw invalid("The IP range is incomplete.");
  const comment = form.text("comment") ?? current?.comment ?? "";
  return { subnetId: subnet.id, type, startIp: start.text, endIp: end.text, comment };
}

const listNeighbours = ({ world }: Call, matches: (neighbour: Neighbour) => boolean) =>
  json(
    world.state.networks.neighbours.rows
      .filter(matches)
      .sort((a, b) => b.lastSeen - a.lastSeen)
      .map((each) => serializeNeighbour(world, each)),
  );

/** Clearing mDNS removes only the host names; clearing neighbours (ARP) removes entire entries. */
function clearNeighbours(call: Call): void {
  const form = readValidForm(call);
  const [all, mdns, neighbours] = ["all", "mdns", "neighbours"].map(form.boolean);
  if (!all && !mdns && !neighbours)
    throw invalid("Bad request: specify what to clear: mdns=true, neighbours=true, or all=true.");
  const table = call.world.state.networks.neighbours;
  if (all || neighbours) table.rows = [];
  for (const each of table.rows) each.hostname = null;
}

function clearNeighbour(call: Call): void {
  const form = readForm(call);
  const ip = form.address("ip");
  const mac = form.mac("mac");
  form.throwErrors();
  const table = call.world.state.networks.neighbours;
  const remaining = table.rows.filter((each) => each.ip !== ip || each.mac !== mac);
  const isKnown = remaining.length < table.rows.length;
  if (!isKnown && usesDeployedStyle(call.world, "absent-discovery")) throw gone();
  table.rows = requireFound(isKnown ? remaining : undefined, "Discovery");
}

function scan(call: Call) {
  const form = readForm(call, [{ name: "threads", type: "integer", min: 1, max: 10_000 }]);
  const texts = call.form.all("cidr").filter((text) => text.trim() !== "");
  const blocks = texts.flatMap((text) => {
    const block = parseBlock(text.trim());
    if (block === undefined) form.addError("cidr", `'${text}' is not a valid CIDR.`);
    return block ?? [];
  });
  if (texts.length === 0 && !form.boolean("force"))
    form.addError("force", "Scanning all networks requires force=true.");
  form.throwErrors();
  if (configValue(call.world, "network_discovery") === "disabled")
    throw invalid("Network discovery is disabled: set network_discovery to enabled before scanning.");
  return startScan(call.world, blocks, form.boolean("slow") ?? false);
}
