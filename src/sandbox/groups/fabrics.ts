import { makeFabric, requireFabric } from "../model/networks/fabrics.ts";
import { checkName } from "../model/networks/names.ts";
import { removeFabric } from "../model/networks/removal.ts";
import { serializeFabric } from "../serialize/networks.ts";
import type { Fabric } from "../state/networks.ts";
import { rowsOf } from "../state/table.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, readForm } from "../wire/form-reader.ts";

/** Refuses a name that another fabric has, or that is kept for the number of another. */
function checkFabricName(call: Call, reading: FormReader, name: string, own?: Fabric): void {
  const { fabrics } = call.world.state.networks;
  checkName(reading, "name", name);
  const reserved = /^fabric-(\d+)$/.exec(name)?.[1];
  if (rowsOf(fabrics).some((each) => each !== own && each.name === name))
    reading.fail("name", "Fabric with this Name already exists.");
  else if (reserved !== undefined && Number(reserved) !== (own?.id ?? fabrics.nextId))
    reading.fail("name", "Reserved fabric name.");
}

function readFabric(call: Call, own?: Fabric) {
  const reading = readForm(call.form);
  const name = reading.text("name");
  const classType = reading.text("class_type");
  const description = reading.text("description");
  if (name) checkFabricName(call, reading, name, own);
  if (classType) checkName(reading, "class_type", classType);
  reading.check();
  return {
    ...(name ? { name } : {}),
    ...(classType === undefined ? {} : { classType: classType === "" ? null : classType }),
    ...(description === undefined ? {} : { description }),
  };
}

/** Document 2, "Fabrics and VLANs". */
export const handlers = {
  "fabrics.list": (call) =>
    json(rowsOf(call.world.state.networks.fabrics).map((each) => serializeFabric(call.world, each))),
  "fabrics.create": (call) => json(serializeFabric(call.world, makeFabric(call.world, readFabric(call)))),
  "fabric.read": (call) => json(serializeFabric(call.world, requireFabric(call.world, call.path.id))),
  "fabric.update"(call) {
    const fabric = requireFabric(call.world, call.path.id);
    return json(serializeFabric(call.world, Object.assign(fabric, readFabric(call, fabric))));
  },
  "fabric.delete"(call) {
    removeFabric(call.world, requireFabric(call.world, call.path.id));
    return empty(200);
  },
} satisfies HandlersOf<"fabrics">;
