import { requireFreeName } from "../model/storage/bcache.ts";
import { addDisk, type DiskSpec, newFilesystem } from "../model/storage/disks.ts";
import { serializeDevice, serializePartition } from "../serialize/storage.ts";
import { answersAsDeployed } from "../state/answer-style.ts";
import { invalid, invalidField } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import type { Extent, Filesystem } from "../state/storage.ts";
import { removeFrom } from "../state/table.ts";
import { defined } from "../values/defined.ts";
import { alignmentBytes, parseSize } from "../values/sizes.ts";
import { isUuid } from "../values/spellings.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FieldRule, readForm } from "../wire/form-reader.ts";
import { changeableMachineOf, nodeOf, ownNodeOf, partitionOf } from "./path-nodes.ts";

const minBlockBytes = 512;

/** The documents show no parameters of `format`: these are the ones that deployed services take. */
const formatRules: readonly FieldRule[] = [
  {
    name: "fstype",
    type: "string",
    choices: ["fat32", "vfat", "ext2", "ext4", "xfs", "btrfs", "swap", "zfsroot"],
  },
];

export const handlers = {
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
  "partition.read": (call) => answer(call, nodeOf(call)),
  "partition.delete"(call) {
    const { device, partition } = changeablePartitionOf(call);
    if (partition.claim !== null) throw invalid("Cannot delete partition; it's currently in use.");
    removeFrom(device.partitions, partition);
    return empty(204);
  },
  "partition.add_tag"(call) {
    const { node, partition } = answersAsDeployed(call.world, "partition-tag")
      ? ownPartitionOf(call)
      : changeablePartitionOf(call);
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
} satisfies HandlersOf<"block-devices"> & HandlersOf<"partitions">;

function changeablePartitionOf(call: Call) {
  const found = partitionOf(call, nodeOf(call, "machine"));
  return { node: changeableMachineOf(call), ...found };
}

function ownPartitionOf(call: Call) {
  const found = partitionOf(call, nodeOf(call, "machine"));
  return { node: ownNodeOf(call, "machine"), ...found };
}

function answer(call: Call, node: Node) {
  const { device, partition } = partitionOf(call, node);
  return json(serializePartition(call.world, node, device, partition));
}

/** What is formatted keeps its mount point, since no operation of the documents unmounts it. */
export function readFilesystem(call: Call, { filesystem: old }: Extent): Filesystem {
  const form = readForm(call, formatRules);
  const uuid = form.text("uuid") || undefined;
  if (uuid !== undefined && !isUuid(uuid)) form.fail("uuid", "Enter a valid UUID.");
  form.check();
  const fstype = form.text("fstype") || (old?.fstype ?? "ext4");
  const label = form.text("label") ?? old?.label ?? "";
  const isSwap = fstype === "swap" || old?.fstype === "swap";
  const mountPoint = isSwap ? null : (old?.mountPoint ?? null);
  const made = newFilesystem(call.world, fstype, label, mountPoint);
  return uuid === undefined ? made : { ...made, uuid };
}

function readDisk(call: Call): DiskSpec & { readonly name: string } {
  const form = readForm(call);
  const size = (field: string, min: number): number => {
    const text = form.text(field);
    const bytes = text ? parseSize(text) : min;
    if (bytes === undefined)
      form.fail(field, "Enter a whole number of bytes, with K, M, G or T where wanted.");
    else if (bytes < min) form.fail(field, `Ensure this value is greater than or equal to ${min}.`);
    return bytes ?? min;
  };
  const sizeBytes = size("size", alignmentBytes);
  const blockSizeBytes = size("block_size", minBlockBytes);
  const [model, serial, idPath] = ["model", "serial", "id_path"].map((each) => form.text(each) || undefined);
  if ((model === undefined || serial === undefined) && idPath === undefined)
    form.fail("__all__", "serial/model are required if id_path is not provided.");
  form.check();
  if (sizeBytes < blockSizeBytes)
    throw invalidField("block_size", "Ensure this value is less than or equal to the size.");
  return { name: form.text("name") ?? "", sizeBytes, blockSizeBytes, ...defined({ model, serial, idPath }) };
}
