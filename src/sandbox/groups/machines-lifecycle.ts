import {
  isReleased,
  markBroken,
  markFixed,
  overrideFailedTesting,
  startCommissioning,
  startDeployment,
  startRelease,
  startTests,
} from "../model/nodes/actions.ts";
import { requireChange } from "../model/nodes/change-rules.ts";
import { abortWork, startTransition } from "../model/nodes/lifecycle.ts";
import { findOsRelease } from "../model/nodes/os-releases.ts";
import { lockNode, unlockNode } from "../model/nodes/ownership.ts";
import { composedMachines, removeNode } from "../model/nodes/removal.ts";
import { requireTransition } from "../model/nodes/transitions.ts";
import { invalidField } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import type { Actor } from "../state/record-event.ts";
import type { World } from "../state/world.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { changing, machineAnswer, quietly } from "./machine-changes.ts";
import {
  bridgeRules,
  readBridges,
  readCommissioning,
  readErase,
  readScripts,
  readUserData,
} from "./node-fields.ts";

/** Who acts, with the comment for the event log. */
const actorOf = ({ user, form }: Call) => ({ username: user.username, comment: form.get("comment") ?? "" });

const acting = (act: (world: World, node: Node, actor: Actor) => void) => (call: Call, node: Node) =>
  act(call.world, node, actorOf(call));

export const lifecycleHandlers = {
  "machine.commission": changing((call, node) => {
    const form = readForm(call);
    const options = readCommissioning(call.world, form);
    form.check();
    startCommissioning(call.world, node, options);
  }),
  "machine.test": changing((call, node) => {
    const form = readForm(call);
    const testing = readScripts(call.world, form, "testing");
    form.check();
    startTests(call.world, node, testing);
  }),
  "machine.deploy": changing(deploy, machineAnswer, "deploy"),
  "machine.release": changing((call, node) => {
    const form = readForm(call);
    const erase = readErase(call.world, form);
    form.check();
    if (isReleased(node)) return;
    const composed = form.boolean("force") ? composedMachines(call.world, node) : [];
    for (const each of composed) requireChange(call.world, call.user, each, "remove");
    startRelease(call.world, node, erase, actorOf(call));
    for (const each of composed) removeNode(call.world, each);
  }),
  "machine.abort": quietly(acting(abortWork)),
  "machine.rescue_mode": changing(({ world }, node) => startTransition(world, node, "rescue_mode")),
  "machine.exit_rescue_mode": changing(({ world }, node) => startTransition(world, node, "exit_rescue_mode")),
  "machine.mark_broken": changing(acting(markBroken), machineAnswer, "markBroken"),
  "machine.mark_fixed": changing(acting(markFixed)),
  "machine.override_failed_testing": quietly(acting(overrideFailedTesting)),
  "machine.lock": changing(acting(lockNode)),
  "machine.unlock": changing(acting(unlockNode), machineAnswer, "unlock"),
} satisfies Partial<HandlersOf<"machines">>;

/** Deploys a machine; a ready one is acquired first. */
export function deploy(call: Call, node: Node): void {
  const { world } = call;
  requireTransition(node, "deploy");
  const form = readForm(call, bridgeRules);
  const bridges = readBridges(form);
  const release = findOsRelease(world, form.text("distro_series") ?? "");
  const message = `'${form.text("distro_series")}' is not a valid distro_series.`;
  if (release === undefined) form.fail("distro_series", message);
  form.check();
  if (release === undefined) throw invalidField("distro_series", message);
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
