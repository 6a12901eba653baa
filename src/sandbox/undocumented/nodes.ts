import { integerId, list, text, textId } from "../../catalogue/field.ts";
import { nodeId } from "../../catalogue/fields.ts";
import { answerNodes } from "../groups/nodes.ts";
import { nodeOf } from "../groups/path-nodes.ts";
import { canSee } from "../model/nodes/access.ts";
import { hasMac } from "../model/nodes/create.ts";
import { findTag, hasTag, removeTag, renameTag } from "../model/nodes/groupings.ts";
import { serializeTag } from "../serialize/nodes.ts";
import { serializePod } from "../serialize/references.ts";
import { serializeVolumeGroup } from "../serialize/storage.ts";
import { conflict, invalid, requiredMessage, requireFound } from "../state/domain-error.ts";
import type { Node, NodeType, Tag } from "../state/node.ts";
import { requireItem } from "../state/table.ts";
import { allNodes, answersAsDeployed, nodeById } from "../state/world.ts";
import { HttpError, json } from "../wire/answers.ts";
import type { Call } from "../wire/call.ts";
import { checkedForm, matching } from "../wire/form-reader.ts";
import { type Offers, offerResource, offersAt } from "./offers.ts";

/** The sandbox has too few hardware details for real definitions to match. */
const definitionRefusal =
  "The sandbox does not evaluate XPath definitions: leave it empty, and give the tag to nodes with update_nodes.";

const tagOf = ({ world, path }: Call): Tag => requireFound(findTag(world, path.name), "Tag");

const tagName = textId("name", "name of the tag");
const oneTag = offersAt("tag", "/tags/{name}/", [tagName]);

const tagRows = offerResource(
  ["tags", "tag"],
  {
    paths: ["/tags/", "/tags/{name}/"],
    parameters: [tagName],
    words: ["a tag", "tags"],
    fields: [
      text("name", "name of the tag", { required: true }),
      text("comment", "what the tag is for"),
      text("definition", "XPath expression on the hardware details"),
      text("kernel_opts", "kernel options of machines that have the tag"),
    ],
    removal: "; nodes lose it",
  },
  {
    rows: ({ world }) => world.state.tags.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    find: tagOf,
    serialize: serializeTag,
    rules: [matching("name", /^[\w-]{1,256}$/)],
    read(form, { world }, own) {
      const known = findTag(world, form.text("name"));
      if (form.text("name") === "") form.fail("name", requiredMessage);
      if (known !== undefined && known !== own) form.fail("name", "Tag with this Name already exists.");
      if (form.text("definition")) form.fail("definition", definitionRefusal);
      return form.sent({ name: "text", comment: "text", kernelOpts: "text" });
    },
    create({ world }, values) {
      const tag: Tag = { name: "", comment: "", kernelOpts: "", ...values };
      world.state.tags.push(tag);
      return tag;
    },
    update({ world }, tag, { name, ...changes }) {
      if (name !== undefined) renameTag(world, tag, name);
      Object.assign(tag, changes);
    },
    remove: removeTag,
  },
);

const taggedNodes = (name: string, type?: NodeType): Offers =>
  oneTag.get(name, "anyone", `List the ${name.replace("_", " ")} that have a tag`, (call) => {
    const tag = tagOf(call);
    const isSeen = (node: Node) => hasTag(node, tag.name) && canSee(call.user, node);
    return answerNodes(call, allNodes(call.world, type).filter(isSeen));
  });

/** Ignores unknown ids, as deployed services do. */
function updateTaggedNodes(call: Call) {
  const { world } = call;
  const { name } = tagOf(call);
  const form = checkedForm(call);
  const definition = form.text("definition");
  if (definition) throw conflict(`Definition supplied '${definition}' doesn't match current definition ''`);
  const nodesOf = (field: string): Node[] =>
    [...new Set(form.list(field))].flatMap((id) => nodeById(world, id) ?? []);
  const [added, removed] = [nodesOf("add"), nodesOf("remove")];
  for (const node of added) if (!hasTag(node, name)) node.tags = [...node.tags, name];
  for (const node of removed) node.tags = node.tags.filter((each) => each !== name);
  return json({ added: added.length, removed: removed.length });
}

export const tags: Offers = {
  ...tagRows,
  ...taggedNodes("machines", "machine"),
  ...taggedNodes("nodes"),
  ...taggedNodes("devices", "device"),
  ...taggedNodes("rack_controllers", "rackController"),
  ...taggedNodes("region_controllers", "rackController"),
  ...oneTag.post("update_nodes", "admin", "Give a tag to nodes, or take it from them", updateTaggedNodes, [
    list("add", "system ids of nodes that get the tag"),
    list("remove", "system ids of nodes that lose the tag"),
    text("definition", "definition that the caller has worked with: refused where it is another"),
    text("rack_controller", "system id of the rack controller that asks"),
  ]),
  ...oneTag.post("rebuild", "admin", "Work out again which nodes a definition means", (call) =>
    json({ rebuilding: tagOf(call).name }),
  ),
};

/** Whether work on the node with a MAC address is under way. */
function answerInProgress({ world, query }: Call) {
  const mac = query.get("mac_address");
  if (!mac) throw invalid("No provided mac_address!");
  const node = allNodes(world).find((each) => hasMac(each, mac));
  return json(node !== undefined && node.activity !== null);
}

/** Live services do not find them for callers with a key. */
const offerInProgress = (resource: "machines" | "nodes"): Offers =>
  offersAt(resource, `/${resource}/`).get(
    "is_action_in_progress",
    "anonymous",
    "Check whether work on the node with a MAC address is in progress",
    answerInProgress,
    [text("mac_address", "MAC address of the node", { required: true })],
    { unsigned: true },
  );

export const unsigned: Offers = { ...offerInProgress("machines"), ...offerInProgress("nodes") };

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
