import { cloneInterfaces, resetNetworking } from "../model/networks/assignment.ts";
import { canEdit } from "../model/nodes/access.ts";
import { removeMachine } from "../model/nodes/removal.ts";
import { requireStatus } from "../model/nodes/status.ts";
import { canCloneStorage, cloneStorage } from "../model/storage/cloning.ts";
import { applyLayout, restoreStorage } from "../model/storage/layouts.ts";
import { mountSpecial, unmountSpecial } from "../model/storage/special.ts";
import { curtinConfig } from "../serialize/curtin-config.ts";
import { hardwareDetails } from "../serialize/hardware-details.ts";
import { serializeNode } from "../serialize/nodes.ts";
import { nodeById } from "../state/access.ts";
import { forbidden, invalid } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import { bytes, empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { reservedForAdministrators } from "../wire/permissions.ts";
import { nodeOf, ownNodeOf, visibleNodeOf } from "./path-nodes.ts";

export const machineAnswer = (call: Call, node: Node) => json(serializeNode(call.world, node));

/** Document 3: storage and network may be laid out anew before a machine is deployed. */
const configurable = ["new", "ready", "allocated", "broken", "failed_testing"] as const;

const restore = (call: Call, what: "networking" | "storage" | "both") => {
  const node = ownNodeOf(call, "machine");
  requireStatus(node, configurable, "restore the configuration of");
  if (what !== "storage") resetNetworking(call.world, node);
  if (what !== "networking") restoreStorage(call.world, node);
  return machineAnswer(call, node);
};

const formAsRecord = (call: Call) =>
  Object.fromEntries(call.form.names.map((name) => [name, call.form.get(name)]));

/** Document 3, "op-clone": all destinations are checked before the first is changed. */
function clone(call: Call): void {
  const reading = readForm(call.form);
  const sourceId = reading.required("source");
  const interfaces = reading.boolean("interfaces") ?? false;
  const storage = reading.boolean("storage") ?? false;
  const ids = call.form
    .all("destinations")
    .flatMap((value) => value.split(","))
    .filter((id) => id !== "");
  if (ids.length === 0) reading.fail("destinations", "This field is required.");
  if (!interfaces && !storage) reading.fail("__all__", "Either storage or interfaces must be true.");
  const find = (field: string, id: string) => {
    const node = nodeById(call.world, id);
    if (node?.nodeType === "machine") return node;
    reading.fail(field, `Select a valid choice. ${id} is not one of the available choices.`);
    return undefined;
  };
  const source = sourceId === "" ? undefined : find("source", sourceId);
  const destinations = ids.flatMap((id) => find("destinations", id) ?? []);
  reading.check();
  if (source === undefined) return;
  if (![source, ...destinations].every((node) => canEdit(call.user, node)))
    throw forbidden(reservedForAdministrators);
  for (const node of destinations) {
    if (node === source)
      reading.fail("destinations", `Source machine ${node.systemId} cannot be a destination machine.`);
    if (node.status !== "ready" && node.status !== "failed_testing")
      reading.fail("destinations", `Destination machine ${node.systemId} must be Ready or Failed testing.`);
    const problem = storage ? canCloneStorage(source, node) : undefined;
    if (problem !== undefined) reading.fail("destinations", problem);
    const names = node.interfaces.map((each) => each.name);
    const missing = source.interfaces.filter(
      (each) => each.type === "physical" && !names.includes(each.name),
    );
    if (interfaces && missing.length > 0)
      reading.fail(
        "destinations",
        `Destination machine ${node.systemId} has no interface ${missing[0]?.name}.`,
      );
  }
  reading.check();
  for (const node of destinations) {
    if (interfaces) cloneInterfaces(call.world, source, node);
    if (storage) cloneStorage(call.world, source, node);
  }
}

export const singleHandlers = {
  "machine.read": (call) => machineAnswer(call, nodeOf(call, "machine")),
  "machine.delete"(call) {
    const node = nodeOf(call, "machine");
    if (!canEdit(call.user, node) || (node.locked && !call.user.isAdministrator)) throw forbidden();
    removeMachine(call.world, node, readForm(call.query).boolean("force") ?? false);
    return empty(204);
  },
  "machine.details": (call) =>
    bytes(hardwareDetails(call.world, visibleNodeOf(call, "machine")), "application/bson"),
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
  "machine.set_storage_layout"(call) {
    const node = ownNodeOf(call, "machine");
    if (node.status !== "ready" && node.status !== "allocated")
      throw invalid("Cannot change the storage layout on a machine that is not Ready or Allocated.");
    applyLayout(call.world, node, formAsRecord(call));
    return machineAnswer(call, node);
  },
  "machine.mount_special"(call) {
    const node = ownNodeOf(call, "machine");
    requireStatus(node, configurable, "mount filesystems on");
    mountSpecial(node, formAsRecord(call));
    return machineAnswer(call, node);
  },
  "machine.unmount_special"(call) {
    const node = ownNodeOf(call, "machine");
    requireStatus(node, configurable, "unmount filesystems on");
    unmountSpecial(node, formAsRecord(call));
    return machineAnswer(call, node);
  },
  "machine.restore_default_configuration": (call) => restore(call, "both"),
  "machine.restore_networking_configuration": (call) => restore(call, "networking"),
  "machine.restore_storage_configuration": (call) => restore(call, "storage"),
  "machine.clear_default_gateways": (call) => machineAnswer(call, ownNodeOf(call, "machine")),
  "machines.clone"(call) {
    clone(call);
    return empty(204);
  },
} satisfies Partial<HandlersOf<"machines">>;
