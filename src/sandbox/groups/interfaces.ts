import { fieldsOfType } from "../../catalogue/groups/interfaces.ts";
import {
  childrenOf,
  ensureLinkUp,
  isEnslaved,
  moveToVlan,
  parentTypes,
  removeInterface,
  renameInterface,
  setParents,
  vlanName,
} from "../model/networks/interface-changes.ts";
import { findInterfaceByMac, makeInterface } from "../model/networks/interfaces.ts";
import { resolveVlans } from "../model/networks/network-constraints.ts";
import { serializeInterface } from "../serialize/addresses.ts";
import type { Interface, Node } from "../state/node.ts";
import { invalidChoice, requiredMessage } from "../state/service-error.ts";
import { findRow, nextName } from "../state/table.ts";
import type { World } from "../state/world.ts";
import type { Call, Handler, HandlersOf } from "../wire/call.ts";
import { type FormReader, readForm } from "../wire/form-reader.ts";
import {
  changeInterface,
  configurableNodeOf,
  interfaceAnswer,
  interfaceLinks,
  interfaceOf,
} from "./interface-links.ts";
import { nodeOf } from "./nodes.ts";
import { resource } from "./resource.ts";

export const interfaces = {
  ...resource(["interfaces", "interface"], {
    rows: (call) => nodeOf(call).interfaces,
    find: (call) => interfaceOf(call, nodeOf(call)),
    serialize: (world, nic: Interface, call) => serializeInterface(world, nodeOf(call), nic),
    permit: (call) => configurableNodeOf(call, "delete interface"),
    remove: (world, nic, call) => removeInterface(world, nodeOf(call), nic),
  }),
  "interfaces.create_physical": createInterface("physical"),
  "interfaces.create_bond": createInterface("bond"),
  "interfaces.create_bridge": createInterface("bridge"),
  "interfaces.create_vlan": createInterface("vlan"),
  "interface.update": changeInterface("update interface", update),
  ...interfaceLinks,
} satisfies HandlersOf<"interfaces">;

const readTags = (form: FormReader): string[] => [...new Set(form.list("tags"))];

interface NameAndParents {
  readonly name: string;
  readonly parents: readonly Interface[];
}

const nameAndParentReaders: Readonly<
  Record<"physical" | ChildType, (world: World, node: Node, form: FormReader) => NameAndParents>
> = {
  physical(_world, node, form) {
    const name = form.text("name") || nextName(node.interfaces, "eth");
    checkInterfaceName(form, node, name);
    return { name, parents: [] };
  },
  bond(_world, node, form) {
    const name = form.text("name") ?? "";
    if (name !== "") checkInterfaceName(form, node, name);
    const parents = readParents(form, node, "bond");
    const vlanIds = new Set(parents.flatMap(({ vlanId }) => vlanId ?? []));
    if (vlanIds.size > 1) form.addError("parents", "All parents must belong to the same VLAN.");
    return { name, parents };
  },
  bridge(_world, node, form) {
    const parents = readParents(form, node, "bridge");
    const name = form.text("name") || `br-${parents[0]?.name}`;
    if (parents.length > 0) checkInterfaceName(form, node, name);
    return { name, parents };
  },
  vlan(world, node, form) {
    const parents = readParents(form, node, "vlan");
    const vlanId = readTaggedVlan(world, form) ?? null;
    const [parent] = parents;
    const name = parent === undefined ? "" : vlanName(world, parent, vlanId);
    if (parent !== undefined && vlanId !== null) checkInterfaceName(form, node, name);
    return { name, parents };
  },
};

function createInterface(type: keyof typeof nameAndParentReaders): Handler {
  return (call) => {
    const { world } = call;
    const node = configurableNodeOf(call, "create interface");
    const form = readForm(call);
    const { name, parents } = nameAndParentReaders[type](world, node, form);
    const [parent] = parents;
    const vlanId = readVlan(world, form);
    const macAddress = readMac(world, form, node, type) ?? parent?.macAddress ?? "";
    const params = readParameters(form, type);
    const cable =
      type === "physical"
        ? readCable(form, type)
        : type === "bridge"
          ? { linkConnected: false, linkSpeedMbps: 0, interfaceSpeedMbps: 0, numaNode: null }
          : { linkSpeedMbps: parent?.linkSpeedMbps ?? 0, numaNode: null };
    form.throwErrors();
    const parentVlanId = parents.find((each) => each.vlanId !== null)?.vlanId ?? null;
    const nic = makeInterface(world, {
      name,
      type,
      macAddress,
      params,
      ...cable,
      vlanId: vlanId === undefined ? parentVlanId : vlanId,
      tags: readTags(form),
      ...(type === "bridge" ? { isConfigured: true } : {}),
    });
    node.interfaces.push(nic);
    setParents(world, node, nic, parents);
    return interfaceAnswer(call, node, nic);
  };
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
  form.throwErrors();
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
    if (!acceptedFields[name]) form.addError(name, `A ${type} interface has no ${name}.`);
  if (!hasParents || !parentFields.some((name) => acceptedFields[name])) return undefined;
  if (type === "bond" && !form.text("parents")) form.addError("parents", requiredMessage);
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
    form.addError("name", "The name is derived from the parent and the VLAN.");
  if (name !== current.name) checkInterfaceName(form, node, name, current);
  return name;
}

type ChildType = keyof typeof parentTypes;

const readVlan = (world: World, form: FormReader): number | null | undefined =>
  form.reference("vlan", (text) => {
    const row = findRow(world.state.networks.vlans, text);
    if (row !== undefined) return row.id;
    const ids = [...resolveVlans(world, text, "vlan")];
    return ids.length === 1 ? ids[0] : undefined;
  });

function readTaggedVlan(world: World, form: FormReader): number | undefined {
  const id = readVlan(world, form) ?? undefined;
  if (id !== undefined && findRow(world.state.networks.vlans, id)?.vid === 0)
    form.addError("vlan", "A VLAN interface must be connected to a tagged VLAN.");
  return id;
}

function checkInterfaceName(form: FormReader, node: Node, name: string, current?: Interface): void {
  if (!/^[A-Za-z0-9][\w.:-]{0,62}$/.test(name)) form.addError("name", "Enter a valid value.");
  if (node.interfaces.some((each) => each !== current && each.name === name))
    form.addError("name", `Node ${node.hostname} already has an interface named '${name}'.`);
}

/** A MAC address is unique among physical interfaces; other interfaces of the same node may share it. */
function readMac(
  world: World,
  form: FormReader,
  node: Node,
  type: Interface["type"],
  current?: Interface,
): string | undefined {
  const mac = form.mac("mac_address");
  const holder = mac === undefined ? undefined : findInterfaceByMac(world, mac);
  const isShared = holder?.node === node && (type !== "physical" || holder.interface.type !== "physical");
  if (holder !== undefined && holder.interface !== current && !isShared)
    form.addError("mac_address", `This MAC address is already in use by ${holder.node.hostname}.`);
  return mac;
}

function readParents(form: FormReader, node: Node, type: ChildType, current?: Interface): Interface[] {
  const field = type === "bond" ? "parents" : "parent";
  const idTexts = form.has(field) && field === "parent" ? [form.text(field) ?? ""] : form.list("parents");
  const ids = [...new Set(idTexts.filter(Boolean))];
  if (type !== "bond" && ids.length !== 1)
    form.addError(field, `A ${type} interface must have exactly one parent.`);
  return ids.flatMap((text) => {
    const parent = node.interfaces.find(({ id }) => String(id) === text);
    if (parent === undefined || parent === current) {
      form.addError(field, invalidChoice(text));
      return [];
    }
    if (!parentTypes[type].includes(parent.type))
      form.addError(
        field,
        `A ${type} interface cannot have ${parent.name}, a ${parent.type} interface, as its parent.`,
      );
    if (isInUse(node, parent, type, current))
      form.addError(field, `${parent.name} is already in-use by another interface.`);
    return [parent];
  });
}

function isInUse(node: Node, parent: Interface, type: ChildType, current: Interface | undefined): boolean {
  const isCurrentParent = current?.parents.includes(parent.name) === true;
  if (type === "bond") return childrenOf(node, parent).some((child) => child !== current);
  const isInBond = node.interfaces.some(
    (each) => each !== current && each.type === "bond" && each.parents.includes(parent.name),
  );
  return isInBond || (type === "bridge" && !isCurrentParent && isEnslaved(node, parent));
}

type Parameters = Record<string, string | number | boolean>;

function readParameters(form: FormReader, type: Interface["type"], current?: Interface): Parameters {
  const parameters: Parameters = { ...current?.params };
  const mtu = form.integer("mtu");
  if (form.text("mtu") === "") delete parameters["mtu"];
  if (mtu !== undefined) parameters["mtu"] = mtu;
  const acceptRa = form.boolean("accept_ra");
  if (acceptRa !== undefined) parameters["accept_ra"] = acceptRa;
  for (const [kind, fields] of Object.entries(fieldsOfType))
    for (const { name, type: fieldType, default: defaultText = "" } of fields) {
      if (kind !== type) {
        if (form.text(name)) form.addError(name, `This is a parameter of ${kind} interfaces.`);
        continue;
      }
      const isNumber = fieldType === "integer";
      const isBoolean = fieldType === "boolean";
      const value = isNumber
        ? form.integer(name)
        : isBoolean
          ? form.boolean(name)
          : form.text(name) || undefined;
      if (value !== undefined) parameters[name] = value;
      else if (current === undefined)
        parameters[name] = isNumber ? Number(defaultText) : isBoolean ? defaultText === "true" : defaultText;
    }
  return parameters;
}

function readCable(form: FormReader, type: Interface["type"], current?: Interface) {
  const names = ["enabled", "link_connected", "interface_speed", "link_speed"] as const;
  if (type !== "physical")
    for (const name of names)
      if (form.text(name)) form.addError(name, "Only physical interfaces have this field.");
  const linkConnected = form.boolean("link_connected") ?? current?.linkConnected ?? true;
  const interfaceSpeedMbps = form.integer("interface_speed") ?? current?.interfaceSpeedMbps ?? 0;
  const linkSpeedMbps = form.integer("link_speed") ?? current?.linkSpeedMbps ?? 0;
  const hasSpeedField = form.has("interface_speed") || form.has("link_speed");
  if (hasSpeedField && interfaceSpeedMbps > 0 && linkSpeedMbps > interfaceSpeedMbps)
    form.addError("link_speed", "link_speed cannot exceed interface_speed.");
  const enabled = form.boolean("enabled") ?? current?.enabled ?? true;
  return { enabled, linkConnected, interfaceSpeedMbps, linkSpeedMbps };
}
