import { Refusal } from "../handler.ts";
import type { World } from "../world.ts";
import { findRow, insert, rowsOf } from "./table.ts";

export interface Vlan {
  readonly id: number;
  readonly fabricId: number;
  /** The VLAN id on the wire, 0 for untagged traffic. */
  readonly vid: number;
  name: string;
  description: string;
  mtu: number;
  /** Null: the undefined space. */
  spaceId: number | null;
  dhcpOn: boolean;
  /** System ids of rack controllers. */
  primaryRack: string | null;
  secondaryRack: string | null;
  relayVlanId: number | null;
}

/** Document 1, "Limits": VLAN ids are 0 to 4094, 0 meaning untagged. */
export const highestVid = 4094;
export const mtuLimits = { minimum: 552, maximum: 65_535, standard: 1500 } as const;

interface NewVlan {
  readonly fabricId: number;
  readonly vid: number;
  readonly name?: string;
  readonly description?: string;
  readonly mtu?: number;
  readonly spaceId?: number | null;
}

export function makeVlan(world: World, given: NewVlan): Vlan {
  return insert(world.state.networks.vlans, (id) => ({
    id,
    fabricId: given.fabricId,
    vid: given.vid,
    name: given.name ?? (given.vid === 0 ? "untagged" : String(given.vid)),
    description: given.description ?? "",
    mtu: given.mtu ?? mtuLimits.standard,
    spaceId: given.spaceId ?? null,
    dhcpOn: false,
    primaryRack: null,
    secondaryRack: null,
    relayVlanId: null,
  }));
}

export const findVlan = (world: World, fabricId: number, vid: number): Vlan | undefined =>
  rowsOf(world.state.networks.vlans).find((vlan) => vlan.fabricId === fabricId && vlan.vid === vid);

/** The VLAN of the path's fabric and VLAN id; 404 where there is none. */
export function requireVlan(world: World, fabricId: string | undefined, vid: string | undefined): Vlan {
  const fabric = findRow(world.state.networks.fabrics, fabricId);
  const vlan =
    fabric !== undefined && /^\d{1,4}$/.test(vid ?? "") ? findVlan(world, fabric.id, Number(vid)) : undefined;
  if (vlan === undefined) throw new Refusal(404, "No VLAN matches the given query.");
  return vlan;
}

/** The name of a space; `undefined` is the name of none. */
export const spaceName = (world: World, spaceId: number | null): string =>
  (spaceId === null ? undefined : findRow(world.state.networks.spaces, spaceId)?.name) ?? "undefined";

/** A VLAN as it stands inside other answers, in the recorded shape. */
export function describeVlan(world: World, vlan: Vlan): Record<string, unknown> {
  const { vlans, fabrics } = world.state.networks;
  const relay = vlan.relayVlanId === null ? undefined : findRow(vlans, vlan.relayVlanId);
  return {
    vid: vlan.vid,
    mtu: vlan.mtu,
    dhcp_on: vlan.dhcpOn,
    external_dhcp: null,
    relay_vlan: relay === undefined ? null : describeVlan(world, { ...relay, relayVlanId: null }),
    name: vlan.name,
    primary_rack: vlan.primaryRack,
    space: spaceName(world, vlan.spaceId),
    fabric: findRow(fabrics, vlan.fabricId)?.name ?? "",
    secondary_rack: vlan.secondaryRack,
    id: vlan.id,
    fabric_id: vlan.fabricId,
    resource_uri: `/${world.segment}/api/2.0/vlans/${vlan.id}/`,
  };
}

/** A VLAN as its own group answers, with the description that it was given. */
export const describeVlanFully = (world: World, vlan: Vlan): Record<string, unknown> => ({
  ...describeVlan(world, vlan),
  description: vlan.description,
});
