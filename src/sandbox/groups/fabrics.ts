import { setVid, vlanNameInUse } from "../model/networks/interface-changes.ts";
import { resolveSpaces } from "../model/networks/network-constraints.ts";
import { dhcpObstacle } from "../model/networks/ranges.ts";
import { removeFabric, removeVlan } from "../model/networks/removal.ts";
import {
  checkName,
  findVlan,
  makeFabric,
  makeVlan,
  maxVid,
  mtuLimits,
  requireVlan,
  vlansOfFabric,
} from "../model/networks/subnets.ts";
import { serializeFabric, serializeVlanFully } from "../serialize/networks.ts";
import type { Fabric, Vlan } from "../state/networks.ts";
import { findRow, requireNamedRow, requireRow, rowsOf } from "../state/table.ts";
import { nodeById, type World } from "../state/world.ts";
import { withoutUndefined } from "../values/constraints.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FieldRule, type FormReader, readForm } from "../wire/form-reader.ts";
import { assign, namedTableAccess, resource } from "./resource.ts";

export const fabrics = resource(["fabrics", "fabric"], {
  ...namedTableAccess((world) => world.state.networks.fabrics, "Fabric"),
  serialize: serializeFabric,
  read: readFabric,
  create: ({ world }, values) => makeFabric(world, values),
  update: assign,
  remove: removeFabric,
}) satisfies HandlersOf<"fabrics">;

function readFabric(form: FormReader, { world }: Call, current?: Fabric) {
  const { name, classType, description } = form.values({
    name: "word",
    classType: "text",
    description: "text",
  });
  if (name !== undefined) checkFabricName(world, form, name, current);
  if (classType) checkName(form, "class_type", classType);
  return withoutUndefined({ name, classType: classType === "" ? null : classType, description });
}

function checkFabricName(world: World, errors: FormReader, name: string, current?: Fabric): void {
  const { fabrics } = world.state.networks;
  checkName(errors, "name", name);
  const reservedId = /^fabric-(\d+)$/.exec(name)?.[1];
  if (rowsOf(fabrics).some((each) => each !== current && each.name === name))
    errors.fail("name", "Fabric with this Name already exists.");
  else if (reservedId !== undefined && Number(reservedId) !== (current?.id ?? fabrics.nextId))
    errors.fail("name", "Reserved fabric name.");
}

/** Narrower than the documented limits, as in live services. */
const mtuRule: FieldRule = { name: "mtu", type: "integer", ...mtuLimits };

/** Live services let an update change the VLAN id, which is not documented. */
const vidRule: FieldRule = { name: "vid", type: "integer", min: 0, max: maxVid };

const sharedActions = {
  serialize: serializeVlanFully,
  update(call: Call, vlan: Vlan) {
    const { vid, ...otherFields } = readVlanUpdate(call, vlan);
    if (vid !== vlan.vid) setVid(call.world, vlan, vid);
    Object.assign(vlan, otherFields);
  },
  remove: removeVlan,
};

export const vlans = resource(["vlans", "vlan"], {
  ...sharedActions,
  rows: (call) => vlansOfFabric(call.world, fabricOf(call).id),
  find: ({ world, path }) => requireVlan(world, path.fabric_id, path.vid),
  create(call) {
    const fabricId = fabricOf(call).id;
    const form = readForm(call, [mtuRule]);
    const fields = readVlanFields(call, form);
    const vid = form.integer("vid") ?? 0;
    if (form.text("vid") && findVlan(call.world, fabricId, vid) !== undefined)
      form.fail("vid", "VLAN with this Vid and Fabric already exists.");
    form.check();
    return makeVlan(call.world, { fabricId, vid, ...fields });
  },
}) satisfies HandlersOf<"vlans">;

export const vlansById = resource(["vlans-by-id", "vlan-by-id"], {
  ...sharedActions,
  find: ({ world, path }) => requireRow(world.state.networks.vlans, path.id, "VLAN"),
});

const fabricOf = ({ world, path }: Call): Fabric =>
  requireNamedRow(world.state.networks.fabrics, path.fabric_id, "Fabric");

function readVlanFields(call: Call, form: FormReader) {
  const name = form.text("name") || undefined;
  if (name !== undefined) checkName(form, "name", name);
  const fields = form.values({ description: "text", mtu: "integer" });
  return withoutUndefined({ name, ...fields, spaceId: readSpace(call, form) });
}

const readSpace = ({ world }: Call, form: FormReader): number | null | undefined =>
  form.text("space") === "undefined"
    ? null
    : form.reference("space", (text) => [...resolveSpaces(world, text)][0]);

function readVlanUpdate(call: Call, vlan: Vlan): Vlan {
  const { world } = call;
  const form = readForm(call, [mtuRule, vidRule]);
  const readRack = (field: string) =>
    form.reference(field, (id) => (nodeById(world, id)?.nodeType === "rackController" ? id : undefined));
  const { vlans } = world.state.networks;
  const relay = form.reference(
    "relay_vlan",
    (text) => findRow(vlans, text) ?? rowsOf(vlans).find(({ name }) => name === text),
  );
  if (relay?.id === vlan.id) form.fail("relay_vlan", "A VLAN cannot relay to itself.");
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
    form.fail("secondary_rack", "The primary and secondary rack must be different.");
  const changesDhcp = ["dhcp_on", "primary_rack", "secondary_rack", "relay_vlan"].some(form.has);
  const obstacle = updatedVlan.dhcpOn && changesDhcp ? dhcpObstacle(world, updatedVlan) : undefined;
  if (obstacle !== undefined) form.fail(form.has("relay_vlan") ? "relay_vlan" : "dhcp_on", obstacle);
  form.check();
  return updatedVlan;
}

function readVid(world: World, form: FormReader, vlan: Vlan): number {
  const vid = form.integer("vid") ?? vlan.vid;
  if (vid === vlan.vid) return vid;
  const interfaceName = vlanNameInUse(world, vlan, vid);
  if (vlan.vid === 0 || vid === 0) form.fail("vid", "The untagged VLAN of a fabric keeps its id.");
  else if (findVlan(world, vlan.fabricId, vid) !== undefined)
    form.fail("vid", "VLAN with this Vid and Fabric already exists.");
  else if (interfaceName !== undefined)
    form.fail("vid", `An interface named ${interfaceName} already exists.`);
  return vid;
}
