import {
  canAdminister,
  canSee,
  type NodeChange,
  requireMayChange,
  requireNode,
  requireZone,
} from "../model/nodes/access.ts";
import { hasMac, isRegistered } from "../model/nodes/create.ts";
import { listFilterTests } from "../model/nodes/filters.ts";
import { composedMachines, removeMachine, removeNode } from "../model/nodes/lifecycle.ts";
import { annotate } from "../model/nodes/transitions.ts";
import { hardwareDetailsBson } from "../serialize/machine-reports.ts";
import { nodeJson, serializeNode } from "../serialize/nodes.ts";
import type { Json } from "../serialize/references.ts";
import type { Node, NodeType } from "../state/node.ts";
import { forbidden, invalid, invalidChoice, invalidField, requireFound } from "../state/service-error.ts";
import { type BlockDevice, findDevice, type Partition } from "../state/storage.ts";
import { requireById } from "../state/table.ts";
import { allNodes, nodeById, usesDeployedStyle, type World } from "../state/world.ts";
import { parseMac, splitValues } from "../values/spellings.ts";
import { type Answer, bytes, empty, json, jsonTexts, text, withoutContentType } from "../wire/answers.ts";
import type { AnonymousCall, Call, Handler, HandlersOf } from "../wire/call.ts";
import { readValidForm } from "../wire/form-reader.ts";
import { tagHandlers, withoutContent } from "./resource.ts";

export function listNodes({ world, user, query }: Call, type?: NodeType): Node[] {
  const tests = listFilterTests(world, query.values);
  return allNodes(world, type).filter((node) => canSee(user, node) && tests.every((test) => test(node)));
}

export const answerNodes = ({ world }: Call, nodes: readonly Node[]): Answer =>
  jsonTexts(nodes, (node) => nodeJson(world, node));

function answerIsRegistered({ world, query }: AnonymousCall): Answer {
  const macText = query.get("mac_address");
  if (!macText) throw invalid("No provided mac_address!");
  const mac = parseMac(macText);
  if (mac === undefined) throw invalidField("mac_address", `'${macText}' is not a valid MAC address.`);
  const isKnown = isRegistered(world, mac);
  return usesDeployedStyle(world, "registered-mac") ? json(isKnown) : text(String(isKnown));
}

export function answerIsInProgress({ world, query }: AnonymousCall): Answer {
  const mac = query.get("mac_address");
  if (!mac) throw invalid("No provided mac_address!");
  const node = allNodes(world).find((each) => hasMac(each, mac));
  return json(node !== undefined && node.activity !== null);
}

export function answerPowerParameters({ world, query }: Call, type: NodeType): Answer {
  const ids = splitValues(query.all("id"));
  const matches = allNodes(world, type).filter(({ systemId }) => ids.length === 0 || ids.includes(systemId));
  return json(Object.fromEntries(matches.map((node) => [node.systemId, node.powerParameters])));
}

function answerSetZone(call: Call, type?: NodeType): Answer {
  const { world, user } = call;
  const form = readValidForm(call);
  const zone = requireZone(world, form.text("zone") ?? "");
  const nodes = form.list("nodes").map((id) => {
    const node = nodeById(world, id);
    if (node === undefined || (type !== undefined && node.nodeType !== type) || !canSee(user, node))
      throw invalidField("nodes", invalidChoice(id));
    return node;
  });
  for (const node of nodes) requireMayChange(world, user, node, "move");
  for (const node of nodes) node.zoneId = zone.id;
  return usesDeployedStyle(world, "set-zone") ? json(null) : empty(204);
}

export function readMachines({ world, user, form }: Call, field: string): Node[] {
  const ids = [...new Set(splitValues(form.all(field)))];
  const machines = ids.flatMap((id) => {
    const node = nodeById(world, id);
    return node?.nodeType === "machine" && canSee(user, node) ? [node] : [];
  });
  const unknownIds = ids.filter((id) => !machines.some((node) => node.systemId === id));
  if (unknownIds.length > 0) throw invalid(`Unknown machine(s): ${unknownIds.join(", ")}.`);
  return machines;
}

export function nodeOf({ world, user, operation, path }: Call, type?: NodeType): Node {
  const node = requireNode(world, user, path.system_id ?? "", type);
  const isForbidden = operation.documentedAdminOnly ? !user.isAdministrator : !canAdminister(user, node);
  if (operation.who === "admin" && isForbidden) throw forbidden();
  return node;
}

export function editableNodeOf(call: Call, type?: NodeType, change: NodeChange = "change"): Node {
  const node = nodeOf(call, type);
  requireMayChange(call.world, call.user, node, change);
  return node;
}

export const storageMachineOf = (call: Call): Node => editableNodeOf(call, "machine", "changeStorage");

export function partitionOf(call: Call, node: Node): { device: BlockDevice; partition: Partition } {
  const { device_id, id } = call.path;
  const device = requireFound(findDevice(node.storage, device_id ?? ""), "BlockDevice");
  return { device, partition: requireById(device.partitions, id, "Partition") };
}

export const actorOf = ({ user, form }: Call) => ({
  username: user.username,
  comment: form.get("comment") ?? "",
});

export const nodeAnswer = (call: Call, node: Node): Answer => json(serializeNode(call.world, node));

export const changeNode =
  (type: NodeType) =>
  (apply: (call: Call, node: Node) => void, answer = nodeAnswer, change: NodeChange = "change") =>
  (call: Call): Answer => {
    const node = editableNodeOf(call, type, change);
    apply(call, node);
    return answer(call, node);
  };

export const changeMachine = changeNode("machine");

/** The API documentation describes an empty answer; live services return the node. */
const documentedEmptyAnswer = (call: Call, node: Node): Answer =>
  usesDeployedStyle(call.world, "changed-node") ? nodeAnswer(call, node) : empty(204);

export const annotateNode = (type: NodeType, { needsKey = true } = {}) =>
  changeNode(type)(({ form }, node) => annotate(node, form.values, needsKey), documentedEmptyAnswer);

export const changeWithEmptyAnswer = (apply: (call: Call, node: Node) => void) =>
  changeMachine(apply, documentedEmptyAnswer);

export const nodePartTagHandlers = <Singular extends string, Part extends { tags: string[] }>(
  singular: Singular,
  type: NodeType | undefined,
  find: (call: Call, node: Node) => Part,
  answer: (call: Call, node: Node, part: Part) => Answer,
) =>
  tagHandlers(singular, (call, changeTags) => {
    const node = nodeOf(call, type);
    const part = find(call, node);
    editableNodeOf(call, type);
    part.tags = changeTags(part.tags, readValidForm(call).text("tag") ?? "");
    return answer(call, node, part);
  });

/** The operations that nodes of all types have. */
export function nodeHandlers<const Singular extends string>(
  singular: Singular,
  type?: NodeType,
  options: { list?: Handler; serialize?(world: World, node: Node): Json; detailsType?: string } = {},
) {
  const { list = (call) => answerNodes(call, listNodes(call, type)), serialize = serializeNode } = options;
  const handlers: Readonly<Record<string, Handler>> = {
    [`${singular}s.list`]: list,
    [`${singular}s.is_registered`]: answerIsRegistered,
    [`${singular}s.set_zone`]: (call) => answerSetZone(call, type),
    [`${singular}.read`]: (call) => json(serialize(call.world, nodeOf(call, type))),
    [`${singular}.delete`]: withoutContent((call) => deleteNode(call, nodeOf(call, type))),
    [`${singular}.details`]: (call) =>
      bytes(hardwareDetailsBson(call.world, nodeOf(call, type)), options.detailsType ?? "application/bson"),
    [`${singular}.power_parameters`](call) {
      const answer = json(nodeOf(call, type).powerParameters);
      const hasContentType =
        !call.operation.documentedAdminOnly || usesDeployedStyle(call.world, "untyped-answers");
      return hasContentType ? answer : withoutContentType(answer);
    },
  };
  return handlers as Readonly<
    Record<`${Singular}.${"read" | "delete" | "details" | "power_parameters"}`, Handler> &
      Record<`${Singular}s.${"list" | "set_zone"}`, Handler> &
      Record<`${Singular}s.is_registered`, typeof answerIsRegistered>
  >;
}

/** Deleting a VM host requires `force` and also deletes its VMs. The API documentation says so only for machines. */
function deleteNode(call: Call, node: Node): void {
  const { world, user } = call;
  const form = readValidForm(call, [{ name: "force", type: "boolean" }]);
  const vms = composedMachines(world, node);
  for (const each of [node, ...vms]) requireMayChange(world, user, each, "remove");
  if (node.nodeType === "machine") removeMachine(world, node, vms, form.boolean("force") ?? false);
  else removeNode(world, node);
}

const typeOrder = ["machine", "device", "rackController"] as const;

export const nodes = {
  ...nodeHandlers("node", undefined, {
    list: (call) =>
      answerNodes(
        call,
        typeOrder.flatMap((type) => listNodes(call, type)),
      ),
  }),
  "nodes.is_action_in_progress": answerIsInProgress,
} satisfies HandlersOf<"nodes">;
