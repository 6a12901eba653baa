import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../harness.ts";

const harness = await harnessOfFile();
const { get, post, put, del } = harness;

/** Creates a subnet of 256 addresses with a different block each time. */
let number = 0;
async function createSubnet(fields: Readonly<Record<string, string | readonly string[]>> = {}) {
  number += 1;
  const cidr = `10.150.${number}.0/24`;
  const reply = await post("/subnets/", { cidr, ...fields });
  expect(reply.status).toBe(200);
  return { cidr, id: reply.json.id as number, path: `/subnets/${reply.json.id}/`, json: reply.json };
}

describe("subnets", () => {
  test("a subnet is found by id, name and CIDR", async () => {
    const { id, cidr, path } = await createSubnet({ name: "by-name" });
    const read = (await get(path)).json;
    for (const spec of ["by-name", encodeURIComponent(cidr), String(id)])
      expect((await get(`/subnets/${spec}/`)).json).toEqual(read);
    expect((await get("/subnets/nosuch/")).text).toBe("No Subnet matches the given query.");
  });

  test("a subnet is created with all fields, changed and deleted", async () => {
    const { path, json } = await createSubnet({
      name: "all",
      description: "x",
      fabric: "fabric-prod",
      vid: "100",
      gateway_ip: `10.150.${number + 1}.1`,
      dns_servers: ["10.0.0.1 10.0.0.2"],
      rdns_mode: "1",
      allow_dns: "0",
      allow_proxy: "false",
      managed: "1",
      disabled_boot_architectures: ["uefi_amd64", "pxe"],
    });
    expect(json).toMatchObject({
      description: "x",
      vlan: { vid: 100 },
      space: "mgmt",
      gateway_ip: `10.150.${number}.1`,
      dns_servers: ["10.0.0.1", "10.0.0.2"],
      rdns_mode: 1,
      allow_dns: false,
      allow_proxy: false,
      disabled_boot_architectures: ["uefi_amd64", "pxe"],
    });
    const changed = (await put(path, { gateway_ip: "", name: "some", vid: "0" })).json;
    expect(changed).toMatchObject({
      gateway_ip: null,
      name: "some",
      vlan: { vid: 0, fabric: "fabric-prod" },
      description: "x",
    });
    expect((await del(path)).status).toBe(204);
    expect((await get(path)).status).toBe(404);
  });

  test("ranges, addresses and the gateway count in the statistics", async () => {
    const { id, path } = await createSubnet();
    const base = `10.150.${number}`;
    await put(path, { gateway_ip: `${base}.1` });
    const range = { subnet: String(id), type: "dynamic", start_ip: `${base}.100`, end_ip: `${base}.199` };
    await post("/ipranges/", range);
    await post("/ipaddresses/op-reserve", { subnet: `${base}.0/24`, ip: `${base}.2` });
    const statistics = (await get(`${path}?op=statistics&include_ranges=1`)).json;
    expect(statistics).toMatchObject({
      num_available: 152,
      largest_available: 97,
      num_unavailable: 102,
      total_addresses: 254,
      usage_string: "40%",
      available_string: "60%",
    });
    expect(statistics.usage).toBeCloseTo(102 / 254);
    expect((await get(`${path}?op=reserved_ip_ranges`)).json).toEqual([
      { start: `${base}.1`, end: `${base}.1`, num_addresses: 1, purpose: ["gateway-ip"] },
      { start: `${base}.2`, end: `${base}.2`, num_addresses: 1, purpose: ["assigned-ip"] },
      { start: `${base}.100`, end: `${base}.199`, num_addresses: 100, purpose: ["dynamic"] },
    ]);
    expect((await get(`${path}op-unreserved_ip_ranges`)).json).toEqual([
      { start: `${base}.3`, end: `${base}.99`, num_addresses: 97 },
      { start: `${base}.200`, end: `${base}.254`, num_addresses: 55 },
    ]);
    const [address] = (await get(`${path}?op=ip_addresses`)).json;
    expect(address).toMatchObject({ ip: `${base}.2`, alloc_type: 4, user: "admin" });
    const [bare] = (await get(`${path}?op=ip_addresses&with_username=0`)).json;
    expect(bare).not.toHaveProperty("user");
    expect((await get(`${path}?op=statistics`)).json).not.toHaveProperty("ranges");
    const refused = await del(path);
    expect([refused.status, refused.text]).toEqual([400, `Can't delete subnet; ${base}.2 is still in use.`]);
  });

  test("addresses of machines show the machine and its interface", async () => {
    const uses = (await get("/subnets/prod-net/?op=ip_addresses")).json;
    const rack = uses.find((each: { ip: string }) => each.ip === "10.10.0.3");
    expect(rack.node_summary).toMatchObject({ hostname: "rack-01", node_type: 4, via: "eth0" });
    const plain = (await get("/subnets/prod-net/?op=ip_addresses&with_summary=0")).json;
    for (const each of plain) expect(each).not.toHaveProperty("node_summary");
  });

  test("an unmanaged subnet assigns only addresses of reserved ranges", async () => {
    const { id, cidr } = await createSubnet({ managed: "0" });
    const base = `10.150.${number}`;
    expect((await post("/ipaddresses/op-reserve", { subnet: cidr })).status).toBe(503);
    const range = { subnet: String(id), type: "reserved", start_ip: `${base}.60`, end_ip: `${base}.61` };
    await post("/ipranges/", range);
    const ips = [];
    for (let count = 0; count < 2; count += 1)
      ips.push((await post("/ipaddresses/op-reserve", { subnet: cidr })).json.ip);
    expect(ips).toEqual([`${base}.60`, `${base}.61`]);
    expect((await post("/ipaddresses/op-reserve", { subnet: cidr })).status).toBe(503);
  });

  test.each([
    [{ cidr: "nonsense" }, ["cidr"]],
    [{}, ["cidr"]],
    [{ cidr: "10.10.0.0/24" }, ["cidr"]],
    [{ cidr: "10.10.0.0/16" }, ["cidr"]],
    [{ cidr: "10.151.0.0/24", name: "prod-net" }, ["name"]],
    [{ cidr: "10.151.0.0/24", gateway_ip: "10.152.0.1" }, ["gateway_ip"]],
    [{ cidr: "10.151.0.0/24", dns_servers: "nowhere" }, ["dns_servers"]],
    [{ cidr: "10.151.0.0/24", vlan: "999" }, ["vlan"]],
    [{ cidr: "10.151.0.0/24", vid: "77" }, ["vid"]],
    [{ cidr: "10.151.0.0/24", rdns_mode: "5" }, ["rdns_mode"]],
    [{ cidr: "10.151.0.0/24", managed: "perhaps" }, ["managed"]],
  ])("%j is refused, and creates nothing", async (fields, wrong) => {
    const before = (await get("/subnets/")).text;
    const reply = await post("/subnets/", fields);
    expect([reply.status, reply.contentType, Object.keys(reply.json)]).toEqual([
      400,
      "application/json; charset=utf-8",
      wrong,
    ]);
    expect((await get("/subnets/")).text).toBe(before);
  });

  test("users may read subnets", async () => {
    expect((await get("/subnets/", harness.user)).status).toBe(200);
  });
});

describe("counts of addresses", () => {
  const statisticsOf = async (cidr: string) => {
    const created = await post("/subnets/", { cidr });
    expect(created.status, cidr).toBe(200);
    const path = `/subnets/${created.json.id}/`;
    return {
      path,
      text: (await get(`${path}?op=statistics&include_ranges=1&include_suggestions=1`)).text,
      unreserved: (await get(`${path}op-unreserved_ip_ranges`)).text,
    };
  };

  test.each(Array.from({ length: 25 }, (_, index) => 128 - index * 5))(
    "an IPv6 network of /%i is counted to the last address",
    async (prefix) => {
      const { path, text, unreserved } = await statisticsOf(
        `fc00:${(1000 + prefix).toString(16)}::/${prefix}`,
      );
      const size = 1n << BigInt(128 - prefix);
      // The network address is never assigned.
      const total = size <= 2n ? size : size - 1n;
      for (const name of ["num_available", "largest_available", "total_addresses"])
        expect(new RegExp(`"${name}":(\\d+)[,}]`).exec(text)?.[1]).toBe(String(total));
      expect(text).toContain(`"ranges":[{"start":`);
      expect(unreserved).toMatch(new RegExp(`"num_addresses":${total}}]$`));
      expect(JSON.parse(text)).toMatchObject({ usage: 0, usage_string: "0%", num_unavailable: 0 });
      expect((await del(path)).status).toBe(204);
    },
  );

  test("one address less counts as one less, even beyond the safe integers", async () => {
    const { path } = await statisticsOf("fd00:77::/64");
    await post("/ipaddresses/op-reserve", { subnet: "fd00:77::/64", ip: "fd00:77::ffff" });
    const { text } = await get(`${path}?op=statistics`);
    expect(text).toContain(`"num_available":${(1n << 64n) - 2n},`);
    expect(text).toContain('"num_unavailable":1,');
    const reserved = await get(`${path}?op=reserved_ip_ranges`);
    expect(reserved.json).toMatchObject([{ start: "fd00:77::ffff", num_addresses: 1 }]);
  });

  test.each([
    ["10.160.0.0/24", {}, "10.160.0.1", ["10.160.0.192", "10.160.0.254", 63]],
    ["10.160.1.0/24", { gateway_ip: "10.160.1.1" }, "10.160.1.254", ["10.160.1.191", "10.160.1.253", 63]],
    ["10.160.2.0/30", { gateway_ip: "10.160.2.1" }, "10.160.2.2", undefined],
  ] as const)("the suggestions for %s with %j are free addresses", async (cidr, fields, gateway, range) => {
    const { id } = (await post("/subnets/", { cidr, ...fields })).json;
    const path = `/subnets/${id}/`;
    const { json } = await get(`${path}?op=statistics&include_suggestions=true`);
    const [start, end, num_addresses] = range ?? [];
    expect([json.suggested_gateway, json.suggested_dynamic_range]).toEqual([
      gateway,
      range === undefined ? null : { start, end, num_addresses },
    ]);
    expect((await get(`${path}?op=statistics`)).json).not.toHaveProperty("suggested_gateway");
    if (range === undefined) return;
    const usedRange = { subnet: `${id}`, type: "dynamic", start_ip: `${start}`, end_ip: `${end}` };
    expect((await post("/ipranges/", usedRange)).status).toBe(200);
    expect((await put(path, { gateway_ip: gateway })).status).toBe(200);
  });
});

test("the subnet of a range can be an id, a name or a CIDR", async () => {
  const { id, cidr, json } = await createSubnet({ name: "ranged" });
  const base = cidr.replace(/\.0\/24$/, "");
  for (const [index, subnet] of [String(id), "ranged", cidr].entries()) {
    const ends = { start_ip: `${base}.${index * 10 + 1}`, end_ip: `${base}.${index * 10 + 9}` };
    const reply = await post("/ipranges/", { subnet, type: "reserved", ...ends });
    expect([reply.status, reply.json.subnet?.id], subnet).toEqual([200, json.id]);
  }
  for (const subnet of ["nosuch", "10.251.0.0/24", "999", "-1"]) {
    const ends = { start_ip: `${base}.100`, end_ip: `${base}.101` };
    const reply = await post("/ipranges/", { subnet, type: "reserved", ...ends });
    expect([reply.status, Object.keys(reply.json)], subnet).toEqual([400, ["subnet"]]);
  }
});

describe("spaces", () => {
  test("a space has the VLANs that refer to it, and the undefined space has the others", async () => {
    const space = (await post("/spaces/", { name: "lab", description: "x" })).json;
    expect(space).toMatchObject({ vlans: [], subnets: [], description: "x" });
    const { json } = await createSubnet({ name: "in-lab" });
    await put(`/fabrics/0/vlans/0/`, { space: "lab" });
    const filled = (await get("/spaces/lab/")).json;
    expect(filled.subnets.map(({ id }: { id: number }) => id)).toContain(json.id);
    expect((await put(`/spaces/${space.id}/`, { name: "hall" })).json.name).toBe("hall");
    expect((await get("/vlans/1/")).json.space).toBe("hall");
    expect((await del(`/spaces/${space.id}/`)).status).toBe(204);
    expect((await get("/vlans/1/")).json.space).toBe("undefined");
    const undefinedSpace = (await get("/spaces/undefined/")).json;
    expect(undefinedSpace.id).toBe(-1);
    expect((await get("/spaces/")).json.at(-1)).toEqual(undefinedSpace);
    expect((await del("/spaces/undefined/")).status).toBe(400);
    for (const name of ["undefined", "space-9", "prod"])
      expect((await post("/spaces/", { name })).status).toBe(400);
  });
});

describe("static routes", () => {
  const values = { source: "prod-net", destination: "mgmt-net", gateway_ip: "10.10.0.9" };

  test("a static route is created, changed and deleted, at the latest with its subnet", async () => {
    const route = (await post("/static-routes/", values)).json;
    expect(route).toMatchObject({ gateway_ip: "10.10.0.9", metric: 0, source: { name: "prod-net" } });
    const path = `/static-routes/${route.id}/`;
    expect((await put(path, { metric: "7" })).json.metric).toBe(7);
    expect((await post("/static-routes/", values)).status).toBe(400);
    expect((await del(path)).status).toBe(204);
    const { path: subnet, id } = await createSubnet();
    const other = (await post("/static-routes/", { ...values, destination: String(id) })).json;
    await del(subnet);
    expect((await get(`/static-routes/${other.id}/`)).text).toBe("No StaticRoute matches the given query.");
  });

  test.each([
    [{ ...values, destination: "prod-net" }, ["__all__"]],
    [{ ...values, destination: "prod-net6" }, ["__all__"]],
    [{ ...values, gateway_ip: "10.20.0.9" }, ["gateway_ip"]],
    [{ ...values, source: "nosuch" }, ["source"]],
    [{}, ["source", "destination", "gateway_ip"]],
  ])("%j is refused", async (fields, wrong) => {
    const reply = await post("/static-routes/", fields);
    expect([reply.status, Object.keys(reply.json).sort()]).toEqual([400, [...wrong].sort()]);
  });
});

test("a range cannot be changed to overlap another", async () => {
  const { id } = await createSubnet();
  const range = async (start: number, end: number) => {
    const ends = { start_ip: `10.150.${number}.${start}`, end_ip: `10.150.${number}.${end}` };
    return (await post("/ipranges/", { subnet: String(id), type: "reserved", ...ends })).json.id as number;
  };
  await range(10, 20);
  const path = `/ipranges/${await range(30, 40)}/`;
  for (const start of [5, 10, 15, 20])
    expect((await put(path, { start_ip: `10.150.${number}.${start}` })).status).toBe(400);
  expect((await get(path)).json).toMatchObject({ start_ip: `10.150.${number}.30` });
  expect((await put(path, { start_ip: `10.150.${number}.21` })).status).toBe(200);
});
