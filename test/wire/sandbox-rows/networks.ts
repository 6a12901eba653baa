import type { Values } from "../sandbox-caller.ts";
import type { SandboxFixture } from "../sandbox-fixture.ts";
import { byBob, fixedCall, type Make, type Row, type Rows } from "./row.ts";

type Maker = (fixture: SandboxFixture) => Promise<Record<string, string | number>>;

/** An operation on one new object: 403 for an ordinary user. */
const one = (make: Maker, values: Values = {}): Row => {
  const ok: Make = async (fixture) => ({ path: await make(fixture), values });
  return { ok, 403: byBob(ok) };
};

const open = (make: Maker, values: Values = {}): Row => {
  const { 403: _, ...row } = one(make, values);
  return row;
};

const createAt =
  (path: string, values: (fixture: SandboxFixture) => Values): Maker =>
  async (fixture) => ({ id: (await fixture.callOk("POST", path, values(fixture))).id });

const fabric = createAt("/fabrics/", (fixture) => ({ name: fixture.fresh("fabric of ") }));

const vlan: Maker = async (fixture) => {
  const { id: fabric_id = 0 } = await fabric(fixture);
  await fixture.callOk("POST", `/fabrics/${fabric_id}/vlans/`, { vid: 7 });
  return { fabric_id, vid: 7 };
};

export const fabrics: Rows = {
  "GET /fabrics/": { ok: fixedCall() },
  "POST /fabrics/": {
    ok: (fixture) => ({ values: { name: fixture.fresh("new "), class_type: "10g", description: "" } }),
  },
  "DELETE /fabrics/{id}/": open(fabric),
  "GET /fabrics/{id}/": open(fabric),
  "PUT /fabrics/{id}/": open(fabric, { description: "ring" }),
  "GET /fabrics/{fabric_id}/vlans/": open(vlan),
  "POST /fabrics/{fabric_id}/vlans/": open(vlan, { vid: 4094, mtu: 9000, space: "undefined" }),
  "DELETE /fabrics/{fabric_id}/vlans/{vid}/": open(vlan),
  "GET /fabrics/{fabric_id}/vlans/{vid}/": open(vlan),
  "PUT /fabrics/{fabric_id}/vlans/{vid}/": open(vlan, { name: "storage", mtu: 1500 }),
};

const domain = createAt("/domains/", (fixture) => ({ name: fixture.fresh("zone") }));
const record = createAt("/dnsresourcerecords/", (fixture) => ({
  fqdn: `${fixture.fresh("txt")}.svc`,
  rrtype: "TXT",
  rrdata: "hello",
}));
const resource = createAt("/dnsresources/", (fixture) => ({ name: fixture.fresh("www"), domain: "svc" }));

export const names: Rows = {
  "GET /dnsresourcerecords/": { ok: fixedCall({ values: { domain: "example.com" } }) },
  "POST /dnsresourcerecords/": {
    ok: (fixture) => ({
      values: { name: fixture.fresh("mx"), domain: "svc", rrtype: "mx", rrdata: "10 mail.svc" },
    }),
  },
  "DELETE /dnsresourcerecords/{id}/": one(record),
  "GET /dnsresourcerecords/{id}/": open(record),
  "PUT /dnsresourcerecords/{id}/": one(record, { rrdata: "good bye" }),
  "GET /dnsresources/": {
    ok: fixedCall({ values: { all: true } }),
    404: fixedCall({ values: { domain: "nosuch" } }),
  },
  "POST /dnsresources/": {
    ok: (fixture) => ({ values: { name: fixture.fresh("api"), domain: "svc", address_ttl: 60 } }),
  },
  "DELETE /dnsresources/{id}/": one(resource),
  "GET /dnsresources/{id}/": open(resource),
  "PUT /dnsresources/{id}/": one(resource, { address_ttl: 30 }),
  "GET /domains/": { ok: fixedCall() },
  "POST /domains/": { ok: (fixture) => ({ values: { name: fixture.fresh("new"), authoritative: true } }) },
  "POST /domains/op-set_serial": { ok: fixedCall({ values: { serial: 2_026_112_001 } }) },
  "DELETE /domains/{id}/": one(domain),
  "GET /domains/{id}/": open(domain),
  "PUT /domains/{id}/": one(domain, { name: "renamed.example", ttl: 60 }),
  "POST /domains/{id}/op-set_default": one(async () => ({ id: 0 })),
};

const snippet = createAt("/dhcp-snippets/", (fixture) => ({
  name: fixture.fresh("snippet "),
  value: "option a;",
}));
const brokenSnippet: Values = { name: "both", value: "a;", subnet: 1, global_snippet: true };

const findDiscovery = async (fixture: SandboxFixture) => {
  const [discovery] = await fixture.callOk("GET", "/discovery/");
  if (discovery !== undefined) return discovery;
  await fixture.callOk("POST", "/discovery/op-scan", { force: true });
  await fixture.advance(60_000);
  return (await fixture.callOk("GET", "/discovery/"))[0];
};

export const snippets: Rows = {
  "GET /dhcp-snippets/": { ok: fixedCall() },
  "POST /dhcp-snippets/": {
    ok: (fixture) => ({
      values: { name: fixture.fresh("new "), value: "option b;", subnet: 1, enabled: false },
    }),
    400: fixedCall({ values: brokenSnippet }),
    403: byBob(fixedCall({ values: { name: "mine", value: "a;" } })),
  },
  "DELETE /dhcp-snippets/{id}/": one(snippet),
  "GET /dhcp-snippets/{id}/": open(snippet),
  "PUT /dhcp-snippets/{id}/": {
    ...one(snippet, { value: "option c;" }),
    400: async (fixture) => ({ path: await snippet(fixture), values: { enabled: "perhaps" } }),
  },
  "POST /dhcp-snippets/{id}/op-revert": {
    ok: async (fixture) => {
      const path = await snippet(fixture);
      await fixture.callOk("PUT", `/dhcp-snippets/${path.id}/`, { value: "option d;" });
      return { path, values: { to: -1 } };
    },
  },
  "GET /discovery/": { ok: fixedCall() },
  "GET /discovery/op-by_unknown_ip": { ok: fixedCall() },
  "GET /discovery/op-by_unknown_mac": { ok: fixedCall() },
  "GET /discovery/op-by_unknown_ip_and_mac": { ok: fixedCall() },
  "POST /discovery/op-clear": { ok: fixedCall({ values: { mdns: true } }) },
  "POST /discovery/op-clear_by_mac_and_ip": {
    ok: async (fixture) => {
      const { ip, mac_address } = await findDiscovery(fixture);
      return { values: { ip, mac: mac_address } };
    },
  },
  "POST /discovery/op-scan": {
    ok: fixedCall({ values: { cidr: ["10.10.0.0/24", "10.20.0.0/24"], threads: 2 } }),
  },
  "GET /discovery/{discovery_id}/": {
    ok: async (fixture) => ({ path: { discovery_id: (await findDiscovery(fixture)).discovery_id } }),
  },
};

const range: Maker = async (fixture) => {
  const last = fixture.fresh("").padStart(1, "0");
  const ip = `10.20.0.${(Number(last) % 200) + 20}`;
  const values = { subnet: 2, type: "reserved", start_ip: ip, end_ip: ip };
  const { id } = await fixture.callOk("POST", "/ipranges/", values);
  return { id };
};

export const addresses: Rows = {
  "GET /ipaddresses/": { ok: fixedCall({ values: { all: true } }) },
  "POST /ipaddresses/op-release": {
    ok: async (fixture) => {
      const { ip } = await fixture.callOk("POST", "/ipaddresses/op-reserve", { subnet: "10.20.0.0/24" });
      return { values: { ip } };
    },
    404: fixedCall({ values: { ip: "10.20.0.254" } }),
  },
  "POST /ipaddresses/op-reserve": {
    ok: fixedCall({ values: { subnet: "10.20.0.0/24" } }),
    400: fixedCall({ values: { subnet: "192.168.99.0/24" } }),
    503: async (fixture) => {
      const { ip } = await fixture.callOk("POST", "/networks/", {
        ip: "10.99.0.0",
        netmask: "255.255.255.252",
      });
      await fixture.callOk("POST", "/ipaddresses/op-reserve", { subnet: `${ip}/30` });
      await fixture.callOk("POST", "/ipaddresses/op-reserve", { subnet: `${ip}/30` });
      return { values: { subnet: `${ip}/30` } };
    },
  },
  "GET /ipranges/": { ok: fixedCall() },
  "POST /ipranges/": {
    ok: fixedCall({ values: { subnet: 2, type: "dynamic", start_ip: "10.20.0.241", end_ip: "10.20.0.244" } }),
    403: byBob(
      fixedCall({ values: { subnet: 2, type: "dynamic", start_ip: "10.20.0.5", end_ip: "10.20.0.5" } }),
    ),
  },
  "DELETE /ipranges/{id}/": one(range),
  "GET /ipranges/{id}/": open(range),
  "PUT /ipranges/{id}/": one(range, { comment: "kept" }),
};

const network: Maker = async (fixture) => ({ name: (await fixture.callOk("POST", "/networks/")).name });

const networkRow = (values: Values = {}): Row => ({
  ok: async (fixture) => ({ path: await network(fixture), values }),
});

const neverFound: Row = { 404: async (fixture) => ({ path: await network(fixture) }) };

export const networks: Rows = {
  "GET /networks/": { ok: fixedCall() },
  "POST /networks/": { ok: fixedCall() },
  "DELETE /networks/{name}/": networkRow(),
  "GET /networks/{name}/": networkRow(),
  "PUT /networks/{name}/": networkRow({ dns_servers: "10.20.0.2" }),
  "POST /networks/{name}/op-connect_macs": neverFound,
  "POST /networks/{name}/op-disconnect_macs": neverFound,
  "GET /networks/{name}/op-list_connected_macs": neverFound,
};
