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
import { invalidField, noMatch } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import {
  type Bcache,
  type CacheMode,
  type CacheSet,
  cacheModes,
  type LocatedExtent,
} from "../state/storage.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, readForm } from "../wire/form-reader.ts";
import { changeableMachineOf, nodeOf } from "./path-nodes.ts";

/** Document 3, "Bcache devices". */
export const handlers = {
  "bcaches.list": (call) => {
    const node = nodeOf(call);
    return json(node.storage.bcaches.map((bcache) => serializeBcache(call.world, node, bcache)));
  },

  "bcaches.create": (call) => {
    const node = changeableMachineOf(call);
    const wanted = read(call, node);
    const backing = chosen(call, node);
    if (backing === undefined) {
      throw invalidField("__all__", "Either backing_device or backing_partition must be specified.");
    }
    const cacheSet = wanted.cacheSet ?? onlyCacheSet(node);
    const bcache = addBcache(call.world, node.storage, {
      backing,
      cacheSet,
      cacheMode: wanted.cacheMode ?? "WRITETHROUGH",
      name: wanted.name,
      uuid: wanted.uuid,
    });
    return json(serializeBcache(call.world, node, bcache));
  },

  "bcache.read": (call) => {
    const node = nodeOf(call);
    return json(serializeBcache(call.world, node, find(call, node)));
  },

  "bcache.update": (call) => {
    const bcache = find(call, nodeOf(call, "machine"));
    const node = changeableMachineOf(call);
    const wanted = read(call, node);
    const backing = chosen(call, node, backingExtent(node.storage, bcache.id));
    const { name } = wanted;
    if (name !== undefined && name !== bcache.name) requireFreeName(node.storage, name);
    if (backing !== undefined) moveBacking(node.storage, bcache, backing);
    if (name !== undefined) renameBcache(node.storage, bcache, name);
    if (wanted.cacheSet !== undefined) bcache.cacheSetId = wanted.cacheSet.id;
    if (wanted.cacheMode !== undefined) bcache.cacheMode = wanted.cacheMode;
    if (wanted.uuid !== undefined) bcache.uuid = wanted.uuid;
    return json(serializeBcache(call.world, node, bcache));
  },

  "bcache.delete": (call) => {
    const bcache = find(call, nodeOf(call, "machine"));
    const node = changeableMachineOf(call);
    removeBcache(node.storage, bcache);
    return empty(200);
  },
} satisfies HandlersOf<"bcaches">;

function find(call: Call, node: Node): Bcache {
  const bcache = node.storage.bcaches.find(({ id }) => String(id) === call.path.id);
  if (bcache === undefined) throw noMatch("Bcache");
  return bcache;
}

const chosen = ({ form }: Call, node: Node, current?: LocatedExtent): LocatedExtent | undefined =>
  chooseExtent(
    node.storage,
    "backing",
    form.get("backing_device") || undefined,
    form.get("backing_partition") || undefined,
    current,
  );

interface Wanted {
  readonly cacheMode: CacheMode | undefined;
  readonly cacheSet: CacheSet | undefined;
  readonly name: string | undefined;
  readonly uuid: string | undefined;
}

const uuidForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** What the form asks for beside the backing; a 400 names every field that is wrong. */
function read(call: Call, node: Node): Wanted {
  const form = readForm(call.form);
  const mode = form.text("cache_mode")?.toUpperCase() || undefined;
  const cacheMode = cacheModes.find((each) => each === mode);
  if (mode !== undefined && cacheMode === undefined) refuseChoice(form, "cache_mode", mode, cacheModes);
  const { cacheSets } = node.storage;
  const set = form.text("cache_set") || undefined;
  const cacheSet = cacheSets.find(({ id, name }) => String(id) === set || name === set);
  if (set !== undefined && cacheSet === undefined) {
    refuseChoice(
      form,
      "cache_set",
      set,
      cacheSets.map(({ id }) => String(id)),
    );
  }
  const uuid = form.text("uuid") || undefined;
  if (uuid !== undefined && !uuidForm.test(uuid)) form.fail("uuid", "Enter a valid UUID.");
  form.check();
  return { cacheMode, cacheSet, name: form.text("name") || undefined, uuid };
}

const refuseChoice = (form: FormReader, field: string, value: string, choices: readonly string[]): void =>
  form.fail(
    field,
    `Select a valid choice. ${value} is not one of the available choices (${choices.join(", ")}).`,
  );

/** The cache set of a node that has one; the documents leave the field optional. */
function onlyCacheSet(node: Node): CacheSet {
  const [first, second] = node.storage.cacheSets;
  if (first !== undefined && second === undefined) return first;
  throw invalidField("cache_set", "This field is required.");
}
