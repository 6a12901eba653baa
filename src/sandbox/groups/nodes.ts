import { canSee, findZone, requireChange } from "../model/nodes/access.ts";
import { hasMac, isRegistered } from "../model/nodes/create.ts";
import { listFilterTests } from "../model/nodes/filters.ts";
import { resultTypes, scriptResultsOf } from "../model/nodes/scripts.ts";
import { hardwareDetailsBson } from "../serialize/machine-reports.ts";
import { nodeJson } from "../serialize/nodes.ts";
import { serializeScriptResult } from "../serialize/settings.ts";
import { invalid, invalidChoice, invalidField } from "../state/domain-error.ts";
import type { Node, NodeType } from "../state/node.ts";
import { allNodes, nodeById, usesDeployedStyle } from "../state/world.ts";
import { splitValues } from "../values/constraints.ts";
import { parseMac } from "../values/spellings.ts";
import { type Answer, bytes, empty, json, jsonTexts, text, withoutContentType } from "../wire/answers.ts";
import type { AnonymousCall, Call, HandlersOf } from "../wire/call.ts";
import { checkedForm } from "../wire/form-reader.ts";
import { deleteNode, nodeAnswer, nodeOf } from "./path-nodes.ts";

export function listNodes({ world, user, query }: Call, type?: NodeType): Node[] {
  const tests = listFilterTests(world, query.values);
  return allNodes(world, type).filter((node) => canSee(user, node) && tests.every((test) => test(node)));
}

export const answerNodes = ({ world }: Call, nodes: readonly Node[]): Answer =>
  jsonTexts(nodes, (node) => nodeJson(world, node));

export function answerIsRegistered({ world, query }: AnonymousCall): Answer {
  const macText = query.get("mac_address");
  if (!macText) throw invalid("No provided mac_address!");
  const mac = parseMac(macText);
  if (mac === undefined) throw invalidField("mac_address", `'${macText}' is not a valid MAC address.`);
  const isKnown = isRegistered(world, mac);
  return usesDeployedStyle(world, "registered-mac") ? json(isKnown) : text(String(isKnown));
}

export function answerInProgress({ world, query }: AnonymousCall): Answer {
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

export function answerSetZone(call: Call, type?: NodeType): Answer {
  const { world, user } = call;
  const form = checkedForm(call);
  const zone = findZone(world, form.text("zone") ?? "");
  const nodes = form.list("nodes").map((id) => {
    const node = nodeById(world, id);
    if (node === undefined || (type !== undefined && node.nodeType !== type) || !canSee(user, node))
      throw invalidField("nodes", invalidChoice(id));
    return node;
  });
  for (const node of nodes) requireChange(world, user, node, "move");
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

export const answerDetails =
  (type?: NodeType, contentType = "application/bson") =>
  (call: Call): Answer =>
    bytes(hardwareDetailsBson(call.world, nodeOf(call, type)), contentType);

export const answerNodePowerParameters =
  (type?: NodeType) =>
  (call: Call): Answer => {
    const answer = json(nodeOf(call, type).powerParameters);
    const isAdminOnly = call.operation.documentedAdminOnly === true;
    return isAdminOnly && !usesDeployedStyle(call.world, "untyped-answers")
      ? withoutContentType(answer)
      : answer;
  };

const typeOrder = ["machine", "device", "rackController"] as const;

export const handlers = {
  "nodes.list": (call) =>
    answerNodes(
      call,
      typeOrder.flatMap((type) => listNodes(call, type)),
    ),
  "nodes.is_registered": answerIsRegistered,
  "nodes.is_action_in_progress": answerInProgress,
  "nodes.set_zone": (call) => answerSetZone(call),
  "node.read": (call) => nodeAnswer(call, nodeOf(call)),
  "node.delete": deleteNode(),
  "node.details": answerDetails(),
  "node.power_parameters": answerNodePowerParameters(),
} satisfies HandlersOf<"nodes">;

export const installationResults = {
  "installation-results.list"({ world, user, query }) {
    const systemIds = query.all("system_id");
    const typeText = query.get("result_type");
    const type = typeText ? resultType(typeText) : undefined;
    const nodes = allNodes(world, "machine").filter(
      (node) => (systemIds.length === 0 || systemIds.includes(node.systemId)) && canSee(user, node),
    );
    return json(
      nodes.flatMap((node) =>
        scriptResultsOf(world, node, query.all("name"), type).map((result) =>
          serializeScriptResult(world, node, result),
        ),
      ),
    );
  },
} satisfies HandlersOf<"installation-results">;

function resultType(text: string): number {
  const match = Object.entries(resultTypes).find(
    ([name, number]) => name === text.toLowerCase() || String(number) === text,
  );
  if (match !== undefined) return match[1];
  throw invalidField("result_type", `'${text}' is not a result type: 0, 1 or 2.`);
}
