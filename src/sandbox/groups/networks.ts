import { clearFreeHints } from "../model/networks/addresses.ts";
import {
  blockOfMask,
  checkBlock,
  freeBlock,
  requireNetwork,
  vlanOfTag,
} from "../model/networks/legacy-networks.ts";
import { removeSubnet } from "../model/networks/removal.ts";
import { blockOf, makeSubnet } from "../model/networks/subnets.ts";
import { maxVid } from "../model/networks/vlans.ts";
import { serializeNetwork } from "../serialize/networks.ts";
import { notFound } from "../state/domain-error.ts";
import type { Subnet } from "../state/networks.ts";
import { rowsOf } from "../state/table.ts";
import type { World } from "../state/world.ts";
import { type Block, blockHolds, netmaskOf, parseAddress } from "../values/blocks.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, readForm } from "../wire/form-reader.ts";

/**
 * Document 3, "Networks": these are listed with a 404 that carries internal error text, and with nothing
 * else.
 */
function neverFound(call: Call): never {
  const { id } = requireNetwork(call.world, call.path.name);
  throw notFound(`Internal error: network subnet-${id} has no MAC address set; use interfaces instead.`);
}

/** Document 3, "Networks (deprecated in favour of subnets)". */
export const handlers = {
  "networks.list": (call) =>
    json(rowsOf(call.world.state.networks.subnets).map((each) => serializeNetwork(call.world, each))),
  "networks.create"(call) {
    const { vid = 0, ...given } = readNetwork(call.world, readForm(call.form));
    const vlan = vlanOfTag(call.world, vid, undefined);
    return json(serializeNetwork(call.world, makeSubnet(call.world, { ...given, vlanId: vlan.id })));
  },
  "network.read": (call) => json(serializeNetwork(call.world, requireNetwork(call.world, call.path.name))),
  "network.update"(call) {
    const subnet = requireNetwork(call.world, call.path.name);
    const { vid, ...changes } = readNetwork(call.world, readForm(call.form), subnet);
    Object.assign(subnet, changes);
    if (vid !== undefined)
      subnet.vlanId = vlanOfTag(call.world, vid, call.world.state.networks.vlans.rows[subnet.vlanId]).id;
    clearFreeHints(call.world, subnet.id);
    return json(serializeNetwork(call.world, subnet));
  },
  "network.delete"(call) {
    removeSubnet(call.world, requireNetwork(call.world, call.path.name));
    return empty(200);
  },
  "network.connect_macs": neverFound,
  "network.disconnect_macs": neverFound,
  "network.list_connected_macs": neverFound,
} satisfies HandlersOf<"networks">;

function readBlock(world: World, reading: FormReader, own: Subnet | undefined): Block {
  const current = own === undefined ? undefined : blockOf(own);
  if (!reading.text("ip") && !reading.text("netmask")) return current ?? freeBlock(world);
  const address = parseAddress(reading.address("ip") ?? own?.cidr.split("/")[0] ?? "");
  const netmask = reading.text("netmask") || (current === undefined ? "" : netmaskOf(current));
  if (!reading.text("ip") && own === undefined) reading.fail("ip", "This field is required.");
  const block = address === undefined ? undefined : blockOfMask(address, netmask);
  if (address !== undefined && block === undefined)
    reading.fail(
      "netmask",
      netmask === "" ? "This field is required." : `'${netmask}' is not a valid netmask.`,
    );
  return block ?? current ?? { version: 4, first: 0n, last: 0n, prefix: 32, text: "0.0.0.0/32" };
}

interface NetworkChanges {
  readonly cidr: string;
  readonly vid: number | undefined;
  readonly name?: string;
  readonly gatewayIp?: string | null;
  readonly dnsServers?: string[];
}

/**
 * Reads a network: the documents show no form fields, so they are those of the answers, and all may be left
 * out.
 */
export function readNetwork(world: World, reading: FormReader, own?: Subnet): NetworkChanges {
  const block = readBlock(world, reading, own);
  const vid = reading.integer("vlan_tag", 0, maxVid);
  const gateway = parseAddress(reading.address("default_gateway") ?? "");
  const servers = reading
    .text("dns_servers")
    ?.split(/[\s,]+/)
    .filter((each) => each !== "");
  const name = reading.text("description") || (own === undefined ? reading.text("name") : undefined);
  checkBlock(world, reading, block, own);
  if (gateway !== undefined && !blockHolds(block, gateway))
    reading.fail("default_gateway", `Gateway IP must be within CIDR range: ${block.text}.`);
  for (const each of servers ?? [])
    if (parseAddress(each) === undefined) reading.fail("dns_servers", `'${each}' is not a valid IP address.`);
  if (name && rowsOf(world.state.networks.subnets).some((each) => each !== own && each.name === name))
    reading.fail("description", "Subnet with this Name already exists.");
  reading.check();
  return {
    cidr: block.text,
    vid,
    ...(name ? { name } : {}),
    ...(reading.has("default_gateway") ? { gatewayIp: gateway?.text ?? null } : {}),
    ...(servers === undefined ? {} : { dnsServers: servers }),
  };
}
