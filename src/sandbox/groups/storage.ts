import {
  addBcache,
  addCacheSet,
  backingExtent,
  cacheExtent,
  chooseExtent,
  moveBacking,
  moveCache,
  removeBcache,
  removeCacheSet,
  renameBcache,
  requireFreeName,
} from "../model/storage/bcache.ts";
import { serializeBcache, serializeCacheSet } from "../serialize/storage.ts";
import { invalid, invalidChoice, invalidField, requiredMessage } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import { type Bcache, type CacheSet, cacheModes, type LocatedExtent } from "../state/storage.ts";
import { requireItem } from "../state/table.ts";
import { usesDeployedStyle } from "../state/world.ts";
import { withoutUndefined } from "../values/constraints.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, uuidRule } from "../wire/form-reader.ts";
import { nodeOf, storageMachineOf } from "./path-nodes.ts";
import { resource } from "./resource.ts";

export const bcaches = {
  ...resource(["bcaches", "bcache"], {
    permit: storageMachineOf,
    serialize: (world, bcache: Bcache, call) => serializeBcache(world, nodeOf(call), bcache),
    rows: (call) => nodeOf(call).storage.bcaches,
    find: (call) => requireItem(nodeOf(call).storage.bcaches, call.path.id, "Bcache"),
    rules: [uuidRule, { name: "cache_mode", type: "string" }],
    read: readBcache,
    create(call, values) {
      const node = nodeOf(call);
      const backing = requireExtent("backing", readExtent(call, node, "backing"));
      const cacheSet = values.cacheSet ?? defaultCacheSet(node);
      return addBcache(call.world, node.storage, { cacheMode: "WRITETHROUGH", ...values, backing, cacheSet });
    },
    update(call, bcache, { name, cacheSet, ...changes }) {
      const node = nodeOf(call);
      const { storage } = node;
      const backing = readExtent(call, node, "backing", backingExtent(storage, bcache.id));
      if (name !== undefined && name !== bcache.name) requireFreeName(storage, name);
      if (backing !== undefined) moveBacking(storage, bcache, backing);
      if (name !== undefined) renameBcache(storage, bcache, name);
      Object.assign(bcache, changes, cacheSet && { cacheSetId: cacheSet.id });
    },
    remove: (_world, bcache, call) => removeBcache(nodeOf(call).storage, bcache),
  }),
  ...resource(["bcache-cache-sets", "bcache-cache-set"], {
    permit: storageMachineOf,
    serialize: (world, cacheSet: CacheSet, call) => serializeCacheSet(world, nodeOf(call), cacheSet),
    rows: (call) => nodeOf(call).storage.cacheSets,
    find: (call) => requireItem(nodeOf(call).storage.cacheSets, call.path.id, "CacheSet"),
    create(call) {
      const node = nodeOf(call);
      const extent = requireExtent("cache", readExtent(call, node, "cache"));
      return addCacheSet(call.world, node.storage, extent);
    },
    update(call, cacheSet) {
      const node = nodeOf(call);
      const extent = readExtent(call, node, "cache", cacheExtent(node.storage, cacheSet.id));
      if (extent !== undefined) moveCache(node.storage, cacheSet, extent);
    },
    remove: (_world, cacheSet, call) => removeCacheSet(nodeOf(call).storage, cacheSet),
  }),
} satisfies HandlersOf<"bcaches"> & HandlersOf<"bcache-cache-sets">;

type Role = "cache" | "backing";

const readExtent = ({ form }: Call, { storage }: Node, role: Role, current?: LocatedExtent) => {
  const [device, partition] = ["device", "partition"].map((each) => form.get(`${role}_${each}`) || undefined);
  return chooseExtent(storage, role, device, partition, current);
};

function requireExtent(role: Role, extent: LocatedExtent | undefined): LocatedExtent {
  if (extent !== undefined) return extent;
  throw invalid({ __all__: [`Either ${role}_device or ${role}_partition must be specified.`] });
}

function readBcache(form: FormReader, call: Call) {
  const { cacheSets } = nodeOf(call).storage;
  const mode = form.text("cache_mode") || undefined;
  const isLowerCase = mode === mode?.toLowerCase();
  const isAccepted = isLowerCase || !usesDeployedStyle(call.world, "cache-mode");
  const cacheMode = isAccepted ? cacheModes.find((each) => each === mode?.toUpperCase()) : undefined;
  if (mode !== undefined && cacheMode === undefined) form.fail("cache_mode", invalidChoice(mode, cacheModes));
  const cacheSetText = form.text("cache_set") || undefined;
  const cacheSet = cacheSets.find(({ id, name }) => String(id) === cacheSetText || name === cacheSetText);
  if (cacheSetText !== undefined && cacheSet === undefined)
    form.fail(
      "cache_set",
      invalidChoice(
        cacheSetText,
        cacheSets.map(({ id }) => String(id)),
      ),
    );
  return { ...withoutUndefined({ cacheMode, cacheSet }), ...form.values({ name: "word", uuid: "word" }) };
}

function defaultCacheSet(node: Node): CacheSet {
  const [first, second] = node.storage.cacheSets;
  if (first !== undefined && second === undefined) return first;
  throw invalidField("cache_set", requiredMessage);
}
