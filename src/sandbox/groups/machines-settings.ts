import { findPool, findZone } from "../model/nodes/access.ts";
import { checkPowerParameters, checkPowerType } from "../model/nodes/power-types.ts";
import { forbidden } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import { defined } from "../values/defined.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FieldRule, type FormReader, readForm } from "../wire/form-reader.ts";
import { reservedForAdministrators } from "../wire/permissions.ts";
import { readArchitecture, readNames, readPowerParameters } from "./node-fields.ts";
import { annotating, changing } from "./path-nodes.ts";

const rules: readonly FieldRule[] = [
  { name: "cpu_count", type: "integer", min: 0, max: 1_000_000 },
  { name: "disable_ipv4", type: "boolean" },
];

export const machineSettings = {
  "machine.update": changing((call, node) => Object.assign(node, readChanges(call, node))),
  "machine.set_workload_annotations": annotating("machine"),
  "machine.set_owner_data": annotating("machine", false),
} satisfies Partial<HandlersOf<"machines">>;

function readChanges(call: Call, node: Node): Partial<Node> {
  const { world, form } = call;
  const reader = readForm(call, rules);
  const power = readPower(call, node, reader);
  const read = {
    architecture: form.get("architecture") ? readArchitecture(reader) : undefined,
    cpuCount: reader.integer("cpu_count"),
    memoryMiB: readMemory(reader),
    swapSizeBytes: readSwap(reader),
    description: form.get("description"),
    minHweKernel: form.get("min_hwe_kernel"),
  };
  if (reader.boolean("disable_ipv4")) reader.fail("disable_ipv4", "It must be false if given.");
  reader.check();
  const zone = form.get("zone");
  const pool = form.get("pool");
  const placed = {
    zoneId: zone ? findZone(world, zone).id : undefined,
    poolId: pool ? findPool(world, pool).id : undefined,
  };
  return { ...power, ...defined({ ...read, ...readNames(call, node), ...placed }) };
}

/** The power type and parameters that a form asks for; the default type resets the parameters to empty. */
function readPower({ form, user }: Call, node: Node, reader: FormReader): Partial<Node> {
  const given = readPowerParameters(form, reader);
  const type = reader.text("power_type");
  if (type === undefined && Object.keys(given).length === 0) return {};
  if (!user.isAdministrator) throw forbidden(reservedForAdministrators);
  const powerType = type ?? node.powerType;
  checkPowerType(reader, powerType);
  if (powerType === "") return { powerType, powerParameters: {}, powerState: "unknown" };
  const powerParameters =
    type === undefined || type === node.powerType ? { ...node.powerParameters, ...given } : given;
  if (!reader.boolean("power_parameters_skip_check"))
    checkPowerParameters(reader, powerType, powerParameters);
  const isManual = powerType === "manual";
  return { powerType, powerParameters, ...(isManual ? { powerState: "unknown" as const } : {}) };
}

/** MiB of a memory size: a plain number is MiB already. */
function readMemory(form: FormReader): number | undefined {
  const size = readSize(form, "memory", "MiB");
  return size && Math.floor(size.number * 1024 ** (size.suffix === "" ? 0 : "KMGT".indexOf(size.suffix) - 1));
}

function readSwap(form: FormReader): number | null | undefined {
  if (form.text("swap_size") === "") return null;
  const size = readSize(form, "swap_size", "bytes");
  return size && size.number * 1000 ** " KMGT".indexOf(size.suffix || " ");
}

/** A number with an optional suffix; undefined where the field is empty or wrong. */
function readSize(form: FormReader, field: string, unit: string) {
  const text = form.text(field);
  if (!text) return undefined;
  const match = /^(\d{1,12})\s*([KMGT]?)$/i.exec(text);
  if (match !== null) return { number: Number(match[1]), suffix: (match[2] ?? "").toUpperCase() };
  form.fail(field, `'${text}' is not a size: a number of ${unit}, or a number with K, M, G or T.`);
  return undefined;
}
