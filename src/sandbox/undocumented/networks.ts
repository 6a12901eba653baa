import { boolean, integer, integerId, list, oneOrZero, text, textId } from "../../catalogue/field.ts";
import { group as vlanGroup } from "../../catalogue/groups/vlans.ts";
import { vlansById } from "../groups/fabrics.ts";
import { assign, inTable } from "../groups/resource.ts";
import { clearFreeHints } from "../model/networks/addresses.ts";
import { resolveFabrics } from "../model/networks/matching.ts";
import { removeSubnet, stopIdleDhcp } from "../model/networks/removal.ts";
import {
  blockOf,
  checkBlock,
  findSubnet,
  findVlan,
  makeSubnet,
  requireVlan,
} from "../model/networks/subnets.ts";
import {
  serializeReserved,
  serializeStaticRoute,
  serializeStatistics,
  serializeSubnet,
  serializeUnreserved,
  serializeUse,
} from "../serialize/networks.ts";
import { invalid, invalidChoice, requireFound } from "../state/domain-error.ts";
import type { StaticRoute, Subnet, Vlan } from "../state/networks.ts";
import { findRow, insert, removeRow, rowsOf } from "../state/table.ts";
import { answersAsDeployed, type World } from "../state/world.ts";
import { type Block, blockHolds, parseAddress, parseBlock } from "../values/blocks.ts";
import { defined, wordsOf } from "../values/constraints.ts";
import { exact, jsonList } from "../wire/answers.ts";
import type { Call } from "../wire/call.ts";
import { checkedForm, type FormReader } from "../wire/form-reader.ts";
import { type Offers, offerResource, offersAt } from "./offers.ts";

const subnetId = textId("id", "number, name or CIDR of the subnet");
const oneSubnet = offersAt("subnet", "/subnets/{id}/", [subnetId]);
const subnetOf = ({ world, path }: Call): Subnet => requireFound(findSubnet(world, path.id ?? ""), "Subnet");

const subnetRows = offerResource(
  ["subnets", "subnet"],
  {
    paths: ["/subnets/", "/subnets/{id}/"],
    parameters: [subnetId],
    words: ["a subnet", "subnets"],
    fields: [
      text("cidr", "network in CIDR notation", { required: true }),
      text("name", "name; the CIDR by default"),
      text("description", "what the subnet is for"),
      text("vlan", "number of the VLAN"),
      text("fabric", "number or name of the fabric whose VLAN is meant"),
      integer("vid", "VLAN id in that fabric", { min: 0, max: 4094 }),
      text("space", "not used: a subnet is in the space of its VLAN"),
      text("gateway_ip", "address of the gateway; empty for none"),
      integer("rdns_mode", "reverse DNS: 0 off, 1 on, 2 on with RFC 2317", { min: 0, max: 2 }),
      oneOrZero("allow_dns", "whether machines may ask the service for names"),
      oneOrZero("allow_proxy", "whether machines may use the service's proxy"),
      list("dns_servers", "name servers of the subnet"),
      oneOrZero("managed", "whether the service gives out any free address; if not, only reserved ones"),
      boolean("active_discovery", "whether rack controllers scan the subnet", { undocumented: true }),
      list("disabled_boot_architectures", "architectures that do not boot from the subnet"),
    ],
    removal: " that nothing is in",
  },
  {
    rows: ({ world }) => rowsOf(world.state.networks.subnets),
    find: subnetOf,
    // As recorded: in the answer to a creation, an absent gateway is an empty string.
    serialize: (world, subnet, call) => ({
      ...serializeSubnet(world, subnet),
      ...(call.operation.method === "POST" ? { gateway_ip: subnet.gatewayIp ?? "" } : {}),
    }),
    read: readSubnet,
    create({ world }, { cidr = "", vlanId, ...given }) {
      return makeSubnet(world, { cidr, vlanId: vlanId ?? requireVlan(world, "0", "0").id, ...given });
    },
    update({ world }, subnet, changes) {
      const vlanBefore = subnet.vlanId;
      Object.assign(subnet, changes);
      clearFreeHints(world, subnet.id);
      stopIdleDhcp(world, vlanBefore);
    },
    remove: removeSubnet,
  },
);

function readSubnet(form: FormReader, call: Call, own?: Subnet): Partial<Subnet> {
  const { world } = call;
  const block = readBlock(call, form, own);
  const gateway = parseAddress(form.address("gateway_ip") ?? "");
  const dnsServers = form.has("dns_servers") ? call.form.all("dns_servers").flatMap(wordsOf) : undefined;
  for (const each of dnsServers ?? [])
    if (parseAddress(each) === undefined) form.fail("dns_servers", `'${each}' is not a valid IP address.`);
  const gatewayIp = form.has("gateway_ip") ? (gateway?.text ?? null) : undefined;
  const kept = parseAddress((gatewayIp === undefined ? own?.gatewayIp : gatewayIp) ?? "");
  if (block !== undefined && kept !== undefined && !blockHolds(block, kept))
    form.fail("gateway_ip", "Gateway IP must be within CIDR range.");
  const sent = form.sent({
    name: "word",
    description: "text",
    rdnsMode: "integer",
    activeDiscovery: "boolean",
    disabledBootArchitectures: "list",
  });
  if (rowsOf(world.state.networks.subnets).some((each) => each !== own && each.name === sent.name))
    form.fail("name", "Subnet with this Name already exists.");
  const vlanId = readVlan(call, form, own)?.id;
  const allowDns = readSwitch(world, form, "allow_dns");
  const allowProxy = readSwitch(world, form, "allow_proxy");
  const managed = readSwitch(world, form, "managed");
  const switches = { allowDns, allowProxy, managed };
  return { ...sent, ...defined({ cidr: block?.text, vlanId, gatewayIp, dnsServers, ...switches }) };
}

function readSwitch(world: World, form: FormReader, name: string): boolean | undefined {
  const value = form.boolean(name);
  const isWord = value === false && answersAsDeployed(world, "subnet-switches");
  return isWord ? form.text(name)?.toLowerCase() !== "false" : value;
}

function readBlock({ world }: Call, form: FormReader, own: Subnet | undefined): Block | undefined {
  const text = form.text("cidr");
  if (!text) return own && blockOf(own);
  const block = parseBlock(text);
  if (block === undefined) form.fail("cidr", "Required format: <network>/<prefixlen>.");
  else if (rowsOf(world.state.networks.subnets).some((each) => each !== own && each.cidr === block.text))
    form.fail("cidr", "Subnet with this Cidr already exists.");
  else checkBlock(world, { ...form, fail: (_field, message) => form.fail("cidr", message) }, block, own);
  return block;
}

function readVlan({ world }: Call, form: FormReader, own: Subnet | undefined): Vlan | undefined {
  const { vlans, fabrics } = world.state.networks;
  const vlan = form.reference("vlan", (text) => findRow(vlans, text)) ?? undefined;
  const fabricId = form.reference("fabric", (text) => [...resolveFabrics(world, text)][0]) ?? undefined;
  const vid = form.integer("vid");
  if (vlan !== undefined) {
    if (fabricId !== undefined && vlan.fabricId !== fabricId)
      form.fail("vlan", `VLAN ${vlan.name} is not in fabric ${findRow(fabrics, fabricId)?.name}.`);
    if (vid !== undefined && vlan.vid !== vid)
      form.fail("vid", invalidChoice(String(vid), [String(vlan.vid)]));
    return vlan;
  }
  if (fabricId === undefined && vid === undefined) return undefined;
  const beside = own === undefined ? undefined : findRow(vlans, own.vlanId)?.fabricId;
  const inFabric = fabricId ?? beside ?? 0;
  const found = findVlan(world, inFabric, vid ?? 0);
  if (found === undefined)
    form.fail("vid", `No VLAN with vid ${vid} in fabric ${findRow(fabrics, inFabric)?.name}.`);
  return found;
}

/** Address counts may exceed safe integers. */
const subnetUse: Offers = {
  ...oneSubnet.get("ip_addresses", "anyone", "List the addresses in use of a subnet", listAddresses, [
    oneOrZero("with_username", "with the user who has each", { default: "1" }),
    oneOrZero("with_summary", "with the node that has each", { default: "1" }),
    oneOrZero("with_node_summary", "the earlier name of with_summary"),
  ]),
  ...oneSubnet.get("reserved_ip_ranges", "anyone", "List the ranges that are taken or kept", (call) =>
    exact(serializeReserved(call.world, subnetOf(call))),
  ),
  ...oneSubnet.get("statistics", "anyone", "Show how much of a subnet is in use", showStatistics, [
    oneOrZero("include_ranges", "with the ranges in use and those that are not"),
    oneOrZero("include_suggestions", "with a gateway and a dynamic range that would fit"),
  ]),
  ...oneSubnet.get("unreserved_ip_ranges", "anyone", "List the ranges that nothing has", (call) =>
    exact(serializeUnreserved(call.world, subnetOf(call))),
  ),
};

function listAddresses(call: Call) {
  const { world } = call;
  const { id } = subnetOf(call);
  const form = checkedForm(call);
  const withUser = form.boolean("with_username") ?? true;
  const withNode = form.boolean("with_summary") ?? form.boolean("with_node_summary") ?? true;
  const taken = Object.values(world.state.networks.addresses.byIp).filter((each) => each.subnetId === id);
  return jsonList(taken, (each) => serializeUse(world, each, withUser, withNode));
}

function showStatistics(call: Call) {
  const subnet = subnetOf(call);
  const form = checkedForm(call);
  const ranges = form.boolean("include_ranges") ?? false;
  const suggestions = form.boolean("include_suggestions") ?? false;
  return exact(serializeStatistics(call.world, subnet, { ranges, suggestions }));
}

const staticRoutes = offerResource(
  ["static-routes", "static-route"],
  {
    paths: ["/static-routes/", "/static-routes/{id}/"],
    parameters: [integerId("id", "number of the route")],
    words: ["a static route", "static routes"],
    fields: [
      text("source", "subnet that the route starts from", { required: true }),
      text("destination", "subnet that the route leads to", { required: true }),
      text("gateway_ip", "address of the gateway on the source subnet", { required: true }),
      integer("metric", "weight of the route; 0 by default", { min: 0, max: 4_294_967_295 }),
    ],
  },
  {
    ...inTable((world) => world.state.networks.staticRoutes, "StaticRoute"),
    serialize: serializeStaticRoute,
    read: readRoute,
    create: ({ world }, route) => insert(world.state.networks.staticRoutes, (id) => ({ id, ...route })),
    update: assign,
    remove: (world, route) => removeRow(world.state.networks.staticRoutes, route.id),
  },
);

function readRoute(form: FormReader, { world }: Call, own?: StaticRoute): Omit<StaticRoute, "id"> {
  const { subnets, staticRoutes } = world.state.networks;
  const subnetOf = (field: string, current: number | undefined): Subnet | undefined =>
    form.reference(field, (text) => findSubnet(world, text)) ?? findRow(subnets, current);
  const source = subnetOf("source", own?.sourceId);
  const destination = subnetOf("destination", own?.destinationId);
  const gateway = parseAddress(form.address("gateway_ip") ?? own?.gatewayIp ?? "");
  if (source !== undefined && destination !== undefined) {
    if (source === destination) form.fail("destination", "source and destination cannot be the same subnet.");
    if (blockOf(source).version !== blockOf(destination).version)
      form.fail("destination", "source and destination must be the same IP version.");
  }
  if (source !== undefined && gateway !== undefined && !blockHolds(blockOf(source), gateway))
    form.fail("gateway_ip", `Enter an IP address in ${source.cidr}.`);
  const metric = form.integer("metric") ?? own?.metric ?? 0;
  form.check();
  if (source === undefined || destination === undefined || gateway === undefined)
    throw invalid("The static route is incomplete.");
  const route = { sourceId: source.id, destinationId: destination.id, gatewayIp: gateway.text, metric };
  const isSame = (each: StaticRoute) =>
    each.sourceId === route.sourceId &&
    each.destinationId === route.destinationId &&
    each.gatewayIp === route.gatewayIp;
  if (rowsOf(staticRoutes).some((each) => each !== own && isSame(each)))
    throw invalid({ __all__: ["Static route with this Source, Destination and Gateway ip already exists."] });
  return route;
}

const oneVlan = offersAt("vlan-by-id", "/vlans/{id}/", [integerId("id", "number of the VLAN")]);

/** Addressed by VLAN id, as in their `resource_uri`. */
const offeredVlans: Offers = {
  ...oneVlan.read("anyone", "Show a VLAN by its number", vlansById["vlan-by-id.read"]),
  ...oneVlan.update("admin", "Change a VLAN by its number", vlansById["vlan-by-id.update"], [
    ...(vlanGroup.operations["vlan.update"].fields ?? []),
    integer("vid", "VLAN id in its fabric", { min: 0, max: 4094 }),
  ]),
  ...oneVlan.remove("admin", "Delete a VLAN by its number", vlansById["vlan-by-id.delete"]),
};

export const networks: Offers = { ...subnetRows, ...subnetUse, ...staticRoutes, ...offeredVlans };
