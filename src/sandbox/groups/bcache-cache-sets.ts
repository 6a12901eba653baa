import { addCacheSet, cachePlace, chooseExtent, moveCache, removeCacheSet } from "../model/storage/bcache.ts";
import { describeCacheSet } from "../serialize/storage.ts";
import { invalidField, noMatch } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import type { CacheSet, Place } from "../state/storage.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { changeableMachineOf, nodeOf } from "./path-nodes.ts";

/** Document 3, "Bcache cache sets". */
export const handlers = {
  "bcache-cache-sets.list": (call) => {
    const node = nodeOf(call);
    return json(node.storage.cacheSets.map((cacheSet) => describeCacheSet(call.world, node, cacheSet)));
  },

  "bcache-cache-sets.create": (call) => {
    const node = changeableMachineOf(call);
    const place = chosen(call, node);
    if (place === undefined) {
      throw invalidField("__all__", "Either cache_device or cache_partition must be specified.");
    }
    return json(describeCacheSet(call.world, node, addCacheSet(call.world, node.storage, place)));
  },

  "bcache-cache-set.read": (call) => {
    const node = nodeOf(call);
    return json(describeCacheSet(call.world, node, find(call, node)));
  },

  "bcache-cache-set.update": (call) => {
    const cacheSet = find(call, nodeOf(call, "machine"));
    const node = changeableMachineOf(call);
    const place = chosen(call, node, cachePlace(node.storage, cacheSet.id));
    if (place !== undefined) moveCache(node.storage, cacheSet, place);
    return json(describeCacheSet(call.world, node, cacheSet));
  },

  "bcache-cache-set.delete": (call) => {
    const cacheSet = find(call, nodeOf(call, "machine"));
    const node = changeableMachineOf(call);
    removeCacheSet(node.storage, cacheSet);
    return empty(200);
  },
} satisfies HandlersOf<"bcache-cache-sets">;

const chosen = ({ form }: Call, node: Node, current?: Place): Place | undefined =>
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
