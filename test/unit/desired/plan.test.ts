import { describe, expect, test } from "vitest";
import { rejection } from "../rejection.ts";
import type { Site } from "./site.ts";
import { planFor, type Rows, stepsOf } from "./state.ts";

type Row = Readonly<Record<string, unknown>>;
const domain = (id: number, name: string, more: Row = {}) => ({
  ...{ id, name, ttl: null, authoritative: true, is_default: false },
  ...more,
});
const resource = (id: number, fqdn: string) => ({ id, fqdn, address_ttl: null, ip_addresses: [] });
const record = (id: number, fqdn: string, rrdata: string) => ({ id, fqdn, rrtype: "TXT", rrdata, ttl: null });
const subnet = { id: 1, cidr: "10.0.0.0/24", name: "net" };
const range = { id: 5, start_ip: "10.0.0.10", end_ip: "10.0.0.20", type: "reserved", comment: "", subnet };
const snippet = (id: number, name: string, more: Row = {}) => ({
  ...{ id, name, value: "x;", description: "", enabled: true, global_snippet: false, node: null, subnet },
  ...more,
});
const machine = (hostname: string, ...macs: readonly string[]) => ({
  ...{ system_id: "abc123", hostname },
  interface_set: macs.map((mac_address) => ({ mac_address })),
});
const device = { system_id: "abc123", hostname: "p", domain: { id: 1, name: "a.test" }, interface_set: [] };
const license = (license_key: Readonly<{ env: string; text?: string }>): Site => ({
  "license-keys": [{ osystem: "windows", distro_series: "w", license_key }],
});
const licenses: Rows = {
  "license-keys": [{ osystem: "windows", distro_series: "w", license_key: "SECRET" }],
};

type Case = [name: string, site: Site, rows: Rows, steps: readonly string[], warnings?: readonly unknown[]];

const expectPlan =
  (isPruned: boolean) =>
  (...[, site, rows, steps, warnings = []]: Case) => {
    const plan = planFor(site, rows, isPruned);
    expect(stepsOf(plan)).toEqual(steps);
    expect(plan.warnings).toEqual(warnings);
  };

test.each<Case>([
  [
    "create, update with each field, and nothing for what is the same in another spelling",
    {
      domains: [
        { name: "ONE.test", ttl: "030", authoritative: "True" },
        { name: "two.test", ttl: 90, authoritative: false },
        { name: "three.test" },
      ],
    },
    { domains: [domain(1, "one.test", { ttl: 30 }), domain(2, "two.test", { ttl: 60 })] },
    ["update domains two.test: ttl, authoritative", "create domains three.test"],
  ],
  [
    "what only create takes replaces the object, and with it what refers to it by a field of that sort",
    {
      "dhcp-snippets": [
        { name: "a", value: "x;", iprange: "10.0.0.10", subnet: "net" },
        { name: "b", value: "x;" },
      ],
      ipranges: [{ start_ip: "10.0.0.10", end_ip: "10.0.0.20", type: "dynamic", subnet: "1" }],
    },
    {
      ipranges: [range],
      "dhcp-snippets": [snippet(7, "a", { iprange: { id: 5, start_ip: "10.0.0.10" } }), snippet(8, "b")],
    },
    ["replace ipranges 10.0.0.10: type", "replace dhcp-snippets a: iprange"],
  ],
  [
    "a machine is found by its MAC address, and renamed",
    { machines: [{ hostname: "new", mac_addresses: ["52-54-00-AA-00-02"] }] },
    { machines: [machine("old", "52:54:00:aa:00:01", "52:54:00:aa:00:02")] },
    ["update machines new: hostname"],
  ],
  [
    "a machine is never replaced: what cannot be changed is told",
    { machines: [{ hostname: "web", mac_addresses: ["52:54:00:ff:ff:ff"] }] },
    { machines: [machine("web", "52:54:00:aa:00:01")] },
    [],
    ["mac_addresses of machines cannot be changed, and is left unchanged: web"],
  ],
  [
    "a machine that is not there is created if its item asks for it",
    {
      machines: [
        {
          ...{ hostname: "new", architecture: "amd64", mac_addresses: ["52:54:00:00:00:01"] },
          ...{ power_type: "manual", create: true },
        },
      ],
    },
    { machines: [] },
    ["create machines new"],
  ],
  [
    "a field that the service does not show is not compared, and that is told once",
    {
      fabrics: [
        { name: "a", description: "x" },
        { name: "b", description: "y" },
      ],
    },
    {
      fabrics: [
        { id: 1, name: "a" },
        { id: 2, name: "b" },
      ],
    },
    [],
    [
      "the service does not show description of fabrics, so it is set only when an object is created, and never compared: a, b",
    ],
  ],
  [
    "a variable that is not set leaves its field as it is",
    license({ env: "KEY" }),
    licenses,
    [],
    ["KEY is not set: license_key of license-keys windows/w is left unchanged"],
  ],
  ["a variable that is set is compared", license({ env: "KEY", text: "SECRET" }), licenses, []],
  [
    "a variable that is set otherwise",
    license({ env: "KEY", text: "OTHER" }),
    licenses,
    ["update license-keys windows/w: license_key"],
  ],
  [
    "what is referred to is made first, whatever the order of the files",
    {
      "dnsresource-records": [{ name: "www", domain: "a.test", rrtype: "txt", rrdata: "x" }],
      dnsresources: [{ name: "www", domain: "a.test" }],
      domains: [{ name: "a.test" }],
    },
    { domains: [], dnsresources: [], "dnsresource-records": [] },
    [
      "create domains a.test",
      "create dnsresources www.a.test",
      "create dnsresource-records www.a.test/txt/x",
    ],
  ],
])("%s", expectPlan(false));

describe("with deletions", () => {
  const fabrics = ["fabric-0", "core", "edge"].map((name, id) => ({ id, name }));
  const vlans = [
    { id: 10, vid: 0, fabric_id: 1, name: "untagged" },
    { id: 11, vid: 5, fabric_id: 1, name: "five" },
    { id: 12, vid: 6, fabric_id: 2, name: "six" },
  ];
  const domains = [domain(0, "default.test", { is_default: true }), domain(1, "a.test"), domain(2, "b.test")];
  const rows: Rows = { domains, fabrics, vlans, machines: [{ system_id: "abc123", hostname: "web" }] };
  const both = [{ name: "a.test" }, { name: "b.test" }];
  const edge = { name: "edge" };

  test("are planned only with prune", () => expectPlan(false)("", { domains: [] }, rows, []));

  test.each<Case>([
    ["of what is in no file", { domains: [] }, rows, ["delete domains a.test", "delete domains b.test"]],
    [
      "never of kinds that the files do not have, of the service's own objects, or of machines",
      { domains: both, machines: [] },
      rows,
      [],
    ],
    ["never of what stands within others without a list", { fabrics: [{ name: "core" }, edge] }, rows, []],
    [
      "of what stands within others that have an empty list of it",
      { fabrics: [{ name: "core", vlans: [] }, edge] },
      rows,
      ["delete vlans core/5"],
    ],
    [
      "of what stands within others that have a list of it",
      {
        fabrics: [
          { name: "core", vlans: [{ vid: 5 }] },
          { name: "edge", vlans: [] },
        ],
      },
      rows,
      ["delete vlans edge/6"],
    ],
    [
      "not of what items refer to, which is told",
      { domains: [], devices: [{ hostname: "p", domain: "a.test" }] },
      { ...rows, devices: [device] },
      ["delete domains b.test"],
      ["domains a.test stays: devices p needs it"],
    ],
    [
      "not where an item cannot be told apart, which is told",
      { sslkeys: [{ key: { env: "PEM" } }] },
      { sslkeys: [{ id: 1, key: "-----BEGIN CERTIFICATE-----" }] },
      [],
      [
        "PEM is not set: sslkeys (site.yaml:1:3) is left out",
        expect.stringMatching(/^sslkeys sha256:[0-9a-f]{16} stays: it may be the item at site\.yaml:1$/),
      ],
    ],
    [
      "what goes makes room for what comes in its kind",
      { ipranges: [{ start_ip: "10.0.0.5", end_ip: "10.0.0.20", type: "reserved", subnet: "net" }] },
      { ipranges: [range], subnets: [{ id: 1, cidr: "10.0.0.0/24", name: "net" }] },
      ["delete ipranges 10.0.0.10", "create ipranges 10.0.0.5"],
    ],
    [
      "what a changed reference leaves goes after the change",
      { domains: [{ name: "b.test" }], devices: [{ hostname: "p", domain: "b.test" }] },
      { domains: [domain(1, "a.test"), domain(2, "b.test")], devices: [device] },
      ["update devices p: domain", "delete domains a.test"],
    ],
  ])("%s", expectPlan(true));

  test("an object is deleted before the objects that it refers to", () => {
    const { steps } = planFor(
      { domains: [], dnsresources: [], "dnsresource-records": [] },
      {
        domains: [domain(1, "a.test"), domain(2, "b.a.test")],
        dnsresources: [resource(1, "www.a.test"), resource(2, "x.b.a.test")],
        "dnsresource-records": [record(1, "www.a.test", "x")],
      },
      true,
    );
    const names = steps.map(({ step }) => step.name);
    const at = (name: string) => names.indexOf(name);
    expect(at("www.a.test/TXT/x")).toBeLessThan(at("www.a.test"));
    expect(at("www.a.test")).toBeLessThan(at("a.test"));
    expect(at("x.b.a.test")).toBeLessThan(at("b.a.test"));
    expect(names).toHaveLength(5);
  });
});

test.each<readonly [string, Site, Rows, "usage" | "notFound", readonly string[]]>([
  [
    "a new object without what it needs, at the place of its item",
    { ipranges: [{ start_ip: "10.0.0.1" }] },
    { ipranges: [] },
    "usage",
    ["1:3: ipranges 10.0.0.1 does not exist, and creating it needs end_ip, subnet, type"],
  ],
  [
    "a rule between fields that only a new object has to keep",
    { "boot-sources": [{ url: "http://x/" }] },
    { "boot-sources": [] },
    "usage",
    ["1:3: boot-sources http://x/: give keyring_data or keyring_filename with url"],
  ],
  [
    "a machine that is not there",
    { machines: [{ hostname: "new" }] },
    { machines: [] },
    "notFound",
    ["1:3: machines new does not exist; 'create: true' in the item creates it"],
  ],
  [
    "a reference to nothing",
    { dnsresources: [{ name: "a", domain: "no.test" }] },
    { dnsresources: [], domains: [] },
    "notFound",
    ["1:3: dnsresources a.no.test: domain 'no.test' is neither in the files nor on the service"],
  ],
  [
    "a reference to a name that is misspelt",
    { dnsresources: [{ name: "a", domain: "lab.tset" }], domains: [{ name: "lab.test" }] },
    { dnsresources: [], domains: [] },
    "notFound",
    [
      "1:3: dnsresources a.lab.tset: domain 'lab.tset' is neither in the files nor on the service; did you mean lab.test?",
    ],
  ],
  [
    "a node that nobody is called",
    { devices: [{ hostname: "p", mac_addresses: ["52:54:00:00:00:01"], parent: "nobody-there" }] },
    { devices: [] },
    "notFound",
    ["1:3: devices p: parent: no node is called 'nobody-there'"],
  ],
  [
    "two items for one object",
    { machines: [{ hostname: "web" }, { mac_addresses: ["52:54:00:aa:00:01"] }] },
    { machines: [machine("web", "52:54:00:aa:00:01")] },
    "usage",
    ["2:3: machines web is the same object as the one in site.yaml:1:3"],
  ],
  [
    "a label or mount without a file system",
    { machines: [{ hostname: "web", block_devices: [{ name: "sda", label: "x", mount_options: "ro" }] }] },
    {
      machines: [machine("web", "52:54:00:aa:00:01")],
      "block-devices": [{ id: 1, name: "sda", system_id: "abc123", filesystem: null }],
    },
    "usage",
    [
      "2:3: block-devices web/sda: label needs fstype",
      "2:3: block-devices web/sda: mount_options needs mount_point",
    ],
  ],
])("%s cannot be planned", async (_, site, rows, kind, problems) => {
  const failure = await rejection(() => planFor(site, rows));
  expect(failure.kind).toBe(kind);
  expect([failure.message, ...(failure.details.lines ?? [])]).toEqual(
    problems.map((problem) => `site.yaml:${problem}`),
  );
});

test("a link is made after the change of the interface's VLAN, which deletes links", () => {
  const { steps } = planFor(
    {
      machines: [
        { hostname: "m", interfaces: [{ name: "eth1", vlan: "f/1", links: [{ mode: "link_up" }] }] },
      ],
    },
    {
      fabrics: [{ id: 1, name: "f" }],
      vlans: [{ id: 2, fabric_id: 1, vid: 1, name: "v" }],
      machines: [{ system_id: "abc123", hostname: "m", status: 4 }],
      interfaces: [{ id: 5, system_id: "abc123", name: "eth1", type: "physical", vlan: null }],
    },
  );
  expect(steps.map(({ step, needs }) => [step.kind.name, needs])).toEqual([
    ["interfaces", []],
    ["links", [0]],
  ]);
});

test("many deletions and creations need no more edges than there are objects", () => {
  const count = 4_000;
  const names = (prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}.test`);
  const rows: Rows = { domains: names("old").map((name, index) => domain(index + 1, name)) };
  const plan = planFor({ domains: names("new").map((name) => ({ name })) }, rows, true);
  expect(plan.steps).toHaveLength(2 * count);
  expect(plan.steps.reduce((sum, { needs, follows }) => sum + needs.length + follows.length, 0)).toBe(count);
  expect(plan.waitGroups.map((room) => room.length)).toEqual([count]);
});

test("two objects of one name are refused with both ids, but only if the files name them", () => {
  const twins = { domains: [domain(1, "one.test", { ttl: 30 }), domain(2, "ONE.test", { ttl: 60 })] };
  expect(() => planFor({ domains: [{ name: "one.test", ttl: 5 }] }, twins)).toThrow(
    "two domains are called one.test: ids 1 and 2",
  );
  expect(stepsOf(planFor({ domains: [{ name: "two.test" }] }, twins))).toEqual(["create domains two.test"]);
});

test.each(["", ".", "..", "a\ud800"])("an id that no address can hold is a failure: '%s'", (id) => {
  const rows = () => planFor({ domains: [{ name: "one.test" }] }, { domains: [{ id, name: "one.test" }] });
  expect(rows).toThrow(`the id of one of the domains is "${id}", which cannot be part of a URL`);
});
