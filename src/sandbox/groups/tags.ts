import { canSee } from "../model/nodes/access.ts";
import { findTag, hasTag, removeTag, renameTag } from "../model/nodes/groupings.ts";
import { serializeTag } from "../serialize/nodes.ts";
import { conflict, requiredMessage, requireFound } from "../state/domain-error.ts";
import type { Node, NodeType, Tag } from "../state/node.ts";
import { allNodes, nodeById } from "../state/world.ts";
import { json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { checkedForm, patternRule } from "../wire/form-reader.ts";
import { answerNodes } from "./nodes.ts";
import { resource } from "./resource.ts";

/** Nodes of the sandbox have too few hardware details for a definition to match. */
const definitionRefusal =
  "The sandbox does not evaluate XPath definitions: leave it empty, and give the tag to nodes with update_nodes.";

const tagOf = ({ world, path }: Call): Tag => requireFound(findTag(world, path.name), "Tag");

const listTagged = (type?: NodeType) => (call: Call) => {
  const tag = tagOf(call);
  const isMatch = (node: Node) => hasTag(node, tag.name) && canSee(call.user, node);
  return answerNodes(call, allNodes(call.world, type).filter(isMatch));
};

export const tags = {
  ...resource(["tags", "tag"], {
    rows: ({ world }: Call) => world.state.tags.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    find: tagOf,
    serialize: serializeTag,
    rules: [patternRule("name", /^[\w-]{1,256}$/)],
    read(form, { world }, current) {
      const existing = findTag(world, form.text("name"));
      if (form.text("name") === "") form.fail("name", requiredMessage);
      if (existing !== undefined && existing !== current)
        form.fail("name", "Tag with this Name already exists.");
      if (form.text("definition")) form.fail("definition", definitionRefusal);
      return form.values({ name: "text", comment: "text", kernelOpts: "text" });
    },
    create({ world }: Call, values: Partial<Tag>) {
      const tag: Tag = { name: "", comment: "", kernelOpts: "", ...values };
      world.state.tags.push(tag);
      return tag;
    },
    update({ world }: Call, tag: Tag, { name, ...changes }: Partial<Tag>) {
      if (name !== undefined) renameTag(world, tag, name);
      Object.assign(tag, changes);
    },
    remove: removeTag,
  }),
  "tag.machines": listTagged("machine"),
  "tag.nodes": listTagged(),
  "tag.devices": listTagged("device"),
  "tag.rack_controllers": listTagged("rackController"),
  // The only region controller is also the rack controller.
  "tag.region_controllers": listTagged("rackController"),
  "tag.update_nodes": updateTaggedNodes,
  "tag.rebuild": (call) => json({ rebuilding: tagOf(call).name }),
} satisfies HandlersOf<"tags">;

/** Ignores unknown system ids, as live services do. */
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
