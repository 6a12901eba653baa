import { type FieldErrors, requireFound } from "../../state/domain-error.ts";
import type { Fabric, Vlan } from "../../state/networks.ts";
import type { Node } from "../../state/node.ts";
import { findRow, insert, rowsOf } from "../../state/table.ts";
import type { World } from "../../state/world.ts";

/** Makes a fabric with its untagged VLAN. */
export function makeFabric(world: World, given: Partial<Fabric>): Fabric {
  const fabric = insert(world.state.networks.fabrics, (id) => ({
    id,
    name: `fabric-${id}`,
    description: "",
    classType: null,
    ...given,
  }));
  makeVlan(world, { fabricId: fabric.id, vid: 0 });
  return fabric;
}

/** Makes a fabric for each physical interface of a node that is plugged in and on no known network. */
export function connectToNewFabrics(world: World, node: Node): void {
  for (const each of node.interfaces) {
    if (each.type !== "physical" || each.vlanId !== null || !each.linkConnected) continue;
    const [untagged] = vlansOfFabric(world, makeFabric(world, {}).id);
    each.vlanId = untagged?.id ?? null;
  }
}

export const vlansOfFabric = (world: World, fabricId: number): Vlan[] =>
  rowsOf(world.state.networks.vlans).filter((vlan) => vlan.fabricId === fabricId);

const namePattern = /^\w[ \w-]*$/;

/** Refuses what names of fabrics, VLANs and DHCP snippets may not hold. */
export function checkName(errors: FieldErrors, name: string, value: string): void {
  if (!namePattern.test(value))
    errors.fail(name, "Enter a valid value: letters, digits, spaces, hyphens and underscores.");
  if (value.length > 256) errors.fail(name, "Ensure this value has at most 256 characters.");
}

/** VLAN ids are 0 to 4094; 0 means untagged. */
export const maxVid = 4094;
export const mtuLimits = { min: 552, max: 65_535 } as const;
const defaultMtu = 1500;
type NewVlan = Partial<Vlan> & Pick<Vlan, "fabricId" | "vid">;

export const makeVlan = (world: World, given: NewVlan): Vlan =>
  insert(world.state.networks.vlans, (id) => ({
    id,
    name: given.vid === 0 ? "untagged" : String(given.vid),
    description: "",
    mtu: defaultMtu,
    spaceId: null,
    dhcpOn: false,
    primaryRack: null,
    secondaryRack: null,
    relayVlanId: null,
    ...given,
  }));

export const findVlan = (world: World, fabricId: number, vid: number): Vlan | undefined =>
  rowsOf(world.state.networks.vlans).find((vlan) => vlan.fabricId === fabricId && vlan.vid === vid);

/** The VLAN of the path's fabric and VLAN id, or of their names; not found where it does not exist. */
export function requireVlan(world: World, fabricId: string | undefined, vid: string | undefined): Vlan {
  const { fabrics } = world.state.networks;
  const fabric = findRow(fabrics, fabricId) ?? rowsOf(fabrics).find(({ name }) => name === fabricId);
  const named = (vlan: Vlan) => String(vlan.vid) === vid || vlan.name === vid;
  const vlans = fabric === undefined ? [] : vlansOfFabric(world, fabric.id);
  return requireFound(vlans.find(({ vid: own }) => String(own) === vid) ?? vlans.find(named), "VLAN");
}
