import { requireFreeName } from "../model/storage/bcache.ts";
import { addDisk, type DiskSpec } from "../model/storage/disks.ts";
import { serializeDevice } from "../serialize/storage.ts";
import { invalidField } from "../state/domain-error.ts";
import { defined } from "../values/defined.ts";
import { alignmentBytes, parseSize } from "../values/sizes.ts";
import { json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { changeableMachineOf, nodeOf } from "./path-nodes.ts";

const minBlockBytes = 512;

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
} satisfies HandlersOf<"block-devices">;

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
