import { boolean, integerId, text } from "../../catalogue/field.ts";
import { nodeId } from "../../catalogue/fields.ts";
import type { Field, PathParameter } from "../../catalogue/operation.ts";
import { resource as operationsOf } from "../../catalogue/resource.ts";
import { changeableMachineOf, changeablePartitionOf, nodeOf, ownNodeOf } from "../groups/path-nodes.ts";
import { withoutContent } from "../groups/resource.ts";
import { partitionAnswer, readFilesystem, readSize } from "../groups/storage.ts";
import { requireFreeName } from "../model/storage/bcache.ts";
import { removeDevice, renameDevice, setBootDisk } from "../model/storage/devices.ts";
import { addPartition, usedBytes } from "../model/storage/disks.ts";
import { mountExtent, unformatExtent, unmountExtent } from "../model/storage/mounting.ts";
import { serializeDevice, serializePartition } from "../serialize/storage.ts";
import { invalid, requireFound } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import { type BlockDevice, type Extent, findDevice } from "../state/storage.ts";
import { defined } from "../values/defined.ts";
import { alignmentBytes } from "../values/sizes.ts";
import { json, text as textAnswer } from "../wire/answers.ts";
import type { Call } from "../wire/call.ts";
import { checkedForm, readForm, uuidRule } from "../wire/form-reader.ts";
import { type Offers, offer } from "./offers.ts";

const textOrNumber = (name: string): PathParameter => ({
  name,
  type: "string",
  help: "number or name of the block device",
});

const device = operationsOf("/nodes/{system_id}/blockdevices/{id}/", [nodeId, textOrNumber("id")]);
const partitionsPath = "/nodes/{system_id}/blockdevices/{device_id}/partitions/";
const partitions = operationsOf(partitionsPath, [nodeId, textOrNumber("device_id")]);
const partition = operationsOf("/nodes/{system_id}/blockdevices/{device_id}/partition/{id}", [
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

/** The device of the path, by its number or its name; 404 where the node has none. */
const deviceOf = ({ path: { id, device_id } }: Call, { storage }: Node): BlockDevice =>
  requireFound(findDevice(storage, id ?? device_id ?? ""), "BlockDevice");

/** The device of the path on a machine whose storage may change now. */
function changeableDeviceOf(call: Call): { node: Node; device: BlockDevice } {
  const found = deviceOf(call, nodeOf(call, "machine"));
  return { node: changeableMachineOf(call), device: found };
}

const deviceAnswer = ({ world }: Call, node: Node, each: BlockDevice) =>
  json({ firmware_version: null, ...serializeDevice(world, node, each) });

/** Changes the device of the path, and answers with it. */
const changing = (change: (call: Call, node: Node, device: BlockDevice) => void) => (call: Call) => {
  const { node, device } = changeableDeviceOf(call);
  change(call, node, device);
  return deviceAnswer(call, node, device);
};

/** The same with a partition. */
const changingPartition = (change: (call: Call, node: Node, extent: Extent) => void) => (call: Call) => {
  const { node, partition } = changeablePartitionOf(call);
  change(call, node, partition);
  return partitionAnswer(call, node);
};

/** Changes tags, in every status of the machine. */
const tagging = (change: (tags: readonly string[], tag: string) => string[]) => (call: Call) => {
  const node = nodeOf(call, "machine");
  const device = deviceOf(call, node);
  ownNodeOf(call, "machine");
  device.tags = change(device.tags, checkedForm(call).text("tag") ?? "");
  return deviceAnswer(call, node, device);
};

/** Block devices and partitions beyond what the documents offer of them. */
export const storage: Offers = {
  "block-device.read": offer(device.read("anyone", "Show a block device"), (call) => {
    const node = nodeOf(call);
    return deviceAnswer(call, node, deviceOf(call, node));
  }),
  "block-device.update": offer(
    device.update("owner", "Change a block device", {
      fields: [
        text("name", "new name"),
        text("model", "model of a physical device"),
        text("serial", "serial number of a physical device"),
        text("id_path", "stable path of a physical device"),
        text("size", "size in bytes of a physical device that nothing lies on"),
        text("block_size", "size of a block of a physical device, in bytes"),
        text("uuid", "UUID of a virtual device"),
      ],
    }),
    changing(update),
  ),
  "block-device.delete": offer(
    device.remove("owner", "Delete a block device that nothing is made of", { success: 204 }),
    withoutContent((call) => {
      const { node, device } = changeableDeviceOf(call);
      removeDevice(node.storage, device);
    }),
  ),
  "block-device.add_tag": offer(
    device.post("add_tag", "admin", "Add a tag to a block device", { fields: [tag] }),
    tagging((tags, added) => [...new Set([...tags, added])]),
  ),
  "block-device.remove_tag": offer(
    device.post("remove_tag", "admin", "Remove a tag from a block device", { fields: [tag] }),
    tagging((tags, removed) => tags.filter((each) => each !== removed)),
  ),
  "block-device.format": offer(
    device.post("format", "owner", "Format a block device", { fields: format }),
    changing((call, _node, device) => {
      if (device.claim !== null || device.partitions.length > 0)
        throw invalid("Cannot format block device; it's currently in use.");
      device.filesystem = readFilesystem(call, device);
    }),
  ),
  "block-device.unformat": offer(
    device.post("unformat", "owner", "Remove the file system of a block device"),
    changing((_call, _node, device) => unformatExtent(device)),
  ),
  "block-device.mount": offer(
    device.post("mount", "owner", "Mount the file system of a block device", { fields: mount }),
    changing(mountOn),
  ),
  "block-device.unmount": offer(
    device.post("unmount", "owner", "Unmount the file system of a block device"),
    changing((_call, _node, device) => unmountExtent(device)),
  ),
  "block-device.set_boot_disk": offer(
    device.post("set_boot_disk", "owner", "Boot from a block device", { result: "text" }),
    (call) => {
      const { node, device } = changeableDeviceOf(call);
      setBootDisk(node.storage, device.id);
      return textAnswer("OK");
    },
  ),
  "partitions.list": offer(partitions.list("anyone", "List the partitions of a block device"), (call) => {
    const node = nodeOf(call);
    const device = deviceOf(call, node);
    return json(device.partitions.map((each) => serializePartition(call.world, node, device, each)));
  }),
  "partitions.create": offer(
    partitions.create("owner", "Create a partition", {
      fields: [
        text("size", "size in bytes; all that is left by default"),
        uuid,
        boolean("bootable", "whether the partition can be booted from"),
      ],
    }),
    (call) => {
      const { node, device } = changeableDeviceOf(call);
      const form = readForm(call, [uuidRule]);
      const sizeBytes = readSize(form, "size", alignmentBytes);
      form.check();
      const { bootable = false } = form.sent({ bootable: "boolean" });
      const wanted = { sizeBytes, uuid: form.text("uuid") || undefined, bootable, field: "size" };
      const made = addPartition(call.world, device, wanted);
      return json(serializePartition(call.world, node, device, made));
    },
  ),
  "partition.remove_tag": offer(
    partition.post("remove_tag", "owner", "Remove a tag from a partition", { fields: [tag] }),
    changingPartition((call, _node, extent) => {
      const removed = checkedForm(call).text("tag");
      extent.tags = extent.tags.filter((each) => each !== removed);
    }),
  ),
  "partition.unformat": offer(
    partition.post("unformat", "owner", "Remove the file system of a partition"),
    changingPartition((_call, _node, extent) => unformatExtent(extent)),
  ),
  "partition.mount": offer(
    partition.post("mount", "owner", "Mount the file system of a partition", { fields: mount }),
    changingPartition(mountOn),
  ),
  "partition.unmount": offer(
    partition.post("unmount", "owner", "Unmount the file system of a partition"),
    changingPartition((_call, _node, extent) => unmountExtent(extent)),
  ),
};

function mountOn(call: Call, node: Node, extent: Extent): void {
  const form = checkedForm(call);
  mountExtent(node, extent, form.text("mount_point") ?? "", form.text("mount_options") ?? "");
}

const physicalFields = ["model", "serial", "id_path", "size", "block_size"];

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
  const sent = form.sent({ model: "text", serial: "text", idPath: "text", uuid: "word" });
  Object.assign(device, defined({ ...sent, sizeBytes, blockSizeBytes }));
}
