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
import { answersAsDeployed } from "../state/answer-style.ts";
import {
  invalid,
  invalidChoice,
  invalidField,
  requiredMessage,
  requireFound,
} from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import { type Bcache, type CacheSet, cacheModes, type LocatedExtent } from "../state/storage.ts";
import { defined } from "../values/defined.ts";
import { isUuid } from "../values/spellings.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { changeableMachineOf, nodeOf } from "./path-nodes.ts";
import { resource } from "./resource.ts";

export const handlers = {
  ...resource(["bcaches", "bcache"], {
    serialize: (world, bcache: Bcache, call) => serializeBcache(world, nodeOf(call), bcache),
    rows: (call) => nodeOf(call).storage.bcaches,
    find: (call) => pathRow(call, nodeOf(call).storage.bcaches, "Bcache"),
    create(call) {
      const { world } = call;
      const node = changeableMachineOf(call);
      const wanted = readBcache(call, node);
      const backing = requireExtent("backing", chosenExtent(call, node, "backing"));
      const cacheSet = wanted.cacheSet ?? onlyCacheSet(node);
      return addBcache(world, node.storage, { cacheMode: "WRITETHROUGH", ...wanted, backing, cacheSet });
    },
    update(call, bcache) {
      const { storage } = changeableMachineOf(call);
      const { name, cacheSet, ...changes } = readBcache(call, nodeOf(call));
      const backing = chosenExtent(call, nodeOf(call), "backing", backingExtent(storage, bcache.id));
      if (name !== undefined && name !== bcache.name) requireFreeName(storage, name);
      if (backing !== undefined) moveBacking(storage, bcache, backing);
      if (name !== undefined) renameBcache(storage, bcache, name);
      Object.assign(bcache, changes, cacheSet && { cacheSetId: cacheSet.id });
    },
    remove: (_world, bcache, call) => removeBcache(changeableMachineOf(call).storage, bcache),
  }),
  ...resource(["bcache-cache-sets", "bcache-cache-set"], {
    serialize: (world, cacheSet: CacheSet, call) => serializeCacheSet(world, nodeOf(call), cacheSet),
    rows: (call) => nodeOf(call).storage.cacheSets,
    find: (call) => pathRow(call, nodeOf(call).storage.cacheSets, "CacheSet"),
    create(call) {
      const node = changeableMachineOf(call);
      const extent = requireExtent("cache", chosenExtent(call, node, "cache"));
      return addCacheSet(call.world, node.storage, extent);
    },
    update(call, cacheSet) {
      const node = changeableMachineOf(call);
      const extent = chosenExtent(call, node, "cache", cacheExtent(node.storage, cacheSet.id));
      if (extent !== undefined) moveCache(node.storage, cacheSet, extent);
    },
    remove: (_world, cacheSet, call) => removeCacheSet(changeableMachineOf(call).storage, cacheSet),
  }),
} satisfies HandlersOf<"bcaches"> & HandlersOf<"bcache-cache-sets">;

const pathRow = <Row extends { readonly id: number }>({ path }: Call, rows: readonly Row[], type: string) =>
  requireFound(
    rows.find(({ id }) => String(id) === path.id),
    type,
  );

type Role = "cache" | "backing";

const chosenExtent = ({ form }: Call, { storage }: Node, role: Role, current?: LocatedExtent) => {
  const [device, partition] = ["device", "partition"].map((each) => form.get(`${role}_${each}`) || undefined);
  return chooseExtent(storage, role, device, partition, current);
};

function requireExtent(role: Role, extent: LocatedExtent | undefined): LocatedExtent {
  if (extent !== undefined) return extent;
  throw invalid({ __all__: [`Either ${role}_device or ${role}_partition must be specified.`] });
}

/** What the form asks for beside the backing. */
function readBcache(call: Call, { storage: { cacheSets } }: Node) {
  const form = readForm(call, [{ name: "cache_mode", type: "string" }]);
  const uuid = form.text("uuid") || undefined;
  if (uuid !== undefined && !isUuid(uuid)) form.fail("uuid", "Enter a valid UUID.");
  const mode = form.text("cache_mode") || undefined;
  const isLower = mode === mode?.toLowerCase();
  const isTaken = isLower || !answersAsDeployed(call.world, "cache-mode");
  const cacheMode = isTaken ? cacheModes.find((each) => each === mode?.toUpperCase()) : undefined;
  if (mode !== undefined && cacheMode === undefined) form.fail("cache_mode", invalidChoice(mode, cacheModes));
  const set = form.text("cache_set") || undefined;
  const cacheSet = cacheSets.find(({ id, name }) => String(id) === set || name === set);
  if (set !== undefined && cacheSet === undefined) {
    const ids = cacheSets.map(({ id }) => String(id));
    form.fail("cache_set", invalidChoice(set, ids));
  }
  form.check();
  return defined({ cacheMode, cacheSet, name: form.text("name") || undefined, uuid });
}

/** The cache set of a node that has one; the documents leave the field optional. */
function onlyCacheSet(node: Node): CacheSet {
  const [first, second] = node.storage.cacheSets;
  if (first !== undefined && second === undefined) return first;
  throw invalidField("cache_set", requiredMessage);
}
