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
import { addDisk, type DiskSpec, newFilesystem } from "../model/storage/disks.ts";
import {
  serializeBcache,
  serializeCacheSet,
  serializeDevice,
  serializePartition,
} from "../serialize/storage.ts";
import { invalid, invalidChoice, invalidField, requiredMessage } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import {
  type Bcache,
  type CacheSet,
  cacheModes,
  type Extent,
  type Filesystem,
  type LocatedExtent,
} from "../state/storage.ts";
import { removeFrom, requireItem } from "../state/table.ts";
import { answersAsDeployed } from "../state/world.ts";
import { defined } from "../values/constraints.ts";
import { alignmentBytes, parseSize } from "../values/quantities.ts";
import { json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { checkedForm, type FieldRule, type FormReader, readForm, uuidRule } from "../wire/form-reader.ts";
import { changeableMachineOf, changeablePartitionOf, nodeOf, ownNodeOf, partitionOf } from "./path-nodes.ts";
import { resource, withoutContent } from "./resource.ts";

export const bcaches = {
  ...resource(["bcaches", "bcache"], {
    permit: changeableMachineOf,
    serialize: (world, bcache: Bcache, call) => serializeBcache(world, nodeOf(call), bcache),
    rows: (call) => nodeOf(call).storage.bcaches,
    find: (call) => requireItem(nodeOf(call).storage.bcaches, call.path.id, "Bcache"),
    rules: [uuidRule, { name: "cache_mode", type: "string" }],
    read: readBcache,
    create(call, values) {
      const node = nodeOf(call);
      const backing = requireExtent("backing", chosenExtent(call, node, "backing"));
      const cacheSet = values.cacheSet ?? onlyCacheSet(node);
      return addBcache(call.world, node.storage, { cacheMode: "WRITETHROUGH", ...values, backing, cacheSet });
    },
    update(call, bcache, { name, cacheSet, ...changes }) {
      const node = nodeOf(call);
      const { storage } = node;
      const backing = chosenExtent(call, node, "backing", backingExtent(storage, bcache.id));
      if (name !== undefined && name !== bcache.name) requireFreeName(storage, name);
      if (backing !== undefined) moveBacking(storage, bcache, backing);
      if (name !== undefined) renameBcache(storage, bcache, name);
      Object.assign(bcache, changes, cacheSet && { cacheSetId: cacheSet.id });
    },
    remove: (_world, bcache, call) => removeBcache(nodeOf(call).storage, bcache),
  }),
  ...resource(["bcache-cache-sets", "bcache-cache-set"], {
    permit: changeableMachineOf,
    serialize: (world, cacheSet: CacheSet, call) => serializeCacheSet(world, nodeOf(call), cacheSet),
    rows: (call) => nodeOf(call).storage.cacheSets,
    find: (call) => requireItem(nodeOf(call).storage.cacheSets, call.path.id, "CacheSet"),
    create(call) {
      const node = nodeOf(call);
      const extent = requireExtent("cache", chosenExtent(call, node, "cache"));
      return addCacheSet(call.world, node.storage, extent);
    },
    update(call, cacheSet) {
      const node = nodeOf(call);
      const extent = chosenExtent(call, node, "cache", cacheExtent(node.storage, cacheSet.id));
      if (extent !== undefined) moveCache(node.storage, cacheSet, extent);
    },
    remove: (_world, cacheSet, call) => removeCacheSet(nodeOf(call).storage, cacheSet),
  }),
} satisfies HandlersOf<"bcaches"> & HandlersOf<"bcache-cache-sets">;

type Role = "cache" | "backing";

const chosenExtent = ({ form }: Call, { storage }: Node, role: Role, current?: LocatedExtent) => {
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
  const isLower = mode === mode?.toLowerCase();
  const isTaken = isLower || !answersAsDeployed(call.world, "cache-mode");
  const cacheMode = isTaken ? cacheModes.find((each) => each === mode?.toUpperCase()) : undefined;
  if (mode !== undefined && cacheMode === undefined) form.fail("cache_mode", invalidChoice(mode, cacheModes));
  const set = form.text("cache_set") || undefined;
  const cacheSet = cacheSets.find(({ id, name }) => String(id) === set || name === set);
  if (set !== undefined && cacheSet === undefined)
    form.fail(
      "cache_set",
      invalidChoice(
        set,
        cacheSets.map(({ id }) => String(id)),
      ),
    );
  return { ...defined({ cacheMode, cacheSet }), ...form.sent({ name: "word", uuid: "word" }) };
}

/** The documents leave the field optional. */
function onlyCacheSet(node: Node): CacheSet {
  const [first, second] = node.storage.cacheSets;
  if (first !== undefined && second === undefined) return first;
  throw invalidField("cache_set", requiredMessage);
}

const minBlockBytes = 512;

/** Undocumented parameters that deployed services accept. */
const formatRules: readonly FieldRule[] = [
  {
    name: "fstype",
    type: "string",
    choices: ["fat32", "vfat", "ext2", "ext4", "xfs", "btrfs", "swap", "zfsroot"],
  },
  uuidRule,
];

export const blockDevices = {
  "block-devices.list"(call) {
    const node = nodeOf(call);
    return json(node.storage.devices.map((device) => serializeDevice(call.world, node, device)));
  },
  "block-devices.create"(call) {
    const node = changeableMachineOf(call);
    const disk = readDisk(call);
    requireFreeName(node.storage, disk.name);
    return json(serializeDevice(call.world, node, addDisk(call.world, node.storage, disk)));
  },
  "partition.read": (call) => partitionAnswer(call, nodeOf(call)),
  "partition.delete": withoutContent((call) => {
    const { device, partition } = changeablePartitionOf(call);
    if (partition.claim !== null) throw invalid("Cannot delete partition; it's currently in use.");
    removeFrom(device.partitions, partition);
  }),
  "partition.add_tag"(call) {
    const { partition } = partitionOf(call, nodeOf(call, "machine"));
    const node = ownNodeOf(
      call,
      "machine",
      answersAsDeployed(call.world, "partition-tag") ? "change" : "changeStorage",
    );
    const tag = checkedForm(call).text("tag") ?? "";
    if (!partition.tags.includes(tag)) partition.tags.push(tag);
    return partitionAnswer(call, node);
  },
  "partition.format"(call) {
    const { node, partition } = changeablePartitionOf(call);
    if (partition.claim !== null) throw invalid("Cannot format partition; it's currently in use.");
    partition.filesystem = readFilesystem(call, partition);
    return partitionAnswer(call, node);
  },
} satisfies HandlersOf<"block-devices"> & HandlersOf<"partitions">;

export function partitionAnswer(call: Call, node: Node) {
  const { device, partition } = partitionOf(call, node);
  return json(serializePartition(call.world, node, device, partition));
}

/** Keeps the mount point, since no documented operation unmounts it. */
export function readFilesystem(call: Call, { filesystem: old }: Extent): Filesystem {
  const form = checkedForm(call, formatRules);
  const fstype = form.text("fstype") || (old?.fstype ?? "ext4");
  const label = form.text("label") ?? old?.label ?? "";
  const isSwap = fstype === "swap" || old?.fstype === "swap";
  const mountPoint = isSwap ? null : (old?.mountPoint ?? null);
  return { ...newFilesystem(call.world, fstype, label, mountPoint), ...form.sent({ uuid: "word" }) };
}

export function readSize(form: FormReader, field: string, least: number): number | undefined {
  const text = form.text(field);
  if (!text) return undefined;
  const bytes = parseSize(text);
  if (bytes === undefined) form.fail(field, "Enter a whole number of bytes, with K, M, G or T where wanted.");
  else if (bytes < least) form.fail(field, `Ensure this value is greater than or equal to ${least}.`);
  return bytes;
}

function readDisk(call: Call): DiskSpec & { readonly name: string } {
  const form = readForm(call);
  const sizeBytes = readSize(form, "size", alignmentBytes) ?? alignmentBytes;
  const blockSizeBytes = readSize(form, "block_size", minBlockBytes) ?? minBlockBytes;
  const sent = form.sent({
    model: "word",
    serial: "word",
    idPath: "word",
    firmwareVersion: "word",
    tags: "list",
  });
  if ((sent.model === undefined || sent.serial === undefined) && sent.idPath === undefined)
    form.fail("__all__", "serial/model are required if id_path is not provided.");
  form.check();
  if (sizeBytes < blockSizeBytes)
    throw invalidField("block_size", "Ensure this value is less than or equal to the size.");
  return { name: form.text("name") ?? "", sizeBytes, blockSizeBytes, ...sent };
}
