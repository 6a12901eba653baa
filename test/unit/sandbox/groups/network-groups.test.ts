import { afterAll, beforeAll, expect, test } from "vitest";
import { loadAllOperations, type OperationEntry } from "../../../../src/catalogue/index.ts";
import { type Sandbox, startSandbox } from "../../../../src/sandbox/sandbox.ts";

const groups = [
  "fabrics",
  "vlans",
  "domains",
  "dnsresources",
  "dnsresource-records",
  "ipaddresses",
  "ipranges",
  "dhcp-snippets",
  "discovery",
  "networks",
  "devices",
];

let sandbox: Sandbox;
let operations: readonly OperationEntry[];
let nonce = 0;

beforeAll(async () => {
  sandbox = await startSandbox({ instant: true });
  operations = (await loadAllOperations()).filter((each) => groups.includes(each.group.name));
});

afterAll(() => sandbox.stop());

type Values = Readonly<Record<string, string | number>>;

/** One request signed as the documents' clients sign, without svc's own client. */
async function call(id: string, path: Values = {}, values: Values = {}, form: "path" | "query" = "path") {
  const { operation } = operations.find((each) => each.id === id) ?? {};
  if (operation === undefined) throw new Error(`no operation ${id}`);
  const filled = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(path[name])),
  );
  const url = new URL(`${sandbox.url}/api/2.0${form === "path" ? filled : filled.replace(/op-\w+$/, "")}`);
  const name = /op-(\w+)$/.exec(filled)?.[1];
  if (form === "query" && name !== undefined) url.searchParams.set("op", name);
  const body = new FormData();
  const isQuery = operation.method === "GET" || operation.method === "DELETE";
  for (const [key, value] of Object.entries(values))
    if (isQuery) url.searchParams.append(key, String(value));
    else body.append(key, String(value));
  const [consumer, token, secret] = sandbox.keys.administrator.split(":");
  nonce += 1;
  const stamp = Math.floor(Date.now() / 1000);
  const authorization =
    `OAuth oauth_version="1.0", oauth_signature_method="PLAINTEXT", oauth_consumer_key="${consumer}", oauth_token="${token}", ` +
    `oauth_signature="%26${secret}", oauth_timestamp="${stamp}", oauth_nonce="n${nonce}"`;
  const answer = await fetch(url, {
    method: operation.method,
    headers: { authorization },
    ...(isQuery ? {} : { body }),
  });
  const text = await answer.text();
  expect([id, answer.status, answer.status < 300 ? "" : text]).toEqual([id, statusOf(operation), ""]);
  if (operation.result === "none")
    expect([text, answer.headers.get("content-type")]).toEqual(["", "text/plain"]);
  called.add(id);
  return operation.result === "json" ? JSON.parse(text) : text;
}

/** What the documents list as a 200 without content is a 204. */
const statusOf = ({ result, success }: { readonly result: string; readonly success: number }) =>
  result === "none" && success === 200 ? 204 : success;

const called = new Set<string>();

test("every operation of the network groups succeeds over HTTP with its documented status", async () => {
  for (const form of ["path", "query"] as const) {
    const fabric = await call("fabrics.create", {}, { name: `lab ${form}` });
    const at = { id: fabric.id, fabric_id: fabric.id, vid: 7 };
    for (const id of [
      "fabrics.list",
      "domains.list",
      "networks.list",
      "dhcp-snippets.list",
      "ip-ranges.list",
    ])
      await call(id);
    for (const id of ["dns-resources.list", "dns-resource-records.list", "devices.list"]) await call(id);
    await call("fabric.read", at);
    await call("fabric.update", at, { description: "x" });
    await call("vlans.create", at, { vid: 7 });
    await call("vlans.list", at);
    await call("vlan.read", at);
    await call("vlan.update", at, { mtu: 9000, space: "" });
    await call("vlan.delete", at);
    await call("fabric.delete", at);

    const domain = await call("domains.create", {}, { name: `${form}.test` });
    await call("domain.read", domain);
    await call("domain.update", domain, { name: `${form}.test`, ttl: 60 });
    await call("domain.set_default", domain);
    await call("domain.set_default", { id: 0 });
    await call("domains.set_serial", {}, { serial: 7 }, form);
    const resource = await call(
      "dns-resources.create",
      {},
      { name: "a", domain: domain.id, ip_addresses: "10.10.0.190" },
    );
    await call("dns-resource.read", resource);
    await call("dns-resource.update", resource, { address_ttl: 60 });
    await call("dns-resource.delete", resource);
    const record = await call(
      "dns-resource-records.create",
      {},
      { fqdn: `m.${form}.test`, rrtype: "MX", rrdata: "1 a.test" },
    );
    await call("dns-resource-record.read", record);
    await call("dns-resource-record.update", record, { rrdata: "2 a.test" });
    await call("dns-resource-record.delete", record);
    await call("domain.delete", domain);

    const { ip } = await call("ip-addresses.reserve", {}, { subnet: "10.20.0.0/24" }, form);
    expect((await call("ip-addresses.list", {}, { ip })).length).toBe(1);
    await call("ip-addresses.release", {}, { ip }, form);
    const range = await call(
      "ip-ranges.create",
      {},
      { subnet: 2, type: "reserved", start_ip: "10.20.0.9", end_ip: "10.20.0.9" },
    );
    await call("ip-range.read", range);
    await call("ip-range.update", range, { comment: "x" });
    await call("ip-range.delete", range);

    const snippet = await call("dhcp-snippets.create", {}, { name: form, value: "a;" });
    await call("dhcp-snippet.read", snippet);
    await call("dhcp-snippet.update", snippet, { value: "b;" });
    expect((await call("dhcp-snippet.revert", snippet, { to: -1 }, form)).value).toBe("a;");
    await call("dhcp-snippet.delete", snippet);

    const network = await call("networks.create");
    await call("network.read", network);
    await call("network.update", network, { description: `net ${form}` });
    await call("network.delete", network);

    await call("discovery.scan", {}, { force: "true" }, form);
    for (const id of [
      "discovery.by_unknown_ip",
      "discovery.by_unknown_mac",
      "discovery.by_unknown_ip_and_mac",
    ])
      await call(id, {}, {}, form);
    const [found] = await call("discovery.list");
    if (found !== undefined) {
      await call("discovery.read", found);
      await call("discovery.clear_by_mac_and_ip", {}, { ip: found.ip, mac: found.mac_address }, form);
    }
    await call("discovery.clear", {}, { all: "true" }, form);

    const device = await call("devices.create", {}, { mac_addresses: "02:00:00:00:00:05" });
    expect(await call("devices.is_registered", {}, { mac_address: "02:00:00:00:00:05" }, form)).toBe("true");
    await call("devices.set_zone", {}, { nodes: device.system_id, zone: "north" }, form);
    for (const id of ["device.read", "device.update", "device.details", "device.power_parameters"])
      await call(id, device);
    for (const id of ["restore_default_configuration", "restore_networking_configuration", "set_owner_data"])
      await call(`device.${id}`, device, {}, form);
    await call("device.set_workload_annotations", device, { role: "printer" }, form);
    await call("device.delete", device);
  }
  const unlisted = /connect_macs$|connected_macs$/;
  expect(operations.map((each) => each.id).filter((id) => !called.has(id) && !unlisted.test(id))).toEqual([]);
});
