import { clearFreeHints } from "../model/networks/addresses.ts";
import { removeSubnet } from "../model/networks/removal.ts";
import {
  blockOf,
  blockOfMask,
  checkBlock,
  freeBlock,
  makeSubnet,
  maxVid,
  requireNetwork,
  vlanOfTag,
} from "../model/networks/subnets.ts";
import { serializeNetwork } from "../serialize/networks.ts";
import { gone, notFound, requiredMessage } from "../state/domain-error.ts";
import type { Subnet } from "../state/networks.ts";
import { rowsOf } from "../state/table.ts";
import { usesDeployedStyle, type World } from "../state/world.ts";
import { type Block, blockContains, netmaskOf, parseAddress } from "../values/blocks.ts";
import { withoutUndefined, wordsOf } from "../values/constraints.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import type { FormReader } from "../wire/form-reader.ts";
import { resource } from "./resource.ts";

const networkOf = ({ world, path }: Call): Subnet => requireNetwork(world, path.name);

/** Live services can no longer change networks. */
function refuseIfWithdrawn({ world }: Call): void {
  if (usesDeployedStyle(world, "withdrawn-networks")) throw gone();
}

/** `networks` is a deprecated alias of `subnets`. */
export const handlers = {
  ...resource(["networks", "network"], {
    serialize: serializeNetwork,
    rows: ({ world }) => rowsOf(world.state.networks.subnets),
    find: networkOf,
    permit: refuseIfWithdrawn,
    // The documents list no form fields. These are the fields of the answers, all optional.
    rules: [{ name: "vlan_tag", type: "integer", min: 0, max: maxVid }],
    read: readNetwork,
    create: ({ world }, { vid = 0, ...fields }) =>
      makeSubnet(world, { ...fields, vlanId: vlanOfTag(world, vid, undefined).id }),
    update({ world }, subnet, { vid, ...changes }) {
      Object.assign(subnet, changes);
      if (vid !== undefined)
        subnet.vlanId = vlanOfTag(world, vid, world.state.networks.vlans.rows[subnet.vlanId]).id;
      clearFreeHints(world, subnet.id);
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

/** The documents describe only this 404, with the internal error text. */
function throwMacsNotFound(call: Call): never {
  const { id } = networkOf(call);
  throw notFound(`Internal error: network subnet-${id} has no MAC address set; use interfaces instead.`);
}

function readNetwork(form: FormReader, { world }: Call, current?: Subnet) {
  const block = readBlock(world, form, current);
  const gateway = parseAddress(form.address("default_gateway") ?? "");
  const servers = form.text("dns_servers");
  const dnsServers = servers === undefined ? undefined : wordsOf(servers);
  const name =
    form.text("description") || (current === undefined ? form.text("name") : undefined) || undefined;
  checkBlock(world, form, block, current);
  if (gateway !== undefined && !blockContains(block, gateway))
    form.fail("default_gateway", `Gateway IP must be within CIDR range: ${block.text}.`);
  for (const each of dnsServers ?? [])
    if (parseAddress(each) === undefined) form.fail("dns_servers", `'${each}' is not a valid IP address.`);
  if (rowsOf(world.state.networks.subnets).some((each) => each !== current && each.name === name))
    form.fail("description", "Subnet with this Name already exists.");
  const gatewayIp = form.has("default_gateway") ? (gateway?.text ?? null) : undefined;
  return {
    cidr: block.text,
    ...withoutUndefined({ vid: form.integer("vlan_tag"), name, gatewayIp, dnsServers }),
  };
}

function readBlock(world: World, form: FormReader, current: Subnet | undefined): Block {
  const currentBlock = current === undefined ? undefined : blockOf(current);
  if (!form.text("ip") && !form.text("netmask")) return currentBlock ?? freeBlock(world);
  const address = parseAddress(form.address("ip") ?? current?.cidr.split("/")[0] ?? "");
  const netmask = form.text("netmask") || (currentBlock === undefined ? "" : netmaskOf(currentBlock));
  if (!form.text("ip") && current === undefined) form.fail("ip", requiredMessage);
  const block = address === undefined ? undefined : blockOfMask(address, netmask);
  if (address !== undefined && block === undefined)
    form.fail("netmask", netmask === "" ? requiredMessage : `'${netmask}' is not a valid netmask.`);
  return block ?? currentBlock ?? { version: 4, first: 0n, last: 0n, prefix: 32, text: "0.0.0.0/32" };
}
