import { list, text } from "../../catalogue/field.ts";
import { nodeId } from "../../catalogue/fields.ts";
import type { Field } from "../../catalogue/operation.ts";
import { nodeOf } from "../groups/path-nodes.ts";
import { withoutContent } from "../groups/resource.ts";
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
import type { Interface, Node } from "../state/node.ts";
import { json } from "../wire/answers.ts";
import type { Call, Handler } from "../wire/call.ts";
import { type FormReader, readForm } from "../wire/form-reader.ts";
import {
  checkInterfaceName,
  interfaceFields,
  parameterFields,
  readCable,
  readMac,
  readParameters,
  readParents,
  readTaggedVlan,
  readVlan,
} from "./interface-forms.ts";
import {
  changeableNodeOf,
  changingInterface,
  interfaceAnswer,
  interfaceLinks,
  interfaceOf,
  oneInterface,
} from "./interface-links.ts";
import { type Offers, offersAt } from "./offers.ts";

const all = offersAt("interfaces", "/nodes/{system_id}/interfaces/", [nodeId]);

const { name, macAddress, vlan, common, physical, oneParent } = interfaceFields;
const { bond, bridge } = parameterFields;

type Make = (call: Call, node: Node, form: FormReader) => Interface;

const creating =
  (make: Make): Handler =>
  (call) => {
    const node = changeableNodeOf(call, "create interface");
    return interfaceAnswer(call, node, make(call, node, readForm(call)));
  };

const withoutDefault = ({ default: _default, ...field }: Field): Field => field;

export const interfaces: Offers = {
  ...all.list("anyone", "List the interfaces of a node", (call) => {
    const node = nodeOf(call);
    return json(node.interfaces.map((each) => serializeInterface(call.world, node, each)));
  }),
  ...all.post("create_physical", "admin", "Add a physical interface to a node", creating(createPhysical), [
    macAddress("MAC address", { required: true }),
    name("name; eth0 and so on by default"),
    ...[vlan, ...common, ...physical],
  ]),
  ...all.post("create_bond", "owner", "Create a bond of interfaces", creating(createBond), [
    name("name of the bond", { required: true }),
    list("parents", "numbers of the interfaces to bond", { required: true }),
    macAddress("MAC address; that of the first parent by default"),
    ...[vlan, ...common, ...bond],
  ]),
  ...all.post("create_bridge", "owner", "Make a bridge on an interface", creating(createBridge), [
    ...oneParent("number of the interface below the bridge"),
    name("name; that of the parent after br- by default"),
    macAddress("MAC address; that of the parent by default"),
    ...[vlan, ...common, ...bridge],
  ]),
  ...all.post("create_vlan", "owner", "Create a VLAN interface on another", creating(createVlan), [
    text("vlan", "number of a VLAN with a tag", { required: true }),
    ...oneParent("number of the interface that carries it"),
    ...common,
  ]),
  ...oneInterface.read("anyone", "Show an interface", (call) => {
    const node = nodeOf(call);
    return interfaceAnswer(call, node, interfaceOf(call, node));
  }),
  ...oneInterface.update("owner", "Change an interface", changingInterface("update interface", update), [
    name("new name"),
    macAddress("MAC address"),
    vlan,
    list("parents", "numbers of the interfaces below a bond"),
    text("parent", "number of the interface below a bridge or a VLAN interface"),
    ...[...common, ...physical, ...[...bond, ...bridge].map(withoutDefault)],
  ]),
  ...oneInterface.remove(
    "owner",
    "Delete an interface",
    withoutContent((call) => {
      const node = nodeOf(call);
      const each = interfaceOf(call, node);
      changeableNodeOf(call, "delete interface");
      removeInterface(call.world, node, each);
    }),
  ),
  ...interfaceLinks,
};

function createPhysical(call: Call, node: Node, form: FormReader): Interface {
  const name = form.text("name") || freeName(node);
  checkInterfaceName(form, node, name);
  return createOn(call, node, form, "physical", [], name);
}

function freeName(node: Node): string {
  let number = 0;
  while (node.interfaces.some(({ name }) => name === `eth${number}`)) number += 1;
  return `eth${number}`;
}

const tagsOf = (form: FormReader): string[] => [...new Set(form.list("tags"))];

function createBond(call: Call, node: Node, form: FormReader): Interface {
  const name = form.text("name") ?? "";
  if (name !== "") checkInterfaceName(form, node, name);
  return createOn(call, node, form, "bond", readParents(form, node, "bond"), name);
}

function createBridge(call: Call, node: Node, form: FormReader): Interface {
  const parents = readParents(form, node, "bridge");
  const name = form.text("name") || `br-${parents[0]?.name}`;
  if (parents.length > 0) checkInterfaceName(form, node, name);
  return createOn(call, node, form, "bridge", parents, name);
}

function createVlan(call: Call, node: Node, form: FormReader): Interface {
  const parents = readParents(form, node, "vlan");
  const vlanId = readTaggedVlan(call.world, form) ?? null;
  const [parent] = parents;
  const name = parent === undefined ? "" : vlanName(call.world, parent, vlanId);
  if (parent !== undefined && vlanId !== null) checkInterfaceName(form, node, name);
  return createOn(call, node, form, "vlan", parents, name);
}

/** VLAN and MAC address default to those of the parents. */
function createOn(
  { world }: Call,
  node: Node,
  form: FormReader,
  type: "physical" | "bond" | "bridge" | "vlan",
  parents: readonly Interface[],
  name: string,
): Interface {
  const [parent] = parents;
  const vlanId = readVlan(world, form);
  const macAddress = readMac(world, form, node, type) ?? parent?.macAddress ?? "";
  const params = readParameters(form, type);
  const isPhysical = type === "physical";
  const cable = isPhysical
    ? readCable(form, type)
    : { linkSpeedMbps: parent?.linkSpeedMbps ?? 0, numaNode: null };
  form.check();
  const made = makeInterface(world, {
    ...{ name, type, macAddress, params, ...cable },
    vlanId: vlanId === undefined ? (parent?.vlanId ?? null) : vlanId,
    tags: tagsOf(form),
    ...(type === "bridge" ? { isConfigured: true } : {}),
  });
  node.interfaces.push(made);
  setParents(world, node, made, parents);
  return made;
}

/** Reads everything before any change. */
function update(call: Call, node: Node, each: Interface, form: FormReader): void {
  const { world } = call;
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

/** Undefined if the form does not change them. */
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

/** A VLAN interface is named after its parent and VLAN. */
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
