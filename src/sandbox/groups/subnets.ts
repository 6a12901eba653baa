import { clearFreeHints } from "../model/networks/addresses.ts";
import { resolveFabrics } from "../model/networks/network-constraints.ts";
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
  serializeAddressUse,
  serializeReserved,
  serializeStatistics,
  serializeSubnet,
  serializeUnreserved,
} from "../serialize/networks.ts";
import { invalidChoice, requireFound } from "../state/domain-error.ts";
import { addressesOfSubnet, type Subnet, type Vlan } from "../state/networks.ts";
import { findRow, rowsOf } from "../state/table.ts";
import { usesDeployedStyle, type World } from "../state/world.ts";
import { type Block, blockContains, parseAddress, parseBlock } from "../values/blocks.ts";
import { withoutUndefined, wordsOf } from "../values/constraints.ts";
import { bigintJson, jsonList } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { checkedForm, type FormReader } from "../wire/form-reader.ts";
import { resource } from "./resource.ts";

const subnetOf = ({ world, path }: Call): Subnet => requireFound(findSubnet(world, path.id ?? ""), "Subnet");

/** `bigintJson` writes counts of IPv6 addresses, which exceed the safe integers. */
export const subnets = {
  ...resource(["subnets", "subnet"], {
    rows: ({ world }: Call) => rowsOf(world.state.networks.subnets),
    find: subnetOf,
    // A new subnet without a gateway is answered with an empty string instead of null.
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
      clearFreeHints(world, subnet.id);
      stopIdleDhcp(world, previousVlanId);
    },
    remove: removeSubnet,
  }),
  "subnet.ip_addresses": listAddresses,
  "subnet.reserved_ip_ranges": (call: Call) => bigintJson(serializeReserved(call.world, subnetOf(call))),
  "subnet.statistics": showStatistics,
  "subnet.unreserved_ip_ranges": (call: Call) => bigintJson(serializeUnreserved(call.world, subnetOf(call))),
} satisfies HandlersOf<"subnets">;

function readSubnet(form: FormReader, call: Call, current?: Subnet): Partial<Subnet> {
  const { world } = call;
  const block = readBlock(call, form, current);
  const gateway = parseAddress(form.address("gateway_ip") ?? "");
  const dnsServers = form.has("dns_servers") ? call.form.all("dns_servers").flatMap(wordsOf) : undefined;
  for (const each of dnsServers ?? [])
    if (parseAddress(each) === undefined) form.fail("dns_servers", `'${each}' is not a valid IP address.`);
  const gatewayIp = form.has("gateway_ip") ? (gateway?.text ?? null) : undefined;
  const newGateway = parseAddress((gatewayIp === undefined ? current?.gatewayIp : gatewayIp) ?? "");
  if (block !== undefined && newGateway !== undefined && !blockContains(block, newGateway))
    form.fail("gateway_ip", "Gateway IP must be within CIDR range.");
  const fields = form.values({
    name: "word",
    description: "text",
    rdnsMode: "integer",
    activeDiscovery: "boolean",
    disabledBootArchitectures: "list",
  });
  if (rowsOf(world.state.networks.subnets).some((each) => each !== current && each.name === fields.name))
    form.fail("name", "Subnet with this Name already exists.");
  const vlanId = readVlan(call, form, current)?.id;
  const allowDns = readSwitch(world, form, "allow_dns");
  const allowProxy = readSwitch(world, form, "allow_proxy");
  const managed = readSwitch(world, form, "managed");
  const switches = { allowDns, allowProxy, managed };
  return {
    ...fields,
    ...withoutUndefined({ cidr: block?.text, vlanId, gatewayIp, dnsServers, ...switches }),
  };
}

function readSwitch(world: World, form: FormReader, name: string): boolean | undefined {
  const value = form.boolean(name);
  const isDeployedSwitch = value === false && usesDeployedStyle(world, "subnet-switches");
  return isDeployedSwitch ? form.text(name)?.toLowerCase() !== "false" : value;
}

function readBlock({ world }: Call, form: FormReader, current: Subnet | undefined): Block | undefined {
  const text = form.text("cidr");
  if (!text) return current && blockOf(current);
  const block = parseBlock(text);
  if (block === undefined) form.fail("cidr", "Required format: <network>/<prefixlen>.");
  else if (rowsOf(world.state.networks.subnets).some((each) => each !== current && each.cidr === block.text))
    form.fail("cidr", "Subnet with this Cidr already exists.");
  else checkBlock(world, { ...form, fail: (_field, message) => form.fail("cidr", message) }, block, current);
  return block;
}

function readVlan({ world }: Call, form: FormReader, current: Subnet | undefined): Vlan | undefined {
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
  const currentFabricId = current === undefined ? undefined : findRow(vlans, current.vlanId)?.fabricId;
  const targetFabricId = fabricId ?? currentFabricId ?? 0;
  const match = findVlan(world, targetFabricId, vid ?? 0);
  if (match === undefined)
    form.fail("vid", `No VLAN with vid ${vid} in fabric ${findRow(fabrics, targetFabricId)?.name}.`);
  return match;
}

function listAddresses(call: Call) {
  const { world } = call;
  const { id } = subnetOf(call);
  const form = checkedForm(call);
  const withUser = form.boolean("with_username") ?? true;
  const withNode = form.boolean("with_summary") ?? form.boolean("with_node_summary") ?? true;
  return jsonList(addressesOfSubnet(world.state.networks, id), (each) =>
    serializeAddressUse(world, each, withUser, withNode),
  );
}

function showStatistics(call: Call) {
  const subnet = subnetOf(call);
  const form = checkedForm(call);
  const ranges = form.boolean("include_ranges") ?? false;
  const suggestions = form.boolean("include_suggestions") ?? false;
  return bigintJson(serializeStatistics(call.world, subnet, { ranges, suggestions }));
}
