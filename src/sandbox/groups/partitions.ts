import type { OperationIdOf } from "../../api/index.ts";
import { requireNode } from "../model/nodes/access.ts";
import { newFilesystem } from "../model/storage/disks.ts";
import { describePartition } from "../serialize/storage.ts";
import { empty, json } from "../wire/answers.ts";
import type { Handler } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { Refusal } from "../wire/http-error.ts";
import { requireChangeable, requirePartition } from "./storage-changes.ts";

/** The file systems that a partition can be given. */
const filesystemTypes = ["fat32", "vfat", "ext2", "ext4", "xfs", "btrfs", "swap", "zfsroot"] as const;

const uuidForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Document 3, "Block devices and partitions". */
export const handlers = {
  "partition.read": (call) => {
    const node = requireNode(call);
    const { device, partition } = requirePartition(call, node);
    return json(describePartition(call.world, node, device, partition));
  },

  "partition.delete": (call) => {
    const { device, partition } = requirePartition(call, requireNode(call, "machine"));
    requireChangeable(call);
    if (partition.claim !== null) throw new Refusal(400, "Cannot delete partition; it's currently in use.");
    device.partitions.splice(device.partitions.indexOf(partition), 1);
    return empty(200);
  },

  "partition.add_tag": (call) => {
    const { device, partition } = requirePartition(call, requireNode(call, "machine"));
    const node = requireChangeable(call);
    const form = readForm(call.form);
    const tag = form.required("tag");
    form.check();
    if (!partition.tags.includes(tag)) partition.tags.push(tag);
    return json(describePartition(call.world, node, device, partition));
  },

  // The documents show neither parameters nor answers: these are the ones that deployed services take. A
  // partition keeps its mount point, since no operation of the documents unmounts one.
  "partition.format": (call) => {
    const { device, partition } = requirePartition(call, requireNode(call, "machine"));
    const node = requireChangeable(call);
    if (partition.claim !== null) throw new Refusal(400, "Cannot format partition; it's currently in use.");
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
    return json(describePartition(call.world, node, device, partition));
  },
} satisfies Record<OperationIdOf<"partitions">, Handler>;
