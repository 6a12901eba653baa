import { expect, test } from "vitest";
import { allNodes, type World } from "../../../../src/sandbox/state/world.ts";
import { ask, expectRefusal, rejection } from "../answering.ts";
import { networkedWorld } from "../networked-world.ts";

const allIps = async (world: World): Promise<string[]> =>
  (await ask(world, "ip-addresses.list", { query: { all: "true" } })).body.map(
    (each: { ip: string }) => each.ip,
  );

test("domains refuse names, serials and name servers that are none", async () => {
  const world = networkedWorld();
  const create = (form: Record<string, string>) => ask(world, "domains.create", { form });
  await expectRefusal(create({}), "name");
  for (const name of [
    "SVC",
    "a..b",
    "-a.test",
    "a b",
    "x".repeat(64),
    "a.test.",
    "é.test",
    `${"a.".repeat(130)}b`,
  ])
    expect(rejection(await create({ name })), name).toEqual([400, "name"]);
  await expectRefusal(create({ name: "a.test", authoritative: "maybe" }), "authoritative");
  await expectRefusal(create({ name: "a.test", forward_dns_servers: "10.0.0.1" }), "forward_dns_servers");
  const forward = { name: "a.test", authoritative: "false", forward_dns_servers: "10.0.0.1 nonsense" };
  await expectRefusal(create(forward), "forward_dns_servers");
  for (const serial of ["", "0", "-1", "4294967296", "x"])
    expect(rejection(await ask(world, "domains.set_serial", { form: { serial } })), serial).toEqual([
      400,
      "serial",
    ]);
  await expectRefusal(ask(world, "domain.update", { path: { id: 1 }, form: { ttl: "60" } }), "name");
  await expectRefusal(ask(world, "domain.update", { path: { id: 1 }, form: { name: "svc" } }), "name");
});

test("a domain is made, changed, made the default and left alone while in use", async () => {
  const world = networkedWorld();
  const form = { name: "Lab.Test", authoritative: "false", forward_dns_servers: "10.0.0.1 10.0.0.2" };
  const { body } = await ask(world, "domains.create", { form });
  expect([body.name, body.authoritative, body.forward_dns_servers]).toEqual([
    "lab.test",
    false,
    ["10.0.0.1", "10.0.0.2"],
  ]);
  const path = { id: body.id };
  const changed = await ask(world, "domain.update", { path, form: { name: "lab.test", ttl: "60" } });
  expect([changed.body.ttl, changed.body.authoritative]).toEqual([60, false]);
  expect((await ask(world, "domain.set_default", { path })).body.is_default).toBe(true);
  for (const node of allNodes(world))
    expect(node.domainId, node.hostname).toBe(node.owner === null ? body.id : 0);
  expect((await ask(world, "domain.delete", { path })).status).toBe(400);
  expect((await ask(world, "domain.delete", { path: { id: 0 } })).status).toBe(400);
  expect((await ask(world, "domain.delete", { path: { id: 1 } })).status).toBe(400);
  await ask(world, "domain.set_default", { path: { id: 0 } });
  expect((await ask(world, "domain.delete", { path })).status).toBe(204);
  const serial = await ask(world, "domains.set_serial", { form: { serial: "2026010101" } });
  expect([serial.status, serial.contentType, serial.text]).toEqual([200, "text/plain; charset=utf-8", ""]);
});

test("DNS resources refuse names, domains and addresses that are none", async () => {
  const world = networkedWorld();
  const create = (form: Record<string, string>) => ask(world, "dns-resources.create", { form });
  await expectRefusal(create({}), "domain", "name");
  await expectRefusal(create({ name: "a", domain: "nosuch" }), "domain");
  await expectRefusal(create({ fqdn: "a.example.com" }), "domain", "name");
  world.answers.style = "deployed";
  await expectRefusal(create({ fqdn: "a.nosuch.test" }), "fqdn");
  world.answers.style = "documented";
  await expectRefusal(create({ name: "www", domain: "example.com" }), "name");
  await expectRefusal(create({ name: "a b", domain: "1" }), "name");
  const form = { name: "a", domain: "1" };
  await expectRefusal(create({ ...form, ip_addresses: "10.10.0.5 nonsense" }), "ip_addresses");
  await expectRefusal(create({ ...form, address_ttl: "-1" }), "address_ttl");
  expect((await ask(world, "dns-resources.list", { query: { domain: "nosuch" } })).status).toBe(404);
});

test("a DNS resource takes addresses by text and by id, and those reserved for it outlive it", async () => {
  const world = networkedWorld();
  const before = await allIps(world);
  const { id: knownId } = Object.values(world.state.networks.addresses.byIp).find(
    (each) => each.ip === "10.10.0.50",
  ) ?? { id: -1 };
  const created = await ask(world, "dns-resources.create", {
    form: {
      name: "App",
      domain: "Example.COM",
      ip_addresses: `10.10.0.61 ${knownId} 2001:DB8:10:0::7`,
      address_ttl: "300",
    },
  });
  expect(created.body.fqdn).toBe("app.example.com");
  expect(created.body.ip_addresses.map((each: { ip: string }) => each.ip)).toEqual([
    "10.10.0.61",
    "10.10.0.50",
    "2001:db8:10::7",
  ]);
  const path = { id: created.body.id };
  const aaaa = await ask(world, "dns-resources.list", { query: { rrtype: "aaaa" } });
  expect(aaaa.body.map((each: { id: number }) => each.id)).toEqual([created.body.id]);
  const changed = await ask(world, "dns-resource.update", {
    path,
    form: { name: "app2", domain: "svc", ip_addresses: "10.10.0.50", address_ttl: "" },
  });
  expect([changed.body.fqdn, changed.body.address_ttl]).toEqual(["app2.svc", null]);
  const reserved = [...before, "10.10.0.61", "2001:db8:10::7"].sort();
  expect((await allIps(world)).toSorted()).toEqual(reserved);
  expect((await ask(world, "dns-resource.delete", { path })).status).toBe(204);
  expect((await allIps(world)).toSorted()).toEqual(reserved);
  expect((await ask(world, "dns-resource.read", { path })).status).toBe(404);
});

test("all adds the names of registered nodes that have an address", async () => {
  const world = networkedWorld();
  const list = async (query: Record<string, string>): Promise<string[]> =>
    (await ask(world, "dns-resources.list", { query })).body.map((each: { fqdn: string }) => each.fqdn);
  expect(await list({})).toEqual(["www.example.com", "txt.example.com"]);
  expect(await list({ all: "true", domain: "svc" })).toContain("web-01.svc");
  expect(await list({ all: "true", fqdn: "web-01.svc" })).toEqual(["web-01.svc"]);
  expect(await list({ all: "true", rrtype: "TXT" })).toEqual(["txt.example.com"]);
});

test("records suit their type, and a CNAME stands alone", async () => {
  const world = networkedWorld();
  const create = (rrtype: string, rrdata: string, fqdn = "new.example.com") =>
    ask(world, "dns-resource-records.create", { form: { fqdn, rrtype, rrdata } });
  for (const [type, data] of [
    ["CNAME", "not a name"],
    ["MX", "mail.example.com"],
    ["MX", "65536 mail.example.com"],
    ["MX", "10 mail.example.com more"],
    ["NS", ""],
    ["SRV", "1 2 65536 host"],
    ["SRV", "1 2 3"],
    ["SSHFP", "9 1 00"],
    ["SSHFP", "1 1 xyz"],
    ["TXT", ""],
  ] as const)
    expect(rejection(await create(type, data)), `${type} ${data}`).toEqual([400, "rrdata"]);
  for (const type of ["A", "PTR", "__proto__", ""])
    expect(rejection(await create(type, "x")), type).toEqual([400, "rrtype"]);
  await expectRefusal(ask(world, "dns-resource-records.create", {}), "domain", "name", "rrtype", "rrdata");
  await expectRefusal(create("CNAME", "a.test", "www.example.com"), "rrtype");
  expect((await create("cname", "a.test")).body.rrtype).toBe("CNAME");
  await expectRefusal(create("TXT", "more"), "rrtype");
  await expectRefusal(create("TXT", "hello world", "txt.example.com"), "rrdata");
});

test("a record is made with its name, listed, changed, and takes an empty name with it", async () => {
  const world = networkedWorld();
  const created = await ask(world, "dns-resource-records.create", {
    form: {
      name: "_sip._tcp",
      domain: "example.com",
      fqdn: "ignored.svc",
      rrtype: "srv",
      rrdata: "0 5 5060 sip.example.com",
    },
  });
  expect([created.body.fqdn, created.body.rrtype]).toEqual(["_sip._tcp.example.com", "SRV"]);
  const path = { id: created.body.id };
  const list = await ask(world, "dns-resource-records.list", { query: { rrtype: "SRV", domain: "1" } });
  expect(list.body).toEqual([created.body]);
  expect((await ask(world, "dns-resource-records.list", { query: { domain: "nosuch" } })).body).toEqual([]);
  await expectRefusal(ask(world, "dns-resource-record.update", { path, form: { rrdata: "x" } }), "rrdata");
  const changed = await ask(world, "dns-resource-record.update", {
    path,
    form: { rrtype: "TXT", rrdata: "plain" },
  });
  expect([changed.body.rrtype, changed.body.rrdata]).toEqual(["TXT", "plain"]);
  expect((await ask(world, "dns-resource-record.delete", { path })).status).toBe(204);
  expect((await ask(world, "dns-resource-record.read", { path })).status).toBe(404);
  expect((await ask(world, "dns-resources.list", { query: { fqdn: "_sip._tcp.example.com" } })).body).toEqual(
    [],
  );
});
