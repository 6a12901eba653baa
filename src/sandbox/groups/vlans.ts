import {
  checkName,
  findVlan,
  makeVlan,
  mtuLimits,
  requireVlan,
  vlansOfFabric,
} from "../model/networks/fabrics.ts";
import { dhcpObstacle } from "../model/networks/ranges.ts";
import { removeVlan } from "../model/networks/removal.ts";
import { resolveSpaces } from "../model/networks/specifiers.ts";
import { serializeVlanFully } from "../serialize/networks.ts";
import { nodeById } from "../state/access.ts";
import { invalidChoice } from "../state/domain-error.ts";
import type { Fabric, Vlan } from "../state/networks.ts";
import { findRow, requireRow } from "../state/table.ts";
import { defined } from "../values/defined.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FieldRule, type FormReader, readForm } from "../wire/form-reader.ts";

/** The service takes less than the documents say. */
const rules: readonly FieldRule[] = [{ name: "mtu", type: "integer", ...mtuLimits }];

export const handlers = {
  "vlans.list": (call) =>
    json(vlansOfFabric(call.world, fabricOf(call).id).map((vlan) => serializeVlanFully(call.world, vlan))),
  "vlans.create"(call) {
    const fabricId = fabricOf(call).id;
    const form = readForm(call, rules);
    const common = readCommon(call, form);
    const vid = form.integer("vid") ?? 0;
    if (form.text("vid") && findVlan(call.world, fabricId, vid) !== undefined)
      form.fail("vid", "VLAN with this Vid and Fabric already exists.");
    form.check();
    return json(serializeVlanFully(call.world, makeVlan(call.world, { fabricId, vid, ...common })));
  },
  "vlan.read": (call) => json(serializeVlanFully(call.world, vlanOf(call))),
  "vlan.update"(call) {
    const vlan = vlanOf(call);
    update(call, vlan);
    return json(serializeVlanFully(call.world, vlan));
  },
  "vlan.delete"(call) {
    removeVlan(call.world, vlanOf(call));
    return empty(204);
  },
} satisfies HandlersOf<"vlans">;

const fabricOf = ({ world, path }: Call): Fabric =>
  requireRow(world.state.networks.fabrics, path.fabric_id, "Fabric");

const vlanOf = ({ world, path }: Call): Vlan => requireVlan(world, path.fabric_id, path.vid);

/** What create and update have in common. */
function readCommon(call: Call, form: FormReader) {
  const name = form.text("name") || undefined;
  if (name !== undefined) checkName(form, "name", name);
  return defined({
    name,
    description: form.text("description"),
    mtu: form.integer("mtu"),
    spaceId: readSpace(call, form),
  });
}

/** The undefined space is spelled empty or `undefined`. */
function readSpace({ world }: Call, form: FormReader): number | null | undefined {
  const text = form.text("space");
  if (text === undefined) return undefined;
  if (text === "" || text === "undefined") return null;
  const [spaceId] = resolveSpaces(world, text);
  if (spaceId === undefined) form.fail("space", invalidChoice(text));
  return spaceId ?? null;
}

function update(call: Call, vlan: Vlan): void {
  const form = readForm(call, rules);
  const common = readCommon(call, form);
  const dhcpOn = form.boolean("dhcp_on") ?? vlan.dhcpOn;
  const primaryRack = readRack(call, form, "primary_rack", vlan.primaryRack);
  const secondaryRack = readRack(call, form, "secondary_rack", vlan.secondaryRack);
  const relayVlanId = readRelay(call, form, vlan);
  if (secondaryRack !== null && secondaryRack === primaryRack)
    form.fail("secondary_rack", "The primary and secondary rack must be different.");
  const changed = { ...vlan, ...common, dhcpOn, primaryRack, secondaryRack, relayVlanId };
  const concernsDhcp = ["dhcp_on", "primary_rack", "secondary_rack", "relay_vlan"].some(form.has);
  const obstacle = dhcpOn && concernsDhcp ? dhcpObstacle(call.world, changed) : undefined;
  if (obstacle !== undefined) form.fail(form.has("relay_vlan") ? "relay_vlan" : "dhcp_on", obstacle);
  form.check();
  Object.assign(vlan, changed);
}

/** A rack controller by system id; null where the field is empty. */
function readRack({ world }: Call, form: FormReader, field: string, current: string | null): string | null {
  const text = form.text(field);
  if (text === undefined) return current;
  if (text === "") return null;
  if (nodeById(world, text)?.nodeType !== "rackController") form.fail(field, invalidChoice(text));
  return text;
}

function readRelay({ world }: Call, form: FormReader, vlan: Vlan): number | null {
  const text = form.text("relay_vlan");
  if (text === undefined) return vlan.relayVlanId;
  if (text === "") return null;
  const relay = findRow(world.state.networks.vlans, text);
  if (relay === undefined) form.fail("relay_vlan", invalidChoice(text));
  if (relay?.id === vlan.id) form.fail("relay_vlan", "A VLAN cannot relay to itself.");
  return relay?.id ?? null;
}
