import { clearAddressHints } from "../model/networks/addresses.ts";
import { resolveFabrics } from "../model/networks/network-constraints.ts";
import { turnOffUnusableDhcp } from "../model/networks/ranges.ts";
import {
  blockOf,
  blockOfMask,
  checkAddresses,
  checkBlock,
  findFreeBlock,
  findOrMakeVlan,
  findSubnet,
  findVlan,
  makeSubnet,
  maxVid,
  requireVlan,
} from "../model/networks/subnets.ts";
import {
  serializeAddressUse,
  serializeNetwork,
  serializeReservedRanges,
  serializeStaticRoute,
  serializeStatistics,
  serializeSubnet,
  serializeUnreservedRanges,
} from "../serialize/networks.ts";
import { addressesOfSubnet, type StaticRoute, type Subnet, type Vlan } from "../state/networks.ts";
import {
  gone,
  invalid,
  invalidChoice,
  invalidForm,
  notFound,
  requiredMessage,
  requireFound,
} from "../state/service-error.ts";
import { findRow, insert, removeRow, requireRow, rowsOf } from "../state/table.ts";
import { allNodes, usesDeployedStyle, type World } from "../state/world.ts";
import { type Block, blockContains, netmaskOf, parseAddress, parseBlock } from "../values/blocks.ts";
import { withoutUndefined, wordsOf } from "../values/spellings.ts";
import { bigintJson, jsonList } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, readValidForm } from "../wire/form-reader.ts";
import { assign, resource, tableAccess } from "./resource.ts";

const subnetOf = ({ world, path }: Call): Subnet => requireFound(findSubnet(world, path.id ?? ""), "Subnet");

/** `bigintJson` writes counts of IPv6 addresses, which exceed the safe integer range. */
export const subnets = {
  ...resource(["subnets", "subnet"], {
    rows: ({ world }: Call) => rowsOf(world.state.networks.subnets),
    find: subnetOf,
    // The answer to creating a subnet without a gateway has an empty string instead of null.
    serialize: (world, subnet, call) => ({
      ...serializeSubnet(world, subnet),
      ...(call.operation.method === "POST" ? { gateway_ip: subnet.gatewayIp ?? "" } : {}),
    }),
    read: readSubnet,
    create({ world }: Call, { cidr = "", vlanId, ...values }: Partial<Subnet>) {
      return makeSubnet(world, { cidr, vlanId: vlanId ?? requireVlan(world, "0", "0").id, ...values });
    },
    update({ world }: Call, subnet: Subnet, changes: Partial<Subnet>) {
      const previousVlanId = subnet.vlanId;
      Object.assign(subnet, changes);
      clearAddressHints(world, subnet.id);
      turnOffUnusableDhcp(world, previousVlanId);
    },
    remove: removeSubnet,
  }),
  "subnet.ip_addresses"(call) {
    const { world } = call;
    const { id } = subnetOf(call);
    const form = readValidForm(call);
    const withUser = form.boolean("with_username") ?? true;
    const withNode = form.boolean("with_summary") ?? form.boolean("with_node_summary") ?? true;
    return jsonList(addressesOfSubnet(world.state.networks, id), (each) =>
      serializeAddressUse(world, each, withUser, withNode),
    );
  },
  "subnet.reserved_ip_ranges": (call) => bigintJson(serializeReservedRanges(call.world, subnetOf(call))),
  "subnet.statistics"(call) {
    const subnet = subnetOf(call);
    const form = readValidForm(call);
    const ranges = form.boolean("include_ranges") ?? false;
    const suggestions = form.boolean("include_suggestions") ?? false;
    return bigintJson(serializeStatistics(call.world, subnet, { ranges, suggestions }));
  },
  "subnet.unreserved_ip_ranges": (call) => bigintJson(serializeUnreservedRanges(call.world, subnetOf(call))),
  ...resource(["static-routes", "static-route"], {
    ...tableAccess((world) => world.state.networks.staticRoutes, "StaticRoute"),
    serialize: serializeStaticRoute,
    read: readRoute,
    create: ({ world }, route) => insert(world.state.networks.staticRoutes, (id) => ({ id, ...route })),
    update: assign<StaticRoute>,
  }),
} satisfies HandlersOf<"subnets" | "static-routes">;

function readSubnet(form: FormReader, call: Call, current?: Subnet): Partial<Subnet> {
  const { world } = call;
  const block = readBlock(call, form, current);
  const gateway = parseAddress(form.address("gateway_ip") ?? "");
  const dnsServers = form.has("dns_servers") ? call.form.all("dns_servers").flatMap(wordsOf) : undefined;
  checkAddresses(form, "dns_servers", dnsServers);
  const gatewayIp = form.has("gateway_ip") ? (gateway?.text ?? null) : undefined;
  const newGateway = parseAddress((gatewayIp === undefined ? current?.gatewayIp : gatewayIp) ?? "");
  if (block !== undefined && newGateway !== undefined && !blockContains(block, newGateway))
    form.addError("gateway_ip", "Gateway IP must be within CIDR range.");
  const fields = form.values({
    name: "nonEmptyText",
    description: "text",
    rdnsMode: "integer",
    activeDiscovery: "boolean",
    disabledBootArchitectures: "list",
  });
  checkFreeName(world, form, "name", fields.name, current);
  const vlanId = readVlan(call, form, current)?.id;
  const [allowDns, allowProxy, managed] = ["allow_dns", "allow_proxy", "managed"].map((name) =>
    readSwitch(world, form, name),
  );
  const switches = { allowDns, allowProxy, managed };
  return {
    ...fields,
    ...withoutUndefined({ cidr: block?.text, vlanId, gatewayIp, dnsServers, ...switches }),
  };
}

function checkFreeName(
  { state }: World,
  form: FormReader,
  field: string,
  name: string | undefined,
  current: Subnet | undefined,
): void {
  if (rowsOf(state.networks.subnets).some((each) => each !== current && each.name === name))
    form.addError(field, "Subnet with this Name already exists.");
}

function readSwitch(world: World, form: FormReader, name: string): boolean | undefined {
  const value = form.boolean(name);
  const needsExactFalse = value === false && usesDeployedStyle(world, "subnet-switches");
  return needsExactFalse ? form.text(name)?.toLowerCase() !== "false" : value;
}

function readBlock({ world }: Call, form: FormReader, current: Subnet | undefined): Block | undefined {
  const text = form.text("cidr");
  if (!text) return current && blockOf(current);
  const block = parseBlock(text);
  if (block === undefined) form.addError("cidr", "Required format: <network>/<prefixlen>.");
  else if (rowsOf(world.state.networks.subnets).some((each) => each !== current && each.cidr === block.text))
    form.addError("cidr", "Subnet with this Cidr already exists.");
  else
    checkBlock(
      world,
      { ...form, addError: (_field, message) => form.addError("cidr", message) },
      block,
      current,
    );
  return block;
}

function readVlan({ world }: Call, form: FormReader, current: Subnet | undefined): Vlan | undefined {
  const { vlans, fabrics } = world.state.networks;
  const vlan = form.reference("vlan", (text) => findRow(vlans, text)) ?? undefined;
  const fabricId = form.reference("fabric", (text) => [...resolveFabrics(world, text)][0]) ?? undefined;
  const vid = form.integer("vid");
  if (vlan !== undefined) {
    if (fabricId !== undefined && vlan.fabricId !== fabricId)
      form.addError("vlan", `VLAN ${vlan.name} is not in fabric ${findRow(fabrics, fabricId)?.name}.`);
    if (vid !== undefined && vlan.vid !== vid)
      form.addError("vid", invalidChoice(String(vid), [String(vlan.vid)]));
    return vlan;
  }
  if (fabricId === undefined && vid === undefined) return undefined;
  const currentFabricId = current === undefined ? undefined : findRow(vlans, current.vlanId)?.fabricId;
  const targetFabricId = fabricId ?? currentFabricId ?? 0;
  const match = findVlan(world, targetFabricId, vid ?? 0);
  if (match === undefined)
    form.addError("vid", `No VLAN with vid ${vid} in fabric ${findRow(fabrics, targetFabricId)?.name}.`);
  return match;
}

function readRoute(form: FormReader, { world }: Call, current?: StaticRoute): Omit<StaticRoute, "id"> {
  const { subnets, staticRoutes } = world.state.networks;
  const referencedSubnet = (field: string, currentId: number | undefined): Subnet | undefined =>
    form.reference(field, (text) => findSubnet(world, text)) ?? findRow(subnets, currentId);
  const source = referencedSubnet("source", current?.sourceId);
  const destination = referencedSubnet("destination", current?.destinationId);
  const gateway = parseAddress(form.address("gateway_ip") ?? current?.gatewayIp ?? "");
  if (source !== undefined && destination !== undefined) {
    if (source === destination) form.addError("__all__", "source and destination cannot be the same subnet.");
    if (blockOf(source).version !== blockOf(destination).version)
      form.addError("__all__", "source and destination must be the same IP version.");
  }
  if (source !== undefined && gateway !== undefined && !blockContains(blockOf(source), gateway))
    form.addError("gateway_ip", `Enter an IP address in ${source.cidr}.`);
  const metric = form.integer("metric") ?? current?.metric ?? 0;
  form.throwErrors();
  if (source === undefined || destination === undefined || gateway === undefined)
    throw invalid("The static route is incomplete.");
  const route = { sourceId: source.id, destinationId: destination.id, gatewayIp: gateway.text, metric };
  const isSame = (other: StaticRoute) =>
    (["sourceId", "destinationId", "gatewayIp"] as const).every((name) => other[name] === route[name]);
  if (rowsOf(staticRoutes).some((each) => each !== current && isSame(each)))
    throw invalidForm("Static route with this Source, Destination and Gateway ip already exists.");
  return route;
}

/** A network is a subnet, with a name such as `subnet-1`. */
const networkOf = ({ world, path }: Call): Subnet =>
  requireRow(world.state.networks.subnets, /^subnet-(\d{1,9})$/.exec(path.name ?? "")?.[1], "Network");

/** Live services no longer allow changes to networks. */
function refuseIfWithdrawn({ world }: Call): void {
  if (usesDeployedStyle(world, "withdrawn-networks")) throw gone();
}

/** `networks` is a deprecated alias of `subnets`. */
export const networks = {
  ...resource(["networks", "network"], {
    serialize: serializeNetwork,
    rows: ({ world }) => rowsOf(world.state.networks.subnets),
    find: networkOf,
    permit: refuseIfWithdrawn,
    // The API documentation lists no form fields, so all fields of the answers are accepted as optional ones.
    rules: [{ name: "vlan_tag", type: "integer", min: 0, max: maxVid }],
    read: readNetwork,
    create: ({ world }, { vid = 0, ...fields }) =>
      makeSubnet(world, { ...fields, vlanId: findOrMakeVlan(world, vid, undefined).id }),
    update({ world }, subnet, { vid, ...changes }) {
      Object.assign(subnet, changes);
      if (vid !== undefined)
        subnet.vlanId = findOrMakeVlan(world, vid, world.state.networks.vlans.rows[subnet.vlanId]).id;
      clearAddressHints(world, subnet.id);
    },
    remove: removeSubnet,
  }),
  "network.connect_macs": refuseMacChange,
  "network.disconnect_macs": refuseMacChange,
  "network.list_connected_macs": throwMacsNotFound,
} satisfies HandlersOf<"networks">;

function refuseMacChange(call: Call): never {
  refuseIfWithdrawn(call);
  return throwMacsNotFound(call);
}

/** The API documentation describes only this 404, with the internal error text. */
function throwMacsNotFound(call: Call): never {
  const { id } = networkOf(call);
  throw notFound(`Internal error: network subnet-${id} has no MAC address set; use interfaces instead.`);
}

function readNetwork(form: FormReader, { world }: Call, current?: Subnet) {
  const block = readNetworkBlock(world, form, current);
  const gateway = parseAddress(form.address("default_gateway") ?? "");
  const servers = form.text("dns_servers");
  const dnsServers = servers === undefined ? undefined : wordsOf(servers);
  const name =
    form.text("description") || (current === undefined ? form.text("name") : undefined) || undefined;
  checkBlock(world, form, block, current);
  if (gateway !== undefined && !blockContains(block, gateway))
    form.addError("default_gateway", `Gateway IP must be within CIDR range: ${block.text}.`);
  checkAddresses(form, "dns_servers", dnsServers);
  checkFreeName(world, form, "description", name, current);
  const gatewayIp = form.has("default_gateway") ? (gateway?.text ?? null) : undefined;
  return {
    cidr: block.text,
    ...withoutUndefined({ vid: form.integer("vlan_tag"), name, gatewayIp, dnsServers }),
  };
}

function readNetworkBlock(world: World, form: FormReader, current: Subnet | undefined): Block {
  const currentBlock = current === undefined ? undefined : blockOf(current);
  if (!form.text("ip") && !form.text("netmask")) return currentBlock ?? findFreeBlock(world);
  const address = parseAddress(form.address("ip") ?? current?.cidr.split("/")[0] ?? "");
  const netmask = form.text("netmask") || (currentBlock === undefined ? "" : netmaskOf(currentBlock));
  if (!form.text("ip") && current === undefined) form.addError("ip", requiredMessage);
  const block = address === undefined ? undefined : blockOfMask(address, netmask);
  if (address !== undefined && block === undefined)
    form.addError("netmask", netmask === "" ? requiredMessage : `'${netmask}' is not a valid netmask.`);
  return block ?? currentBlock ?? { version: 4, first: 0n, last: 0n, prefix: 32, text: "0.0.0.0/32" };
}

function removeSubnet(world: World, subnet: Subnet): void {
  const { ranges, addresses, snippets, staticRoutes, subnets } = world.state.networks;
  const [address] = addressesOfSubnet(world.state.networks, subnet.id);
  if (address !== undefined) throw invalid(`Can't delete subnet; ${address.ip} is still in use.`);
  for (const node of allNodes(world))
    for (const each of node.interfaces)
      if (each.links.some((link) => link.subnetId === subnet.id))
        throw invalid(`Can't delete subnet; ${each.name} on ${node.hostname} is still linked to it.`);
  for (const range of rowsOf(ranges)) if (range.subnetId === subnet.id) removeRow(ranges, range.id);
  for (const snippet of rowsOf(snippets)) if (snippet.subnetId === subnet.id) removeRow(snippets, snippet.id);
  for (const route of rowsOf(staticRoutes))
    if (route.sourceId === subnet.id || route.destinationId === subnet.id) removeRow(staticRoutes, route.id);
  delete addresses.firstMaybeFree[subnet.id];
  removeRow(subnets, subnet.id);
  turnOffUnusableDhcp(world, subnet.vlanId);
}
