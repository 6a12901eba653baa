import { requireFreeName } from "../model/storage/bcache.ts";
import { addDisk, type DiskSpec } from "../model/storage/disks.ts";
import { serializeDevice } from "../serialize/storage.ts";
import { invalidField } from "../state/domain-error.ts";
import { alignmentBytes, parseSize } from "../values/sizes.ts";
import { json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { changeableMachineOf, nodeOf } from "./path-nodes.ts";

const minBlockBytes = 512;

/** Document 3, "Block devices and partitions". */
export const handlers = {
  "block-devices.list": (call) => {
    const node = nodeOf(call);
    return json(node.storage.devices.map((device) => serializeDevice(call.world, node, device)));
  },

  "block-devices.create": (call) => {
    nodeOf(call, "machine");
    const node = changeableMachineOf(call);
    const disk = readDisk(call);
    requireFreeName(node.storage, disk.name);
    return json(serializeDevice(call.world, node, addDisk(call.world, node.storage, disk)));
  },
} satisfies HandlersOf<"block-devices">;

function readDisk(call: Call): DiskSpec & { readonly name: string } {
  const form = readForm(call.form);
  const name = form.required("name");
  const size = (field: string, least: number): number => {
    const text = form.required(field);
    const bytes = parseSize(text);
    if (bytes === undefined) {
      if (text !== "") form.fail(field, "Enter a whole number of bytes, with K, M, G or T where wanted.");
      return least;
    }
    if (bytes < least) form.fail(field, `Ensure this value is greater than or equal to ${least}.`);
    return bytes;
  };
  const sizeBytes = size("size", alignmentBytes);
  const blockSizeBytes = size("block_size", minBlockBytes);
  const [model, serial, idPath] = ["model", "serial", "id_path"].map((field) => form.text(field) ?? "");
  if ((model === "" || serial === "") && idPath === "") {
    form.fail("__all__", "serial/model are required if id_path is not provided.");
  }
  form.check();
  if (sizeBytes < blockSizeBytes) {
    throw invalidField("block_size", "Ensure this value is less than or equal to the size.");
  }
  return {
    name,
    sizeBytes,
    blockSizeBytes,
    ...(model ? { model } : {}),
    ...(serial ? { serial } : {}),
    ...(idPath ? { idPath } : {}),
  };
}
