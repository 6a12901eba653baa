import type { World } from "../../state/world.ts";
import type { Parameters } from "../../wire/call.ts";
import { Refusal } from "../../wire/http-error.ts";
import { fastestLink } from "./interfaces.ts";
import { fabricTest, type NodeTest, subnetTest, vlanTest } from "./matching.ts";

const makers = {
  fabrics: (world: World, spec: string) => fabricTest(world, spec),
  vlans: vlanTest,
  subnets: subnetTest,
} as const;

const valuesOf = (parameters: Parameters, name: string): string[] =>
  parameters
    .all(name)
    .flatMap((value) => value.split(","))
    .map((value) => value.trim())
    .filter((value) => value !== "");

/** The network part of document 1, "Node list filters"; one of the wanted, none of the unwanted. */
export function networkFilters(world: World, query: Parameters): NodeTest[] {
  const tests: NodeTest[] = [];
  for (const [name, make] of Object.entries(makers)) {
    const wanted = valuesOf(query, name).map((spec) => make(world, spec, name));
    if (wanted.length > 0) tests.push((node) => wanted.some((test) => test(node)));
    const unwanted = valuesOf(query, `not_${name}`).map((spec) => make(world, spec, `not_${name}`));
    if (unwanted.length > 0) tests.push((node) => !unwanted.some((test) => test(node)));
  }
  const speed = query.get("link_speed")?.trim() ?? "";
  if (speed !== "") {
    const leastMbps = readLinkSpeed(speed, "link_speed");
    tests.push((node) => fastestLink(node) >= leastMbps);
  }
  return tests;
}

/** A link speed in Mbps; 400 naming `field` for what is no whole number. */
export function readLinkSpeed(text: string, field: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Refusal(400, { [field]: ["Enter a whole number."] });
  return Number(text);
}
