import { newFilesystem } from "../model/storage/disks.ts";
import { serializePartition } from "../serialize/storage.ts";
import { invalid } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import type { Filesystem, Partition } from "../state/storage.ts";
import { isUuid } from "../values/spellings.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FieldRule, readForm } from "../wire/form-reader.ts";
import { changeableMachineOf, nodeOf, partitionOf } from "./path-nodes.ts";

/** The documents show no parameters of `format`: these are the ones that deployed services take. */
const formatRules: readonly FieldRule[] = [
  {
    name: "fstype",
    type: "string",
    choices: ["fat32", "vfat", "ext2", "ext4", "xfs", "btrfs", "swap", "zfsroot"],
  },
];

export const handlers = {
  "partition.read": (call) => answer(call, nodeOf(call)),
  "partition.delete"(call) {
    const { device, partition } = changeablePartitionOf(call);
    if (partition.claim !== null) throw invalid("Cannot delete partition; it's currently in use.");
    device.partitions.splice(device.partitions.indexOf(partition), 1);
    return empty(200);
  },
  "partition.add_tag"(call) {
    const { node, partition } = changeablePartitionOf(call);
    const form = readForm(call);
    form.check();
    const tag = form.text("tag") ?? "";
    if (!partition.tags.includes(tag)) partition.tags.push(tag);
    return answer(call, node);
  },
  "partition.format"(call) {
    const { node, partition } = changeablePartitionOf(call);
    if (partition.claim !== null) throw invalid("Cannot format partition; it's currently in use.");
    partition.filesystem = readFilesystem(call, partition);
    return answer(call, node);
  },
} satisfies HandlersOf<"partitions">;

function changeablePartitionOf(call: Call) {
  const found = partitionOf(call, nodeOf(call, "machine"));
  return { node: changeableMachineOf(call), ...found };
}

function answer(call: Call, node: Node) {
  const { device, partition } = partitionOf(call, node);
  return json(serializePartition(call.world, node, device, partition));
}

/** A partition keeps its mount point, since no operation of the documents unmounts one. */
function readFilesystem(call: Call, { filesystem: old }: Partition): Filesystem {
  const form = readForm(call, formatRules);
  const uuid = form.text("uuid") || undefined;
  if (uuid !== undefined && !isUuid(uuid)) form.fail("uuid", "Enter a valid UUID.");
  form.check();
  const fstype = form.text("fstype") || (old?.fstype ?? "ext4");
  const label = form.text("label") ?? old?.label ?? "";
  const mountPoint = fstype === "swap" ? null : (old?.mountPoint ?? null);
  const made = newFilesystem(call.world, fstype, label, mountPoint);
  return uuid === undefined ? made : { ...made, uuid };
}
