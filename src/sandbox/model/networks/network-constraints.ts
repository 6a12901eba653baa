import type { Subnet, Vlan } from "../../state/networks.ts";
import { type Interface, interfaceTypes, type Node } from "../../state/node.ts";
import { invalidField } from "../../state/service-error.ts";
import { rowsOf, type Table } from "../../state/table.ts";
import type { World } from "../../state/world.ts";
import { parseAddress, parseBlock } from "../../values/blocks.ts";
import { splitPair } from "../../values/spellings.ts";
import { maxVid, subnetContaining } from "./subnets.ts";

export type NodeTest = (node: Node) => boolean;

export function readLinkSpeed(text: string, field: string): number {
  if (!/^\d{1,9}$/.test(text)) throw invalidField(field, "Enter a whole number.");
  return Number(text);
}

type Ids = ReadonlySet<number>;

interface NamedRow {
  readonly id: number;
  readonly name: string;
}

const idsOf = <Row extends { readonly id: number }>(
  rows: readonly Row[],
  matches: (row: Row) => boolean,
): Ids => new Set(rows.filter(matches).map((row) => row.id));

const isNumber = (text: string) => /^\d{1,9}$/.test(text);

function splitSpecifier(spec: string): readonly [kind: string, rest: string] {
  const [kind, rest] = splitPair(spec, ":");
  return [kind.toLowerCase(), rest];
}

/** Accepts `id:x`, `name:x`, and text without a prefix, which may be an id or a name. */
function resolveIdOrName<Row extends NamedRow>(table: Table<Row>, spec: string): Ids {
  const [kind, rest] = splitSpecifier(spec);
  const text = kind === "id" || kind === "name" ? rest : spec.trim();
  const byName = (row: Row) => row.name === text;
  if (kind === "name" || !isNumber(text)) return idsOf(rowsOf(table), byName);
  return idsOf(rowsOf(table), (row) => row.id === Number(text) || byName(row));
}

export const resolveFabrics = (world: World, spec: string): Ids =>
  resolveIdOrName(world.state.networks.fabrics, spec);

export const resolveSpaces = (world: World, spec: string): Ids =>
  resolveIdOrName(world.state.networks.spaces, spec);

function readVid(text: string, field: string): number {
  if (text.toLowerCase() === "untagged") return 0;
  if (!isNumber(text) || Number(text) > maxVid)
    throw invalidField(field, `VLAN tag (VID) out of range (0-${maxVid}; 0 for untagged.)`);
  return Number(text);
}

const vlansWhere = (world: World, matches: (vlan: Vlan) => boolean): Ids =>
  idsOf(rowsOf(world.state.networks.vlans), matches);

const vlansOfSpaces = (world: World, spec: string) => {
  const ids = resolveSpaces(world, spec);
  return vlansWhere(world, (vlan) =>
    vlan.spaceId === null ? spec.trim() === "undefined" : ids.has(vlan.spaceId),
  );
};

const vlansOfFabrics = (world: World, spec: string): Ids => {
  const ids = resolveFabrics(world, spec);
  return vlansWhere(world, (vlan) => ids.has(vlan.fabricId));
};

const vlansOfFabricClass = (world: World, classType: string): Ids => {
  const { rows } = world.state.networks.fabrics;
  return vlansWhere(world, (vlan) => rows[vlan.fabricId]?.classType === classType);
};

export function resolveVlans(world: World, spec: string, field: string): Ids {
  const [kind, rest] = splitSpecifier(spec);
  if (kind === "vid") {
    const vid = readVid(rest, field);
    return vlansWhere(world, (vlan) => vlan.vid === vid);
  }
  if (kind === "fabric") return vlansOfFabrics(world, rest);
  if (kind === "space") return vlansOfSpaces(world, rest);
  if (kind !== "" && kind !== "id" && kind !== "name")
    throw invalidField(field, `'${spec}' is not a VLAN specifier: use id, name, vid:, fabric: or space:.`);
  return vlansWhere(world, (vlan) => (kind !== "name" && String(vlan.id) === rest) || vlan.name === rest);
}

const subnetsOfVlans = (world: World, vlans: Ids): Ids =>
  idsOf(rowsOf(world.state.networks.subnets), (subnet) => vlans.has(subnet.vlanId));

export function resolveSubnets(world: World, spec: string, field: string): Ids {
  const subnetsWhere = (matches: (subnet: Subnet) => boolean) =>
    idsOf(rowsOf(world.state.networks.subnets), matches);
  const block = parseBlock(spec.trim())?.text;
  if (block !== undefined) return subnetsWhere((subnet) => subnet.cidr === block);
  const [kind, rest] = splitSpecifier(spec);
  switch (kind) {
    case "":
    case "id":
    case "name":
      return subnetsWhere(
        ({ id, name }) => (kind !== "name" && String(id) === rest) || (kind !== "id" && name === rest),
      );
    case "cidr":
      return subnetsWhere((subnet) => subnet.cidr === parseBlock(rest)?.text);
    case "ip": {
      const address = parseAddress(rest);
      if (address === undefined) throw invalidField(field, `'${rest}' is not a valid IP address.`);
      const subnet = subnetContaining(world, address);
      return new Set(subnet === undefined ? [] : [subnet.id]);
    }
    case "fabric":
    case "space":
    case "vid":
      return subnetsOfVlans(world, resolveVlans(world, spec, field));
    case "vlan":
      return subnetsOfVlans(world, resolveVlans(world, rest, field));
    default:
      throw invalidField(
        field,
        `'${spec}' is not a subnet specifier: use an id, fabric:, ip:, name:, space:, vid: or vlan:.`,
      );
  }
}

type InterfaceTest = (nic: Interface, node: Node) => boolean;
type TestCreator = (world: World, value: string, field: string) => InterfaceTest;

const inVlans =
  (resolve: (world: World, value: string, field: string) => Ids): TestCreator =>
  (world, value, field) => {
    const ids = resolve(world, value, field);
    return ({ vlanId }) => vlanId !== null && ids.has(vlanId);
  };

const inSubnets: TestCreator = (world, value, field) => {
  const ids = resolveSubnets(world, value, field);
  return ({ links, observed }) =>
    links.some(({ subnetId }) => subnetId !== null && ids.has(subnetId)) ||
    (observed !== null && ids.has(observed.subnetId));
};

const [inFabrics, inFabricClass] = [inVlans(vlansOfFabrics), inVlans(vlansOfFabricClass)];

const hasInterface =
  (createTest: TestCreator) =>
  (world: World, value: string, field: string): NodeTest => {
    const test = createTest(world, value, field);
    return (node) => node.interfaces.some((each) => test(each, node));
  };

/** By filter name. */
export const networkTests = {
  fabrics: hasInterface(inFabrics),
  fabric_classes: hasInterface(inFabricClass),
  vlans: hasInterface(inVlans(resolveVlans)),
  subnets: hasInterface(inSubnets),
};

const interfacesField = "interfaces";
const refuse = (message: string) => invalidField(interfacesField, message);

const testCreators: Readonly<Record<string, TestCreator>> = {
  id: (_world, value) => (nic) => String(nic.id) === value,
  fabric: inFabrics,
  fabric_class: inFabricClass,
  ip(_world, value) {
    const ip = parseAddress(value)?.text;
    if (ip === undefined) throw refuse(`'${value}' is not a valid IP address.`);
    return (nic) => nic.links.some((link) => link.ip === ip) || nic.observed?.ip === ip;
  },
  mode(_world, value) {
    if (value !== "unconfigured") throw refuse(`mode takes only unconfigured, not '${value}'.`);
    return (nic) => nic.links.every((link) => link.mode === "link_up");
  },
  name: (_world, value) => (nic) => nic.name === value,
  hostname: (_world, value) => (_each, node) => node.hostname === value,
  subnet: inSubnets,
  space: inVlans(vlansOfSpaces),
  subnet_cidr(world, value, field) {
    if (parseBlock(value) === undefined) throw refuse(`'${value}' is not a CIDR.`);
    return inSubnets(world, value, field);
  },
  type(_world, value) {
    if (!(interfaceTypes as readonly string[]).includes(value))
      throw refuse(`'${value}' is not an interface type: use ${interfaceTypes.join(", ")}.`);
    return (nic) => nic.type === value;
  },
  vlan: inVlans(resolveVlans),
  vid: inVlans((world, value, field) => resolveVlans(world, `vid:${value}`, field)),
  tag: (_world, value) => (nic) => nic.tags.includes(value),
  link_speed(_world, value, field) {
    const minMbps = readLinkSpeed(value, field);
    return (nic) => nic.linkConnected && nic.linkSpeedMbps >= minMbps;
  },
};

/** Parses `label:key=value[,key2=value2]`. Semicolons separate labels. */
function parseConstraints(world: World, text: string) {
  const labels = new Set<string>();
  return text
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const [label, pairs] = splitPair(part, ":");
      if (label === "" || label.includes("=")) throw refuse(`'${part}' is not label:key=value.`);
      if (labels.has(label)) throw refuse(`The label '${label}' is given twice.`);
      labels.add(label);
      return { label, tests: pairs.split(",").map((pair) => parsePair(world, pair)) };
    });
}

function parsePair(world: World, pair: string): InterfaceTest {
  const [key, value] = splitPair(pair, "=");
  const createTest = Object.hasOwn(testCreators, key) ? testCreators[key] : undefined;
  if (createTest === undefined || value === "")
    throw refuse(
      `'${pair.trim()}' is not key=value, where key is one of ${Object.keys(testCreators).join(", ")}.`,
    );
  return createTest(world, value, interfacesField);
}

export function interfaceMatcher(world: World, text: string) {
  const constraints = parseConstraints(world, text);
  return (node: Node): Readonly<Record<string, readonly number[]>> | undefined => {
    const matchingIds: [string, number[]][] = [];
    for (const { label, tests } of constraints) {
      const ids = node.interfaces
        .filter((each) => tests.every((test) => test(each, node)))
        .map((each) => each.id);
      if (ids.length === 0) return undefined;
      matchingIds.push([label, ids]);
    }
    return Object.fromEntries(matchingIds);
  };
}
