import { expect, test } from "vitest";
import { makeLink } from "../../../../../src/sandbox/model/networks/interfaces.ts";
import {
  interfaceMatcher,
  networkTests,
} from "../../../../../src/sandbox/model/networks/network-constraints.ts";
import { makeSubnet } from "../../../../../src/sandbox/model/networks/subnets.ts";
import type { Node } from "../../../../../src/sandbox/state/node.ts";
import { allNodes, type World } from "../../../../../src/sandbox/state/world.ts";
import { networkedWorld } from "../../networked-world.ts";

function machineOf(world: World): Node {
  const node = allNodes(world, "machine").find((each) => each.status === "ready");
  if (node === undefined) throw new Error("the fleet has a ready machine");
  return node;
}

const matches = (world: World, filter: keyof typeof networkTests, spec: string): boolean =>
  networkTests[filter](world, spec, filter)(machineOf(world));

test("a malformed specifier is refused with the name of its field", () => {
  const world = networkedWorld();
  const node = machineOf(world);
  for (const spec of [
    ...["nosuch:1", "vid:4095", "vid:-1", "vid:x", "ip:10.10", "ip:", "vlan:nosuch:1", "fabrik:1"],
  ])
    expect(() => matches(world, "subnets", spec), spec).toThrow("subnets");
  for (const text of [
    ...["eth0", "a:", "a:nosuch=1", "a:name", "a:name=", ":name=eth0", "a:mode=static", "a:type=tunnel"],
    ...["a:vid=5000", "a:ip=x", "a:subnet_cidr=10.10.0.0", "a:link_speed=fast", "a:__proto__=1"],
    "a:name=eth0;a:name=eth1",
  ])
    expect(() => interfaceMatcher(world, text)(node), text).toThrow("interfaces");
});

test("a subnet can be specified in seven ways", () => {
  const world = networkedWorld();
  const matching = [
    ...["1", "fabric:fabric-prod", "fabric:1", "ip:10.10.0.9", "name:prod-net", "space:prod", "vid:0"],
    ...["vid:untagged", "vlan:untagged", "vlan:2", "vlan:vid:0", "10.10.0.0/24", "prod-net"],
  ];
  for (const spec of matching) expect(matches(world, "subnets", spec), spec).toBe(true);
  const others = [
    ...["2", "fabric:fabric-0", "ip:10.20.0.9", "ip:198.51.100.1", "name:1", "space:mgmt", "vid:100"],
    ...["vlan:3", "x"],
  ];
  for (const spec of others) expect(matches(world, "subnets", spec), spec).toBe(false);
});

test("an address belongs to the subnet with the longest prefix", () => {
  const world = networkedWorld();
  makeSubnet(world, { cidr: "10.10.0.64/26", vlanId: 2 });
  expect(matches(world, "subnets", "ip:10.10.0.70")).toBe(false);
  expect(matches(world, "subnets", "ip:10.10.0.9")).toBe(true);
});

test("fabrics, fabric classes and VLANs match if any interface does", () => {
  const world = networkedWorld();
  for (const [filter, matching, other] of [
    ["fabrics", "1", "fabric-0"],
    ["fabric_classes", "10g", "40g"],
    ["vlans", "fabric:fabric-prod", "vid:100"],
  ] as const)
    expect([matches(world, filter, matching), matches(world, filter, other)]).toEqual([true, false]);
});

test("the answer lists, for each label, the interfaces that match all its keys", () => {
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
    ...["name=eth0", "subnet=prod-net", "subnet=vid:0", "subnet_cidr=10.10.0.0/24", "space=prod"],
    "vlan=untagged",
    `hostname=${node.hostname},name=eth0`,
  ];
  for (const keys of firstOnly)
    expect(interfaceMatcher(world, `a:${keys}`)(node), keys).toEqual({ a: [first.id] });
  for (const keys of ["mode=unconfigured", "tag=sriov", "link_speed=25000", "vid=100", "space=mgmt"])
    expect(interfaceMatcher(world, `b:${keys}`)(node), keys).toEqual({ b: [second.id] });
  for (const keys of ["fabric_class=10g", "type=physical", "link_speed=1000"])
    expect(interfaceMatcher(world, `c:${keys}`)(node), keys).toEqual({ c: [first.id, second.id] });
  for (const keys of ["hostname=other", "type=bond", "name=eth9", "link_speed=100000", "name=eth0,tag=sriov"])
    expect(interfaceMatcher(world, `d:${keys}`)(node), keys).toBeUndefined();
  expect(interfaceMatcher(world, "a:name=eth0;b:tag=sriov")(node)).toEqual({ a: [first.id], b: [second.id] });
  expect(interfaceMatcher(world, "a:name=eth0;b:name=eth9")(node)).toBeUndefined();
});
