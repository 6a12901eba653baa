import {
  addCacheSet,
  cacheExtent,
  chooseExtent,
  moveCache,
  removeCacheSet,
} from "../model/storage/bcache.ts";
import { serializeCacheSet } from "../serialize/storage.ts";
import { invalidField, noMatch } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import type { CacheSet, LocatedExtent } from "../state/storage.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { changeableMachineOf, nodeOf } from "./path-nodes.ts";

/** Document 3, "Bcache cache sets". */
export const handlers = {
  "bcache-cache-sets.list": (call) => {
    const node = nodeOf(call);
    return json(node.storage.cacheSets.map((cacheSet) => serializeCacheSet(call.world, node, cacheSet)));
  },

  "bcache-cache-sets.create": (call) => {
    const node = changeableMachineOf(call);
    const located = chosen(call, node);
    if (located === undefined) {
      throw invalidField("__all__", "Either cache_device or cache_partition must be specified.");
    }
    return json(serializeCacheSet(call.world, node, addCacheSet(call.world, node.storage, located)));
  },

  "bcache-cache-set.read": (call) => {
    const node = nodeOf(call);
    return json(serializeCacheSet(call.world, node, find(call, node)));
  },

  "bcache-cache-set.update": (call) => {
    const cacheSet = find(call, nodeOf(call, "machine"));
    const node = changeableMachineOf(call);
    const located = chosen(call, node, cacheExtent(node.storage, cacheSet.id));
    if (located !== undefined) moveCache(node.storage, cacheSet, located);
    return json(serializeCacheSet(call.world, node, cacheSet));
  },

  "bcache-cache-set.delete": (call) => {
    const cacheSet = find(call, nodeOf(call, "machine"));
    const node = changeableMachineOf(call);
    removeCacheSet(node.storage, cacheSet);
    return empty(200);
  },
} satisfies HandlersOf<"bcache-cache-sets">;

const chosen = ({ form }: Call, node: Node, current?: LocatedExtent): LocatedExtent | undefined =>
  chooseExtent(
    node.storage,
    "cache",
    form.get("cache_device") || undefined,
    form.get("cache_partition") || undefined,
    current,
  );

function find(call: Call, node: Node): CacheSet {
  const cacheSet = node.storage.cacheSets.find(({ id }) => String(id) === call.path.id);
  if (cacheSet === undefined) throw noMatch("CacheSet");
  return cacheSet;
}
