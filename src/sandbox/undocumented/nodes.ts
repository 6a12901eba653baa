import { integerId, textId } from "../../catalogue/field.ts";
import { nodeId } from "../../catalogue/fields.ts";
import { nodeOf } from "../groups/path-nodes.ts";
import { serializePod } from "../serialize/references.ts";
import { serializeVolumeGroup } from "../serialize/storage.ts";
import { requireItem } from "../state/table.ts";
import { answersAsDeployed } from "../state/world.ts";
import { HttpError, json } from "../wire/answers.ts";
import { type Offers, offersAt } from "./offers.ts";

const podId = textId("id", "number of the host of virtual machines");
const volumeGroupId = integerId("id", "number of the volume group");

/** Read-only targets of links in answers. */
export const linked: Offers = {
  ...offersAt("pod", "/pods/{id}/", [podId]).read(
    "anyone",
    "Show a host of virtual machines",
    ({ world, path: { id = "" } }) => {
      if (!/^\d+$/.test(id) && answersAsDeployed(world, "host-names"))
        throw new HttpError(500, `Field 'id' expected a number but got '${id}'.`);
      return json(serializePod(world, requireItem(world.state.places.pods, id, "Pod").id));
    },
  ),
  ...offersAt("volume-group", "/nodes/{system_id}/volume-group/{id}/", [nodeId, volumeGroupId]).read(
    "anyone",
    "Show a volume group of a machine",
    (call) => {
      const node = nodeOf(call);
      const group = requireItem(node.storage.volumeGroups, call.path.id, "VolumeGroup");
      return json(serializeVolumeGroup(call.world, node, group));
    },
  ),
};
