import type { OperationIdOf } from "../../api/index.ts";
import { requireNode } from "../model/nodes/access.ts";
import { addCacheSet, cachePlace, chooseExtent, moveCache, removeCacheSet } from "../model/storage/bcache.ts";
import { describeCacheSet } from "../serialize/storage.ts";
import type { Node } from "../state/node.ts";
import type { CacheSet, Place } from "../state/storage.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, Handler } from "../wire/call.ts";
import { Refusal } from "../wire/http-error.ts";
import { requireChangeable } from "./storage-changes.ts";

/** Document 3, "Bcache cache sets". */
export const handlers = {
  "bcache-cache-sets.list": (call) => {
    const node = requireNode(call);
    return json(node.storage.cacheSets.map((cacheSet) => describeCacheSet(call.world, node, cacheSet)));
  },

  "bcache-cache-sets.create": (call) => {
    const node = requireChangeable(call);
    const place = chosen(call, node);
    if (place === undefined) {
      throw new Refusal(400, { __all__: ["Either cache_device or cache_partition must be specified."] });
    }
    return json(describeCacheSet(call.world, node, addCacheSet(call.world, node.storage, place)));
  },

  "bcache-cache-set.read": (call) => {
    const node = requireNode(call);
    return json(describeCacheSet(call.world, node, find(call, node)));
  },

  "bcache-cache-set.update": (call) => {
    const cacheSet = find(call, requireNode(call, "machine"));
    const node = requireChangeable(call);
    const place = chosen(call, node, cachePlace(node.storage, cacheSet.id));
    if (place !== undefined) moveCache(node.storage, cacheSet, place);
    return json(describeCacheSet(call.world, node, cacheSet));
  },

  "bcache-cache-set.delete": (call) => {
    const cacheSet = find(call, requireNode(call, "machine"));
    const node = requireChangeable(call);
    removeCacheSet(node.storage, cacheSet);
    return empty(200);
  },
} satisfies Record<OperationIdOf<"bcache-cache-sets">, Handler>;

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
  if (cacheSet === undefined) throw new Refusal(404, "No CacheSet matches the given query.");
  return cacheSet;
}
