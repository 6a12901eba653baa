import { requireFreeName } from "../model/storage/bcache.ts";
import { removeDevice, renameDevice, setBootDisk } from "../model/storage/devices.ts";
import { addPartition, usedBytes } from "../model/storage/disks.ts";
import { mountExtent, unformatExtent, unmountExtent } from "../model/storage/mounting.ts";
import { serializeDevice, serializePartition } from "../serialize/storage.ts";
import { invalid, requireFound } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import { type BlockDevice, type Extent, findDevice } from "../state/storage.ts";
import type { group } from "../undocumented/storage.ts";
import { defined } from "../values/defined.ts";
import { alignmentBytes, parseSize } from "../values/sizes.ts";
import { isUuid } from "../values/spellings.ts";
import { empty, json, text } from "../wire/answers.ts";
import type { Call, HandlersFor } from "../wire/call.ts";
import { type FormReader, readForm } from "../wire/form-reader.ts";
import { readFilesystem } from "./block-devices.ts";
import { changeableMachineOf, nodeOf, ownNodeOf, partitionOf } from "./path-nodes.ts";

/** The device of the path, by its number or its name; 404 where the node has none. */
const deviceOf = ({ path: { id, device_id } }: Call, { storage }: Node): BlockDevice =>
  requireFound(findDevice(storage, id ?? device_id ?? ""), "BlockDevice");

const answer = (call: Call, node: Node, device: BlockDevice) =>
  json({ firmware_version: null, ...serializeDevice(call.world, node, device) });

/** Changes the device of the path on a machine whose storage may change now, and answers with it. */
const changing =
  (change: (call: Call, node: Node, device: BlockDevice, form: FormReader) => void) => (call: Call) => {
    const device = deviceOf(call, nodeOf(call, "machine"));
    const node = changeableMachineOf(call);
    change(call, node, device, readForm(call));
    return answer(call, node, device);
  };

/** The same with a partition. */
const changingPartition =
  (change: (call: Call, node: Node, extent: Extent, form: FormReader) => void) => (call: Call) => {
    const { device, partition } = partitionOf(call, nodeOf(call, "machine"));
    const node = changeableMachineOf(call);
    change(call, node, partition, readForm(call));
    return json(serializePartition(call.world, node, device, partition));
  };

/** Changes tags, in every status of the machine. */
const tagging = (change: (tags: readonly string[], tag: string) => string[]) => (call: Call) => {
  const node = nodeOf(call, "machine");
  const device = deviceOf(call, node);
  ownNodeOf(call, "machine");
  const form = readForm(call);
  form.check();
  device.tags = change(device.tags, form.text("tag") ?? "");
  return answer(call, node, device);
};

export const handlers = {
  "block-device.read"(call) {
    const node = nodeOf(call);
    return answer(call, node, deviceOf(call, node));
  },
  "block-device.update": changing(update),
  "block-device.delete"(call) {
    const device = deviceOf(call, nodeOf(call, "machine"));
    removeDevice(changeableMachineOf(call).storage, device);
    return empty(204);
  },
  "block-device.add_tag": tagging((tags, tag) => [...new Set([...tags, tag])]),
  "block-device.remove_tag": tagging((tags, tag) => tags.filter((each) => each !== tag)),
  "block-device.format": changing((call, _node, device) => {
    if (device.claim !== null || device.partitions.length > 0)
      throw invalid("Cannot format block device; it's currently in use.");
    device.filesystem = readFilesystem(call, device);
  }),
  "block-device.unformat": changing((_call, _node, device) => unformatExtent(device)),
  "block-device.mount": changing(mount),
  "block-device.unmount": changing((_call, _node, device) => unmountExtent(device)),
  "block-device.set_boot_disk"(call) {
    const device = deviceOf(call, nodeOf(call, "machine"));
    setBootDisk(changeableMachineOf(call).storage, device.id);
    return text("OK");
  },
  "partitions.list"(call) {
    const node = nodeOf(call);
    const device = deviceOf(call, node);
    return json(device.partitions.map((each) => serializePartition(call.world, node, device, each)));
  },
  "partitions.create"(call) {
    const device = deviceOf(call, nodeOf(call, "machine"));
    const node = changeableMachineOf(call);
    const form = readForm(call);
    const sizeBytes = readSize(form, "size", alignmentBytes);
    const uuid = readUuid(form);
    const bootable = form.boolean("bootable") ?? false;
    form.check();
    const made = addPartition(call.world, device, { sizeBytes, uuid, bootable, field: "size" });
    return json(serializePartition(call.world, node, device, made));
  },
  "partition.remove_tag": changingPartition((_call, _node, extent, form) => {
    form.check();
    extent.tags = extent.tags.filter((each) => each !== form.text("tag"));
  }),
  "partition.unformat": changingPartition((_call, _node, extent) => unformatExtent(extent)),
  "partition.mount": changingPartition(mount),
  "partition.unmount": changingPartition((_call, _node, extent) => unmountExtent(extent)),
} satisfies HandlersFor<typeof group>;

function mount(_call: Call, node: Node, extent: Extent, form: FormReader): void {
  form.check();
  mountExtent(node, extent, form.text("mount_point") ?? "", form.text("mount_options") ?? "");
}

function readUuid(form: FormReader): string | undefined {
  const uuid = form.text("uuid") || undefined;
  if (uuid !== undefined && !isUuid(uuid)) form.fail("uuid", "Enter a valid UUID.");
  return uuid;
}

function readSize(form: FormReader, field: string, least: number): number | undefined {
  const given = form.text(field);
  if (!given) return undefined;
  const bytes = parseSize(given);
  if (bytes === undefined) form.fail(field, "Enter a whole number of bytes, with K, M, G or T where wanted.");
  else if (bytes < least) form.fail(field, `Ensure this value is greater than or equal to ${least}.`);
  return bytes;
}

const physicalFields = ["model", "serial", "id_path", "size", "block_size"];

function update(_call: Call, { storage }: Node, device: BlockDevice, form: FormReader): void {
  const isPhysical = device.type === "physical";
  for (const field of isPhysical ? ["uuid"] : physicalFields)
    if (form.text(field)) form.fail(field, `A ${device.type} block device has none that can be changed.`);
  const name = form.text("name") || device.name;
  const sizeBytes = readSize(form, "size", alignmentBytes);
  const isInUse = device.claim !== null || usedBytes(device) > 0;
  if (sizeBytes !== undefined && sizeBytes !== device.sizeBytes && isInUse)
    form.fail("size", "The size of a block device that is in use cannot be changed.");
  const blockSizeBytes = readSize(form, "block_size", 512);
  const uuid = readUuid(form);
  form.check();
  if (name !== device.name) requireFreeName(storage, name);
  renameDevice(storage, device, name);
  const [model, serial, idPath] = ["model", "serial", "id_path"].map((field) => form.text(field));
  Object.assign(device, defined({ model, serial, idPath, sizeBytes, blockSizeBytes, uuid }));
}
