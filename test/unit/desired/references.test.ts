import { expect, test } from "vitest";
import { failureOf } from "../../../src/cli/commands/desired/apply-report.ts";
import { rejection } from "../rejection.ts";
import { serviceOfFile } from "./service.ts";
import type { Site } from "./site.ts";
import { planFor } from "./state.ts";

const service = await serviceOfFile();

/** The id of the listed object whose member has this value. */
async function idOf(group: string, member: string, value: string, id = "id"): Promise<string> {
  const { list } = service.kinds.get(group)?.operations ?? {};
  if (list === undefined) throw new Error(`${group} has no list`);
  const rows = (await (await service.client.call(list.operation, {})).value()) as Record<string, unknown>[];
  return String(rows.find((row) => row[member] === value)?.[id]);
}

const vlan = (text: string): Site => ({ subnets: [{ cidr: "10.44.0.0/24", vlan: text }] });
const subnet = (text: string): Site => ({
  ipranges: [{ start_ip: "10.10.0.110", end_ip: "10.10.0.115", type: "reserved", subnet: text }],
});
const snippet = (field: string, text: string): Site => ({
  "dhcp-snippets": [
    {
      name: `by-${field}`,
      value: "option ntp-servers 10.0.0.1;",
      ...(field === "iprange" ? { subnet: "prod-net" } : {}),
      [field]: text,
    },
  ],
});
const vlanId = async () => {
  const fabric = (await service.read("fabrics", "fabric.read", {
    id: await idOf("fabrics", "name", "fabric-prod"),
  })) as { readonly vlans: readonly { readonly vid: number; readonly id: number }[] };
  return String(fabric.vlans.find(({ vid }) => vid === 100)?.id);
};

const cases: readonly [string, (text: string) => Site, readonly (string | (() => Promise<string>))[]][] = [
  [
    "the VLAN of a subnet",
    vlan,
    [
      "fabric-prod/100",
      "fabric-prod/mgmt",
      async () => `${await idOf("fabrics", "name", "fabric-prod")}/100`,
      vlanId,
    ],
  ],
  [
    "the subnet of a range",
    subnet,
    ["10.10.0.0/24", "10.10.0.9/24", "prod-net", () => idOf("subnets", "name", "prod-net")],
  ],
  [
    "the domain of a DNS resource",
    (domain) => ({ dnsresources: [{ name: "spelled", domain, ip_addresses: ["10.10.0.120"] }] }),
    ["example.com", "Example.COM.", () => idOf("domains", "name", "example.com")],
  ],
  [
    "the domain, zone and pool of a machine",
    (zone) => ({ machines: [{ hostname: "web-01", zone }] }),
    ["north", () => idOf("zones", "name", "north")],
  ],
  [
    "the pool of a machine",
    (pool) => ({ machines: [{ hostname: "web-01", pool }] }),
    ["web", () => idOf("resourcepools", "name", "web")],
  ],
  [
    "the parent of a device",
    (parent) => ({ devices: [{ hostname: "child", mac_addresses: ["52:54:00:cc:00:01"], parent }] }),
    ["web-02", "WEB-02", "web-02.svc", () => idOf("machines", "hostname", "web-02", "system_id")],
  ],
  [
    "the node of a snippet",
    (text) => snippet("node", text),
    ["web-02", () => idOf("machines", "hostname", "web-02", "system_id")],
  ],
  [
    "the subnet of a snippet",
    (text) => snippet("subnet", text),
    ["mgmt-net", "10.20.0.0/24", () => idOf("subnets", "name", "mgmt-net")],
  ],
  [
    "the range of a snippet",
    (text) => snippet("iprange", text),
    ["10.10.0.200", () => idOf("ipranges", "start_ip", "10.10.0.200")],
  ],
  [
    "the relay of a VLAN",
    (relay_vlan) => ({ fabrics: [{ name: "fabric-old", vlans: [{ vid: 44, relay_vlan }] }] }),
    ["fabric-prod/100", "fabric-prod/mgmt", vlanId],
  ],
];

test.each(cases)("%s may be named in every way, and all of them are the same", async (_, site, spellings) => {
  const texts = await Promise.all(spellings.map((each) => (typeof each === "string" ? each : each())));
  for (const sample of texts) {
    service.sandbox.reset();
    const results = await service.apply(site(sample));
    expect(
      results.map(({ failure }) => failure?.message ?? "done"),
      sample,
    ).toEqual(results.map(() => "done"));
    for (const text of texts) expect(await service.plan(site(text)), `${sample} and ${text}`).toEqual([]);
  }
});

test("an object of the same files can be named in every way that needs no id", async () => {
  service.sandbox.reset();
  const site = (vlanName: string, subnetName: string): Site => ({
    ipranges: [{ start_ip: "10.55.0.10", end_ip: "10.55.0.20", type: "reserved", subnet: subnetName }],
    subnets: [{ cidr: "10.55.0.9/24", name: "new-net", vlan: vlanName }],
    fabrics: [{ name: "new", vlans: [{ vid: 7, name: "seven" }] }],
  });
  for (const vlanName of ["new/7", "new/seven"])
    for (const subnetName of ["new-net", "10.55.0.0/24", "10.55.0.200/24"]) {
      service.sandbox.reset();
      const results = await service.apply(site(vlanName, subnetName));
      expect(results.map(({ failure }) => failure?.message ?? "done")).toEqual(results.map(() => "done"));
      expect(await service.plan(site(vlanName, subnetName))).toEqual([]);
    }
});

test("a node that is replaced by another is shown by its host name", async () => {
  service.sandbox.reset();
  const device = (parent: string): Site => ({
    devices: [{ hostname: "child", mac_addresses: ["52:54:00:cc:00:01"], parent }],
  });
  await service.apply(device("web-01"));
  const [step] = await service.plan(device("web-02"));
  expect(step?.fields).toEqual({ parent: { from: "web-01", to: "web-02" } });
});

test("a warning names new objects that replace others with references", async () => {
  service.sandbox.reset();
  const site = (start_ip: string): Site => ({
    ipranges: [
      { start_ip, end_ip: "10.10.0.110", type: "reserved", subnet: "prod-net" },
      { start_ip: "10.10.0.200", end_ip: "10.10.0.239", type: "dynamic", subnet: "prod-net" },
      { start_ip: "10.10.0.240", end_ip: "10.10.0.250", type: "reserved", subnet: "prod-net" },
    ],
    "dhcp-snippets": [{ name: "ranged", value: "x 1;", subnet: "prod-net", iprange: start_ip }],
  });
  await service.apply(site("10.10.0.100"));
  const results = await service.apply({ ...site("10.10.0.101") }, true);
  expect(failureOf(results, undefined, ["ipranges"])?.details.hint).toContain(
    "ipranges 10.10.0.101 must be created before others of its kind are deleted",
  );
  expect(failureOf(results, undefined, [])?.details.hint).toBe(
    "fix what the service refused, then run the same command again",
  );
});

test("new items that refer to each other in a cycle are refused with their places", async () => {
  const vlans = [
    { vid: 10, relay_vlan: "f/20" },
    { vid: 20, relay_vlan: "f/10" },
  ];
  const failure = await rejection(() =>
    planFor({ fabrics: [{ name: "f", vlans }] }, { fabrics: [], vlans: [] }),
  );
  expect(failure).toMatchObject({
    kind: "usage",
    message: "items refer to each other in a cycle, so none of them can be created first",
    details: { lines: ["site.yaml:2:3: vlans f/10", "site.yaml:3:3: vlans f/20"] },
  });
});
