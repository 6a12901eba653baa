import { expect, test } from "vitest";
import type { World } from "../../../../src/sandbox/state/world.ts";
import { ask, bob, expectRefusal } from "../answering.ts";
import { networkedWorld } from "../networked-world.ts";

const ips = async (world: World, id: Parameters<typeof ask>[1] = "discovery.list"): Promise<string[]> =>
  (await ask(world, id)).body.map((each: { ip: string }) => each.ip);

const scanKeys = [
  ...["result", "scan_attempted_on", "failed_to_connect_to", "scan_started_on", "scan_failed_on"],
  "rpc_call_timed_out_on",
];

test("clearing needs a flag and an administrator", async () => {
  const world = networkedWorld();
  expect((await ask(world, "discovery.clear", {})).status).toBe(400);
  expect((await ask(world, "discovery.clear", { form: { all: "false" } })).status).toBe(400);
  await expectRefusal(ask(world, "discovery.clear", { form: { all: "perhaps" } }), "all");
  expect((await ask(world, "discovery.clear", { as: bob, form: { all: "true" } })).status).toBe(403);
  await expectRefusal(ask(world, "discovery.clear_by_mac_and_ip", { form: {} }), "ip", "mac");
  const wrong = { ip: "10.10.0.77", mac: "52:54:00:99:00:02" };
  expect((await ask(world, "discovery.clear_by_mac_and_ip", { form: wrong })).status).toBe(404);
  expect((await ips(world)).length).toBe(3);
});

test("clearing names keeps the neighbours; clearing neighbours removes them", async () => {
  const world = networkedWorld();
  await ask(world, "discovery.clear", { form: { mdns: "true" } });
  const cleared = (await ask(world, "discovery.list")).body as { hostname: string | null }[];
  expect(cleared.map((each) => each.hostname)).toEqual([null, null, null]);
  const one = await ask(world, "discovery.clear_by_mac_and_ip", {
    form: { ip: "10.10.0.77", mac: "52-54-00-99-00-01" },
  });
  expect([one.status, one.contentType, one.text]).toEqual([204, "text/plain", ""]);
  expect(await ips(world)).not.toContain("10.10.0.77");
  await ask(world, "discovery.clear", { form: { neighbours: "true" } });
  expect(await ips(world)).toEqual([]);
});

test("known neighbours are filtered by address and by MAC address", async () => {
  const world = networkedWorld();
  await ask(world, "devices.create", { form: { mac_addresses: ["52:54:00:99:00:01", "02:00:00:00:00:01"] } });
  expect(await ips(world, "discovery.by_unknown_mac")).not.toContain("10.10.0.77");
  expect(await ips(world, "discovery.by_unknown_ip")).toContain("10.10.0.77");
  await ask(world, "ip-addresses.reserve", { form: { ip: "10.10.0.78", mac: "02:00:00:00:00:01" } });
  expect(await ips(world, "discovery.by_unknown_ip")).not.toContain("10.10.0.78");
  expect(await ips(world, "discovery.by_unknown_mac")).toContain("10.10.0.78");
  expect(await ips(world, "discovery.by_unknown_ip_and_mac")).toEqual(["10.20.0.91"]);
});

test("a discovery is read by its id", async () => {
  const world = networkedWorld();
  const { body } = await ask(world, "discovery.list");
  const path = { discovery_id: body[0].discovery_id };
  expect((await ask(world, "discovery.read", { path })).body).toEqual(body[0]);
  expect((await ask(world, "discovery.read", { path: { discovery_id: "x" } })).status).toBe(404);
});

test("a scan of all networks needs force, and its parameters are checked", async () => {
  const world = networkedWorld();
  const scan = (form: Record<string, string | string[]>) => ask(world, "discovery.scan", { form });
  await expectRefusal(scan({}), "force");
  await expectRefusal(scan({ cidr: ["10.10.0.0/24", "10.10.0.0"] }), "cidr");
  await expectRefusal(scan({ force: "true", threads: "0" }), "threads");
  await expectRefusal(scan({ force: "true", slow: "very" }), "slow");
  await ask(world, "svc.set_config", { form: { name: "network_discovery", value: "disabled" } });
  expect((await scan({ force: "true" })).status).toBe(400);
});

test("a second scan fails while one is running; at its end a new neighbour is first in the list", async () => {
  const world = networkedWorld();
  const rack = (await ask(world, "nodes.list", { query: { hostname: "rack-01" } })).body[0].system_id;
  const scan = async () => (await ask(world, "discovery.scan", { form: { cidr: "10.10.0.0/24" } })).body;
  const first = await scan();
  expect(Object.keys(first).sort()).toEqual([...scanKeys].sort());
  expect([first.scan_started_on, first.scan_failed_on]).toEqual([[rack], []]);
  const second = await scan();
  expect([second.scan_attempted_on, second.scan_started_on, second.scan_failed_on]).toEqual([
    [rack],
    [],
    [rack],
  ]);
  world.advance(10_000);
  expect(await ips(world)).toContain("10.10.0.79");
  expect((await scan()).scan_started_on).toEqual([rack]);
  const elsewhere = await ask(world, "discovery.scan", { form: { cidr: "198.51.100.0/24" } });
  expect(elsewhere.body.scan_attempted_on).toEqual([]);
});
