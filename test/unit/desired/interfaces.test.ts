import { expect, test } from "vitest";
import { serviceOfTest } from "./service.ts";
import type { GivenItem, Site } from "./site.ts";

const on = (...interfaces: readonly GivenItem[]): Site => ({ machines: [{ hostname: "db-01", interfaces }] });

const vlan = "fabric-prod/0";
const subnet = "10.10.0.0/24";
const bond = { name: "bond0", type: "bond", parents: ["eth0", "eth1"], bond_mode: "802.3ad", vlan };
const bridgeOver = (parent: string) => ({ name: "br0", type: "bridge", parents: [parent], vlan });

test.each([
  ["an interface", on({ name: "eth1", vlan, links: [{ mode: "LINK_UP" }] })],
  ["a new bond, which the service links itself", on({ ...bond, links: [{ mode: "LINK_UP" }] })],
])("LINK_UP of %s is reached, as link_up is", async (_, site) => {
  const service = await serviceOfTest();
  const results = await service.apply(site);
  expect(results.map(({ failure }) => failure)).toEqual(results.map(() => undefined));
  expect(await service.plan(site)).toEqual([]);
  expect(await service.plan(JSON.parse(JSON.stringify(site).replace("LINK_UP", "link_up")))).toEqual([]);
});

test.each<[links: string, before: readonly GivenItem[], after: readonly GivenItem[]]>([
  ["its link", [{ mode: "AUTO", subnet }], [{ mode: "AUTO", subnet }]],
  ["another mode", [{ mode: "STATIC", subnet, ip_address: "10.10.0.77" }], [{ mode: "DHCP", subnet }]],
  ["no link", [{ mode: "AUTO", subnet }], []],
])("a bridge that moves to another interface gets %s", async (_, before, after) => {
  const service = await serviceOfTest();
  const site = (parent: string, links: readonly GivenItem[]) =>
    on({ name: "eth1", vlan }, { ...bridgeOver(parent), links });
  for (const each of [site("eth0", before), site("eth1", after)]) {
    const results = await service.apply(each, true);
    expect(results.flatMap(({ step, failure }) => (failure ? [step.name, failure.message] : []))).toEqual([]);
  }
  expect(await service.plan(site("eth1", after), true)).toEqual([]);
});
