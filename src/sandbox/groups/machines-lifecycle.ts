import { bridgeInterfaces } from "../model/networks/bridges.ts";
import { canEdit } from "../model/nodes/access.ts";
import { startCommissioning } from "../model/nodes/commissioning.ts";
import { startDeployment } from "../model/nodes/deployment.ts";
import { abortWork, settle, startTransition } from "../model/nodes/lifecycle.ts";
import { recordNodeEvent } from "../model/nodes/node-events.ts";
import { findOsRelease } from "../model/nodes/os-releases.ts";
import { clearOwner } from "../model/nodes/ownership.ts";
import { isReleased, startRelease } from "../model/nodes/release.ts";
import { composedMachines, removeNode } from "../model/nodes/removal.ts";
import { requireStatus } from "../model/nodes/status.ts";
import { lockable } from "../model/nodes/transitions.ts";
import { forbidden, invalidField } from "../state/domain-error.ts";
import { empty } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { machineAnswer } from "./machines-single.ts";
import { readBridges, readCommissioning, readErase } from "./node-fields.ts";
import { nodeOf, ownNodeOf } from "./path-nodes.ts";

const commentOf = (call: Call) => call.form.get("comment") ?? "";

/** Base64 of a form's `user_data`; 400 for text that is none. */
export function readUserData(call: Call): string | undefined {
  const given = call.form.get("user_data");
  if (given === undefined || given === "") return undefined;
  const text = given.replace(/\s/g, "");
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw invalidField("user_data", "This field must be base64 encoded.");
  return text;
}

/** The machine to deploy: one's own, or one that is ready and nobody's, which is acquired first. */
function machineToDeploy(call: Call) {
  const node = nodeOf(call, "machine");
  const isFree = node.status === "ready" && node.owner === null;
  if ((!isFree && !canEdit(call.user, node)) || node.locked) throw forbidden();
  return { node, isFree };
}

export const lifecycleHandlers = {
  "machine.commission"(call) {
    const node = ownNodeOf(call, "machine");
    const reading = readForm(call.form);
    const options = readCommissioning(reading);
    reading.check();
    startCommissioning(call.world, node, options);
    return machineAnswer(call, node);
  },
  "machine.test"(call) {
    const node = ownNodeOf(call, "machine");
    const reading = readForm(call.form);
    readCommissioning(reading);
    reading.check();
    startTransition(call.world, node, "test");
    return empty(204);
  },
  "machine.deploy"(call) {
    const { world, form } = call;
    const { node, isFree } = machineToDeploy(call);
    const { user } = call;
    if (!isFree) requireStatus(node, ["allocated"], "deploy");
    const reading = readForm(form);
    const flags = ["enable_kernel_crash_dump", "install_kvm", "install_rackd"] as const;
    for (const name of [...flags, "register_vmhost", "vcenter_registration"]) reading.boolean(name);
    const ephemeral = reading.boolean("ephemeral_deploy") ?? false;
    const hwSync = reading.boolean("enable_hw_sync") ?? false;
    const bridges = readBridges(reading);
    const release = findOsRelease(world, reading.text("distro_series") ?? "");
    if (release === undefined)
      reading.fail("distro_series", `'${reading.text("distro_series")}' is not a valid distro_series.`);
    reading.check();
    const userData = readUserData(call);
    if (release === undefined) return machineAnswer(call, node);
    startDeployment(
      world,
      node,
      { username: user.username, comment: commentOf(call) },
      {
        release,
        hweKernel: reading.text("hwe_kernel") || release.kernel,
        ephemeral,
        hwSync,
        userData: userData ?? null,
        agentName: reading.text("agent_name") || node.agentName,
      },
    );
    if (bridges !== undefined) bridgeInterfaces(world, node, bridges);
    return machineAnswer(call, node);
  },
  "machine.release"(call) {
    const node = ownNodeOf(call, "machine");
    const { user } = call;
    const reading = readForm(call.form);
    const erase = readErase(call.world, reading);
    const force = reading.boolean("force") ?? false;
    reading.check();
    if (isReleased(node)) return machineAnswer(call, node);
    startRelease(call.world, node, erase, { username: user.username, comment: commentOf(call) });
    if (force) for (const each of composedMachines(call.world, node)) removeNode(call.world, each);
    return machineAnswer(call, node);
  },
  "machine.abort"(call) {
    const node = ownNodeOf(call, "machine");
    abortWork(call.world, node, { username: call.user.username, comment: commentOf(call) });
    return empty(204);
  },
  "machine.rescue_mode"(call) {
    const node = ownNodeOf(call, "machine");
    startTransition(call.world, node, "rescue_mode");
    return machineAnswer(call, node);
  },
  "machine.exit_rescue_mode"(call) {
    const node = ownNodeOf(call, "machine");
    startTransition(call.world, node, "exit_rescue_mode");
    return machineAnswer(call, node);
  },
  "machine.mark_broken"(call) {
    const node = ownNodeOf(call, "machine");
    const { user } = call;
    // Document 1: an allocated node is released first. A deployed one keeps its system, and mark_fixed
    // returns to it.
    const wasDeployed =
      node.status === "deployed" || (node.status === "broken" && node.previousStatus === "deployed");
    if (!wasDeployed) clearOwner(call.world, node);
    settle(call.world, node, "broken");
    node.previousStatus = wasDeployed ? "deployed" : "ready";
    recordNodeEvent(call.world, node, "Marked broken", commentOf(call), user.username);
    node.errorDescription = commentOf(call);
    return machineAnswer(call, node);
  },
  "machine.mark_fixed"(call) {
    const node = ownNodeOf(call, "machine");
    requireStatus(node, ["broken"], "mark fixed");
    settle(call.world, node, node.previousStatus === "deployed" ? "deployed" : "ready");
    node.errorDescription = "";
    recordNodeEvent(call.world, node, "Marked fixed", commentOf(call), call.user.username);
    return machineAnswer(call, node);
  },
  "machine.override_failed_testing"(call) {
    const node = ownNodeOf(call, "machine");
    requireStatus(node, ["failed_testing"], "override failed testing on");
    settle(call.world, node, node.osystem === "" ? "ready" : "deployed");
    recordNodeEvent(call.world, node, "Overrode failed testing", commentOf(call), call.user.username);
    return empty(204);
  },
  "machine.lock"(call) {
    const node = ownNodeOf(call, "machine");
    requireStatus(node, lockable, "lock");
    node.locked = true;
    recordNodeEvent(call.world, node, "Locked", commentOf(call), call.user.username);
    return machineAnswer(call, node);
  },
  "machine.unlock"(call) {
    const node = nodeOf(call, "machine");
    if (!canEdit(call.user, node)) throw forbidden();
    node.locked = false;
    recordNodeEvent(call.world, node, "Unlocked", commentOf(call), call.user.username);
    return machineAnswer(call, node);
  },
} satisfies Partial<HandlersOf<"machines">>;
