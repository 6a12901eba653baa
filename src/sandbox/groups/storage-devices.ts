import { fileSystems } from "../../catalogue/groups/filesystems.ts";
import { removeDevice, renameDevice, requireFreeName, setBootDisk } from "../model/storage/bcache.ts";
import {
  addDisk,
  addPartition,
  type DiskSpec,
  mountExtent,
  newFilesystem,
  unformatExtent,
  unmountExtent,
  usedBytes,
} from "../model/storage/disks.ts";
import { serializeDevice, serializePartition } from "../serialize/storage.ts";
import type { Node } from "../state/node.ts";
import { invalid, invalidField, requireFound } from "../state/service-error.ts";
import { type BlockDevice, type Extent, type Filesystem, findDevice } from "../state/storage.ts";
import { removeFrom } from "../state/table.ts";
import { usesDeployedStyle } from "../state/world.ts";
import { alignmentBytes, parseSize } from "../values/quantities.ts";
import { withoutUndefined } from "../values/spellings.ts";
import { type Answer, json, text } from "../wire/answers.ts";
import type { Call, Handler, HandlersOf } from "../wire/call.ts";
import { type FieldRule, type FormReader, readForm, readValidForm, uuidRule } from "../wire/form-reader.ts";
import { editableNodeOf, nodeOf, nodePartTagHandlers, partitionOf, storageMachineOf } from "./nodes.ts";
import { withoutContent } from "./resource.ts";

const minBlockBytes = 512;

const deviceAt = ({ storage }: Node, text = ""): BlockDevice =>
  requireFound(findDevice(storage, text), "BlockDevice");

interface ExtentKind<Target extends Extent> {
  find(call: Call, node: Node): Target;
  answer(call: Call, node: Node, target: Target): Answer;
  isInUse(target: Target): boolean;
}

const device: ExtentKind<BlockDevice> = {
  find: ({ path }, node) => deviceAt(node, path.id),
  answer: ({ world }, node, target) =>
    json({ firmware_version: target.firmwareVersion ?? null, ...serializeDevice(world, node, target) }),
  isInUse: ({ claim, partitions }) => claim !== null || partitions.length > 0,
};

const partition: ExtentKind<Extent> = {
  find: (call, node) => partitionOf(call, node).partition,
  answer: (call, node) => {
    const target = partitionOf(call, node);
    return json(serializePartition(call.world, node, target.device, target.partition));
  },
  isInUse: ({ claim }) => claim !== null,
};

/** An unknown device is reported before a missing permission or a wrong status. */
function findChangeableExtent<Target extends Extent>(call: Call, { find }: ExtentKind<Target>) {
  const target = find(call, nodeOf(call, "machine"));
  return { node: storageMachineOf(call), target };
}

const changeExtent =
  <Target extends Extent>(
    kind: ExtentKind<Target>,
    change: (target: Target, call: Call, node: Node) => void,
  ): Handler =>
  (call) => {
    const { node, target } = findChangeableExtent(call, kind);
    change(target, call, node);
    return kind.answer(call, node, target);
  };

/** The operations that block devices and partitions share. */
function extentHandlers<const Singular extends "block-device" | "partition", Target extends Extent>(
  singular: Singular,
  kind: ExtentKind<Target>,
) {
  const handlers: Readonly<Record<string, Handler>> = {
    [`${singular}.read`](call) {
      const node = nodeOf(call);
      return kind.answer(call, node, kind.find(call, node));
    },
    [`${singular}.format`]: changeExtent(kind, (target, call) => {
      if (kind.isInUse(target))
        throw invalid(`Cannot format ${singular.replace("-", " ")}; it's currently in use.`);
      target.filesystem = readFilesystem(call, target);
    }),
    [`${singular}.unformat`]: changeExtent(kind, unformatExtent),
    [`${singular}.mount`]: changeExtent(kind, (target, call, node) => {
      const form = readValidForm(call);
      mountExtent(node, target, form.text("mount_point") ?? "", form.text("mount_options") ?? "");
    }),
    [`${singular}.unmount`]: changeExtent(kind, unmountExtent),
  };
  return handlers as Readonly<
    Record<`${Singular}.${"read" | "format" | "unformat" | "mount" | "unmount"}`, Handler>
  >;
}

export const blockDevices = {
  "block-devices.list"(call) {
    const node = nodeOf(call);
    return json(node.storage.devices.map((each) => serializeDevice(call.world, node, each)));
  },
  "block-devices.create"(call) {
    const node = storageMachineOf(call);
    const disk = readDisk(call);
    requireFreeName(node.storage, disk.name);
    return json(serializeDevice(call.world, node, addDisk(call.world, node.storage, disk)));
  },
  ...extentHandlers("block-device", device),
  "block-device.update": changeExtent(device, update),
  "block-device.delete": withoutContent((call) => {
    const { node, target: disk } = findChangeableExtent(call, device);
    removeDevice(node.storage, disk);
  }),
  ...nodePartTagHandlers("block-device", "machine", device.find, device.answer),
  "block-device.set_boot_disk"(call) {
    const { node, target: disk } = findChangeableExtent(call, device);
    setBootDisk(node.storage, disk.id);
    return text("OK");
  },
  "partitions.list"(call) {
    const node = nodeOf(call);
    const disk = deviceAt(node, call.path.device_id);
    return json(disk.partitions.map((each) => serializePartition(call.world, node, disk, each)));
  },
  "partitions.create": createPartition,
  ...extentHandlers("partition", partition),
  "partition.delete": withoutContent((call) => {
    const target = partitionOf(call, nodeOf(call, "machine"));
    storageMachineOf(call);
    if (target.partition.claim !== null) throw invalid("Cannot delete partition; it's currently in use.");
    removeFrom(target.device.partitions, target.partition);
  }),
  "partition.add_tag"(call) {
    const target = partition.find(call, nodeOf(call, "machine"));
    const allowsAnyStatus = usesDeployedStyle(call.world, "partition-tag");
    const node = editableNodeOf(call, "machine", allowsAnyStatus ? "change" : "changeStorage");
    target.tags = [...new Set([...target.tags, readValidForm(call).text("tag") ?? ""])];
    return partition.answer(call, node, target);
  },
  "partition.remove_tag": changeExtent(partition, (target, call) => {
    const tag = readValidForm(call).text("tag") ?? "";
    target.tags = target.tags.filter((each) => each !== tag);
  }),
} satisfies HandlersOf<"block-devices" | "partitions">;

/** Live services accept these parameters, which are not documented. */
const formatRules: readonly FieldRule[] = [
  { name: "fstype", type: "string", extendsRule: true, choices: fileSystems },
  uuidRule,
];

/** Formatting keeps the mount point, because the API documentation describes no operation to unmount it. */
function readFilesystem(call: Call, { filesystem: previous }: Extent): Filesystem {
  const form = readValidForm(call, formatRules);
  const fstype = form.text("fstype") || (previous?.fstype ?? "ext4");
  const label = form.text("label") ?? previous?.label ?? "";
  const isSwap = fstype === "swap" || previous?.fstype === "swap";
  const mountPoint = isSwap ? null : (previous?.mountPoint ?? null);
  return {
    ...newFilesystem(call.world, fstype, label, mountPoint),
    ...form.values({ uuid: "nonEmptyText" }),
  };
}

export function readSize(form: FormReader, field: string, minBytes: number): number | undefined {
  const sizeText = form.text(field);
  if (!sizeText) return undefined;
  const bytes = parseSize(sizeText);
  if (bytes === undefined)
    form.addError(field, "Enter a whole number of bytes, optionally with K, M, G or T.");
  else if (bytes < minBytes)
    form.addError(field, `Ensure this value is greater than or equal to ${minBytes}.`);
  return bytes;
}

function readDisk(call: Call): DiskSpec & { readonly name: string } {
  const form = readForm(call);
  const sizeBytes = readSize(form, "size", alignmentBytes) ?? alignmentBytes;
  const blockSizeBytes = readSize(form, "block_size", minBlockBytes) ?? minBlockBytes;
  const fields = form.values({
    model: "nonEmptyText",
    serial: "nonEmptyText",
    idPath: "nonEmptyText",
    firmwareVersion: "nonEmptyText",
    tags: "list",
  });
  if ((fields.model === undefined || fields.serial === undefined) && fields.idPath === undefined)
    form.addError("__all__", "serial/model are required if id_path is not provided.");
  form.throwErrors();
  if (sizeBytes < blockSizeBytes)
    throw invalidField("block_size", "Ensure this value is less than or equal to the size.");
  return { name: form.text("name") ?? "", sizeBytes, blockSizeBytes, ...fields };
}

function createPartition(call: Call): Answer {
  const disk = deviceAt(nodeOf(call, "machine"), call.path.device_id);
  const node = storageMachineOf(call);
  const form = readForm(call, [uuidRule]);
  const sizeBytes = readSize(form, "size", alignmentBytes);
  form.throwErrors();
  const { bootable = false } = form.values({ bootable: "boolean" });
  const spec = { sizeBytes, uuid: form.text("uuid") || undefined, bootable, field: "size" };
  const newPartition = addPartition(call.world, disk, spec);
  return json(serializePartition(call.world, node, disk, newPartition));
}

const physicalFields = ["model", "serial", "id_path", "size", "block_size", "firmware_version"];

function update(extent: BlockDevice, call: Call, { storage }: Node): void {
  const form = readForm(call, [uuidRule]);
  const isPhysical = extent.type === "physical";
  for (const field of isPhysical ? ["uuid"] : physicalFields)
    if (form.text(field))
      form.addError(field, `A ${extent.type} block device has no such field that can be changed.`);
  const name = form.text("name") || extent.name;
  const sizeBytes = readSize(form, "size", alignmentBytes);
  const isInUse = extent.claim !== null || usedBytes(extent) > 0;
  if (sizeBytes !== undefined && sizeBytes !== extent.sizeBytes && isInUse)
    form.addError("size", "The size of a block device that is in use cannot be changed.");
  const blockSizeBytes = readSize(form, "block_size", minBlockBytes);
  form.throwErrors();
  if (name !== extent.name) requireFreeName(storage, name);
  renameDevice(storage, extent.id, name);
  const fields = form.values({
    model: "text",
    serial: "text",
    idPath: "text",
    uuid: "nonEmptyText",
    firmwareVersion: "text",
    tags: "list",
  });
  Object.assign(extent, withoutUndefined({ ...fields, sizeBytes, blockSizeBytes }));
}
