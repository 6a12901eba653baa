import { serializePod } from "../serialize/references.ts";
import { serializeVolumeGroup } from "../serialize/storage.ts";
import { requireFound } from "../state/domain-error.ts";
import type { group } from "../undocumented/linked.ts";
import { json } from "../wire/answers.ts";
import type { HandlersFor } from "../wire/call.ts";
import { nodeOf } from "./path-nodes.ts";

export const handlers = {
  "pod.read"({ world, path }) {
    const pod = world.state.places.pods.find(({ id }) => String(id) === path.id);
    return json(serializePod(world, requireFound(pod, "Pod").id));
  },
  "volume-group.read"(call) {
    const node = nodeOf(call);
    const group = node.storage.volumeGroups.find(({ id }) => String(id) === call.path.id);
    return json(serializeVolumeGroup(call.world, node, requireFound(group, "VolumeGroup")));
  },
} satisfies HandlersFor<typeof group>;
