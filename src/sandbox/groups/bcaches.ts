import {
  addBcache,
  backingExtent,
  chooseExtent,
  moveBacking,
  removeBcache,
  renameBcache,
  requireFreeName,
} from "../model/storage/bcache.ts";
import { serializeBcache } from "../serialize/storage.ts";
import { invalid, invalidChoice, invalidField, noMatch, requiredMessage } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import {
  type Bcache,
  type CacheMode,
  type CacheSet,
  cacheModes,
  type LocatedExtent,
} from "../state/storage.ts";
import { isUuid } from "../values/spellings.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { changeableMachineOf, nodeOf } from "./path-nodes.ts";

export const handlers = {
  "bcaches.list"(call) {
    const node = nodeOf(call);
    return json(node.storage.bcaches.map((bcache) => serializeBcache(call.world, node, bcache)));
  },
  "bcaches.create"(call) {
    const node = changeableMachineOf(call);
    const { cacheMode = "WRITETHROUGH", ...wanted } = readBcache(call, node);
    const backing = chosenBacking(call, node);
    if (backing === undefined)
      throw invalid({ __all__: ["Either backing_device or backing_partition must be specified."] });
    const cacheSet = wanted.cacheSet ?? onlyCacheSet(node);
    const bcache = addBcache(call.world, node.storage, { ...wanted, backing, cacheSet, cacheMode });
    return json(serializeBcache(call.world, node, bcache));
  },
  "bcache.read"(call) {
    const node = nodeOf(call);
    return json(serializeBcache(call.world, node, bcacheOf(call, node)));
  },
  "bcache.update"(call) {
    const bcache = bcacheOf(call, nodeOf(call, "machine"));
    const node = changeableMachineOf(call);
    const { name, cacheSet, cacheMode, uuid } = readBcache(call, node);
    const backing = chosenBacking(call, node, backingExtent(node.storage, bcache.id));
    if (name !== undefined && name !== bcache.name) requireFreeName(node.storage, name);
    if (backing !== undefined) moveBacking(node.storage, bcache, backing);
    if (name !== undefined) renameBcache(node.storage, bcache, name);
    if (cacheSet !== undefined) bcache.cacheSetId = cacheSet.id;
    if (cacheMode !== undefined) bcache.cacheMode = cacheMode;
    if (uuid !== undefined) bcache.uuid = uuid;
    return json(serializeBcache(call.world, node, bcache));
  },
  "bcache.delete"(call) {
    const bcache = bcacheOf(call, nodeOf(call, "machine"));
    removeBcache(changeableMachineOf(call).storage, bcache);
    return empty(200);
  },
} satisfies HandlersOf<"bcaches">;

function bcacheOf(call: Call, node: Node): Bcache {
  const bcache = node.storage.bcaches.find(({ id }) => String(id) === call.path.id);
  if (bcache === undefined) throw noMatch("Bcache");
  return bcache;
}

const chosenBacking = ({ form }: Call, node: Node, current?: LocatedExtent): LocatedExtent | undefined =>
  chooseExtent(
    node.storage,
    "backing",
    form.get("backing_device") || undefined,
    form.get("backing_partition") || undefined,
    current,
  );

interface BcacheInput {
  readonly cacheMode: CacheMode | undefined;
  readonly cacheSet: CacheSet | undefined;
  readonly name: string | undefined;
  readonly uuid: string | undefined;
}

/** What the form asks for beside the backing. */
function readBcache(call: Call, node: Node): BcacheInput {
  // The service takes the modes in either case.
  const form = readForm(call, [{ name: "cache_mode", type: "string" }]);
  const mode = form.text("cache_mode")?.toUpperCase() || undefined;
  const cacheMode = cacheModes.find((each) => each === mode);
  if (mode !== undefined && cacheMode === undefined) form.fail("cache_mode", invalidChoice(mode, cacheModes));
  const { cacheSets } = node.storage;
  const set = form.text("cache_set") || undefined;
  const cacheSet = cacheSets.find(({ id, name }) => String(id) === set || name === set);
  if (set !== undefined && cacheSet === undefined) {
    const ids = cacheSets.map(({ id }) => String(id));
    form.fail("cache_set", invalidChoice(set, ids));
  }
  const uuid = form.text("uuid") || undefined;
  if (uuid !== undefined && !isUuid(uuid)) form.fail("uuid", "Enter a valid UUID.");
  form.check();
  return { cacheMode, cacheSet, name: form.text("name") || undefined, uuid };
}

/** The cache set of a node that has one; the documents leave the field optional. */
function onlyCacheSet(node: Node): CacheSet {
  const [first, second] = node.storage.cacheSets;
  if (first !== undefined && second === undefined) return first;
  throw invalidField("cache_set", requiredMessage);
}
