import { clearFreeHints } from "../model/networks/addresses.ts";
import { findVlan, requireVlan } from "../model/networks/fabrics.ts";
import { checkBlock } from "../model/networks/legacy-networks.ts";
import { removeSubnet, stopIdleDhcp } from "../model/networks/removal.ts";
import { resolveFabrics } from "../model/networks/specifiers.ts";
import { blockOf, findSubnet, makeSubnet } from "../model/networks/subnets.ts";
import { serializeSubnet } from "../serialize/networks.ts";
import {
  serializeReserved,
  serializeStatistics,
  serializeUnreserved,
  serializeUse,
} from "../serialize/usage.ts";
import { invalidChoice, requireFound } from "../state/domain-error.ts";
import type { Subnet, Vlan } from "../state/networks.ts";
import { findRow, rowsOf } from "../state/table.ts";
import type { group } from "../undocumented/subnets.ts";
import { type Block, blockHolds, parseAddress, parseBlock } from "../values/blocks.ts";
import { wordsOf } from "../values/constraints.ts";
import { defined } from "../values/defined.ts";
import { exact, jsonList } from "../wire/answers.ts";
import type { Call, HandlersFor } from "../wire/call.ts";
import { type FormReader, readForm } from "../wire/form-reader.ts";
import { resource } from "./resource.ts";

const statisticsRules = ["include_ranges", "include_suggestions"].map(
  (name) => ({ name, type: "boolean" }) as const,
);

const subnetOf = ({ world, path }: Call): Subnet => requireFound(findSubnet(world, path.id ?? ""), "Subnet");

export const handlers = {
  ...resource(["subnets", "subnet"], {
    rows: ({ world }) => rowsOf(world.state.networks.subnets),
    find: subnetOf,
    // A subnet that has just been made shows an absent gateway as empty text, as recorded.
    serialize: (world, subnet, call) => ({
      ...serializeSubnet(world, subnet),
      ...(call.operation.method === "POST" ? { gateway_ip: subnet.gatewayIp ?? "" } : {}),
    }),
    create: (call) => makeSubnet(call.world, readNew(call)),
    update(call, subnet) {
      const changes = readSubnet(call, subnet);
      const vlanBefore = subnet.vlanId;
      Object.assign(subnet, changes);
      clearFreeHints(call.world, subnet.id);
      stopIdleDhcp(call.world, vlanBefore);
    },
    remove: removeSubnet,
    removed: 204,
  }),
  "subnet.ip_addresses"(call) {
    const subnet = subnetOf(call);
    const form = readForm(call, [
      { name: "with_username", type: "boolean" },
      { name: "with_summary", type: "boolean" },
      { name: "with_node_summary", type: "boolean" },
    ]);
    form.check();
    const withUser = form.boolean("with_username") ?? true;
    const withNode = form.boolean("with_summary") ?? form.boolean("with_node_summary") ?? true;
    const taken = Object.values(call.world.state.networks.addresses.byIp).filter(
      (each) => each.subnetId === subnet.id,
    );
    return jsonList(taken, (each) => serializeUse(call.world, each, withUser, withNode));
  },
  "subnet.reserved_ip_ranges": (call) => exact(serializeReserved(call.world, subnetOf(call))),
  "subnet.unreserved_ip_ranges": (call) => exact(serializeUnreserved(call.world, subnetOf(call))),
  "subnet.statistics"(call) {
    const subnet = subnetOf(call);
    const form = readForm(call, statisticsRules);
    form.check();
    const [ranges = false, suggestions = false] = statisticsRules.map(({ name }) => form.boolean(name));
    return exact(serializeStatistics(call.world, subnet, { ranges, suggestions }));
  },
} satisfies HandlersFor<typeof group>;

const booleans = ["allow_dns", "allow_proxy", "managed"].map((name) => ({ name, type: "boolean" }) as const);

function readNew(call: Call) {
  const { cidr = "", vlanId, ...given } = readSubnet(call);
  return { cidr, vlanId: vlanId ?? requireVlan(call.world, "0", "0").id, ...given };
}

/** The fields of a new subnet, or the changes of `own`. */
function readSubnet(call: Call, own?: Subnet): Partial<Subnet> {
  const { world } = call;
  const form = readForm(call, booleans);
  const block = readBlock(call, form, own);
  const gateway = parseAddress(form.address("gateway_ip") ?? "");
  const servers = call.form.has("dns_servers") ? call.form.all("dns_servers").flatMap(wordsOf) : undefined;
  for (const each of servers ?? [])
    if (parseAddress(each) === undefined) form.fail("dns_servers", `'${each}' is not a valid IP address.`);
  const gatewayIp = form.has("gateway_ip") ? (gateway?.text ?? null) : undefined;
  const kept = parseAddress((gatewayIp === undefined ? own?.gatewayIp : gatewayIp) ?? "");
  if (block !== undefined && kept !== undefined && !blockHolds(block, kept))
    form.fail("gateway_ip", "Gateway IP must be within CIDR range.");
  const name = form.text("name") || undefined;
  if (rowsOf(world.state.networks.subnets).some((each) => each !== own && each.name === name))
    form.fail("name", "Subnet with this Name already exists.");
  const vlanId = readVlan(call, form, own)?.id;
  form.check();
  return defined({
    cidr: block?.text,
    name,
    description: form.text("description"),
    vlanId,
    gatewayIp,
    rdnsMode: form.integer("rdns_mode"),
    allowDns: form.boolean("allow_dns"),
    allowProxy: form.boolean("allow_proxy"),
    dnsServers: servers,
    managed: form.boolean("managed"),
    disabledBootArchitectures: form.has("disabled_boot_architectures")
      ? [...form.list("disabled_boot_architectures")]
      : undefined,
  });
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

/** The VLAN that the form names, by itself or by its fabric; undefined where it names none. */
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
