import { findDomain } from "../model/networks/domains.ts";
import { readHostname } from "../model/nodes/create.ts";
import { checkPowerParameters, checkPowerType } from "../model/nodes/power-types.ts";
import { findPool, findZone } from "../model/nodes/zones-and-pools.ts";
import { forbidden, invalidField } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import { empty } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, readForm } from "../wire/form-reader.ts";
import { reservedForAdministrators } from "../wire/permissions.ts";
import { machineAnswer } from "./machines-single.ts";
import { readArchitecture, readPowerParameters } from "./node-fields.ts";
import { ownNodeOf } from "./path-nodes.ts";

const powers: Readonly<Record<string, number>> = { "": 0, K: -1, M: 0, G: 1, T: 2 };

/** MiB of a memory size: a plain number is MiB already (document 3, PUT `memory`). */
function readMemory(reading: FormReader): number | undefined {
  const text = reading.text("memory") ?? "";
  if (text === "") return undefined;
  const match = /^(\d{1,12})\s*([KMGT]?)$/i.exec(text);
  if (match === null) {
    reading.fail("memory", `'${text}' is not a size: a number of MiB, or a number with K, M, G or T.`);
    return undefined;
  }
  return Math.floor(Number(match[1]) * 1024 ** (powers[(match[2] ?? "").toUpperCase()] ?? 0));
}

function readSwap(reading: FormReader): number | null | undefined {
  const text = reading.text("swap_size");
  if (text === undefined) return undefined;
  if (text === "") return null;
  const match = /^(\d{1,15})\s*([KMGT]?)$/i.exec(text);
  if (match === null) {
    reading.fail("swap_size", `'${text}' is not a size: a number of bytes, or a number with K, M, G or T.`);
    return undefined;
  }
  return Number(match[1]) * 1000 ** " KMGT".indexOf((match[2] || " ").toUpperCase());
}

/** The power type and parameters that a form asks for; the default type resets the parameters to empty. */
function readPower(call: Call, node: Node, reading: FormReader): Partial<Node> {
  const given = readPowerParameters(call.form);
  const type = reading.text("power_type");
  if (type === undefined && Object.keys(given).length === 0) return {};
  if (!call.user.isAdministrator) throw forbidden(reservedForAdministrators);
  const powerType = type ?? node.powerType;
  checkPowerType(reading, powerType);
  if (powerType === "") return { powerType, powerParameters: {}, powerState: "unknown" };
  const powerParameters =
    type === undefined || type === node.powerType ? { ...node.powerParameters, ...given } : given;
  const skipsCheck = reading.boolean("power_parameters_skip_check") ?? false;
  if (!skipsCheck) checkPowerParameters(reading, powerType, powerParameters);
  return {
    powerType,
    powerParameters,
    ...(powerType === "manual" ? { powerState: "unknown" as const } : {}),
  };
}

/** Document 3, "Machine (single)", PUT: everything is checked before anything is changed. */
function update(call: Call): Node {
  const { world, form } = call;
  const node = ownNodeOf(call, "machine");
  const reading = readForm(form);
  const power = readPower(call, node, reading);
  const cpuCount = reading.integer("cpu_count", 0, 1_000_000);
  const memoryMiB = readMemory(reading);
  const swapSizeBytes = readSwap(reading);
  if (reading.boolean("disable_ipv4") === true) reading.fail("disable_ipv4", "It must be false if given.");
  const architecture = form.get("architecture") ? readArchitecture(reading) : undefined;
  const domainName = reading.text("domain") ?? "";
  const domain = domainName === "" ? undefined : findDomain(world, domainName);
  if (domainName !== "" && domain === undefined) reading.fail("domain", "Unable to find specified domain.");
  reading.check();
  const named = form.get("hostname") ? readHostname(world, form.get("hostname") ?? "", node) : undefined;
  const domainId = domain?.id ?? named?.domainId;
  const zoneId = form.get("zone") ? findZone(world, form.get("zone") ?? "").id : undefined;
  const poolId = form.get("pool") ? findPool(world, form.get("pool") ?? "").id : undefined;
  Object.assign(node, power, {
    ...(architecture === undefined ? {} : { architecture }),
    ...(cpuCount === undefined ? {} : { cpuCount }),
    ...(memoryMiB === undefined ? {} : { memoryMiB }),
    ...(swapSizeBytes === undefined ? {} : { swapSizeBytes }),
    ...(named === undefined ? {} : { hostname: named.hostname }),
    ...(domainId === undefined ? {} : { domainId }),
    ...(zoneId === undefined ? {} : { zoneId }),
    ...(poolId === undefined ? {} : { poolId }),
    ...(form.has("description") ? { description: form.get("description") ?? "" } : {}),
    ...(form.has("min_hwe_kernel") ? { minHweKernel: form.get("min_hwe_kernel") ?? "" } : {}),
  } satisfies Partial<Node>);
  return node;
}

/** Document 2, devices: keys given are set or, with an empty value, removed; others are untouched. */
export function annotate(call: Call, node: Node): void {
  const names = call.form.names.filter((name) => name !== "op");
  if (names.length === 0) throw invalidField("key", "At least one key must be given.");
  for (const name of names) {
    const value = call.form.get(name) ?? "";
    if (value === "") delete node.annotations[name];
    else
      Object.defineProperty(node.annotations, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
}

export const settingsHandlers = {
  "machine.update": (call) => machineAnswer(call, update(call)),
  "machine.set_workload_annotations"(call) {
    annotate(call, ownNodeOf(call, "machine"));
    return empty(204);
  },
  "machine.set_owner_data"(call) {
    annotate(call, ownNodeOf(call, "machine"));
    return empty(204);
  },
} satisfies Partial<HandlersOf<"machines">>;
