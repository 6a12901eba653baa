import { invalid } from "../../state/domain-error.ts";
import type { Node } from "../../state/node.ts";
import { recordNodeEvent } from "../../state/record-event.ts";
import { allNodes, fleetSubnetId, type World } from "../../state/world.ts";
import type { VmHost } from "../../state/zones-and-pools.ts";
import { resetNetworking } from "../networks/assignment.ts";
import { identifyCards } from "../networks/interfaces.ts";
import { restoreStorage } from "../storage/layouts.ts";
import { createNode, newMac } from "./create.ts";
import { bootLinkMode, removeNode } from "./lifecycle.ts";

export interface MachineSpec {
  readonly hostname: string;
  readonly cores: number;
  readonly memoryMiB: number;
  readonly speedMHz: number;
  readonly architecture: string;
  readonly disks: readonly { readonly sizeBytes: number; readonly tags: readonly string[] }[];
  readonly interfaces: readonly { readonly name: string; readonly subnetId: number }[];
  readonly domainId: number;
  readonly zoneId: number;
  readonly poolId: number;
}

const guestsOf = (world: World, host: VmHost): Node[] =>
  allNodes(world, "machine").filter((node) => node.podId === host.id);

const sum = <Item>(items: readonly Item[], numberOf: (item: Item) => number): number =>
  items.reduce((total, item) => total + numberOf(item), 0);

export interface HostResources {
  readonly cores: number;
  readonly memory: number;
  readonly local_storage: number;
}

export function usedResources(world: World, host: VmHost): HostResources {
  const guests = guestsOf(world, host);
  const physical = guests.flatMap(({ storage }) => storage.devices.filter(({ type }) => type === "physical"));
  return {
    cores: sum(guests, (node) => node.cpuCount),
    memory: sum(guests, (node) => node.memoryMiB),
    local_storage: sum(physical, (disk) => disk.sizeBytes),
  };
}

export const totalResources: HostResources = { cores: 16, memory: 65_536, local_storage: 2e12 };

export function compose(world: World, host: VmHost, spec: MachineSpec, username: string): Node {
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
  check("CPU", host.cpuRatio, totalResources.cores, usage.cores, spec.cores);
  check("Memory", host.memoryRatio, totalResources.memory, usage.memory, spec.memoryMiB);
  const diskBytes = sum(spec.disks, (disk) => disk.sizeBytes);
  check("Storage", 1, totalResources.local_storage, usage.local_storage, diskBytes);
  const names = spec.interfaces.map(({ name }) => name);
  const node = createNode(world, {
    nodeType: "machine",
    hostname: spec.hostname,
    macAddresses: (names.length === 0 ? ["eth0"] : names).map(() => newMac(world, 2)),
    subnetId: spec.interfaces[0]?.subnetId ?? fleetSubnetId(world),
    architecture: spec.architecture,
    cpuCount: spec.cores,
    cpuSpeedMHz: spec.speedMHz,
    memoryMiB: spec.memoryMiB,
    disks: spec.disks.map((disk) => ({ ...disk, model: "Sandbox disk", serial: world.random.token(12) })),
    domainId: spec.domainId,
    zoneId: spec.zoneId,
    poolId: spec.poolId,
    podId: host.id,
    isComposed: true,
    powerType: host.type,
    powerParameters: { power_address: host.address, power_id: spec.hostname, power_pass: host.password },
    powerState: "off",
    status: "ready",
    results: { commissioning: 2, testing: -1 },
  });
  for (const [index, { name, subnetId }] of spec.interfaces.entries()) {
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
