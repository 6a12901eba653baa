import {
  ensureLinkUp,
  moveToVlan,
  removeInterface,
  renameInterface,
  setParents,
  vlanName,
} from "../model/networks/interface-changes.ts";
import { makeInterface } from "../model/networks/interfaces.ts";
import { serializeInterface } from "../serialize/interfaces.ts";
import { requiredMessage } from "../state/domain-error.ts";
import type { Interface } from "../state/interfaces.ts";
import type { Node } from "../state/node.ts";
import type { group } from "../undocumented/interfaces.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersFor } from "../wire/call.ts";
import { type FormReader, readForm } from "../wire/form-reader.ts";
import {
  checkInterfaceName,
  readCable,
  readMac,
  readParameters,
  readParents,
  readTaggedVlan,
  readVlan,
} from "./interface-fields.ts";
import { linkHandlers } from "./interface-links.ts";
import { changeableNodeOf, interfaceOf } from "./path-interfaces.ts";
import { nodeOf } from "./path-nodes.ts";

export const handlers = {
  "interfaces.list"(call) {
    const node = nodeOf(call);
    return json(node.interfaces.map((each) => serializeInterface(call.world, node, each)));
  },
  "interfaces.create_physical": creating(createPhysical),
  "interfaces.create_bond": creating(createBond),
  "interfaces.create_bridge": creating(createBridge),
  "interfaces.create_vlan": creating(createVlan),
  "interface.read"(call) {
    const node = nodeOf(call);
    return json(serializeInterface(call.world, node, interfaceOf(call, node)));
  },
  "interface.update"(call) {
    const node = nodeOf(call);
    const each = interfaceOf(call, node);
    changeableNodeOf(call, "update interface");
    update(call, node, each);
    return json(serializeInterface(call.world, node, each));
  },
  "interface.delete"(call) {
    const node = nodeOf(call);
    const each = interfaceOf(call, node);
    changeableNodeOf(call, "delete interface");
    removeInterface(call.world, node, each);
    return empty(204);
  },
  ...linkHandlers,
} satisfies HandlersFor<typeof group>;

type Make = (call: Call, node: Node, form: FormReader) => Interface;

function creating(make: Make) {
  return (call: Call) => {
    const node = changeableNodeOf(call, "create interface");
    const each = make(call, node, readForm(call));
    return json(serializeInterface(call.world, node, each));
  };
}

function createPhysical({ world }: Call, node: Node, form: FormReader): Interface {
  const name = form.text("name") || freeName(node);
  checkInterfaceName(form, node, name);
  const macAddress = readMac(world, form, node, "physical") ?? "";
  const vlanId = readVlan(world, form) ?? null;
  const given = { params: readParameters(form, "physical"), ...readCable(form, "physical") };
  form.check();
  const tags = tagsOf(form);
  const made = makeInterface(world, { name, macAddress, vlanId, tags, ...given });
  node.interfaces.push(made);
  return made;
}

/** The first of eth0, eth1 and so on that no interface has. */
function freeName(node: Node): string {
  let number = 0;
  while (node.interfaces.some(({ name }) => name === `eth${number}`)) number += 1;
  return `eth${number}`;
}

const tagsOf = (form: FormReader): string[] => [...new Set(form.list("tags"))];

function createBond(call: Call, node: Node, form: FormReader): Interface {
  const name = form.text("name") ?? "";
  if (name !== "") checkInterfaceName(form, node, name);
  return createOn(call, node, form, "bond", readParents(form, node, "bond"), () => name);
}

function createBridge(call: Call, node: Node, form: FormReader): Interface {
  const parents = readParents(form, node, "bridge");
  const name = form.text("name") || `br-${parents[0]?.name}`;
  if (parents.length > 0) checkInterfaceName(form, node, name);
  return createOn(call, node, form, "bridge", parents, () => name);
}

function createVlan(call: Call, node: Node, form: FormReader): Interface {
  const parents = readParents(form, node, "vlan");
  const vlanId = readTaggedVlan(call.world, form) ?? null;
  const [parent] = parents;
  const name = parent === undefined ? "" : vlanName(call.world, parent, vlanId);
  if (parent !== undefined && vlanId !== null) checkInterfaceName(form, node, name);
  return createOn(call, node, form, "vlan", parents, () => name);
}

/** Makes an interface that lies on others; it has their VLAN and MAC address where the form says nothing else. */
function createOn(
  { world }: Call,
  node: Node,
  form: FormReader,
  type: "bond" | "bridge" | "vlan",
  parents: readonly Interface[],
  nameOf: () => string,
): Interface {
  const [parent] = parents;
  const vlanId = readVlan(world, form);
  const macAddress = readMac(world, form, node, type) ?? parent?.macAddress ?? "";
  const params = readParameters(form, type);
  form.check();
  const made = makeInterface(world, {
    name: nameOf(),
    type,
    macAddress,
    vlanId: vlanId === undefined ? (parent?.vlanId ?? null) : vlanId,
    tags: tagsOf(form),
    params,
    linkSpeedMbps: parent?.linkSpeedMbps ?? 0,
    numaNode: null,
    ...(type === "bridge" ? { isConfigured: true } : {}),
  });
  node.interfaces.push(made);
  setParents(world, node, made, parents);
  return made;
}

/** Reads everything before it changes anything. */
function update(call: Call, node: Node, each: Interface): void {
  const { world } = call;
  const form = readForm(call);
  const { type } = each;
  const vlanId = type === "vlan" ? readTaggedVlan(world, form) : readVlan(world, form);
  const macAddress = readMac(world, form, node, type, each);
  const params = readParameters(form, type, each);
  const cable = readCable(form, type, each);
  const parents = readNewParents(form, node, each);
  const name = readNewName(call, node, each, form, parents, vlanId);
  form.check();
  if (parents !== undefined) setParents(world, node, each, parents);
  if (vlanId !== undefined) moveToVlan(world, node, each, vlanId);
  if (name !== each.name) renameInterface(world, node, each, name);
  Object.assign(each, { params }, macAddress === undefined ? {} : { macAddress });
  if (type === "physical") Object.assign(each, cable);
  if (form.has("tags")) each.tags = tagsOf(form);
  ensureLinkUp(world, node, each);
}

/** The parents that the form gives an interface; undefined where it leaves them as they are. */
function readNewParents(form: FormReader, node: Node, each: Interface): Interface[] | undefined {
  const { type } = each;
  const hasParents = type !== "physical" && type !== "unknown";
  const takes = { parents: hasParents, parent: hasParents && type !== "bond" };
  const sent = (["parents", "parent"] as const).filter(form.has);
  for (const name of sent) if (!takes[name]) form.fail(name, `A ${type} interface has no ${name}.`);
  if (!hasParents || !sent.some((name) => takes[name])) return undefined;
  if (type === "bond" && !form.text("parents")) form.fail("parents", requiredMessage);
  return readParents(form, node, type, each);
}

/** The name after the form: a VLAN interface is called by its parent and its VLAN. */
function readNewName(
  { world }: Call,
  node: Node,
  each: Interface,
  form: FormReader,
  parents: readonly Interface[] | undefined,
  vlanId: number | null | undefined,
): string {
  const given = form.text("name");
  if (each.type !== "vlan") {
    if (given === "") form.required("name");
    const name = given || each.name;
    if (name !== each.name) checkInterfaceName(form, node, name, each);
    return name;
  }
  const parent = parents?.[0] ?? node.interfaces.find((other) => each.parents.includes(other.name));
  const name = parent === undefined ? each.name : vlanName(world, parent, vlanId ?? each.vlanId);
  if (given && given !== name) form.fail("name", "It follows from the parent and the VLAN.");
  if (name !== each.name) checkInterfaceName(form, node, name, each);
  return name;
}
