import { expect, test } from "vitest";
import {
  bridgeInterfaces,
  removeBridges,
} from "../../../../../src/sandbox/model/networks/interface-changes.ts";
import { ask, expectRefusal } from "../../answering.ts";
import { networkedWorld } from "../../networked-world.ts";

test("bridge fields are checked", async () => {
  const world = networkedWorld();
  const allocate = (form: Record<string, string>) => ask(world, "machines.allocate", { form });
  await expectRefusal(allocate({ bridge_all: "perhaps" }), "bridge_all");
  await expectRefusal(allocate({ bridge_all: "true", bridge_fd: "soon" }), "bridge_fd");
  await expectRefusal(allocate({ bridge_all: "true", bridge_fd: "-1" }), "bridge_fd");
});

test("bridge_all adds a bridge to each configured interface, and a release removes it", async () => {
  const world = networkedWorld();
  const form = { bridge_all: "true", bridge_stp: "true" };
  const { body } = await ask(world, "machines.allocate", { form });
  const [eth0, , bridge] = body.interface_set;
  expect([eth0.children, eth0.links]).toEqual([["br-eth0"], []]);
  expect([bridge.name, bridge.type, bridge.parents, bridge.links[0].mode]).toEqual([
    "br-eth0",
    "bridge",
    ["eth0"],
    "auto",
  ]);
  expect(bridge.params).toEqual({ bridge_type: "standard", bridge_stp: true, bridge_fd: 15 });
  const path = { system_id: body.system_id };
  const deployed = (await ask(world, "machine.deploy", { path, form: { distro_series: "jammy" } })).body;
  const ip = deployed.ip_addresses[0];
  const addresses = await ask(world, "ip-addresses.list", { query: { all: "true", ip } });
  expect(addresses.body[0].interface_set[0].name).toBe("br-eth0");
  const node = world.state.nodes.bySystemId[body.system_id];
  if (node === undefined) throw new Error("the machine is there");
  bridgeInterfaces(world, node, { type: "ovs", hasSpanningTree: false, forwardDelaySeconds: 15 });
  expect(node.interfaces.map((each) => each.name)).toEqual(["eth0", "eth1", "br-eth0"]);
  removeBridges(world, node);
  const after = (await ask(world, "machine.read", { path })).body;
  expect(after.interface_set.map((each: { name: string }) => each.name)).toEqual(["eth0", "eth1"]);
  expect(after.ip_addresses).toEqual([ip]);
  expect(after.interface_set[0].links[0].ip_address).toBe(ip);
});

test("the network state is plain data, and the same after saving and loading", async () => {
  const world = networkedWorld();
  await ask(world, "ip-addresses.reserve", { form: { subnet: "10.20.0.0/24", hostname: "spare" } });
  expect(JSON.parse(JSON.stringify(world.state.networks))).toEqual(world.state.networks);
});
