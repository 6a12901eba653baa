import { describe, expect, test } from "vitest";
import { Failure } from "../../../src/core/failure.ts";
import { documentedKinds } from "./documented-kinds.ts";
import type { Site } from "./site.ts";
import { planFor, type Rows, stepsOf } from "./state.ts";

const kinds = await documentedKinds();
const stepsFor = (site: Site, rows: Rows, isPruned = false) => stepsOf(planFor(kinds, site, rows, isPruned));
const failureFor = (site: Site, rows: Rows, isPruned = false): Failure => {
  try {
    planFor(kinds, site, rows, isPruned);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("the plan was made");
};

const domain = (id: number, name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ id, name, ttl: null, authoritative: true, is_default: false },
  ...more,
});
const resource = (id: number, fqdn: string, ips: readonly string[] = []) => ({
  ...{ id, fqdn, address_ttl: null },
  ip_addresses: ips.map((ip) => ({ ip })),
});
const record = (id: number, fqdn: string, rrdata: string) => ({ id, fqdn, rrtype: "TXT", rrdata, ttl: null });

describe("what is done", () => {
  test("create, update with each field, and nothing for what is the same in another spelling", () => {
    const rows: Rows = { domains: [domain(1, "one.test", { ttl: 30 }), domain(2, "two.test", { ttl: 60 })] };
    const site: Site = {
      domains: [
        { name: "ONE.test", ttl: "030", authoritative: "True" },
        { name: "two.test", ttl: 90, authoritative: false },
        { name: "three.test" },
      ],
    };
    expect(stepsFor(site, rows)).toEqual([
      "update domains two.test: ttl, authoritative",
      "create domains three.test",
    ]);
  });

  test("what only create takes replaces the object, and with it what refers to it by a field of that sort", () => {
    const subnet = { id: 1, cidr: "10.0.0.0/24", name: "net" };
    const rows: Rows = {
      ipranges: [
        { id: 5, start_ip: "10.0.0.10", end_ip: "10.0.0.20", type: "reserved", comment: "", subnet },
      ],
      "dhcp-snippets": [
        {
          ...{
            id: 7,
            name: "a",
            value: "x;",
            description: "",
            enabled: true,
            global_snippet: false,
            node: null,
          },
          subnet,
          iprange: { id: 5, start_ip: "10.0.0.10" },
        },
        {
          ...{
            id: 8,
            name: "b",
            value: "x;",
            description: "",
            enabled: true,
            global_snippet: false,
            node: null,
          },
          subnet,
        },
      ],
    };
    const site: Site = {
      "dhcp-snippets": [
        { name: "a", value: "x;", iprange: "10.0.0.10", subnet: "net" },
        { name: "b", value: "x;" },
      ],
      ipranges: [{ start_ip: "10.0.0.10", end_ip: "10.0.0.20", type: "dynamic", subnet: "1" }],
    };
    expect(stepsFor(site, rows)).toEqual([
      "replace ipranges 10.0.0.10: type",
      "replace dhcp-snippets a: iprange",
    ]);
  });

  test("a machine is found by its MAC address, and renamed", () => {
    const machine = {
      system_id: "abc123",
      hostname: "old",
      interface_set: [{ mac_address: "52:54:00:aa:00:01" }, { mac_address: "52:54:00:aa:00:02" }],
    };
    const site: Site = { machines: [{ hostname: "new", mac_addresses: ["52-54-00-AA-00-02"] }] };
    expect(stepsFor(site, { machines: [machine] })).toEqual(["update machines new: hostname"]);
  });

  test("a machine is never replaced: what cannot be changed is told", () => {
    const machine = {
      system_id: "abc123",
      hostname: "web",
      interface_set: [{ mac_address: "52:54:00:aa:00:01" }],
    };
    const plan = planFor(
      kinds,
      { machines: [{ hostname: "web", mac_addresses: ["52:54:00:ff:ff:ff"] }] },
      { machines: [machine] },
    );
    expect(stepsOf(plan)).toEqual([]);
    expect(plan.warnings).toEqual(["mac_addresses of machines cannot be changed, and is left as it is: web"]);
  });

  test("a field that the service does not show is not compared, and that is told once", () => {
    const rows: Rows = {
      fabrics: [
        { id: 1, name: "a" },
        { id: 2, name: "b" },
      ],
    };
    const plan = planFor(
      kinds,
      {
        fabrics: [
          { name: "a", description: "x" },
          { name: "b", description: "y" },
        ],
      },
      rows,
    );
    expect(stepsOf(plan)).toEqual([]);
    expect(plan.warnings).toEqual([
      "the service does not show description of fabrics, so it is set when an object is created, and not compared: a, b",
    ]);
  });

  test("a variable that is not set leaves its field as it is; a set one is compared", () => {
    const rows: Rows = {
      "license-keys": [{ osystem: "windows", distro_series: "w", license_key: "SECRET" }],
    };
    const site = (text?: string): Site => ({
      "license-keys": [
        {
          osystem: "windows",
          distro_series: "w",
          license_key: { env: "KEY", ...(text === undefined ? {} : { text }) },
        },
      ],
    });
    const unset = planFor(kinds, site(), rows);
    expect(stepsOf(unset)).toEqual([]);
    expect(unset.warnings).toEqual([
      "KEY is not set: license_key of license-keys windows/w is left as it is",
    ]);
    expect(stepsFor(site("SECRET"), rows)).toEqual([]);
    expect(stepsFor(site("OTHER"), rows)).toEqual(["update license-keys windows/w: license_key"]);
  });
});

describe("order", () => {
  test("what is referred to is made first, whatever the order of the files", () => {
    const site: Site = {
      "dnsresource-records": [{ name: "www", domain: "a.test", rrtype: "txt", rrdata: "x" }],
      dnsresources: [{ name: "www", domain: "a.test" }],
      domains: [{ name: "a.test" }],
    };
    expect(stepsFor(site, { domains: [], dnsresources: [], "dnsresource-records": [] })).toEqual([
      "create domains a.test",
      "create dnsresources www.a.test",
      "create dnsresource-records www.a.test/txt/x",
    ]);
  });

  test("what refers goes first", () => {
    const rows: Rows = {
      domains: [domain(1, "a.test"), domain(2, "b.a.test")],
      dnsresources: [resource(1, "www.a.test"), resource(2, "x.b.a.test")],
      "dnsresource-records": [record(1, "www.a.test", "x")],
    };
    const steps = stepsFor({ domains: [], dnsresources: [], "dnsresource-records": [] }, rows, true);
    const at = (text: string) => steps.indexOf(`delete ${text}`);
    expect(at("dnsresource-records www.a.test/TXT/x")).toBeLessThan(at("dnsresources www.a.test"));
    expect(at("dnsresources www.a.test")).toBeLessThan(at("domains a.test"));
    expect(at("dnsresources x.b.a.test")).toBeLessThan(at("domains b.a.test"));
    expect(steps).toHaveLength(5);
  });

  test("what goes makes room for what comes in its kind", () => {
    const subnet = { id: 1, cidr: "10.0.0.0/24", name: "net" };
    const rows: Rows = {
      ipranges: [
        { id: 5, start_ip: "10.0.0.10", end_ip: "10.0.0.20", type: "reserved", comment: "", subnet },
      ],
    };
    const site: Site = {
      ipranges: [{ start_ip: "10.0.0.5", end_ip: "10.0.0.20", type: "reserved", subnet: "net" }],
    };
    expect(stepsOf(planFor(kinds, site, rows, true))).toEqual([
      "delete ipranges 10.0.0.10",
      "create ipranges 10.0.0.5",
    ]);
  });

  test("what a changed reference leaves goes after the change", () => {
    const device = {
      system_id: "abc123",
      hostname: "p",
      domain: { id: 1, name: "a.test" },
      interface_set: [],
    };
    const rows: Rows = { domains: [domain(1, "a.test"), domain(2, "b.test")], devices: [device] };
    const site: Site = { domains: [{ name: "b.test" }], devices: [{ hostname: "p", domain: "b.test" }] };
    expect(stepsFor(site, rows, true)).toEqual(["update devices p: domain", "delete domains a.test"]);
  });
});

describe("deletion", () => {
  const rows: Rows = {
    domains: [domain(0, "default.test", { is_default: true }), domain(1, "a.test"), domain(2, "b.test")],
    fabrics: [
      { id: 0, name: "fabric-0" },
      { id: 1, name: "core" },
      { id: 2, name: "edge" },
    ],
    vlans: [
      { id: 10, vid: 0, fabric_id: 1, name: "untagged" },
      { id: 11, vid: 5, fabric_id: 1, name: "five" },
      { id: 12, vid: 6, fabric_id: 2, name: "six" },
    ],
    machines: [{ system_id: "abc123", hostname: "web" }],
  };

  test("happens with prune alone", () => {
    expect(stepsFor({ domains: [] }, rows)).toEqual([]);
    expect(stepsFor({ domains: [] }, rows, true)).toEqual(["delete domains a.test", "delete domains b.test"]);
  });

  test("never of kinds that the files do not have, of the service's own objects, or of machines", () => {
    expect(stepsFor({ machines: [] }, rows, true)).toEqual([]);
    expect(stepsFor({ domains: [{ name: "a.test" }, { name: "b.test" }], machines: [] }, rows, true)).toEqual(
      [],
    );
  });

  test("of what stands within others only where those have a list of it", () => {
    const other = { name: "edge" };
    expect(stepsFor({ fabrics: [{ name: "core" }, other] }, rows, true)).toEqual([]);
    expect(stepsFor({ fabrics: [{ name: "core", vlans: [] }, other] }, rows, true)).toEqual([
      "delete vlans core/5",
    ]);
    expect(
      stepsFor(
        {
          fabrics: [
            { name: "core", vlans: [{ vid: 5 }] },
            { name: "edge", vlans: [] },
          ],
        },
        rows,
        true,
      ),
    ).toEqual(["delete vlans edge/6"]);
  });

  test("not of what items refer to, which is told", () => {
    const device = { system_id: "abc123", hostname: "p", domain: { id: 1, name: "a.test" } };
    const plan = planFor(
      kinds,
      { domains: [], devices: [{ hostname: "p", domain: "a.test" }] },
      { ...rows, devices: [device] },
      true,
    );
    expect(stepsOf(plan)).toEqual(["delete domains b.test"]);
    expect(plan.warnings).toEqual(["domains a.test stays: devices p needs it"]);
  });

  test("not where an item cannot be told apart, which is told", () => {
    const site: Site = { sslkeys: [{ key: { env: "PEM" } }] };
    const plan = planFor(kinds, site, { sslkeys: [{ id: 1, key: "-----BEGIN CERTIFICATE-----" }] }, true);
    expect(stepsOf(plan)).toEqual([]);
    expect(plan.warnings).toEqual([
      "PEM is not set: sslkeys (site.yaml:1:3) is left out",
      expect.stringMatching(/^sslkeys sha256:[0-9a-f]{16} stays: it may be the item at site\.yaml:1$/),
    ]);
  });
});

describe("what cannot be planned", () => {
  test("a new object without what it needs, at the place of its item", () => {
    const failure = failureFor({ ipranges: [{ start_ip: "10.0.0.1" }] }, { ipranges: [] });
    expect(failure.kind).toBe("usage");
    expect([failure.message, ...(failure.details.lines ?? [])]).toEqual([
      "site.yaml:1:3: ipranges 10.0.0.1: end_ip is required",
      "site.yaml:1:3: ipranges 10.0.0.1: subnet is required",
      "site.yaml:1:3: ipranges 10.0.0.1: type is required",
    ]);
  });

  test("a rule between fields that only a new object has to keep", () => {
    expect(failureFor({ "boot-sources": [{ url: "http://x/" }] }, { "boot-sources": [] }).message).toBe(
      "site.yaml:1:3: boot-sources http://x/: give keyring_data or keyring_filename with url",
    );
  });

  test("a machine that is not there, unless its item asks for it", () => {
    const failure = failureFor({ machines: [{ hostname: "new" }] }, { machines: [] });
    expect([failure.kind, failure.message]).toEqual(["notFound", "site.yaml:1:3: machines new is not there"]);
    const site: Site = {
      machines: [
        {
          hostname: "new",
          architecture: "amd64",
          mac_addresses: ["52:54:00:00:00:01"],
          power_type: "manual",
          create: true,
        },
      ],
    };
    expect(stepsFor(site, { machines: [] })).toEqual(["create machines new"]);
  });

  test("a reference to nothing", () => {
    const failure = failureFor(
      { dnsresources: [{ name: "a", domain: "no.test" }] },
      { dnsresources: [], domains: [] },
    );
    expect([failure.kind, failure.message]).toEqual([
      "notFound",
      "site.yaml:1:3: dnsresources a.no.test: domain 'no.test' is not one of the domains",
    ]);
  });

  test("a node that nobody is called", () => {
    const failure = failureFor(
      { devices: [{ hostname: "p", mac_addresses: ["52:54:00:00:00:01"], parent: "nobody-there" }] },
      { devices: [] },
    );
    expect(failure.message).toBe("site.yaml:1:3: devices p: parent: no node is called 'nobody-there'");
  });

  test("two items for one object", () => {
    const machine = {
      system_id: "abc123",
      hostname: "web",
      interface_set: [{ mac_address: "52:54:00:aa:00:01" }],
    };
    const failure = failureFor(
      { machines: [{ hostname: "web" }, { mac_addresses: ["52:54:00:aa:00:01"] }] },
      { machines: [machine] },
    );
    expect(failure.message).toBe("site.yaml:2:3: machines web is the same object as in site.yaml:1:3");
  });
});

test("many objects that go and come make no more lines between them than there are objects", () => {
  const count = 4_000;
  const names = (prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}.test`);
  const rows: Rows = { domains: names("old").map((name, index) => domain(index + 1, name)) };
  const plan = planFor(kinds, { domains: names("new").map((name) => ({ name })) }, rows, true);
  expect(plan.steps).toHaveLength(2 * count);
  expect(plan.steps.reduce((sum, { needs, follows }) => sum + needs.length + follows.length, 0)).toBe(count);
  expect(plan.rooms.map((room) => room.length)).toEqual([count]);
});
