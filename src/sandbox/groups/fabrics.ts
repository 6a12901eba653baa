import { checkName, makeFabric } from "../model/networks/fabrics.ts";
import { removeFabric } from "../model/networks/removal.ts";
import { serializeFabric } from "../serialize/networks.ts";
import type { FieldErrors } from "../state/domain-error.ts";
import type { Fabric } from "../state/networks.ts";
import { requireRow, rowsOf } from "../state/table.ts";
import { defined } from "../values/defined.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

export const handlers = {
  "fabrics.list": ({ world }) =>
    json(rowsOf(world.state.networks.fabrics).map((each) => serializeFabric(world, each))),
  "fabrics.create": (call) => json(serializeFabric(call.world, makeFabric(call.world, readFabric(call)))),
  "fabric.read": (call) => json(serializeFabric(call.world, fabricOf(call))),
  "fabric.update"(call) {
    const fabric = fabricOf(call);
    return json(serializeFabric(call.world, Object.assign(fabric, readFabric(call, fabric))));
  },
  "fabric.delete"(call) {
    removeFabric(call.world, fabricOf(call));
    return empty(200);
  },
} satisfies HandlersOf<"fabrics">;

const fabricOf = ({ world, path }: Call): Fabric =>
  requireRow(world.state.networks.fabrics, path.id, "Fabric");

function readFabric(call: Call, own?: Fabric) {
  const form = readForm(call);
  const name = form.text("name") || undefined;
  const classType = form.text("class_type");
  if (name !== undefined) checkFabricName(call, form, name, own);
  if (classType) checkName(form, "class_type", classType);
  form.check();
  return defined({
    name,
    classType: classType === "" ? null : classType,
    description: form.text("description"),
  });
}

/** Refuses a name that another fabric has, or that is kept for the number of another. */
function checkFabricName({ world }: Call, errors: FieldErrors, name: string, own?: Fabric): void {
  const { fabrics } = world.state.networks;
  checkName(errors, "name", name);
  const reserved = /^fabric-(\d+)$/.exec(name)?.[1];
  if (rowsOf(fabrics).some((each) => each !== own && each.name === name))
    errors.fail("name", "Fabric with this Name already exists.");
  else if (reserved !== undefined && Number(reserved) !== (own?.id ?? fabrics.nextId))
    errors.fail("name", "Reserved fabric name.");
}
