import {
  ensureLinkUp,
  moveToVlan,
  removeInterface,
  renameInterface,
  setParents,
  vlanName,
} from "../model/networks/interface-changes.ts";
import { makeInterface } from "../model/networks/interfaces.ts";
import { serializeInterface } from "../serialize/addresses.ts";
import { requiredMessage } from "../state/domain-error.ts";
import type { Interface, Node } from "../state/node.ts";
import { json } from "../wire/answers.ts";
import type { Call, Handler, HandlersOf } from "../wire/call.ts";
import { type FormReader, readForm } from "../wire/form-reader.ts";
import {
  checkInterfaceName,
  readCable,
  readMac,
  readParameters,
  readParents,
  readTaggedVlan,
  readVlan,
} from "./interface-forms.ts";
import {
  changeableNodeOf,
  changeInterface,
  interfaceAnswer,
  interfaceLinks,
  interfaceOf,
} from "./interface-links.ts";
import { nodeOf } from "./path-nodes.ts";
import { withoutContent } from "./resource.ts";

type CreateInterface = (call: Call, node: Node, form: FormReader) => Interface;

const createInterface =
  (make: CreateInterface): Handler =>
  (call) => {
    const node = changeableNodeOf(call, "create interface");
    return interfaceAnswer(call, node, make(call, node, readForm(call)));
  };

export const interfaces = {
  "interfaces.list": (call: Call) => {
    const node = nodeOf(call);
    return json(node.interfaces.map((each) => serializeInterface(call.world, node, each)));
  },
  "interfaces.create_physical": createInterface(createPhysical),
  "interfaces.create_bond": createInterface(createBond),
  "interfaces.create_bridge": createInterface(createBridge),
  "interfaces.create_vlan": createInterface(createVlan),
  "interface.read": (call: Call) => {
    const node = nodeOf(call);
    return interfaceAnswer(call, node, interfaceOf(call, node));
  },
  "interface.update": changeInterface("update interface", update),
  "interface.delete": withoutContent((call) => {
    const node = nodeOf(call);
    const nic = interfaceOf(call, node);
    changeableNodeOf(call, "delete interface");
    removeInterface(call.world, node, nic);
  }),
  ...interfaceLinks,
} satisfies HandlersOf<"interfaces">;

function createPhysical(call: Call, node: Node, form: FormReader): Interface {
  const name = form.text("name") || freeName(node);
  checkInterfaceName(form, node, name);
  return addInterface(call, node, form, "physical", [], name);
}

function freeName(node: Node): string {
  let number = 0;
  while (node.interfaces.some(({ name }) => name === `eth${number}`)) number += 1;
  return `eth${number}`;
}

const readTags = (form: FormReader): string[] => [...new Set(form.list("tags"))];

function createBond(call: Call, node: Node, form: FormReader): Interface {
  const name = form.text("name") ?? "";
  if (name !== "") checkInterfaceName(form, node, name);
  const parents = readParents(form, node, "bond");
  const vlanIds = new Set(parents.flatMap(({ vlanId }) => vlanId ?? []));
  if (vlanIds.size > 1) form.fail("parents", "All parents must belong to the same VLAN.");
  return addInterface(call, node, form, "bond", parents, name);
}

function createBridge(call: Call, node: Node, form: FormReader): Interface {
  const parents = readParents(form, node, "bridge");
  const name = form.text("name") || `br-${parents[0]?.name}`;
  if (parents.length > 0) checkInterfaceName(form, node, name);
  return addInterface(call, node, form, "bridge", parents, name);
}

function createVlan(call: Call, node: Node, form: FormReader): Interface {
  const parents = readParents(form, node, "vlan");
  const vlanId = readTaggedVlan(call.world, form) ?? null;
  const [parent] = parents;
  const name = parent === undefined ? "" : vlanName(call.world, parent, vlanId);
  if (parent !== undefined && vlanId !== null) checkInterfaceName(form, node, name);
  return addInterface(call, node, form, "vlan", parents, name);
}

function addInterface(
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
    : type === "bridge"
      ? { linkConnected: false, linkSpeedMbps: 0, interfaceSpeedMbps: 0, numaNode: null }
      : { linkSpeedMbps: parent?.linkSpeedMbps ?? 0, numaNode: null };
  form.check();
  const newInterface = makeInterface(world, {
    ...{ name, type, macAddress, params, ...cable },
    vlanId: vlanId === undefined ? (parents.find((each) => each.vlanId !== null)?.vlanId ?? null) : vlanId,
    tags: readTags(form),
    ...(type === "bridge" ? { isConfigured: true } : {}),
  });
  node.interfaces.push(newInterface);
  setParents(world, node, newInterface, parents);
  return newInterface;
}

/** Reads all fields before the first change, so that a refused form changes nothing. */
function update(call: Call, node: Node, current: Interface, form: FormReader): void {
  const { world } = call;
  const { type } = current;
  const vlanId = type === "vlan" ? readTaggedVlan(world, form) : readVlan(world, form);
  const macAddress = readMac(world, form, node, type, current);
  const params = readParameters(form, type, current);
  const cable = readCable(form, type, current);
  const parents = readNewParents(form, node, current);
  const name = readNewName(call, node, current, form, parents, vlanId);
  form.check();
  if (parents !== undefined) setParents(world, node, current, parents);
  if (vlanId !== undefined) moveToVlan(world, node, current, vlanId);
  if (name !== current.name) renameInterface(world, node, current, name);
  Object.assign(current, { params }, macAddress === undefined ? {} : { macAddress });
  if (type === "physical") Object.assign(current, cable);
  if (form.has("tags")) current.tags = readTags(form);
  ensureLinkUp(world, node, current);
}

function readNewParents(form: FormReader, node: Node, current: Interface): Interface[] | undefined {
  const { type } = current;
  const hasParents = type !== "physical" && type !== "unknown";
  const acceptedFields = { parents: hasParents, parent: hasParents && type !== "bond" };
  const parentFields = (["parents", "parent"] as const).filter(form.has);
  for (const name of parentFields)
    if (!acceptedFields[name]) form.fail(name, `A ${type} interface has no ${name}.`);
  if (!hasParents || !parentFields.some((name) => acceptedFields[name])) return undefined;
  if (type === "bond" && !form.text("parents")) form.fail("parents", requiredMessage);
  return readParents(form, node, type, current);
}

function readNewName(
  { world }: Call,
  node: Node,
  current: Interface,
  form: FormReader,
  parents: readonly Interface[] | undefined,
  vlanId: number | null | undefined,
): string {
  const requestedName = form.text("name");
  if (current.type !== "vlan") {
    if (requestedName === "") form.required("name");
    const name = requestedName || current.name;
    if (name !== current.name) checkInterfaceName(form, node, name, current);
    return name;
  }
  const parent = parents?.[0] ?? node.interfaces.find((other) => current.parents.includes(other.name));
  const name = parent === undefined ? current.name : vlanName(world, parent, vlanId ?? current.vlanId);
  if (requestedName && requestedName !== name)
    form.fail("name", "The name is derived from the parent and the VLAN.");
  if (name !== current.name) checkInterfaceName(form, node, name, current);
  return name;
}
