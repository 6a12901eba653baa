import { checkName, makeFabric } from "../model/networks/fabrics.ts";
import { removeFabric } from "../model/networks/removal.ts";
import { serializeFabric } from "../serialize/networks.ts";
import type { FieldErrors } from "../state/domain-error.ts";
import type { Fabric } from "../state/networks.ts";
import { rowsOf } from "../state/table.ts";
import { defined } from "../values/defined.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { inNamedTable, resource } from "./resource.ts";

export const handlers = resource(["fabrics", "fabric"], {
  ...inNamedTable((world) => world.state.networks.fabrics, "Fabric"),
  serialize: serializeFabric,
  create: (call) => makeFabric(call.world, readFabric(call)),
  update: (call, fabric) => Object.assign(fabric, readFabric(call, fabric)),
  remove: removeFabric,
}) satisfies HandlersOf<"fabrics">;

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
