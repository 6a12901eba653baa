import { resetNetworking } from "../model/networks/assignment.ts";
import { canEdit } from "../model/nodes/access.ts";
import { cloneConfiguration } from "../model/nodes/cloning.ts";
import { removeMachine } from "../model/nodes/removal.ts";
import { requireStatus } from "../model/nodes/transitions.ts";
import { applyLayout, restoreStorage } from "../model/storage/layouts.ts";
import { mountSpecial, unmountSpecial } from "../model/storage/special.ts";
import { curtinConfig, hardwareDetails } from "../serialize/hardware-details.ts";
import { serializeNode } from "../serialize/nodes.ts";
import { nodeById } from "../state/access.ts";
import { forbidden, invalid, invalidChoice } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import { bytes, empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FieldRule, readForm } from "../wire/form-reader.ts";
import { reservedForAdministrators } from "../wire/permissions.ts";
import { nodeOf, ownNodeOf, visibleNodeOf } from "./path-nodes.ts";

export const machineAnswer = (call: Call, node: Node) => json(serializeNode(call.world, node));

/** Storage and network may be laid out anew before a machine is deployed. */
const configurable = ["new", "ready", "allocated", "broken", "failed_testing"] as const;

const restore = (call: Call, what: "networking" | "storage" | "both") => {
  const node = ownNodeOf(call, "machine");
  requireStatus(node, configurable, "restore the configuration of");
  if (what !== "storage") resetNetworking(call.world, node);
  if (what !== "networking") restoreStorage(call.world, node);
  return machineAnswer(call, node);
};

const formAsRecord = ({ form }: Call) =>
  Object.fromEntries([...form.values].map(([name, values]) => [name, values.at(-1)]));

export const singleHandlers = {
  "machine.read": (call) => machineAnswer(call, nodeOf(call, "machine")),
  "machine.delete"(call) {
    const node = nodeOf(call, "machine");
    if (!canEdit(call.user, node) || (node.locked && !call.user.isAdministrator)) throw forbidden();
    const form = readForm(call, [{ name: "force", type: "boolean" }]);
    form.check();
    removeMachine(call.world, node, form.boolean("force") ?? false);
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

/** The documents call both required; the service takes either alone. */
const cloneRules: readonly FieldRule[] = [
  { name: "interfaces", type: "boolean" },
  { name: "storage", type: "boolean" },
];

function clone(call: Call): void {
  const form = readForm(call, cloneRules);
  const [interfaces = false, storage = false] = ["interfaces", "storage"].map(form.boolean);
  if (!interfaces && !storage) form.fail("__all__", "Either storage or interfaces must be true.");
  const machinesOf = (field: string) =>
    form.list(field).flatMap((id) => {
      const node = nodeById(call.world, id);
      if (node?.nodeType === "machine") return [node];
      form.fail(field, invalidChoice(id));
      return [];
    });
  const [source] = machinesOf("source");
  const destinations = machinesOf("destinations");
  form.check();
  if (source === undefined) return;
  if (![source, ...destinations].every((node) => canEdit(call.user, node)))
    throw forbidden(reservedForAdministrators);
  cloneConfiguration(call.world, form, source, destinations, { interfaces, storage });
}
