import type { Node, PowerParameters } from "../../state/node.ts";
import { type FieldErrors, requiredMessage } from "../../state/service-error.ts";
import { allNodes, recordEvent, type World } from "../../state/world.ts";
import { capitalize } from "../../values/spellings.ts";

/** Simulated milliseconds. */
const powerChangeMs = 1000;
const powerKey = (node: Node) => `power:${node.systemId}`;

export function turnPower(world: World, node: Node, to: "on" | "off"): boolean {
  if (node.powerType === "manual" || node.powerType === "") {
    node.powerState = "unknown";
    return true;
  }
  if (!world.faults.isPowerReachable(node)) {
    node.powerState = "error";
    recordEvent(world, {
      type: `Failed to power ${to} node`,
      level: "ERROR",
      description: `Power ${to} for the node failed: the power controller does not answer`,
      node,
    });
    return false;
  }
  if (node.powerChange?.to === to) return true;
  cancelPowerChange(world, node);
  if (node.powerState === to) return true;
  recordEvent(world, { type: `Powering ${to}`, level: "DEBUG", node });
  node.powerChange = { to, endsAt: world.clock.now() + powerChangeMs };
  schedulePowerChange(world, node);
  return true;
}

export function schedulePowerChange(world: World, node: Node): void {
  const change = node.powerChange;
  if (change === null) return;
  world.clock.schedule(powerKey(node), change.endsAt, () => {
    node.powerState = change.to;
    node.powerChange = null;
    recordEvent(world, { type: `Node powered ${change.to}`, level: "DEBUG", node });
  });
}

export function cancelPowerChange(world: World, node: Node): void {
  world.clock.cancel(powerKey(node));
  node.powerChange = null;
}

const powerTypes: Readonly<Record<string, readonly string[]>> = {
  manual: [],
  amt: ["power_address", "power_pass"],
  apc: ["power_address", "node_outlet"],
  dli: ["power_address", "outlet_id"],
  eaton: ["power_address", "node_outlet"],
  hmc: ["power_address", "server_name", "lpar"],
  hmcz: ["power_address", "power_user", "power_pass", "power_partition_name"],
  ipmi: ["power_address"],
  lxd: ["power_address", "instance_name"],
  moonshot: ["power_address", "power_hwaddress"],
  mscm: ["power_address", "node_id"],
  ocs: ["power_address", "blade_id"],
  openbmc: ["power_address", "power_user", "power_pass"],
  proxmox: ["power_address", "power_vm_name"],
  raritan: ["power_address", "node_outlet"],
  redfish: ["power_address", "power_user", "power_pass"],
  recs_box: ["power_address", "node_id"],
  sm15k: ["power_address", "system_id"],
  ucsm: ["power_address", "uuid"],
  virsh: ["power_address", "power_id"],
  vmware: ["power_address", "power_vm_name"],
  webhook: ["power_on_uri", "power_off_uri", "power_query_uri"],
};

const probeTypes = new Set("hmcz lxd mscm ocs recs_box sm15k ucsm virsh vmware".split(" "));

const fieldTypeOf = (name: string): string =>
  name === "power_hwaddress"
    ? "mac_address"
    : isCredential(name) && name !== "power_user"
      ? "password"
      : "string";

export const describePowerTypes = () =>
  Object.entries(powerTypes).map(([name, parameters]) => ({
    driver_type: "power",
    name,
    description: name,
    chassis: probeTypes.has(name),
    can_probe: probeTypes.has(name),
    queryable: name !== "manual",
    missing_packages: [],
    fields: parameters.map((parameter) => ({
      name: parameter,
      label: capitalize(parameter.replaceAll("_", " ")),
      required: true,
      field_type: fieldTypeOf(parameter),
      choices: [],
      default: "",
      scope: identifiesMachine(parameter) ? "node" : "bmc",
      secret: fieldTypeOf(parameter) === "password",
    })),
  }));

const identifiesMachine = (name: string): boolean => /(?:_id|_name|^lpar|outlet|uuid)/.test(name);

const isCredential = (name: string) => /(?:_user|_pass|_key|_token)$/.test(name);

export function isPowerAddressUsed(world: World, powerType: string, powerParameters: PowerParameters) {
  if (!powerParameters.power_address) return false;
  const identityOf = (parameters: PowerParameters) =>
    JSON.stringify(
      Object.entries(parameters)
        .filter(([name]) => !isCredential(name))
        .sort(),
    );
  return allNodes(world, "machine").some(
    (node) =>
      node.powerType === powerType && identityOf(node.powerParameters) === identityOf(powerParameters),
  );
}

export function checkPowerType(errors: FieldErrors, powerType: string): void {
  if (powerType === "" || Object.hasOwn(powerTypes, powerType)) return;
  const choices = Object.keys(powerTypes).join(", ");
  errors.addError("power_type", `'${powerType}' is not a valid choice. It should be one of: ${choices}.`);
}

export function checkPowerParameters(
  errors: FieldErrors,
  powerType: string,
  parameters: PowerParameters,
): void {
  const requiredParameters = Object.hasOwn(powerTypes, powerType) ? powerTypes[powerType] : [];
  for (const name of requiredParameters ?? [])
    if ((parameters[name] ?? "") === "") errors.addError(`power_parameters_${name}`, requiredMessage);
}
