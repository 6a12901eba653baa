import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ask, networkedWorld } from "../networked-world.ts";

const folder = new URL("../../../fixtures/recorded/", import.meta.url);

/** The first element of a recorded list, or the recorded object. */
function recorded(name: string): Record<string, unknown> {
  const { json } = JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
  return Array.isArray(json) ? json[0] : json;
}

/** Every path of objects inside a recorded answer that ours lacks. */
function missing(expected: unknown, actual: unknown, path = ""): string[] {
  if (Array.isArray(expected))
    return Array.isArray(actual) && expected.length > 0 && actual.length > 0
      ? missing(expected[0], actual[0], `${path}[]`)
      : [];
  if (typeof expected !== "object" || expected === null || typeof actual !== "object" || actual === null)
    return [];
  return Object.entries(expected).flatMap(([key, value]) =>
    key in actual
      ? missing(value, (actual as Record<string, unknown>)[key], `${path}.${key}`)
      : [`${path}.${key}`],
  );
}

const lists = [
  ["fabrics", "fabrics.list"],
  ["domains", "domains.list"],
  ["dnsresources", "dns-resources.list"],
  ["dnsresourcerecords", "dns-resource-records.list"],
  ["ipranges", "ip-ranges.list"],
  ["dhcp-snippets", "dhcp-snippets.list"],
  ["discovery", "discovery.list"],
  ["networks", "networks.list"],
] as const;

test("network answers hold every recorded field", async () => {
  const world = networkedWorld();
  for (const [name, id] of lists)
    expect(missing(recorded(name), (await ask(world, id)).body[0]), name).toEqual([]);
  const vlans = await ask(world, "vlans.list", { path: { fabric_id: 1 } });
  expect(missing(recorded("vlans"), vlans.body[0])).toEqual([]);
  const addresses = await ask(world, "ip-addresses.list", { query: { all: "true" } });
  expect(missing(recorded("ipaddresses"), addresses.body[0])).toEqual([]);
  const device = await ask(world, "devices.create", { form: { mac_addresses: "02:00:00:00:00:01" } });
  expect(missing(recorded("device"), device.body)).toEqual([]);
  const machine = (await ask(world, "machines.list")).body[0];
  expect(
    missing((recorded("machine-ready") as { interface_set: unknown }).interface_set, machine.interface_set),
  ).toEqual([]);
});
