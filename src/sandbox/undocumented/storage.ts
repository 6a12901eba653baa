import { boolean, integerId, list, text } from "../../catalogue/field.ts";
import { nodeId } from "../../catalogue/fields.ts";
import type { Field, PathParameter } from "../../catalogue/operation.ts";
import { changeableMachineOf, changeablePartitionOf, nodeOf } from "../groups/path-nodes.ts";
import { withoutContent } from "../groups/resource.ts";
import { partitionAnswer, readFilesystem, readSize } from "../groups/storage.ts";
import { removeDevice, renameDevice, requireFreeName, setBootDisk } from "../model/storage/bcache.ts";
import { addPartition, usedBytes } from "../model/storage/disks.ts";
import { mountExtent, unformatExtent, unmountExtent } from "../model/storage/mounting.ts";
import { serializeDevice, serializePartition } from "../serialize/storage.ts";
import { invalid, requireFound } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import { type BlockDevice, type Extent, findDevice } from "../state/storage.ts";
import { defined } from "../values/constraints.ts";
import { alignmentBytes } from "../values/quantities.ts";
import { json, text as textAnswer } from "../wire/answers.ts";
import type { Call, Handler } from "../wire/call.ts";
import { checkedForm, readForm, uuidRule } from "../wire/form-reader.ts";
import { type Offers, offersAt, offerTags } from "./offers.ts";

const textOrNumber = (name: string): PathParameter => ({
  name,
  type: "string",
  help: "number or name of the block device",
});

const offered = offersAt("block-device", "/nodes/{system_id}/blockdevices/{id}/", [
  nodeId,
  textOrNumber("id"),
]);
const partitionsPath = "/nodes/{system_id}/blockdevices/{device_id}/partitions/";
const partitions = offersAt("partitions", partitionsPath, [nodeId, textOrNumber("device_id")]);
const partition = offersAt("partition", "/nodes/{system_id}/blockdevices/{device_id}/partition/{id}", [
  nodeId,
  integerId("device_id", "number of the block device"),
  integerId("id", "number of the partition"),
]);

const tag = text("tag", "tag", { required: true });
const uuid = text("uuid", "UUID; a new one by default");
const format: readonly Field[] = [
  text("fstype", "type of the file system", { required: true }),
  uuid,
  text("label", "label of the file system"),
];
const mount: readonly Field[] = [
  text("mount_point", "where to mount the file system; none for swap", { required: true }),
  text("mount_options", "options of the mount"),
];

/** By id or name; 404 if unknown. */
const deviceOf = ({ path: { id, device_id } }: Call, { storage }: Node): BlockDevice =>
  requireFound(findDevice(storage, id ?? device_id ?? ""), "BlockDevice");

function changeableDeviceOf(call: Call): { node: Node; device: BlockDevice } {
  const found = deviceOf(call, nodeOf(call, "machine"));
  return { node: changeableMachineOf(call), device: found };
}

const deviceAnswer = ({ world }: Call, node: Node, each: BlockDevice) =>
  json({ firmware_version: each.firmwareVersion ?? null, ...serializeDevice(world, node, each) });

const changing =
  (change: (call: Call, node: Node, device: BlockDevice) => void): Handler =>
  (call) => {
    const { node, device } = changeableDeviceOf(call);
    change(call, node, device);
    return deviceAnswer(call, node, device);
  };

const changingPartition: Changing = (change) => (call) => {
  const { node, partition } = changeablePartitionOf(call);
  change(call, node, partition);
  return partitionAnswer(call, node);
};

type OneExtent = ReturnType<typeof offersAt>;
type Changing = (change: (call: Call, node: Node, extent: Extent) => void) => Handler;

/** What block devices and partitions have in common. */
const offerMounting = (one: OneExtent, word: string, changingExtent: Changing): Offers => ({
  ...one.post(
    "unformat",
    "owner",
    `Remove the file system of a ${word}`,
    changingExtent((_call, _node, extent) => unformatExtent(extent)),
  ),
  ...one.post("mount", "owner", `Mount a ${word}`, changingExtent(mountOn), mount),
  ...one.post(
    "unmount",
    "owner",
    `Unmount a ${word}`,
    changingExtent((_call, _node, extent) => unmountExtent(extent)),
  ),
});

const devices: Offers = {
  ...offered.read("anyone", "Show a block device", (call) => {
    const node = nodeOf(call);
    return deviceAnswer(call, node, deviceOf(call, node));
  }),
  ...offered.update("owner", "Change a block device", changing(update), [
    text("name", "new name"),
    text("model", "model of a physical device"),
    text("serial", "serial number of a physical device"),
    text("id_path", "stable path of a physical device"),
    text("size", "size in bytes of a physical device that nothing lies on"),
    text("block_size", "size of a block of a physical device, in bytes"),
    text("firmware_version", "firmware version of a physical device", { undocumented: true }),
    list("tags", "tags", { undocumented: true }),
    text("uuid", "UUID of a virtual device"),
  ]),
  ...offered.remove(
    "owner",
    "Delete a block device that nothing is made of",
    withoutContent((call) => {
      const { node, device } = changeableDeviceOf(call);
      removeDevice(node.storage, device);
    }),
  ),
  ...offerTags(offered, "admin", "a block device", { type: "machine", find: deviceOf, answer: deviceAnswer }),
  ...offered.post("format", "owner", "Format a block device", changing(formatDevice), format),
  ...offerMounting(offered, "block device", changing),
  ...offered.post("set_boot_disk", "owner", "Boot from a block device", chooseBootDisk, [], {
    result: "text",
  }),
};

/** Undocumented operations of block devices and partitions. */
export const storage: Offers = {
  ...devices,
  ...partitions.list("anyone", "List the partitions of a block device", (call) => {
    const node = nodeOf(call);
    const device = deviceOf(call, node);
    return json(device.partitions.map((each) => serializePartition(call.world, node, device, each)));
  }),
  ...partitions.create("owner", "Create a partition", createPartition, [
    text("size", "size in bytes; all that is left by default"),
    uuid,
    boolean("bootable", "whether the partition can be booted from"),
  ]),
  ...partition.post("remove_tag", "owner", "Remove a tag from a partition", changingPartition(removeTag), [
    tag,
  ]),
  ...offerMounting(partition, "partition", changingPartition),
};

function formatDevice(call: Call, _node: Node, device: BlockDevice): void {
  if (device.claim !== null || device.partitions.length > 0)
    throw invalid("Cannot format block device; it's currently in use.");
  device.filesystem = readFilesystem(call, device);
}

function removeTag(call: Call, _node: Node, extent: Extent): void {
  const removed = checkedForm(call).text("tag");
  extent.tags = extent.tags.filter((each) => each !== removed);
}

function chooseBootDisk(call: Call) {
  const { node, device } = changeableDeviceOf(call);
  setBootDisk(node.storage, device.id);
  return textAnswer("OK");
}

function createPartition(call: Call) {
  const { node, device } = changeableDeviceOf(call);
  const form = readForm(call, [uuidRule]);
  const sizeBytes = readSize(form, "size", alignmentBytes);
  form.check();
  const { bootable = false } = form.sent({ bootable: "boolean" });
  const wanted = { sizeBytes, uuid: form.text("uuid") || undefined, bootable, field: "size" };
  const made = addPartition(call.world, device, wanted);
  return json(serializePartition(call.world, node, device, made));
}

function mountOn(call: Call, node: Node, extent: Extent): void {
  const form = checkedForm(call);
  mountExtent(node, extent, form.text("mount_point") ?? "", form.text("mount_options") ?? "");
}

const physicalFields = ["model", "serial", "id_path", "size", "block_size", "firmware_version"];

function update(call: Call, { storage }: Node, device: BlockDevice): void {
  const form = readForm(call, [uuidRule]);
  const isPhysical = device.type === "physical";
  for (const field of isPhysical ? ["uuid"] : physicalFields)
    if (form.text(field)) form.fail(field, `A ${device.type} block device has none that can be changed.`);
  const name = form.text("name") || device.name;
  const sizeBytes = readSize(form, "size", alignmentBytes);
  const isInUse = device.claim !== null || usedBytes(device) > 0;
  if (sizeBytes !== undefined && sizeBytes !== device.sizeBytes && isInUse)
    form.fail("size", "The size of a block device that is in use cannot be changed.");
  const blockSizeBytes = readSize(form, "block_size", 512);
  form.check();
  if (name !== device.name) requireFreeName(storage, name);
  renameDevice(storage, device, name);
  const sent = form.sent({
    model: "text",
    serial: "text",
    idPath: "text",
    uuid: "word",
    firmwareVersion: "text",
    tags: "list",
  });
  Object.assign(device, defined({ ...sent, sizeBytes, blockSizeBytes }));
}
