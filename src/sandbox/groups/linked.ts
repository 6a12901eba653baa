import { serializeVlanFully } from "../serialize/networks.ts";
import { serializeNode } from "../serialize/nodes.ts";
import { serializePod } from "../serialize/references.ts";
import { serializeVolumeGroup } from "../serialize/storage.ts";
import { requireFound } from "../state/domain-error.ts";
import { requireRow } from "../state/table.ts";
import type { group } from "../undocumented/linked.ts";
import { json } from "../wire/answers.ts";
import type { HandlersFor } from "../wire/call.ts";
import { answerNodes, listNodes } from "./node-sets.ts";
import { nodeOf } from "./path-nodes.ts";

export const handlers = {
  "rack-controllers.list": (call) => answerNodes(call, listNodes(call, "rackController")),
  "rack-controller.read": (call) => json(serializeNode(call.world, nodeOf(call, "rackController"))),
  "pod.read"({ world, path }) {
    const pod = world.state.places.pods.find(({ id }) => String(id) === path.id);
    return json(serializePod(world, requireFound(pod, "Pod").id));
  },
  "volume-group.read"(call) {
    const node = nodeOf(call);
    const group = node.storage.volumeGroups.find(({ id }) => String(id) === call.path.id);
    return json(serializeVolumeGroup(call.world, node, requireFound(group, "VolumeGroup")));
  },
  "vlan-by-id.read": ({ world, path }) =>
    json(serializeVlanFully(world, requireRow(world.state.networks.vlans, path.id, "VLAN"))),
} satisfies HandlersFor<typeof group>;
