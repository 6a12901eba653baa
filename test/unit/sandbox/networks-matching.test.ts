import { expect, test } from "vitest";
import { matchesInterfaces } from "../../../src/sandbox/networks/interface-constraints.ts";
import { makeLink } from "../../../src/sandbox/networks/interfaces.ts";
import {
  matchesFabric,
  matchesFabricClass,
  matchesSubnet,
  matchesVlan,
} from "../../../src/sandbox/networks/matching.ts";
import { makeSubnet } from "../../../src/sandbox/networks/subnets.ts";
import type { Node } from "../../../src/sandbox/nodes/node.ts";
import { allNodes } from "../../../src/sandbox/nodes/nodes.ts";
import type { World } from "../../../src/sandbox/world.ts";
import { networkedWorld } from "./networked-world.ts";

function machineOf(world: World): Node {
  const node = allNodes(world, "machine").find((each) => each.status === "ready");
  if (node === undefined) throw new Error("the fleet has a ready machine");
  return node;
}

test("malformed specifiers are refused by field", () => {
  const world = networkedWorld();
  const node = machineOf(world);
  for (const spec of [
    "nosuch:1",
    "vid:4095",
    "vid:-1",
    "vid:x",
    "ip:10.10",
    "ip:",
    "vlan:nosuch:1",
    "fabrik:1",
  ])
    expect(() => matchesSubnet(world, node, spec), spec).toThrow("subnets");
  for (const text of [
    "eth0",
    "a:",
    "a:nosuch=1",
    "a:name",
    "a:name=",
    ":name=eth0",
    "a:mode=static",
    "a:type=tunnel",
    "a:vid=5000",
    "a:ip=x",
    "a:subnet_cidr=10.10.0.0",
    "a:link_speed=fast",
    "a:__proto__=1",
    "a:name=eth0;a:name=eth1",
  ])
    expect(() => matchesInterfaces(world, node, text), text).toThrow("interfaces");
});

test("a subnet is named in seven spellings", () => {
  const world = networkedWorld();
  const node = machineOf(world);
  const matching = [
    "1",
    "fabric:fabric-prod",
    "fabric:1",
    "ip:10.10.0.9",
    "name:prod-net",
    "space:prod",
    "vid:0",
    "vid:untagged",
    "vlan:untagged",
    "vlan:2",
    "vlan:vid:0",
    "10.10.0.0/24",
    "prod-net",
  ];
  for (const spec of matching) expect(matchesSubnet(world, node, spec), spec).toBe(true);
  const others = [
    "2",
    "fabric:fabric-0",
    "ip:10.20.0.9",
    "ip:198.51.100.1",
    "name:1",
    "space:mgmt",
    "vid:100",
    "vlan:3",
    "x",
  ];
  for (const spec of others) expect(matchesSubnet(world, node, spec), spec).toBe(false);
});

test("an address belongs to the subnet with the longest prefix", () => {
  const world = networkedWorld();
  const node = machineOf(world);
  makeSubnet(world, { cidr: "10.10.0.64/26", vlanId: 2 });
  expect(matchesSubnet(world, node, "ip:10.10.0.70")).toBe(false);
  expect(matchesSubnet(world, node, "ip:10.10.0.9")).toBe(true);
});

test("fabrics, their classes and VLANs match by any interface", () => {
  const world = networkedWorld();
  const node = machineOf(world);
  expect([matchesFabric(world, node, "1"), matchesFabric(world, node, "fabric-0")]).toEqual([true, false]);
  expect([matchesFabricClass(world, node, "10g"), matchesFabricClass(world, node, "40g")]).toEqual([
    true,
    false,
  ]);
  expect([matchesVlan(world, node, "fabric:fabric-prod"), matchesVlan(world, node, "vid:100")]).toEqual([
    true,
    false,
  ]);
});

test("each interface label answers with the interfaces that meet all its keys", () => {
  const world = networkedWorld();
  const node = machineOf(world);
  const [first, second] = node.interfaces;
  if (first === undefined || second === undefined) throw new Error("a machine has two interfaces");
  second.vlanId = 3;
  second.links = [makeLink(world, "link_up", null)];
  second.tags = ["sriov"];
  second.linkSpeedMbps = 25_000;
  const ip = first.observed?.ip ?? "";
  const firstOnly = [
    `id=${first.id}`,
    "fabric=fabric-prod,vid=0",
    `ip=${ip}`,
    "name=eth0",
    "subnet=prod-net",
    "subnet=vid:0",
    "subnet_cidr=10.10.0.0/24",
    "space=prod",
    "vlan=untagged",
    `hostname=${node.hostname},name=eth0`,
  ];
  for (const keys of firstOnly)
    expect(matchesInterfaces(world, node, `a:${keys}`), keys).toEqual({ a: [first.id] });
  for (const keys of ["mode=unconfigured", "tag=sriov", "link_speed=25000", "vid=100", "space=mgmt"])
    expect(matchesInterfaces(world, node, `b:${keys}`), keys).toEqual({ b: [second.id] });
  for (const keys of ["fabric_class=10g", "type=physical", "link_speed=1000"])
    expect(matchesInterfaces(world, node, `c:${keys}`), keys).toEqual({ c: [first.id, second.id] });
  for (const keys of ["hostname=other", "type=bond", "name=eth9", "link_speed=100000", "name=eth0,tag=sriov"])
    expect(matchesInterfaces(world, node, `d:${keys}`), keys).toBeUndefined();
  expect(matchesInterfaces(world, node, "a:name=eth0;b:tag=sriov")).toEqual({
    a: [first.id],
    b: [second.id],
  });
  expect(matchesInterfaces(world, node, "a:name=eth0;b:name=eth9")).toBeUndefined();
});
