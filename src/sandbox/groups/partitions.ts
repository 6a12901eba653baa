import { newFilesystem } from "../model/storage/disks.ts";
import { serializePartition } from "../serialize/storage.ts";
import { invalid } from "../state/domain-error.ts";
import { empty, json } from "../wire/answers.ts";
import type { HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { changeableMachineOf, nodeOf, partitionOf } from "./path-nodes.ts";

/** The file systems that a partition can be given. */
const filesystemTypes = ["fat32", "vfat", "ext2", "ext4", "xfs", "btrfs", "swap", "zfsroot"] as const;

const uuidForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Document 3, "Block devices and partitions". */
export const handlers = {
  "partition.read": (call) => {
    const node = nodeOf(call);
    const { device, partition } = partitionOf(call, node);
    return json(serializePartition(call.world, node, device, partition));
  },

  "partition.delete": (call) => {
    const { device, partition } = partitionOf(call, nodeOf(call, "machine"));
    changeableMachineOf(call);
    if (partition.claim !== null) throw invalid("Cannot delete partition; it's currently in use.");
    device.partitions.splice(device.partitions.indexOf(partition), 1);
    return empty(200);
  },

  "partition.add_tag": (call) => {
    const { device, partition } = partitionOf(call, nodeOf(call, "machine"));
    const node = changeableMachineOf(call);
    const form = readForm(call.form);
    const tag = form.required("tag");
    form.check();
    if (!partition.tags.includes(tag)) partition.tags.push(tag);
    return json(serializePartition(call.world, node, device, partition));
  },

  // The documents show neither parameters nor answers: these are the ones that deployed services take. A
  // partition keeps its mount point, since no operation of the documents unmounts one.
  "partition.format": (call) => {
    const { device, partition } = partitionOf(call, nodeOf(call, "machine"));
    const node = changeableMachineOf(call);
    if (partition.claim !== null) throw invalid("Cannot format partition; it's currently in use.");
    const form = readForm(call.form);
    const old = partition.filesystem;
    const fstype = form.text("fstype") || (old?.fstype ?? "ext4");
    if (!(filesystemTypes as readonly string[]).includes(fstype)) {
      form.fail(
        "fstype",
        `Select a valid choice. ${fstype} is not one of the available choices (${filesystemTypes.join(", ")}).`,
      );
    }
    const uuid = form.text("uuid") || undefined;
    if (uuid !== undefined && !uuidForm.test(uuid)) form.fail("uuid", "Enter a valid UUID.");
    form.check();
    const label = form.text("label") ?? old?.label ?? "";
    partition.filesystem = {
      ...newFilesystem(call.world, fstype, label, fstype === "swap" ? null : (old?.mountPoint ?? null)),
      ...(uuid === undefined ? {} : { uuid }),
    };
    return json(serializePartition(call.world, node, device, partition));
  },
} satisfies HandlersOf<"partitions">;
