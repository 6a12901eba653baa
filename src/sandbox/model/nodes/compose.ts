import { invalid } from "../../state/domain-error.ts";
import type { Node } from "../../state/node.ts";
import { recordNodeEvent } from "../../state/record-event.ts";
import { physicalDisks } from "../../state/storage.ts";
import { allNodes, fleetSubnetId, type World } from "../../state/world.ts";
import type { VmHost } from "../../state/zones-and-pools.ts";
import { resetNetworking } from "../networks/assignment.ts";
import { identifyCards } from "../networks/interfaces.ts";
import { restoreStorage } from "../storage/layouts.ts";
import { createNode, newMac } from "./create.ts";
import { bootLinkMode, removeNode } from "./lifecycle.ts";

type FieldName = "hostname" | "architecture" | "cpuCount" | "cpuSpeedMHz" | "memoryMiB";

export interface MachineSpec extends Readonly<Pick<Node, FieldName | "domainId" | "zoneId" | "poolId">> {
  readonly disks: readonly { readonly sizeBytes: number; readonly tags: readonly string[] }[];
  readonly interfaces: readonly { readonly name: string; readonly subnetId: number }[];
}

const guestsOf = (world: World, host: VmHost): Node[] =>
  allNodes(world, "machine").filter((node) => node.podId === host.id);

const sum = <Item>(items: readonly Item[], numberOf: (item: Item) => number): number =>
  items.reduce((total, item) => total + numberOf(item), 0);

export function usedResources(world: World, host: VmHost) {
  const guests = guestsOf(world, host);
  const disks = guests.flatMap(({ storage }) => physicalDisks(storage));
  return {
    cores: sum(guests, (node) => node.cpuCount),
    memory: sum(guests, (node) => node.memoryMiB),
    local_storage: sum(disks, (disk) => disk.sizeBytes),
  };
}

export const totalResources = { cores: 16, memory: 65_536, local_storage: 2e12 } as const;

export function compose(
  world: World,
  host: VmHost,
  { disks, interfaces, ...fields }: MachineSpec,
  username: string,
): Node {
  const usage = usedResources(world, host);
  const check = (resource: string, ratio: number, total: number, used: number, requested: number) => {
    const available = Math.floor(total * ratio - used);
    if (requested > available)
      throw invalid({
        __all__: [
          `${resource} over commit ratio is ${ratio} and there are ${available} available resources; ${requested} requested.`,
        ],
      });
  };
  check("CPU", host.cpuRatio, totalResources.cores, usage.cores, fields.cpuCount);
  check("Memory", host.memoryRatio, totalResources.memory, usage.memory, fields.memoryMiB);
  const diskBytes = sum(disks, (disk) => disk.sizeBytes);
  check("Storage", 1, totalResources.local_storage, usage.local_storage, diskBytes);
  const node = createNode(world, {
    nodeType: "machine",
    ...fields,
    macAddresses: Array.from({ length: interfaces.length || 1 }, () => newMac(world, 2)),
    subnetId: interfaces[0]?.subnetId ?? fleetSubnetId(world),
    disks: disks.map((disk) => ({ ...disk, model: "Sandbox disk", serial: world.random.token(12) })),
    podId: host.id,
    isComposed: true,
    powerType: host.type,
    powerParameters: { power_address: host.address, power_id: fields.hostname, power_pass: host.password },
    powerState: "off",
    status: "ready",
    results: { commissioning: 2, testing: -1 },
  });
  for (const [index, { name, subnetId }] of interfaces.entries()) {
    const { [index]: card } = node.interfaces;
    const vlanId = world.state.networks.subnets.rows[subnetId]?.vlanId ?? null;
    if (card !== undefined) Object.assign(card, { name, vlanId });
  }
  identifyCards(node);
  restoreStorage(world, node);
  resetNetworking(world, node, bootLinkMode(world));
  recordNodeEvent(world, node, "Ready", `composed on ${host.name}`, username);
  return node;
}

export function removeHost(world: World, host: VmHost, decompose: boolean): void {
  for (const node of guestsOf(world, host))
    if (decompose) removeNode(world, node);
    else node.podId = null;
  const { pods } = world.state.places;
  pods.splice(pods.indexOf(host), 1);
}
