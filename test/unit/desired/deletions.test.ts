import { beforeEach, describe, expect, test } from "vitest";
import { topLevelKinds } from "../../../src/desired/kinds.ts";
import { allNodes } from "../../../src/sandbox/state/world.ts";
import { serviceOfFile } from "./service.ts";

const service = await serviceOfFile();
beforeEach(() => service.sandbox.reset());

const prunable = topLevelKinds(service.kinds)
  .filter(({ spec, operations }) => operations.remove !== undefined && spec.createOnDemand !== true)
  .map(({ name }) => name);

const planned = async (site: Parameters<typeof service.plan>[0]) =>
  (await service.plan(site, true)).map(({ kind, name }) => `${kind} ${name}`);

describe("what a prune plans to delete the service deletes", () => {
  test.each(prunable)("%s", async (kind) => {
    const results = await service.apply({ [kind]: [] }, true);
    expect(results.map(({ step, failure }) => [step.name, failure?.message])).toEqual(
      results.map(({ step }) => [step.name, undefined]),
    );
    expect(await planned({ [kind]: [] })).toEqual([]);
  });
});

describe("what holds something stays", () => {
  test("a domain with DNS resources, unless these are deleted too", async () => {
    expect(await planned({ domains: [] })).toEqual(["domains old.example.com"]);
    const both = await planned({ domains: [], dnsresources: [] });
    expect(both).toContain("domains example.com");
    expect(both.indexOf("domains example.com")).toBeGreaterThan(both.indexOf("dnsresources www.example.com"));
  });

  test("a domain with a DNS resource that has an address, besides deleted records", async () => {
    const named = (name: string) => ({ name, domain: "records.test" });
    const record = (name: string) => ({ ...named(name), rrtype: "TXT", rrdata: "text" });
    const site = { domains: [{ name: "records.test" }], "dnsresource-records": [record("a"), record("b")] };
    const cleared = { domains: [], "dnsresource-records": [] };
    await service.apply(site);
    expect(await planned(cleared)).toContain("domains records.test");
    expect((await service.apply(cleared, true)).flatMap(({ failure }) => failure ?? [])).toEqual([]);
    expect(await planned(cleared)).toEqual([]);
    await service.apply({ ...site, dnsresources: [{ ...named("b"), ip_addresses: ["10.10.0.77"] }] });
    expect(await planned(cleared)).not.toContain("domains records.test");
  });

  test("a domain with a node, unless the node is moved or deleted", async () => {
    const device = { hostname: "cam-1", mac_addresses: ["52:54:00:aa:00:01"] };
    await service.apply({ domains: [{ name: "cams.test" }], devices: [{ ...device, domain: "cams.test" }] });
    expect(await planned({ domains: [] })).not.toContain("domains cams.test");
    const moved = { domains: [], devices: [{ ...device, domain: "svc" }] };
    expect(await planned(moved)).toContain("domains cams.test");
    expect(await planned({ domains: [], devices: [] })).toContain("domains cams.test");
    const results = await service.apply({ domains: [], devices: [] }, true);
    expect(results.flatMap(({ failure }) => failure ?? [])).toEqual([]);
  });

  test("a pool with machines, unless these are moved", async () => {
    const pooled = (pool: string) => [{ hostname: "web-01", pool }];
    await service.apply({ resourcepools: [{ name: "own" }], machines: pooled("own") });
    expect(await planned({ resourcepools: [] })).not.toContain("resourcepools own");
    const moved = { resourcepools: [], machines: pooled("default") };
    expect(await planned(moved)).toEqual(["machines web-01", "resourcepools own"]);
    expect((await service.apply(moved, true)).flatMap(({ failure }) => failure ?? [])).toEqual([]);
  });

  test("a subnet whose DHCP snippet is in the files, even if the item does not name the subnet", async () => {
    const snippet = { name: "own", value: "option x 1;" };
    const subnets = [{ cidr: "10.61.0.0/24" }];
    await service.apply({ subnets, "dhcp-snippets": [{ ...snippet, subnet: "10.61.0.0/24" }] });
    const kept = { subnets: [], "dhcp-snippets": [snippet] };
    expect(await planned(kept)).not.toContain("subnets 10.61.0.0/24");
    await service.apply(kept, true);
    expect(await planned(kept)).toEqual([]);
    expect(await planned({ subnets: [], "dhcp-snippets": [] })).toContain("subnets 10.61.0.0/24");
  });

  test("a user with machines, and the user whose key svc uses", async () => {
    await service.apply({
      users: [
        { username: "dora", email: "d@example.com", password: { env: "P", text: "x" }, is_superuser: 0 },
      ],
    });
    const [node] = allNodes(service.sandbox.world, "machine");
    Object.assign(node ?? {}, { status: "allocated", owner: "bob" });
    expect(await planned({ users: [] })).toEqual(["users carol", "users dora"]);
  });

  test("a fabric with subnets or connected interfaces", async () => {
    expect(await planned({ fabrics: [] })).toEqual(["fabrics fabric-old"]);
    const subnet = { cidr: "10.61.0.0/24" };
    await service.apply({ subnets: [{ ...subnet, vlan: "fabric-old/0" }] });
    expect(await planned({ fabrics: [], subnets: [subnet] })).not.toContain("fabrics fabric-old");
    const moved = { fabrics: [], subnets: [{ ...subnet, vlan: "fabric-prod/0" }] };
    expect(await planned(moved)).toContain("fabrics fabric-old");
    expect((await service.apply(moved, true)).flatMap(({ failure }) => failure ?? [])).toEqual([]);
  });

  test("a subnet with a reserved address, and not because of its static routes", async () => {
    const subnets = [{ cidr: "10.61.0.0/24", vlan: "fabric-old/0" }];
    const route = { source: "10.61.0.0/24", destination: "mgmt-net", gateway_ip: "10.61.0.9" };
    await service.apply({ subnets, "static-routes": [route] });
    const rest = [{ cidr: "10.10.0.0/24" }, { cidr: "10.20.0.0/24" }, { cidr: "2001:db8:10::/64" }];
    const route61 = "static-routes 10.61.0.0/24/10.20.0.0/24/10.61.0.9";
    expect(await planned({ subnets: rest, "static-routes": [] })).toEqual([route61, "subnets 10.61.0.0/24"]);
    await service.apply({
      dnsresources: [{ name: "kept", domain: "example.com", ip_addresses: ["10.61.0.7"] }],
    });
    expect(await planned({ subnets: rest, "static-routes": [] })).toEqual([route61]);
  });
});
