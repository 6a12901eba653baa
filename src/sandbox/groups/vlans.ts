import { requireFabric, vlansOfFabric } from "../model/networks/fabrics.ts";
import { checkName } from "../model/networks/names.ts";
import { dhcpObstacle } from "../model/networks/ranges.ts";
import { removeVlan } from "../model/networks/removal.ts";
import { resolveSpaces } from "../model/networks/specifiers.ts";
import { findVlan, makeVlan, maxVid, mtuLimits, requireVlan } from "../model/networks/vlans.ts";
import { serializeVlanFully } from "../serialize/networks.ts";
import { nodeById } from "../state/access.ts";
import type { Vlan } from "../state/networks.ts";
import { findRow } from "../state/table.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, readForm } from "../wire/form-reader.ts";

const choice = (value: string) => `Select a valid choice. ${value} is not one of the available choices.`;

/** The undefined space is spelled empty or `undefined` (document 2, "Fabrics and VLANs"). */
function readSpace(call: Call, reading: FormReader): { readonly spaceId?: number | null } {
  const text = reading.text("space");
  if (text === undefined) return {};
  if (text === "" || text === "undefined") return { spaceId: null };
  const [spaceId] = resolveSpaces(call.world, text);
  if (spaceId === undefined) reading.fail("space", choice(text));
  return { spaceId: spaceId ?? null };
}

/** What create and update have in common. */
function readCommon(call: Call, reading: FormReader) {
  const name = reading.text("name");
  const description = reading.text("description");
  const mtu = reading.integer("mtu", mtuLimits.minimum, mtuLimits.maximum);
  if (name) checkName(reading, "name", name);
  return {
    ...(name ? { name } : {}),
    ...(description === undefined ? {} : { description }),
    ...(mtu === undefined ? {} : { mtu }),
    ...readSpace(call, reading),
  };
}

/** A rack controller by system id; empty for none. */
function readRack(call: Call, reading: FormReader, field: string, current: string | null): string | null {
  const text = reading.text(field);
  if (text === undefined) return current;
  if (text === "") return null;
  if (nodeById(call.world, text)?.nodeType !== "rackController") reading.fail(field, choice(text));
  return text;
}

function readRelay(call: Call, reading: FormReader, vlan: Vlan): number | null {
  const text = reading.text("relay_vlan");
  if (text === undefined) return vlan.relayVlanId;
  if (text === "") return null;
  const relay = findRow(call.world.state.networks.vlans, text);
  if (relay === undefined) reading.fail("relay_vlan", choice(text));
  if (relay?.id === vlan.id) reading.fail("relay_vlan", "A VLAN cannot relay to itself.");
  return relay?.id ?? null;
}

function update(call: Call, vlan: Vlan): void {
  const reading = readForm(call.form);
  const common = readCommon(call, reading);
  const dhcpOn = reading.boolean("dhcp_on") ?? vlan.dhcpOn;
  const primaryRack = readRack(call, reading, "primary_rack", vlan.primaryRack);
  const secondaryRack = readRack(call, reading, "secondary_rack", vlan.secondaryRack);
  const relayVlanId = readRelay(call, reading, vlan);
  if (secondaryRack !== null && secondaryRack === primaryRack)
    reading.fail("secondary_rack", "The primary and secondary rack must be different.");
  const changed = { ...vlan, ...common, dhcpOn, primaryRack, secondaryRack, relayVlanId };
  const serving = ["dhcp_on", "primary_rack", "secondary_rack", "relay_vlan"];
  const obstacle =
    dhcpOn && serving.some((name) => reading.has(name)) ? dhcpObstacle(call.world, changed) : undefined;
  if (obstacle !== undefined) reading.fail(reading.has("relay_vlan") ? "relay_vlan" : "dhcp_on", obstacle);
  reading.check();
  Object.assign(vlan, changed);
}

/** Document 2, "Fabrics and VLANs". */
export const handlers = {
  "vlans.list"(call) {
    const fabric = requireFabric(call.world, call.path.fabric_id);
    return json(vlansOfFabric(call.world, fabric.id).map((vlan) => serializeVlanFully(call.world, vlan)));
  },
  "vlans.create"(call) {
    const fabric = requireFabric(call.world, call.path.fabric_id);
    const reading = readForm(call.form);
    const vid = reading.requiredInteger("vid", 0, maxVid);
    const common = readCommon(call, reading);
    if (reading.text("vid") && findVlan(call.world, fabric.id, vid) !== undefined)
      reading.fail("vid", "VLAN with this Vid and Fabric already exists.");
    reading.check();
    return json(
      serializeVlanFully(call.world, makeVlan(call.world, { fabricId: fabric.id, vid, ...common })),
    );
  },
  "vlan.read": (call) =>
    json(serializeVlanFully(call.world, requireVlan(call.world, call.path.fabric_id, call.path.vid))),
  "vlan.update"(call) {
    const vlan = requireVlan(call.world, call.path.fabric_id, call.path.vid);
    update(call, vlan);
    return json(serializeVlanFully(call.world, vlan));
  },
  "vlan.delete"(call) {
    removeVlan(call.world, requireVlan(call.world, call.path.fabric_id, call.path.vid));
    return empty(204);
  },
} satisfies HandlersOf<"vlans">;
