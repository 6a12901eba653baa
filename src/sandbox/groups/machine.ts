import { findOsRelease } from "../model/images.ts";
import { assignAddresses, resetNetworking } from "../model/networks/interfaces.ts";
import { canEdit, requireMayChange } from "../model/nodes/access.ts";
import {
  cloneConfiguration,
  isReleased,
  markBroken,
  markFixed,
  overrideFailedTesting,
  startCommissioning,
  startDeployment,
  startRelease,
  startTests,
} from "../model/nodes/actions.ts";
import {
  abortWork,
  bootLinkMode,
  composedMachines,
  removeNode,
  startTransition,
} from "../model/nodes/lifecycle.ts";
import { checkPowerParameters, checkPowerType, turnPower } from "../model/nodes/power.ts";
import {
  configurableStatuses,
  lockNode,
  requireStatus,
  requireTransition,
  unlockNode,
  wrongState,
} from "../model/nodes/transitions.ts";
import { mountSpecial, unmountSpecial } from "../model/storage/disks.ts";
import { applyDefaultLayout, applyLayout } from "../model/storage/layouts.ts";
import { curtinConfig } from "../serialize/machine-reports.ts";
import type { Node } from "../state/node.ts";
import { forbidden, invalid, invalidChoice } from "../state/service-error.ts";
import { type Actor, nodeById, recordNodeEvent, usesDeployedStyle, type World } from "../state/world.ts";
import { withoutUndefined } from "../values/spellings.ts";
import { json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FieldRule, type FormReader, readForm, readValidForm } from "../wire/form-reader.ts";
import { reservedForAdministrators } from "../wire/router.ts";
import {
  bridgeRules,
  readArchitecture,
  readBridges,
  readCommissioning,
  readEraseMethod,
  readNames,
  readPowerParameters,
  readScripts,
  readUserData,
  readZoneAndPool,
} from "./node-fields.ts";
import { actorOf, annotateNode, changeMachine, changeWithEmptyAnswer, nodeAnswer, nodeOf } from "./nodes.ts";
import { readValidValues, withoutContent } from "./resource.ts";

export const withActor =
  (act: (world: World, node: Node, actor: Actor) => void) => (call: Call, node: Node) =>
    act(call.world, node, actorOf(call));

export const machine = {
  "machine.commission": changeMachine((call, node) => {
    const options = readValidValues(call, (form) => readCommissioning(call.world, form));
    startCommissioning(call.world, node, options);
  }),
  "machine.test": changeWithEmptyAnswer((call, node) => startTests(call.world, node, readTests(call))),
  "machine.deploy": changeMachine(deploy, nodeAnswer, "deploy"),
  "machine.release": changeMachine((call, node) => {
    const { erase, force } = readValidValues(call, (form) => ({
      erase: readEraseMethod(call.world, form),
      force: form.boolean("force"),
    }));
    if (isReleased(node)) return;
    const vms = force ? composedMachines(call.world, node) : [];
    for (const each of vms) requireMayChange(call.world, call.user, each, "remove");
    startRelease(call.world, node, erase, actorOf(call));
    for (const each of vms) removeNode(call.world, each);
  }),
  "machine.abort": changeWithEmptyAnswer(withActor(abortWork)),
  "machine.rescue_mode": changeMachine(({ world }, node) => startTransition(world, node, "rescue_mode")),
  "machine.exit_rescue_mode": changeMachine(({ world }, node) =>
    startTransition(world, node, "exit_rescue_mode"),
  ),
  "machine.mark_broken": changeMachine(withActor(markBroken), nodeAnswer, "markBroken"),
  "machine.mark_fixed": changeMachine(withActor(markFixed)),
  "machine.override_failed_testing": changeWithEmptyAnswer(withActor(overrideFailedTesting)),
  "machine.lock": changeMachine(withActor(lockNode)),
  "machine.unlock": changeMachine(withActor(unlockNode), nodeAnswer, "unlock"),
  "machine.update": changeMachine((call, node) => Object.assign(node, readChanges(call, node))),
  "machine.set_workload_annotations": annotateNode("machine"),
  "machine.set_owner_data": annotateNode("machine", { needsKey: false }),
  "machine.get_curtin_config"(call) {
    const node = nodeOf(call, "machine");
    if (!canEdit(call.user, node)) throw forbidden();
    if (node.status !== "deploying" && node.status !== "deployed")
      throw invalid(`Machine ${node.hostname} is not in a deploying state.`);
    return json(curtinConfig(call.world, node));
  },
  "machine.get_token"(call) {
    const { token } = nodeOf(call, "machine");
    return json(
      token && { token_key: token.key, token_secret: token.secret, consumer_key: token.consumerKey },
    );
  },
  "machine.set_storage_layout": changeMachine((call, node) => {
    if (node.status !== "ready" && node.status !== "allocated")
      throw invalid("Cannot change the storage layout on a machine that is not Ready or Allocated.");
    readValidForm(call, layoutRules);
    applyLayout(call.world, node, formAsRecord(call));
  }),
  "machine.mount_special": changeMachine((call, node) => {
    requireStatus(node, configurableStatuses, "mount filesystems on");
    mountSpecial(call.world, node, formAsRecord(call));
  }),
  "machine.unmount_special": changeMachine((call, node) => {
    requireStatus(node, configurableStatuses, "unmount filesystems on");
    unmountSpecial(node, formAsRecord(call));
  }),
  "machine.restore_default_configuration": restoreConfiguration("both"),
  "machine.restore_networking_configuration": restoreConfiguration("networking"),
  "machine.restore_storage_configuration": restoreConfiguration("storage"),
  "machine.clear_default_gateways": changeMachine((_call, node) => {
    delete node.gatewayLinks;
  }),
  "machines.clone": withoutContent(cloneMachine),
  "machine.power_on": changeWithEmptyAnswer((call, node) => {
    if (node.owner === null) throw wrongState("power on", node);
    if (node.status === "allocated" && usesDeployedStyle(call.world, "power-on")) {
      deploy(call, node);
      return;
    }
    const userData = readUserData(call);
    assignAddresses(call.world, node);
    if (userData !== undefined) node.userData = userData;
    switchPower(call, node, "on");
  }),
  "machine.power_off": changeWithEmptyAnswer((call, node) => switchPower(call, node, "off")),
  async "machine.query_power_state"(call) {
    const node = nodeOf(call, "machine");
    if (node.powerType !== "manual" && !call.world.faults.isPowerReachable(node)) {
      await call.world.clock.wait(queryTimeoutMs);
      node.powerState = "error";
    } else if (node.powerState === "error") node.powerState = node.status === "deployed" ? "on" : "off";
    return json({ state: node.powerState });
  },
} satisfies Partial<HandlersOf<"machines">>;

export const readTests = (call: Call): readonly string[] =>
  readValidValues(call, (form) => readScripts(call.world, form, "testing"));

/** Live services also accept the operating system in a separate field. */
function readRelease(form: FormReader): string {
  const [osystem = "", series = ""] = ["osystem", "distro_series"].map(form.text);
  return osystem === "" || series.includes("/") ? series : `${osystem}/${series}`;
}

function deploy(call: Call, node: Node): void {
  const { world } = call;
  requireTransition(node, "deploy");
  const form = readForm(call, bridgeRules);
  const bridges = readBridges(form);
  const releaseName = readRelease(form);
  const release = findOsRelease(world, releaseName);
  if (release === undefined) form.addError("distro_series", `'${releaseName}' is not a valid distro_series.`);
  form.throwErrors();
  if (release === undefined) return;
  const deployment = {
    agentName: form.text("agent_name") || node.agentName,
    osystem: release.osystem,
    distroSeries: release.series,
    hweKernel: form.text("hwe_kernel") || release.kernel,
    ephemeralDeploy: form.boolean("ephemeral_deploy") ?? false,
    enableHwSync: form.boolean("enable_hw_sync") ?? false,
    userData: readUserData(call) ?? null,
  };
  startDeployment(world, node, actorOf(call), deployment, bridges);
}

function restoreConfiguration(part: "networking" | "storage" | "both") {
  return changeMachine(({ world }, node) => {
    requireStatus(node, configurableStatuses, "restore the configuration of");
    if (part !== "storage") resetNetworking(world, node, bootLinkMode(world));
    if (part !== "networking") applyDefaultLayout(world, node);
  });
}

const layoutRules: readonly FieldRule[] = [{ name: "cache_mode", type: "string" }];

/** Reading a member reads the field of the form, so that the request is not listed with unread fields. */
const formAsRecord = ({ form }: Call): Readonly<Record<string, string | undefined>> =>
  new Proxy({}, { get: (_, name) => form.get(String(name)) });

export function switchPower(call: Call, node: Node, to: "on" | "off"): void {
  recordNodeEvent(call.world, node, `User powering ${to === "on" ? "up" : "down"} node`, actorOf(call));
  turnPower(call.world, node, to);
}

/** Simulated time until a query fails because the power controller does not answer. */
const queryTimeoutMs = 30_000;

/** Documented as required, but either one is enough. */
const cloneRules: readonly FieldRule[] = [
  { name: "interfaces", type: "boolean" },
  { name: "storage", type: "boolean" },
];

function cloneMachine(call: Call): void {
  const form = readForm(call, cloneRules);
  const [interfaces = false, storage = false] = ["interfaces", "storage"].map(form.boolean);
  if (!interfaces && !storage) form.addError("__all__", "Either storage or interfaces must be true.");
  const machinesOf = (field: string) =>
    form.list(field).flatMap((id) => {
      const node = nodeById(call.world, id);
      if (node?.nodeType === "machine") return [node];
      form.addError(field, invalidChoice(id));
      return [];
    });
  const [source] = machinesOf("source");
  const destinations = machinesOf("destinations");
  form.throwErrors();
  if (source === undefined) return;
  if (!canEdit(call.user, source)) throw forbidden(reservedForAdministrators);
  for (const node of destinations)
    requireMayChange(call.world, call.user, node, "change", reservedForAdministrators);
  cloneConfiguration(call.world, form, source, destinations, { interfaces, storage });
}

const changeRules: readonly FieldRule[] = [
  { name: "cpu_count", type: "integer", min: 0, max: 1_000_000 },
  { name: "disable_ipv4", type: "boolean" },
];

function readChanges(call: Call, node: Node): Partial<Node> {
  const { form } = call;
  const reader = readForm(call, changeRules);
  const power = readPower(call, node, reader);
  const fields = {
    architecture: form.get("architecture") ? readArchitecture(reader) : undefined,
    cpuCount: reader.integer("cpu_count"),
    memoryMiB: readMemory(reader),
    swapSizeBytes: readSwap(reader),
    description: form.get("description"),
    minHweKernel: form.get("min_hwe_kernel"),
  };
  if (reader.boolean("disable_ipv4")) reader.addError("disable_ipv4", "This field can only be false.");
  reader.throwErrors();
  return { ...power, ...withoutUndefined({ ...fields, ...readNames(call, node) }), ...readZoneAndPool(call) };
}

export function readPower({ form }: Call, node: Node, reader: FormReader): Partial<Node> {
  const parameters = readPowerParameters(form, reader);
  const type = reader.text("power_type");
  if (type === undefined && Object.keys(parameters).length === 0) return {};
  const powerType = type ?? node.powerType;
  checkPowerType(reader, powerType);
  if (powerType === "") return { powerType, powerParameters: {}, powerState: "unknown" };
  const powerParameters =
    type === undefined || type === node.powerType ? { ...node.powerParameters, ...parameters } : parameters;
  if (!reader.boolean("power_parameters_skip_check"))
    checkPowerParameters(reader, powerType, powerParameters);
  const isManual = powerType === "manual";
  return { powerType, powerParameters, ...(isManual ? { powerState: "unknown" as const } : {}) };
}

/** Returns MiB. A number without a unit is in MiB. */
function readMemory(form: FormReader): number | undefined {
  const size = readSize(form, "memory", "MiB");
  return size && Math.floor(size.number * 1024 ** (size.suffix === "" ? 0 : "KMGT".indexOf(size.suffix) - 1));
}

function readSwap(form: FormReader): number | null | undefined {
  if (form.text("swap_size") === "") return null;
  const size = readSize(form, "swap_size", "bytes");
  return size && size.number * 1000 ** " KMGT".indexOf(size.suffix || " ");
}

function readSize(form: FormReader, field: string, unit: string) {
  const text = form.text(field);
  if (!text) return undefined;
  const match = /^(\d{1,12})\s*([KMGT]?)$/i.exec(text);
  if (match !== null) return { number: Number(match[1]), suffix: (match[2] ?? "").toUpperCase() };
  form.addError(field, `'${text}' is not a size: a number of ${unit}, or a number with K, M, G or T.`);
  return undefined;
}
