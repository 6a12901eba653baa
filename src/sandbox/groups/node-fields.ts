import { attempt } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { findDomain } from "../model/networks/dns.ts";
import type { BridgeOptions } from "../model/networks/interface-changes.ts";
import { requirePool, requireZone } from "../model/nodes/access.ts";
import type { CommissioningOptions, EraseMethod } from "../model/nodes/actions.ts";
import { newHostname, readHostname } from "../model/nodes/create.ts";
import { defaultScripts, scriptsByNameOrTag } from "../model/nodes/scripts.ts";
import { configValue } from "../model/settings/config.ts";
import { architectures } from "../state/images.ts";
import type { Node, PowerParameters, ScriptChoice } from "../state/node.ts";
import { type FieldErrors, invalid, invalidChoice, invalidField } from "../state/service-error.ts";
import type { World } from "../state/world.ts";
import { withoutUndefined } from "../values/spellings.ts";
import type { AnonymousCall, Parameters } from "../wire/call.ts";
import type { FieldRule, FormReader } from "../wire/form-reader.ts";

export function readArchitecture(form: FormReader): string {
  const [name = "", ...rest] = form.required("architecture").split("/");
  if (rest.length > 0 && form.text("subarchitecture"))
    throw invalid("Subarchitecture cannot be specified twice.");
  const subarchitecture = rest.join("/") || form.text("subarchitecture") || "generic";
  const isKnown = (architectures as readonly string[]).includes(name);
  if (name !== "" && (!isKnown || !/^[a-z0-9._-]+$/i.test(subarchitecture))) {
    const choices = architectures.map((each) => `${each}/generic`).join(", ");
    form.addError(
      "architecture",
      `'${[name, ...rest].join("/")}' is not a valid architecture. It should be one of: ${choices}.`,
    );
  }
  return `${name}/${subarchitecture}`;
}

export const bridgeRules: readonly FieldRule[] = [
  { name: "bridge_fd", type: "integer", min: 0, max: 65_535 },
];

const defaultDelaySeconds = 15;

export function readBridges(form: FormReader): BridgeOptions | undefined {
  if (!form.boolean("bridge_all")) return undefined;
  return {
    type: form.text("bridge_type") === "ovs" ? "ovs" : "standard",
    hasSpanningTree: form.boolean("bridge_stp") ?? false,
    forwardDelaySeconds: form.integer("bridge_fd") ?? defaultDelaySeconds,
  };
}

export function readScripts(world: World, form: FormReader, type: keyof ScriptChoice): readonly string[] {
  const field = `${type}_scripts`;
  const words = form.list(field);
  if (words.length === 0) return defaultScripts(world)[type];
  const names = words.flatMap((word) => {
    const scriptNames = scriptsByNameOrTag(world, type, word);
    if (scriptNames === undefined) form.addError(field, invalidChoice(word));
    return scriptNames ?? [];
  });
  return [...new Set(names)];
}

const readScriptsOrNone = (world: World, form: FormReader, type: keyof ScriptChoice) =>
  form.text(`${type}_scripts`) === "none" ? [] : readScripts(world, form, type);

export const readCommissioning = (world: World, form: FormReader): CommissioningOptions => ({
  scripts: {
    commissioning: readScriptsOrNone(world, form, "commissioning"),
    testing: readScriptsOrNone(world, form, "testing"),
  },
  skipNetworking: form.boolean("skip_networking") === true,
  skipStorage: form.boolean("skip_storage") === true,
});

const powerField = "power_parameters";
const prefix = `${powerField}_`;

/** `power_parameters_<name>` overrides the same member of the JSON object `power_parameters`. */
export function readPowerParameters(form: Parameters, errors: FieldErrors): PowerParameters {
  const prefixedEntries = form.names
    .filter((name) => name.startsWith(prefix) && name !== `${prefix}skip_check`)
    .map((name) => [name.slice(prefix.length), form.get(name) ?? ""] as const);
  const members = parsePowerParameters(form.get(powerField)?.trim() || "{}");
  if (members === undefined)
    errors.addError(powerField, "Enter a JSON object of strings and lists of strings.");
  return { ...members, ...Object.fromEntries(prefixedEntries) };
}

function parsePowerParameters(text: string): PowerParameters | undefined {
  const object = attempt((): unknown => JSON.parse(text));
  if (!isRecord(object)) return undefined;
  const members = Object.entries(object).filter(([, value]) => value !== null);
  const isFlat = members.every(([, value]) => [value].flat().every((each) => typeof each !== "object"));
  if (!isFlat) return undefined;
  return Object.fromEntries(
    members.map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );
}

export function readEraseMethod(world: World, form: FormReader): EraseMethod {
  const isOn = (item: string) => configValue(world, item) === true;
  const [erase, quick, secure] = ["erase", "quick_erase", "secure_erase"].map(form.boolean);
  if (!erase && !isOn("enable_disk_erasing_on_release")) return "none";
  // Disks of the sandbox have no secure erase. Quick erase wins if both are set; secure erase alone overwrites the disks.
  if (quick ?? isOn("disk_erase_with_quick_erase")) return "quick";
  return (secure ?? isOn("disk_erase_with_secure_erase")) ? "secure" : "full";
}

export function readZoneAndPool({ world, form }: AnonymousCall): Partial<Pick<Node, "zoneId" | "poolId">> {
  const [zone, pool] = [form.get("zone")?.trim(), form.get("pool")?.trim()];
  return withoutUndefined({
    zoneId: zone ? requireZone(world, zone).id : undefined,
    poolId: pool ? requirePool(world, pool).id : undefined,
  });
}

export function readNames({ world, form }: AnonymousCall, current?: Node) {
  const hostnameText = form.get("hostname")?.trim();
  const host = hostnameText ? readHostname(world, hostnameText, current) : undefined;
  const domainText = form.get("domain")?.trim();
  const domain = domainText ? findDomain(world, domainText) : undefined;
  if (domainText && domain === undefined) throw invalidField("domain", "Unable to find specified domain.");
  return { hostname: host?.hostname, domainId: domain?.id ?? host?.domainId };
}

export function readNewNames(call: AnonymousCall) {
  const names = readNames(call);
  return { ...names, hostname: names.hostname ?? newHostname(call.world) };
}

/** Returns Base64. */
export function readUserData({ form }: AnonymousCall): string | undefined {
  const text = (form.get("user_data") ?? "").replace(/\s/g, "");
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw invalidField("user_data", "This field must be base64 encoded.");
  return text === "" ? undefined : text;
}
