import { fieldsOfType } from "../../catalogue/groups/interfaces.ts";
import { isEnslaved, parentTypes } from "../model/networks/interface-changes.ts";
import { findInterfaceByMac } from "../model/networks/interfaces.ts";
import { resolveVlans } from "../model/networks/network-constraints.ts";
import { invalidChoice } from "../state/domain-error.ts";
import type { Interface, Node } from "../state/node.ts";
import { findRow } from "../state/table.ts";
import type { World } from "../state/world.ts";
import type { FormReader } from "../wire/form-reader.ts";

type ChildType = keyof typeof parentTypes;

export const readVlan = (world: World, form: FormReader): number | null | undefined =>
  form.reference("vlan", (text) => {
    const row = findRow(world.state.networks.vlans, text);
    if (row !== undefined) return row.id;
    const ids = [...resolveVlans(world, text, "vlan")];
    return ids.length === 1 ? ids[0] : undefined;
  });

export function readTaggedVlan(world: World, form: FormReader): number | undefined {
  const id = readVlan(world, form) ?? undefined;
  if (id !== undefined && findRow(world.state.networks.vlans, id)?.vid === 0)
    form.fail("vlan", "A VLAN interface must be connected to a tagged VLAN.");
  return id;
}

export function checkInterfaceName(form: FormReader, node: Node, name: string, current?: Interface): void {
  if (!/^[A-Za-z0-9][\w.:-]{0,62}$/.test(name)) form.fail("name", "Enter a valid value.");
  if (node.interfaces.some((each) => each !== current && each.name === name))
    form.fail("name", `Node ${node.hostname} already has an interface named '${name}'.`);
}

/** A MAC address is unique among physical interfaces; other interfaces of the same node may share it. */
export function readMac(
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
    form.fail("mac_address", `This MAC address is already in use by ${holder.node.hostname}.`);
  return mac;
}

export function readParents(form: FormReader, node: Node, type: ChildType, current?: Interface): Interface[] {
  const field = type === "bond" ? "parents" : "parent";
  const idTexts = form.has(field) && field === "parent" ? [form.text(field) ?? ""] : form.list("parents");
  const ids = [...new Set(idTexts.filter(Boolean))];
  if (type !== "bond" && ids.length !== 1)
    form.fail(field, `A ${type} interface must have exactly one parent.`);
  return ids.flatMap((text) => {
    const parent = node.interfaces.find(({ id }) => String(id) === text);
    if (parent === undefined || parent === current) {
      form.fail(field, invalidChoice(text));
      return [];
    }
    if (!parentTypes[type].includes(parent.type))
      form.fail(
        field,
        `A ${type} interface cannot have ${parent.name}, a ${parent.type} interface, as its parent.`,
      );
    if (isInUse(node, parent, type, current))
      form.fail(field, `${parent.name} is already in-use by another interface.`);
    return [parent];
  });
}

function isInUse(node: Node, parent: Interface, type: ChildType, current: Interface | undefined): boolean {
  const isCurrentParent = current?.parents.includes(parent.name) === true;
  if (type === "bond") return parent.children.some((name) => name !== current?.name);
  const isInBond = node.interfaces.some(
    (each) => each !== current && each.type === "bond" && each.parents.includes(parent.name),
  );
  return isInBond || (type === "bridge" && !isCurrentParent && isEnslaved(node, parent));
}

type Parameters = Record<string, string | number | boolean>;

export function readParameters(form: FormReader, type: Interface["type"], current?: Interface): Parameters {
  const parameters: Parameters = { ...current?.params };
  const mtu = form.integer("mtu");
  if (form.text("mtu") === "") delete parameters["mtu"];
  if (mtu !== undefined) parameters["mtu"] = mtu;
  const acceptRa = form.boolean("accept_ra");
  if (acceptRa !== undefined) parameters["accept_ra"] = acceptRa;
  for (const [kind, fields] of Object.entries(fieldsOfType))
    for (const { name, type: fieldType, default: defaultText = "" } of fields) {
      if (kind !== type) {
        if (form.text(name)) form.fail(name, `This is a parameter of ${kind} interfaces.`);
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

export function readCable(form: FormReader, type: Interface["type"], current?: Interface) {
  const names = ["enabled", "link_connected", "interface_speed", "link_speed"] as const;
  if (type !== "physical")
    for (const name of names)
      if (form.text(name)) form.fail(name, "Only physical interfaces have this field.");
  const linkConnected = form.boolean("link_connected") ?? current?.linkConnected ?? true;
  const interfaceSpeedMbps = form.integer("interface_speed") ?? current?.interfaceSpeedMbps ?? 0;
  const linkSpeedMbps = form.integer("link_speed") ?? current?.linkSpeedMbps ?? 0;
  const hasSpeedField = form.has("interface_speed") || form.has("link_speed");
  if (hasSpeedField && interfaceSpeedMbps > 0 && linkSpeedMbps > interfaceSpeedMbps)
    form.fail("link_speed", "link_speed cannot exceed interface_speed.");
  const enabled = form.boolean("enabled") ?? current?.enabled ?? true;
  return { enabled, linkConnected, interfaceSpeedMbps, linkSpeedMbps };
}
