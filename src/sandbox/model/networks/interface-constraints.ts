import { invalidField } from "../../state/domain-error.ts";
import { type Interface, interfaceTypes } from "../../state/interfaces.ts";
import type { Node } from "../../state/node.ts";
import type { World } from "../../state/world.ts";
import { parseAddress, parseBlock } from "../../values/blocks.ts";
import { pairOf } from "../../values/constraints.ts";
import { isInSubnets, isInVlans, readLinkSpeed, vlansOfFabricClass, vlansOfFabricSpec } from "./matching.ts";
import { type Ids, resolveSubnets, resolveVlans } from "./specifiers.ts";

type InterfaceTest = (each: Interface, node: Node) => boolean;
const refuse = (message: string) => invalidField("interfaces", message);
const field = "interfaces";

const inVlans =
  (resolve: (world: World, value: string) => Ids) =>
  (world: World, value: string): InterfaceTest => {
    const ids = resolve(world, value);
    return (each) => isInVlans(each, ids);
  };

const inSubnets = (world: World, value: string): InterfaceTest => {
  const ids = resolveSubnets(world, value, field);
  return (each) => isInSubnets(each, ids);
};

/** The keys of an `interfaces` constraint, each with the test that its value makes. */
const keys: Readonly<Record<string, (world: World, value: string) => InterfaceTest>> = {
  id: (_world, value) => (each) => String(each.id) === value,
  fabric: inVlans(vlansOfFabricSpec),
  fabric_class: inVlans(vlansOfFabricClass),
  ip(_world, value) {
    const ip = parseAddress(value)?.text;
    if (ip === undefined) throw refuse(`'${value}' is not a valid IP address.`);
    return (each) => each.links.some((link) => link.ip === ip) || each.observed?.ip === ip;
  },
  mode(_world, value) {
    if (value !== "unconfigured") throw refuse(`mode takes only unconfigured, not '${value}'.`);
    return (each) => each.links.every((link) => link.mode === "link_up");
  },
  name: (_world, value) => (each) => each.name === value,
  hostname: (_world, value) => (_each, node) => node.hostname === value,
  subnet: inSubnets,
  space: inVlans((world, value) => resolveVlans(world, `space:${value}`, field)),
  subnet_cidr(world, value) {
    if (parseBlock(value) === undefined) throw refuse(`'${value}' is not a CIDR.`);
    return inSubnets(world, value);
  },
  type(_world, value) {
    if (!(interfaceTypes as readonly string[]).includes(value))
      throw refuse(`'${value}' is not an interface type: use ${interfaceTypes.join(", ")}.`);
    return (each) => each.type === value;
  },
  vlan: inVlans((world, value) => resolveVlans(world, value, field)),
  vid: inVlans((world, value) => resolveVlans(world, `vid:${value}`, field)),
  tag: (_world, value) => (each) => each.tags.includes(value),
  link_speed(_world, value) {
    const minMbps = readLinkSpeed(value, field);
    return (each) => each.linkConnected && each.linkSpeedMbps >= minMbps;
  },
};

interface LabelledTests {
  readonly label: string;
  readonly tests: readonly InterfaceTest[];
}

/** `label:key=value[,key2=value2]`; several are separated by semicolons. */
function parseConstraint(world: World, text: string): LabelledTests[] {
  const labels = new Set<string>();
  return text
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const [label, pairs] = pairOf(part, ":");
      if (label === "" || label.includes("=")) throw refuse(`'${part}' is not label:key=value.`);
      if (labels.has(label)) throw refuse(`The label '${label}' is given twice.`);
      labels.add(label);
      return { label, tests: pairs.split(",").map((pair) => parsePair(world, pair)) };
    });
}

function parsePair(world: World, pair: string): InterfaceTest {
  const [key, value] = pairOf(pair, "=");
  const make = Object.hasOwn(keys, key) ? keys[key] : undefined;
  if (make === undefined || value === "")
    throw refuse(`'${pair.trim()}' is not key=value with a key of ${Object.keys(keys).join(", ")}.`);
  return make(world, value);
}

/** The ids of the interfaces that matched, by label: `constraints_by_type.interfaces`. */
type MatchedInterfaces = Readonly<Record<string, readonly number[]>>;

/**
 * Makes the test of one `interfaces` constraint: undefined for a node that has no interface for one of the
 * labels. Invalid for a malformed constraint.
 */
export function interfaceMatcher(world: World, text: string): (node: Node) => MatchedInterfaces | undefined {
  const wanted = parseConstraint(world, text);
  return (node) => {
    const matched: [string, number[]][] = [];
    for (const { label, tests } of wanted) {
      const ids = node.interfaces
        .filter((each) => tests.every((test) => test(each, node)))
        .map((each) => each.id);
      if (ids.length === 0) return undefined;
      matched.push([label, ids]);
    }
    return Object.fromEntries(matched);
  };
}
