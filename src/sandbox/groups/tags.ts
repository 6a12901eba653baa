import { canSee } from "../model/nodes/access.ts";
import { findTag, hasTag, removeTag, renameTag } from "../model/nodes/tags.ts";
import { serializeTag } from "../serialize/tags.ts";
import { allNodes, nodeById } from "../state/access.ts";
import { conflict, requireFound } from "../state/domain-error.ts";
import type { Node, NodeType } from "../state/node.ts";
import type { Tag } from "../state/tags.ts";
import type { group } from "../undocumented/tags.ts";
import { defined } from "../values/defined.ts";
import { json } from "../wire/answers.ts";
import type { Call, HandlersFor } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { answerNodes } from "./node-sets.ts";
import { resource } from "./resource.ts";

/** Evaluated over the few hardware details that the sandbox has, real definitions would match nothing. */
const definitionRefusal =
  "The sandbox does not evaluate XPath definitions: leave it empty, and give the tag to nodes with update_nodes.";

const tagOf = ({ world, path }: Call): Tag => requireFound(findTag(world, path.name), "Tag");

export const handlers = {
  ...resource(["tags", "tag"], {
    rows: ({ world }) => world.state.tags.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    find: tagOf,
    serialize: serializeTag,
    create(call) {
      const tag: Tag = { name: "", comment: "", kernelOpts: "", ...readTag(call) };
      call.world.state.tags.push(tag);
      return tag;
    },
    update(call, tag) {
      const { name, ...changes } = readTag(call, tag);
      if (name !== undefined) renameTag(call.world, tag, name);
      Object.assign(tag, changes);
    },
    remove: removeTag,
    removed: 204,
  }),
  "tag.machines": (call) => answerTagged(call, "machine"),
  "tag.nodes": (call) => answerTagged(call),
  "tag.devices": (call) => answerTagged(call, "device"),
  "tag.rack_controllers": (call) => answerTagged(call, "rackController"),
  // The sandbox has no region controllers.
  "tag.region_controllers"(call) {
    tagOf(call);
    return answerNodes(call, []);
  },
  "tag.update_nodes": updateNodes,
  "tag.rebuild": (call) => json({ rebuilding: tagOf(call).name }),
} satisfies HandlersFor<typeof group>;

/** The nodes with the tag that the caller may see. */
function answerTagged(call: Call, type?: NodeType) {
  const { name } = tagOf(call);
  const tagged = allNodes(call.world, type).filter((node) => hasTag(node, name));
  return answerNodes(
    call,
    tagged.filter((node) => canSee(call.user, node)),
  );
}

/** The fields of a new tag, or the changes of `own`. */
function readTag(call: Call, own?: Tag) {
  const form = readForm(call);
  const name = form.text("name");
  if (name === "") form.required("name");
  else if (name !== undefined && !/^[\w-]{1,256}$/.test(name)) form.fail("name", "Enter a valid value.");
  const known = findTag(call.world, name);
  if (known !== undefined && known !== own) form.fail("name", "Tag with this Name already exists.");
  if (form.text("definition")) form.fail("definition", definitionRefusal);
  form.check();
  return defined({ name, comment: form.text("comment"), kernelOpts: form.text("kernel_opts") });
}

/** Ids of nodes that do not exist are passed over, as deployed services do. */
function updateNodes(call: Call) {
  const { world } = call;
  const { name } = tagOf(call);
  const form = readForm(call);
  form.check();
  const definition = form.text("definition");
  if (definition) throw conflict(`Definition supplied '${definition}' doesn't match current definition ''`);
  const nodesOf = (field: string): Node[] =>
    [...new Set(form.list(field))].flatMap((id) => nodeById(world, id) ?? []);
  const [added, removed] = [nodesOf("add"), nodesOf("remove")];
  for (const node of added) if (!hasTag(node, name)) node.tags = [...node.tags, name];
  for (const node of removed) node.tags = node.tags.filter((each) => each !== name);
  return json({ added: added.length, removed: removed.length });
}
