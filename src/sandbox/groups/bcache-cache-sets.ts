import {
  addCacheSet,
  cacheExtent,
  chooseExtent,
  moveCache,
  removeCacheSet,
} from "../model/storage/bcache.ts";
import { serializeCacheSet } from "../serialize/storage.ts";
import { invalid, noMatch } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import type { CacheSet, LocatedExtent } from "../state/storage.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { changeableMachineOf, nodeOf } from "./path-nodes.ts";

export const handlers = {
  "bcache-cache-sets.list"(call) {
    const node = nodeOf(call);
    return json(node.storage.cacheSets.map((cacheSet) => serializeCacheSet(call.world, node, cacheSet)));
  },
  "bcache-cache-sets.create"(call) {
    const node = changeableMachineOf(call);
    const extent = chosenExtent(call, node);
    if (extent === undefined)
      throw invalid({ __all__: ["Either cache_device or cache_partition must be specified."] });
    return json(serializeCacheSet(call.world, node, addCacheSet(call.world, node.storage, extent)));
  },
  "bcache-cache-set.read"(call) {
    const node = nodeOf(call);
    return json(serializeCacheSet(call.world, node, cacheSetOf(call, node)));
  },
  "bcache-cache-set.update"(call) {
    const cacheSet = cacheSetOf(call, nodeOf(call, "machine"));
    const node = changeableMachineOf(call);
    const extent = chosenExtent(call, node, cacheExtent(node.storage, cacheSet.id));
    if (extent !== undefined) moveCache(node.storage, cacheSet, extent);
    return json(serializeCacheSet(call.world, node, cacheSet));
  },
  "bcache-cache-set.delete"(call) {
    const cacheSet = cacheSetOf(call, nodeOf(call, "machine"));
    removeCacheSet(changeableMachineOf(call).storage, cacheSet);
    return empty(200);
  },
} satisfies HandlersOf<"bcache-cache-sets">;

const chosenExtent = ({ form }: Call, node: Node, current?: LocatedExtent): LocatedExtent | undefined =>
  chooseExtent(
    node.storage,
    "cache",
    form.get("cache_device") || undefined,
    form.get("cache_partition") || undefined,
    current,
  );

function cacheSetOf(call: Call, node: Node): CacheSet {
  const cacheSet = node.storage.cacheSets.find(({ id }) => String(id) === call.path.id);
  if (cacheSet === undefined) throw noMatch("CacheSet");
  return cacheSet;
}
