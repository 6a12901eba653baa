import { integerId } from "../../catalogue/field.ts";
import { nodeId } from "../../catalogue/fields.ts";
import { nodeOf } from "../groups/path-nodes.ts";
import { serializeVolumeGroup } from "../serialize/storage.ts";
import { requireItem } from "../state/table.ts";
import { json } from "../wire/answers.ts";
import { type Offers, offersAt } from "./offers.ts";

const volumeGroupId = integerId("id", "number of the volume group");

/** Read-only targets of links in answers. */
export const linked: Offers = {
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
