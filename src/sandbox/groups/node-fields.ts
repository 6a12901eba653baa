import type { BridgeOptions } from "../model/networks/bridges.ts";
import type { CommissioningOptions } from "../model/nodes/commissioning.ts";
import type { Erase } from "../model/nodes/release.ts";
import { configValue } from "../model/settings/config.ts";
import { architectures } from "../state/images.ts";
import type { World } from "../state/world.ts";
import type { Parameters } from "../wire/call.ts";
import type { FormReader } from "../wire/form-reader.ts";

/** `architecture` and `subarchitecture` of a form as one: `generic` where neither says more. */
export function readArchitecture(reading: FormReader): string {
  const [name = "", ...rest] = reading.required("architecture").split("/");
  const subarchitecture = rest.join("/") || reading.text("subarchitecture") || "generic";
  const isKnown = (architectures as readonly string[]).includes(name);
  if (name !== "" && (!isKnown || !/^[a-z0-9._-]+$/i.test(subarchitecture))) {
    const choices = architectures.map((each) => `${each}/generic`).join(", ");
    reading.fail(
      "architecture",
      `'${[name, ...rest].join("/")}' is not a valid architecture. It should be one of: ${choices}.`,
    );
  }
  return `${name}/${subarchitecture}`;
}

/** Document 1, "Limits". */
const defaultDelaySeconds = 15;

/** Reads the bridge fields of a form; undefined where `bridge_all` does not ask for bridges. */
export function readBridges(reading: FormReader): BridgeOptions | undefined {
  const isAsked = reading.boolean("bridge_all") ?? false;
  const hasSpanningTree = reading.boolean("bridge_stp") ?? false;
  const forwardDelaySeconds = reading.integer("bridge_fd", 0, 65_535) ?? defaultDelaySeconds;
  const type = reading.text("bridge_type") || "standard";
  if (type !== "standard" && type !== "ovs") {
    reading.fail(
      "bridge_type",
      `Select a valid choice. ${type} is not one of the available choices (standard, ovs).`,
    );
    return undefined;
  }
  return isAsked ? { type, hasSpanningTree, forwardDelaySeconds } : undefined;
}

/**
 * The fields that create and commission share (document 3); the scripts' own parameters may have any name.
 */
export function readCommissioning(reading: FormReader): CommissioningOptions {
  const isOn = (name: string) => reading.integer(name, 0, 1) === 1;
  isOn("enable_ssh");
  isOn("skip_bmc_config");
  return {
    tests: reading.text("testing_scripts") !== "none",
    skipNetworking: isOn("skip_networking"),
    skipStorage: isOn("skip_storage"),
  };
}

const prefix = "power_parameters_";

/** `power_parameters_<name>` of a form by name. */
export const readPowerParameters = (form: Parameters): Record<string, string> =>
  Object.fromEntries(
    form.names
      .filter((name) => name.startsWith(prefix) && name !== `${prefix}skip_check`)
      .map((name) => [name.slice(prefix.length), form.get(name) ?? ""]),
  );

/**
 * What the form asks for; the configuration may erase on every release, and chooses how where the form does
 * not.
 */
export function readErase(world: World, reading: FormReader): Erase {
  const always = configValue(world, "enable_disk_erasing_on_release") === true;
  const quick = reading.boolean("quick_erase");
  const secure = reading.boolean("secure_erase");
  // As document 3 has it, either kind counts only where disks are erased at all.
  if (!(reading.boolean("erase") ?? false) && !always) return "none";
  const wantsQuick = quick ?? configValue(world, "disk_erase_with_quick_erase") === true;
  const wantsSecure = secure ?? configValue(world, "disk_erase_with_secure_erase") === true;
  // Emulated disks have no secure-erase feature: with both only the quick erase applies, alone it overwrites
  // the disk.
  return wantsQuick ? "quick" : wantsSecure ? "secure" : "full";
}
