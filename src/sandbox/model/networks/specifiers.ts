import { invalidField } from "../../state/domain-error.ts";
import type { Vlan } from "../../state/networks.ts";
import { rowsOf, type Table } from "../../state/table.ts";
import type { World } from "../../state/world.ts";
import { parseAddress, parseBlock } from "../../values/blocks.ts";
import { pairOf } from "../../values/constraints.ts";
import { maxVid } from "./fabrics.ts";
import { subnetHolding } from "./subnets.ts";

/** The numbers of what a specifier names: empty where it is well-formed and names nothing. */
export type Ids = ReadonlySet<number>;

interface Named {
  readonly id: number;
  readonly name: string;
}

const idsOf = <Row extends { readonly id: number }>(
  rows: readonly Row[],
  holds: (row: Row) => boolean,
): Ids => new Set(rows.filter(holds).map((row) => row.id));

const isNumber = (text: string) => /^\d{1,9}$/.test(text);

/** `kind:rest`, in lower case and without space; the kind is empty where it is missing. */
function split(spec: string): readonly [kind: string, rest: string] {
  const [kind, rest] = pairOf(spec, ":");
  return [kind.toLowerCase(), rest];
}

/** A fabric or space: its id or its name, which `id:` and `name:` may say. */
function resolveNamed<Row extends Named>(table: Table<Row>, spec: string): Ids {
  const [kind, rest] = split(spec);
  const text = kind === "id" || kind === "name" ? rest : spec.trim();
  const byName = (row: Row) => row.name === text;
  if (kind === "name" || !isNumber(text)) return idsOf(rowsOf(table), byName);
  return idsOf(rowsOf(table), (row) => row.id === Number(text) || byName(row));
}

export const resolveFabrics = (world: World, spec: string): Ids =>
  resolveNamed(world.state.networks.fabrics, spec);

export const resolveSpaces = (world: World, spec: string): Ids =>
  resolveNamed(world.state.networks.spaces, spec);

function readVid(text: string, field: string): number {
  if (text.toLowerCase() === "untagged") return 0;
  if (!isNumber(text) || Number(text) > maxVid)
    throw invalidField(field, `VLAN tag (VID) out of range (0-${maxVid}; 0 for untagged.)`);
  return Number(text);
}

const vlansWhere = (world: World, holds: (vlan: Vlan) => boolean): Ids =>
  idsOf(rowsOf(world.state.networks.vlans), holds);

const ofSpaces = (world: World, spec: string) => {
  const ids = resolveSpaces(world, spec);
  return vlansWhere(world, (vlan) =>
    vlan.spaceId === null ? spec.trim() === "undefined" : ids.has(vlan.spaceId),
  );
};

const ofFabrics = (world: World, spec: string) => {
  const ids = resolveFabrics(world, spec);
  return vlansWhere(world, (vlan) => ids.has(vlan.fabricId));
};

/**
 * A VLAN: its id or its name, `vid:`, `name:`, `fabric:` or `space:`; an `invalid` error
 * naming `field` otherwise.
 */
export function resolveVlans(world: World, spec: string, field: string): Ids {
  const [kind, rest] = split(spec);
  if (kind === "vid") {
    const vid = readVid(rest, field);
    return vlansWhere(world, (vlan) => vlan.vid === vid);
  }
  if (kind === "fabric") return ofFabrics(world, rest);
  if (kind === "space") return ofSpaces(world, rest);
  if (kind !== "" && kind !== "id" && kind !== "name")
    throw invalidField(field, `'${spec}' is not a VLAN specifier: use id, name, vid:, fabric: or space:.`);
  return vlansWhere(world, (vlan) => (kind !== "name" && String(vlan.id) === rest) || vlan.name === rest);
}

/** The subnets of the VLANs. */
const ofVlans = (world: World, vlans: Ids): Ids =>
  idsOf(rowsOf(world.state.networks.subnets), (subnet) => vlans.has(subnet.vlanId));

/**
 * A subnet in its seven spellings; a block or a bare name is taken as deployed services take it. an `invalid`
 * error naming `field` otherwise.
 */
export function resolveSubnets(world: World, spec: string, field: string): Ids {
  const { subnets } = world.state.networks;
  const block = parseBlock(spec.trim())?.text;
  if (block !== undefined) return idsOf(rowsOf(subnets), (subnet) => subnet.cidr === block);
  const [kind, rest] = split(spec);
  switch (kind) {
    case "":
      return idsOf(rowsOf(subnets), (subnet) => String(subnet.id) === rest || subnet.name === rest);
    case "id":
      return idsOf(rowsOf(subnets), (subnet) => String(subnet.id) === rest);
    case "name":
      return idsOf(rowsOf(subnets), (subnet) => subnet.name === rest);
    case "cidr":
      return idsOf(rowsOf(subnets), (subnet) => subnet.cidr === parseBlock(rest)?.text);
    case "ip": {
      const address = parseAddress(rest);
      if (address === undefined) throw invalidField(field, `'${rest}' is not a valid IP address.`);
      const subnet = subnetHolding(world, address);
      return new Set(subnet === undefined ? [] : [subnet.id]);
    }
    case "fabric":
      return ofVlans(world, ofFabrics(world, rest));
    case "space":
      return ofVlans(world, ofSpaces(world, rest));
    case "vid":
      return ofVlans(world, resolveVlans(world, `vid:${rest}`, field));
    case "vlan":
      return ofVlans(world, resolveVlans(world, rest, field));
    default:
      throw invalidField(
        field,
        `'${spec}' is not a subnet specifier: use an id, fabric:, ip:, name:, space:, vid: or vlan:.`,
      );
  }
}
