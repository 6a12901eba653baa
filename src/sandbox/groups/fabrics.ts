import { setVid, vlanNameInUse } from "../model/networks/interface-changes.ts";
import { resolveSpaces } from "../model/networks/network-constraints.ts";
import { dhcpProblem } from "../model/networks/ranges.ts";
import {
  checkName,
  findVlan,
  makeFabric,
  makeVlan,
  maxVid,
  mtuLimits,
  type NewVlan,
  requireVlan,
  subnetsOfVlan,
  vlansOfFabric,
} from "../model/networks/subnets.ts";
import {
  serializeFabric,
  serializeSpace,
  serializeVlanWithDescription,
  undefinedSpace,
} from "../serialize/networks.ts";
import type { Fabric, Space, Vlan } from "../state/networks.ts";
import { invalid, requireFound } from "../state/service-error.ts";
import { findNamedRow, insert, removeRow, requireNamedRow, requireRow, rowsOf } from "../state/table.ts";
import { allNodes, nodeById, type World } from "../state/world.ts";
import { withoutUndefined } from "../values/spellings.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import type { FieldRule, FormReader } from "../wire/form-reader.ts";
import { assign, resource, tableAccess } from "./resource.ts";
import { nameReader } from "./zones-and-pools.ts";

/** Narrower than the documented limits, as in live services. */
const mtuRule: FieldRule = { name: "mtu", type: "integer", ...mtuLimits };

/** Live services let an update change the VLAN id, which is not documented. */
const vidRule: FieldRule = { name: "vid", type: "integer", min: 0, max: maxVid };

const vlanActions = {
  serialize: serializeVlanWithDescription,
  rules: (_call: Call, current?: Vlan) => (current === undefined ? [mtuRule] : [mtuRule, vidRule]),
  read: readVlan,
  update({ world }: Call, vlan: Vlan, { vid, ...changes }: NewVlan) {
    if (vid !== vlan.vid) setVid(world, vlan, vid);
    Object.assign(vlan, changes);
  },
  remove: removeVlan,
};

const spaceTable = ({ world }: Call) => world.state.networks.spaces;
const spacesOf = (call: Call): Space[] => [...rowsOf(spaceTable(call)), undefinedSpace];

const defaultSpaceName = (id: number) => `space-${id}`;
const reservedSpaceNames = /^(space-\d+|undefined)$/;

export const fabricsVlansAndSpaces = {
  ...resource(["fabrics", "fabric"], {
    ...tableAccess((world) => world.state.networks.fabrics, "Fabric", requireNamedRow),
    serialize: serializeFabric,
    read: readFabric,
    create: ({ world }, values) => makeFabric(world, values),
    update: assign,
    remove: removeFabric,
  }),
  ...resource(["vlans", "vlan"], {
    ...vlanActions,
    rows: (call) => vlansOfFabric(call.world, fabricOf(call).id),
    find: ({ world, path }) => requireVlan(world, path.fabric_id, path.vid),
    create: ({ world }, values: NewVlan) => makeVlan(world, values),
  }),
  ...resource(["spaces", "space"], {
    rows: spacesOf,
    find(call: Call) {
      const { id } = call.path;
      const row = findNamedRow(spaceTable(call), id);
      return requireFound(row ?? (id === undefinedSpace.name ? undefinedSpace : undefined), "Space");
    },
    permit(_call, current) {
      if (current === undefinedSpace) throw invalid("The undefined space cannot be changed.");
    },
    serialize: serializeSpace,
    read: nameReader("Space", spacesOf, reservedSpaceNames),
    create: (call, { name, ...values }) =>
      insert(spaceTable(call), (id) => ({
        id,
        name: name || defaultSpaceName(id),
        description: "",
        ...values,
      })),
    update(_call, space, { name, ...values }) {
      Object.assign(space, values, name === undefined ? {} : { name: name || defaultSpaceName(space.id) });
    },
    remove(world, space) {
      const { spaces, vlans } = world.state.networks;
      for (const vlan of rowsOf(vlans)) if (vlan.spaceId === space.id) vlan.spaceId = null;
      removeRow(spaces, space.id);
    },
  }),
} satisfies HandlersOf<"fabrics" | "vlans" | "spaces">;

export const vlansById = resource(["vlans-by-id", "vlan-by-id"], {
  ...vlanActions,
  find: ({ world, path }) => requireRow(world.state.networks.vlans, path.id, "VLAN"),
});

const fabricOf = ({ world, path }: Call): Fabric =>
  requireNamedRow(world.state.networks.fabrics, path.fabric_id, "Fabric");

function readFabric(form: FormReader, { world }: Call, current?: Fabric) {
  const { fabrics } = world.state.networks;
  const types = { name: "nonEmptyText", classType: "text", description: "text" } as const;
  const { name, classType, description } = form.values(types);
  if (name !== undefined) checkName(form, "name", name);
  const reservedId = /^fabric-(\d+)$/.exec(name ?? "")?.[1];
  if (rowsOf(fabrics).some((each) => each !== current && each.name === name))
    form.addError("name", "Fabric with this Name already exists.");
  else if (reservedId !== undefined && Number(reservedId) !== (current?.id ?? fabrics.nextId))
    form.addError("name", "Reserved fabric name.");
  if (classType) checkName(form, "class_type", classType);
  return withoutUndefined({ name, classType: classType === "" ? null : classType, description });
}

function readVlanFields(call: Call, form: FormReader) {
  const name = form.text("name") || undefined;
  if (name !== undefined) checkName(form, "name", name);
  const fields = form.values({ description: "text", mtu: "integer" });
  const spaceId =
    form.text("space") === undefinedSpace.name
      ? null
      : form.reference("space", (text) => [...resolveSpaces(call.world, text)][0]);
  return withoutUndefined({ name, ...fields, spaceId });
}

function readVlan(form: FormReader, call: Call, current?: Vlan): NewVlan {
  if (current !== undefined) return readVlanUpdate(form, call, current);
  const fabricId = fabricOf(call).id;
  const fields = readVlanFields(call, form);
  const vid = form.integer("vid") ?? 0;
  if (form.text("vid") && findVlan(call.world, fabricId, vid) !== undefined)
    form.addError("vid", "VLAN with this Vid and Fabric already exists.");
  return { fabricId, vid, ...fields };
}

function readVlanUpdate(form: FormReader, call: Call, vlan: Vlan): Vlan {
  const { world } = call;
  const readRack = (field: string) =>
    form.reference(field, (id) => (nodeById(world, id)?.nodeType === "rackController" ? id : undefined));
  const relay = form.reference("relay_vlan", (text) => findNamedRow(world.state.networks.vlans, text));
  if (relay?.id === vlan.id) form.addError("relay_vlan", "A VLAN cannot relay to itself.");
  const vid = readVid(world, form, vlan);
  const updatedVlan: Vlan = {
    ...vlan,
    vid,
    name: vlan.name === String(vlan.vid) ? String(vid) : vlan.name,
    ...readVlanFields(call, form),
    ...withoutUndefined({
      dhcpOn: form.boolean("dhcp_on"),
      primaryRack: readRack("primary_rack"),
      secondaryRack: readRack("secondary_rack"),
      relayVlanId: relay === null ? null : relay?.id,
    }),
  };
  if (updatedVlan.secondaryRack !== null && updatedVlan.secondaryRack === updatedVlan.primaryRack)
    form.addError("secondary_rack", "The primary and secondary rack must be different.");
  const changesDhcp = ["dhcp_on", "primary_rack", "secondary_rack", "relay_vlan"].some(form.has);
  const problem = updatedVlan.dhcpOn && changesDhcp ? dhcpProblem(world, updatedVlan) : undefined;
  if (problem !== undefined) form.addError(form.has("relay_vlan") ? "relay_vlan" : "dhcp_on", problem);
  return updatedVlan;
}

function readVid(world: World, form: FormReader, vlan: Vlan): number {
  const vid = form.integer("vid") ?? vlan.vid;
  if (vid === vlan.vid) return vid;
  const interfaceName = vlanNameInUse(world, vlan, vid);
  if (vlan.vid === 0 || vid === 0) form.addError("vid", "The untagged VLAN of a fabric keeps its id.");
  else if (findVlan(world, vlan.fabricId, vid) !== undefined)
    form.addError("vid", "VLAN with this Vid and Fabric already exists.");
  else if (interfaceName !== undefined)
    form.addError("vid", `An interface named ${interfaceName} already exists.`);
  return vid;
}

function removeFabric(world: World, fabric: Fabric): void {
  const { fabrics, vlans } = world.state.networks;
  if (fabric.id === 0) throw invalid("This fabric is the default fabric, it cannot be deleted.");
  const fabricVlans = vlansOfFabric(world, fabric.id);
  const ids = new Set(fabricVlans.map((vlan) => vlan.id));
  const subnets = fabricVlans.flatMap((vlan) => subnetsOfVlan(world, vlan.id)).map((subnet) => subnet.name);
  if (subnets.length > 0)
    throw invalid(`Can't delete fabric; the following subnets are still present: ${subnets.join(", ")}`);
  for (const node of allNodes(world)) {
    const connectedNic = node.interfaces.find((each) => each.vlanId !== null && ids.has(each.vlanId));
    if (connectedNic !== undefined)
      throw invalid(
        `Can't delete fabric; the following interfaces are still connected: ${connectedNic.name} on ${node.hostname}`,
      );
  }
  for (const vlan of rowsOf(vlans))
    if (vlan.relayVlanId !== null && ids.has(vlan.relayVlanId)) vlan.relayVlanId = null;
  for (const id of ids) removeRow(vlans, id);
  removeRow(fabrics, fabric.id);
}

function removeVlan(world: World, vlan: Vlan): void {
  const { vlans } = world.state.networks;
  const untagged = findVlan(world, vlan.fabricId, 0);
  if (untagged === undefined || untagged.id === vlan.id)
    throw invalid("This VLAN is the default VLAN in the fabric, it cannot be deleted.");
  for (const subnet of subnetsOfVlan(world, vlan.id)) subnet.vlanId = untagged.id;
  for (const node of allNodes(world))
    for (const each of node.interfaces)
      if (each.vlanId === vlan.id) each.vlanId = each.type === "vlan" ? null : untagged.id;
  for (const other of rowsOf(vlans)) if (other.relayVlanId === vlan.id) other.relayVlanId = null;
  removeRow(vlans, vlan.id);
}
