import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openService, type Service } from "./service.ts";
import type { Site } from "./site.ts";

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.stop());

const key = (data: string, comment = "") =>
  `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${data.padEnd(43, "A")}${comment}`;

/** An item of each kind, and another state of it. */
const cases: Readonly<Record<string, readonly [first: Site, then: Site]>> = {
  config: [{ config: { ntp_servers: "10.0.0.1" } }, { config: { ntp_servers: "10.0.0.2" } }],
  domains: [
    { domains: [{ name: "one.test", ttl: 30 }] },
    {
      domains: [
        { name: "one.test", ttl: 60, authoritative: false, forward_dns_servers: ["10.0.0.1", "10.0.0.2"] },
      ],
    },
  ],
  dnsresources: [
    { dnsresources: [{ name: "app", domain: "example.com", ip_addresses: ["10.10.0.60"] }] },
    {
      dnsresources: [
        { name: "app", domain: "example.com", ip_addresses: ["10.10.0.60", "10.10.0.61"], address_ttl: 20 },
      ],
    },
  ],
  "dnsresource-records": [
    { "dnsresource-records": [{ name: "mail", domain: "example.com", rrtype: "txt", rrdata: "one" }] },
    { "dnsresource-records": [{ name: "mail", domain: "example.com", rrtype: "TXT", rrdata: "two" }] },
  ],
  fabrics: [
    { fabrics: [{ name: "core", vlans: [{ vid: 7, name: "seven", mtu: 1500 }] }] },
    {
      fabrics: [
        { name: "core", class_type: "10g", vlans: [{ vid: 7, name: "seven", mtu: 9000, space: "prod" }] },
      ],
    },
  ],
  ipranges: [
    {
      ipranges: [{ start_ip: "10.10.0.70", end_ip: "10.10.0.80", subnet: "10.10.0.0/24", type: "reserved" }],
    },
    {
      ipranges: [
        { start_ip: "10.10.0.70", end_ip: "10.10.0.79", subnet: "prod-net", type: "reserved", comment: "x" },
      ],
    },
  ],
  "boot-sources": [
    {
      "boot-sources": [
        {
          url: "http://two.example/",
          keyring_filename: "/k.gpg",
          selections: [{ os: "ubuntu", release: "noble" }],
        },
      ],
    },
    {
      "boot-sources": [
        {
          url: "http://two.example/",
          keyring_data: Buffer.from([1, 2, 3, 255]),
          selections: [{ os: "ubuntu", release: "noble", arches: ["arm64", "amd64"] }],
        },
      ],
    },
  ],
  sshkeys: [
    { sshkeys: [{ key: key("x", " me@here") }] },
    { sshkeys: [{ key: key("x") }, { key: key("y") }] },
  ],
  "license-keys": [
    {
      "license-keys": [
        { osystem: "windows", distro_series: "win2025", license_key: "FFFFF-GGGGG-HHHHH-IIIII-JJJJJ" },
      ],
    },
    {
      "license-keys": [
        { osystem: "windows", distro_series: "win2025", license_key: "KKKKK-GGGGG-HHHHH-IIIII-JJJJJ" },
      ],
    },
  ],
  "commissioning-scripts": [
    { "commissioning-scripts": [{ name: "70-x", content: Buffer.from("#!/bin/sh\nsleep 1\n") }] },
    { "commissioning-scripts": [{ name: "70-x", content: Buffer.from("#!/bin/sh\nsleep 2\n") }] },
  ],
  "dhcp-snippets": [
    {
      "dhcp-snippets": [
        { name: "dns", value: "option domain-name-servers 10.10.0.2;", subnet: "10.10.0.0/24" },
      ],
    },
    {
      "dhcp-snippets": [
        { name: "dns", value: "option domain-name-servers 10.10.0.3;", enabled: false, global_snippet: true },
      ],
    },
  ],
  files: [
    { files: [{ filename: "motd", file: Buffer.from("hello\n") }] },
    { files: [{ filename: "motd", file: Buffer.from([0, 1, 2, 255]) }] },
  ],
  devices: [
    { devices: [{ hostname: "printer", mac_addresses: ["52:54:00:DD:00:01"], domain: "example.com" }] },
    {
      devices: [
        {
          hostname: "printer",
          description: "second floor",
          zone: "north",
          parent: "web-01",
          annotations: { map: { role: "print" } },
        },
      ],
    },
  ],
  machines: [
    {
      machines: [
        {
          hostname: "web-01",
          description: "front",
          zone: "north",
          pool: "web",
          power_parameters: { map: { power_address: "qemu+ssh://x/system" } },
        },
      ],
    },
    {
      machines: [
        {
          hostname: "WEB-01",
          domain: "example.com",
          description: "",
          zone: "south",
          annotations: { map: { a: "1", b: "2" } },
        },
      ],
    },
  ],
  zones: [
    { zones: [{ name: "east", description: "East hall" }] },
    { zones: [{ name: "east", description: "" }] },
  ],
  resourcepools: [
    { resourcepools: [{ name: "gpu" }] },
    { resourcepools: [{ name: "gpu", description: "cards" }] },
  ],
  tags: [{ tags: [{ name: "fast", comment: "a" }] }, { tags: [{ name: "fast", comment: "b" }] }],
  spaces: [{ spaces: [{ name: "dmz" }] }, { spaces: [{ name: "dmz", description: "outside" }] }],
  subnets: [
    {
      subnets: [{ cidr: "10.77.0.0/24", name: "seventy", vlan: "fabric-prod/100", gateway_ip: "10.77.0.1" }],
    },
    {
      subnets: [
        {
          cidr: "10.77.0.0/24",
          name: "other",
          vlan: "fabric-prod/untagged",
          dns_servers: "10.77.0.2 10.77.0.3",
          allow_dns: 0,
        },
      ],
    },
  ],
};

test("the untagged VLAN of a new fabric is there with it, and is changed", async () => {
  const site: Site = { fabrics: [{ name: "fresh", vlans: [{ vid: 0, mtu: 9000, description: "flat" }] }] };
  const results = await service.apply(site);
  expect(results.map(({ state, failure }) => failure?.message ?? state)).toEqual(["done", "done"]);
  expect(await service.plan(site)).toEqual([]);
});

describe("every kind", () => {
  test("has a case here", () => {
    const inner = [...service.kinds.values()]
      .filter(({ kind }) => kind.parent !== undefined)
      .map(({ name }) => name);
    expect([...Object.keys(cases), ...inner, "sslkeys"].sort()).toEqual([...service.kinds.keys()].sort());
  });

  test.each(Object.entries(cases))(
    "%s: made, changed, and then as it should be",
    async (name, [first, then]) => {
      for (const site of [first, then]) {
        const planned = await service.plan(site);
        expect(planned.length, name).toBeGreaterThan(0);
        const results = await service.apply(site);
        expect(results.map(({ state, failure }) => failure?.message ?? state)).toEqual(
          results.map(() => "done"),
        );
        expect(await service.plan(site)).toEqual([]);
      }
    },
  );
});

test("DHCP of a new VLAN is turned on when its range is there, and stays", async () => {
  const site: Site = {
    fabrics: [{ name: "with-dhcp", vlans: [{ vid: 9, primary_rack: "rack-01", dhcp_on: true, mtu: 1500 }] }],
    ipranges: [{ start_ip: "10.55.0.10", end_ip: "10.55.0.20", type: "dynamic", subnet: "10.55.0.0/24" }],
    subnets: [{ cidr: "10.55.0.0/24", vlan: "with-dhcp/9" }],
  };
  const planned = await service.plan(site);
  expect(
    planned.map(({ action, kind, fields }) => `${action} ${kind} ${Object.keys(fields).join()}`),
  ).toEqual([
    "create fabrics name",
    "create vlans vid,primary_rack,mtu",
    "create subnets cidr,vlan",
    "create ipranges start_ip,end_ip,type,subnet",
    "update vlans dhcp_on",
  ]);
  const results = await service.apply(site);
  expect(results.map(({ failure }) => failure?.message ?? "done")).toEqual(results.map(() => "done"));
  expect(await service.plan(site)).toEqual([]);
  const off: Site = { fabrics: [{ name: "with-dhcp", vlans: [{ vid: 9, dhcp_on: false }] }], ipranges: [] };
  expect((await service.apply({ fabrics: off["fabrics"] ?? [] })).map(({ state }) => state)).toEqual([
    "done",
  ]);
  const again = await service.plan(site);
  expect(again.map(({ action, fields }) => `${action} ${Object.keys(fields).join()}`)).toEqual([
    "update dhcp_on",
  ]);
});
