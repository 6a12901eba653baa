import { canSee } from "../model/nodes/access.ts";
import { serializeTag } from "../serialize/nodes.ts";
import { serializePool, serializeZone } from "../serialize/references.ts";
import { defaultPoolId, defaultZoneId, type Node, type NodeType, newTag, type Tag } from "../state/node.ts";
import { conflict, invalid, requiredMessage, requireFound } from "../state/service-error.ts";
import { removeFrom } from "../state/table.ts";
import { allNodes, nodeById, type World, type ZoneOrPool } from "../state/world.ts";
import { json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, patternRule, readValidForm } from "../wire/form-reader.ts";
import { answerNodes } from "./nodes.ts";
import { assign, resource } from "./resource.ts";

interface NamedRow {
  readonly name: string;
}

export const nameReader =
  (kind: string, rows: (call: Call) => readonly NamedRow[], generatedNames?: RegExp) =>
  (form: FormReader, call: Call, current?: NamedRow): { name?: string; description?: string } => {
    const name = form.text("name");
    if (name === "" && generatedNames === undefined) form.addError("name", requiredMessage);
    else if (name && !/^\w[ \w-]*$/.test(name)) form.addError("name", "Enter a valid value.");
    else if (name !== undefined && name.length > 256)
      form.addError("name", "Ensure this value has at most 256 characters.");
    else if (name !== undefined && generatedNames?.test(name) === true)
      form.addError("name", `Reserved ${kind.toLowerCase()} name.`);
    if (rows(call).some((each) => each !== current && each.name === name))
      form.addError("name", `${kind} with this Name already exists.`);
    return form.values({ name: "text", description: "text" });
  };

/** Zones are listed by name, pools by id. */
function zoneOrPoolActions(kind: "zone" | "pool", type: string, label: string) {
  const [rowsMember, nodeMember] = [`${kind}s`, `${kind}Id`] as const;
  const lastIdMember = kind === "zone" ? "lastZoneId" : "lastPoolId";
  const defaultId = kind === "zone" ? defaultZoneId : defaultPoolId;
  const rows = ({ world: { state } }: Call): ZoneOrPool[] =>
    kind === "zone" ? state.places.zones.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : state.places.pools;
  return {
    rows,
    find(call: Call) {
      const { id, name = id } = call.path;
      const byId = rows(call).find((each) => String(each.id) === id);
      return requireFound(byId ?? rows(call).find((each) => each.name === name), type);
    },
    read: nameReader(label, rows),
    create({ world: { state } }: Call, values: Partial<ZoneOrPool>) {
      const zoneOrPool = { id: ++state.places[lastIdMember], name: "", description: "", ...values };
      state.places[rowsMember].push(zoneOrPool);
      return zoneOrPool;
    },
    update: assign<ZoneOrPool>,
    remove(world: World, zoneOrPool: ZoneOrPool): void {
      const { places } = world.state;
      if (zoneOrPool.id === defaultId)
        throw invalid(`This ${kind === "zone" ? "zone " : ""}is the default ${kind}, it cannot be deleted.`);
      const nodes = allNodes(world).filter((node) => node[nodeMember] === zoneOrPool.id);
      if (kind === "pool" && nodes.length > 0)
        throw invalid("Pool has machines in it, it cannot be deleted.");
      const hosts = places.pods.filter((host) => host[nodeMember] === zoneOrPool.id);
      for (const each of [...nodes, ...hosts]) each[nodeMember] = defaultId;
      removeFrom(places[rowsMember], zoneOrPool);
    },
  };
}

/** Nodes of the sandbox have too few hardware details for a definition to match. */
const definitionRefusal =
  "The sandbox does not evaluate XPath definitions: leave the definition empty, and give the tag to nodes with update_nodes.";

const tagOf = ({ world, path }: Call): Tag => requireFound(findTag(world, path.name), "Tag");

const listTaggedNodes = (type?: NodeType) => (call: Call) => {
  const tag = tagOf(call);
  const isMatch = (node: Node) => node.tags.includes(tag.name) && canSee(call.user, node);
  return answerNodes(call, allNodes(call.world, type).filter(isMatch));
};

export const zonesPoolsAndTags = {
  ...resource(["zones", "zone"], {
    ...zoneOrPoolActions("zone", "Zone", "Physical zone"),
    serialize: (world, { id }) => serializeZone(world, id),
    mayBeAbsent: true,
  }),
  ...resource(["resource-pools", "resource-pool"], {
    ...zoneOrPoolActions("pool", "ResourcePool", "Resource pool"),
    serialize: (world, { id }) => serializePool(world, id),
  }),
  ...resource(["tags", "tag"], {
    rows: ({ world }: Call) => world.state.tags.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    find: tagOf,
    serialize: serializeTag,
    rules: [patternRule("name", /^[\w-]{1,256}$/)],
    read(form, { world }, current) {
      const existing = findTag(world, form.text("name"));
      if (form.text("name") === "") form.addError("name", requiredMessage);
      if (existing !== undefined && existing !== current)
        form.addError("name", "Tag with this Name already exists.");
      if (form.text("definition")) form.addError("definition", definitionRefusal);
      return form.values({ name: "text", comment: "text", kernelOpts: "text" });
    },
    create({ world }: Call, values: Partial<Tag>) {
      const tag: Tag = { ...newTag, ...values };
      world.state.tags.push(tag);
      return tag;
    },
    update({ world }: Call, tag: Tag, { name, ...changes }: Partial<Tag>) {
      if (name !== undefined) renameTag(world, tag, name);
      Object.assign(tag, changes);
    },
    remove: removeTag,
  }),
  "tag.machines": listTaggedNodes("machine"),
  "tag.nodes": listTaggedNodes(),
  "tag.devices": listTaggedNodes("device"),
  "tag.rack_controllers": listTaggedNodes("rackController"),
  // The only region controller is also the rack controller.
  "tag.region_controllers": listTaggedNodes("rackController"),
  "tag.update_nodes": updateTaggedNodes,
  "tag.rebuild": (call) => json({ rebuilding: tagOf(call).name }),
} satisfies HandlersOf<"zones" | "resourcepools" | "tags">;

/** Ignores unknown system ids, as live services do. */
function updateTaggedNodes(call: Call) {
  const { world } = call;
  const { name } = tagOf(call);
  const form = readValidForm(call);
  const definition = form.text("definition");
  if (definition) throw conflict(`Definition supplied '${definition}' doesn't match current definition ''`);
  const nodesOf = (field: string): Node[] =>
    [...new Set(form.list(field))].flatMap((id) => nodeById(world, id) ?? []);
  const [added, removed] = [nodesOf("add"), nodesOf("remove")];
  for (const node of added) if (!node.tags.includes(name)) node.tags = [...node.tags, name];
  for (const node of removed) node.tags = node.tags.filter((each) => each !== name);
  return json({ added: added.length, removed: removed.length });
}

const findTag = (world: World, name: string | undefined): Tag | undefined =>
  world.state.tags.find((tag) => tag.name === name);

function renameTag(world: World, tag: Tag, name: string): void {
  for (const node of allNodes(world)) node.tags = node.tags.map((each) => (each === tag.name ? name : each));
  tag.name = name;
}

function removeTag(world: World, tag: Tag): void {
  for (const node of allNodes(world)) node.tags = node.tags.filter((each) => each !== tag.name);
  removeFrom(world.state.tags, tag);
}
