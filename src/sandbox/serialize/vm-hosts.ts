import { totalResources, usedResources } from "../model/nodes/compose.ts";
import type { World } from "../state/world.ts";
import type { VmHost } from "../state/zones-and-pools.ts";
import { type Json, resourceUri, serializePool, serializeZone } from "./references.ts";

export function serializeVmHost(world: World, host: VmHost, plural: string): Json {
  const used = usedResources(world, host);
  const total = totalResources;
  const available = {
    cores: total.cores - used.cores,
    memory: total.memory - used.memory,
    local_storage: total.local_storage - used.local_storage,
  };
  return {
    id: host.id,
    name: host.name,
    type: host.type,
    tags: host.tags,
    zone: serializeZone(world, host.zoneId),
    pool: serializePool(world, host.poolId),
    cpu_over_commit_ratio: host.cpuRatio,
    memory_over_commit_ratio: host.memoryRatio,
    default_macvlan_mode: host.macvlanMode || null,
    architectures: ["amd64/generic"],
    capabilities: ["composable", "dynamic_local_storage", "over_commit", "storage_pools"],
    storage_pools: [
      {
        id: "p1",
        name: storagePool,
        type: "dir",
        path: "/var/lib/vm",
        total: total.local_storage,
        used: used.local_storage,
        available: available.local_storage,
        default: true,
      },
    ],
    host: { system_id: host.host, __incomplete__: true },
    version: "1",
    total,
    used,
    available,
    resource_uri: resourceUri(world, plural, host.id),
  };
}

export const storagePool = "default";
