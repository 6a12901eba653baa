import {
  addLink,
  chooseGateway,
  isEnslaved,
  type NewLink,
  setVlan,
  unlink,
} from "../model/networks/interface-changes.ts";
import { clearLinks, dropStaleGateways, makeLink } from "../model/networks/interfaces.ts";
import { findSubnetForField } from "../model/networks/subnets.ts";
import { configurableStatuses } from "../model/nodes/transitions.ts";
import { serializeInterface } from "../serialize/addresses.ts";
import type { Interface, Link, Node } from "../state/node.ts";
import {
  conflict,
  invalidChoice,
  invalidField,
  invalidForm,
  requiredMessage,
  requireFound,
} from "../state/service-error.ts";
import { findRow } from "../state/table.ts";
import { json } from "../wire/answers.ts";
import type { Call } from "../wire/call.ts";
import { type FormReader, readForm } from "../wire/form-reader.ts";
import { editableNodeOf, nodeOf, nodePartTagHandlers } from "./nodes.ts";

export function interfaceOf({ path: { id } }: Call, node: Node): Interface {
  const byId = node.interfaces.find((each) => String(each.id) === id);
  return requireFound(byId ?? node.interfaces.find((each) => each.name === id), "Interface");
}

export function configurableNodeOf(call: Call, action: string): Node {
  const node = editableNodeOf(call);
  if (node.nodeType === "machine" && !configurableStatuses.includes(node.status))
    throw conflict(`Cannot ${action} because the machine is not New, Ready, Allocated, or Broken.`);
  return node;
}

export const interfaceAnswer = ({ world }: Call, node: Node, nic: Interface) =>
  json(serializeInterface(world, node, nic));

export const changeInterface =
  (action: string, change: (call: Call, node: Node, nic: Interface, form: FormReader) => void) =>
  (call: Call) => {
    const node = nodeOf(call);
    const nic = interfaceOf(call, node);
    configurableNodeOf(call, action);
    change(call, node, nic, readForm(call));
    return interfaceAnswer(call, node, nic);
  };

export const interfaceLinks = {
  "interface.link_subnet": changeInterface("link subnet", linkSubnet),
  "interface.unlink_subnet": changeInterface("unlink subnet", unlinkSubnet),
  "interface.disconnect": changeInterface("disconnect", ({ world }, node, nic) => {
    clearLinks(world, nic);
    setVlan(node, nic, null);
    dropStaleGateways(node);
  }),
  "interface.set_default_gateway": changeInterface("set default gateway", setDefaultGateway),
  ...nodePartTagHandlers("interface", undefined, interfaceOf, interfaceAnswer),
};

function unlinkSubnet({ world }: Call, node: Node, nic: Interface, form: FormReader): void {
  const id = form.integer("id");
  const match = nic.links.find((other) => other.id === id);
  if (form.required("id") !== "" && id !== undefined && match === undefined)
    form.addError("id", invalidChoice(String(id)));
  form.throwErrors();
  if (match !== undefined) unlink(world, node, nic, match);
}

const modes = ["auto", "dhcp", "static", "link_up"] as const;

function linkSubnet(call: Call, node: Node, nic: Interface, form: FormReader): void {
  const text = form.text("mode")?.toUpperCase();
  const mode = modes.find((name) => name.toUpperCase() === text);
  const choices = modes.map((name) => name.toUpperCase());
  if (text && mode === undefined) form.addError("mode", invalidChoice(text, choices));
  const isForced = form.boolean("force") ?? false;
  const allowsAnyVlan = nic.type !== "vlan" && (isForced || nic.vlanId === null);
  const subnet = form.reference("subnet", (spec) => {
    const match = findSubnetForField(call.world, spec);
    return allowsAnyVlan || match?.vlanId === nic.vlanId ? match : undefined;
  });
  const ip = form.address("ip_address");
  const isGateway = form.boolean("default_gateway") ?? false;
  if (ip !== undefined && mode !== "static")
    form.addError("ip_address", "Only a STATIC link has an address.");
  if (!form.text("subnet") && mode !== "link_up") form.addError("subnet", requiredMessage);
  if (isGateway && (mode === "dhcp" || mode === "link_up"))
    form.addError("default_gateway", "Only AUTO and STATIC links can be the default gateway.");
  else if (isGateway && subnet?.gatewayIp === null)
    form.addError("default_gateway", "Cannot set as default gateway because the subnet has no gateway.");
  if (isEnslaved(node, nic))
    form.addError("__all__", `${nic.name} is part of a bond or a bridge, which is linked in its place.`);
  form.throwErrors();
  if (mode === "link_up" || mode === undefined || !subnet) linkUp(call, node, nic, isForced);
  else linkTo(call, node, nic, { mode, subnet, ip }, isGateway);
}

function linkTo({ world }: Call, node: Node, nic: Interface, link: NewLink, isGateway: boolean): void {
  const { subnet } = link;
  // Create the new link first: if it is refused, the existing links must remain.
  const previousLinks = nic.links;
  const newLink = addLink(world, node, nic, link);
  if (subnet.vlanId !== nic.vlanId) {
    const previousNic = { ...nic, links: previousLinks, observed: nic.observed };
    clearLinks(world, previousNic);
    Object.assign(nic, { links: [newLink], observed: null });
    setVlan(node, nic, subnet.vlanId);
    dropStaleGateways(node);
  }
  if (isGateway) chooseGateway(world, node, newLink);
}

function linkUp({ world }: Call, node: Node, nic: Interface, isForced: boolean): void {
  if (nic.vlanId === null) throw invalidField("mode", "The interface is not connected to a VLAN.");
  if (nic.links.some(({ mode }) => mode !== "link_up") && !isForced)
    throw invalidForm(
      "Cannot configure interface to link up (with no IP address) while other links are already configured. Specify force=True to override this behavior and unlink all existing links.",
    );
  clearLinks(world, nic);
  nic.links = [makeLink(world, "link_up", null)];
  dropStaleGateways(node);
}

function setDefaultGateway({ world }: Call, node: Node, nic: Interface, form: FormReader): void {
  const hasGateway = ({ mode, subnetId }: Link) =>
    (mode === "auto" || mode === "static") &&
    (findRow(world.state.networks.subnets, subnetId)?.gatewayIp ?? null) !== null;
  const gatewayLinks = nic.links.filter(hasGateway);
  const id = form.integer("link_id");
  const gatewayLink = id === undefined ? gatewayLinks[0] : gatewayLinks.find((other) => other.id === id);
  form.throwErrors();
  if (gatewayLinks.length === 0) throw invalidForm("This interface has no usable gateways.");
  if (id === undefined && gatewayLinks.length > 1)
    throw invalidField("link_id", "This field is required; Interface has more than one usable gateway.");
  if (gatewayLink === undefined) throw invalidField("link_id", invalidChoice(String(id)));
  chooseGateway(world, node, gatewayLink);
}
