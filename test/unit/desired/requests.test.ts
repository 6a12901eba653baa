import { beforeEach, describe, expect, test } from "vitest";
import { Failure } from "../../../src/core/failure.ts";
import { serviceOfFile } from "./service.ts";
import type { Site } from "./site.ts";
import { written } from "./written.ts";

const service = await serviceOfFile({ machines: 120 });
beforeEach(() => {
  service.sandbox.reset();
  service.requests.length = 0;
  service.before = () => undefined;
});

const changes = () => service.requests.filter((request) => !request.startsWith("GET "));

const site: Site = {
  domains: [{ name: "one.test" }, { name: "example.com" }],
  dnsresources: [{ name: "www", domain: "one.test", ip_addresses: ["10.10.0.60"] }],
  fabrics: [{ name: "core", vlans: [{ vid: 7 }, { vid: 8 }] }],
  subnets: [{ cidr: "10.70.0.0/24", vlan: "core/7" }],
};

describe("requests are few", () => {
  test("without differences, one list per kind is read, however many items there are", async () => {
    await service.apply(site);
    service.requests.length = 0;
    expect(await service.plan(site)).toEqual([]);
    expect(service.requests.sort()).toEqual([
      "GET /dnsresources/",
      "GET /domains/",
      "GET /fabrics/",
      "GET /subnets/",
    ]);
  });

  test("each object takes one change, and references are resolved from the plan", async () => {
    service.requests.length = 0;
    await service.apply(site);
    expect(changes().sort()).toEqual([
      ...["POST /dnsresources/", "POST /domains/", "POST /fabrics/", "POST /fabrics/{fabric_id}/vlans/"],
      ...["POST /fabrics/{fabric_id}/vlans/", "POST /subnets/"],
    ]);
  });

  test("a created object is not sent the values that it has already", async () => {
    const device = { hostname: "cam-1", mac_addresses: ["52:54:00:aa:00:01"], annotations: { map: {} } };
    const results = await service.apply({ devices: [device], domains: [{ name: "two.test", ttl: "" }] });
    expect(results.map(({ state }) => state)).toEqual(["done", "done"]);
    expect(changes().sort()).toEqual(["POST /devices/", "POST /domains/"]);
  });

  test("a second apply changes nothing", async () => {
    await service.apply(site);
    service.requests.length = 0;
    expect(await service.apply(site)).toEqual([]);
    expect(changes()).toEqual([]);
  });

  test("a few machines are found by list filters for host name and MAC address", async () => {
    const machines: Site = {
      machines: [
        { hostname: "web-01", zone: "north" },
        { mac_addresses: ["52:54:00:ff:ff:ff"], hostname: "DB-01" },
      ],
    };
    await service.apply(machines);
    service.requests.length = 0;
    await service.plan(machines);
    expect(service.requests).toEqual(["GET /machines/"]);
  });

  test("a reference with another spelling than the row takes a list of its targets", async () => {
    await service.apply(site);
    service.requests.length = 0;
    expect(await service.plan({ subnets: [{ cidr: "10.70.0.0/24", vlan: "core/7" }] })).toEqual([]);
    expect(service.requests).toEqual(["GET /subnets/"]);
    service.requests.length = 0;
    expect(await service.plan({ dnsresources: [{ name: "fresh", domain: "example.com" }] })).toHaveLength(1);
    expect(service.requests).toEqual(["GET /dnsresources/", "GET /domains/"]);
  });
});

const powerReads = () => service.requests.filter((request) => request.includes("power_parameters"));

test("the power parameters of many machines are read 50 at a time", async () => {
  const { text } = await written(service, "machines");
  expect(text.match(/power_address/g)).toHaveLength(120);
  expect(powerReads()).toEqual(new Array(3).fill("GET /machines/op-power_parameters"));
});

test("the power parameters of one machine are read by its own operation", async () => {
  const site: Site = {
    machines: [
      { hostname: "web-01", power_type: "virsh", power_parameters: { map: { power_id: "web-01" } } },
    ],
  };
  expect(await service.plan(site)).toEqual([]);
  expect(powerReads()).toEqual(["GET /machines/{system_id}/op-power_parameters"]);
});

test("a plan of several machines compares the parameters of each", async () => {
  const power = (id: string) => ({ power_type: "virsh", power_parameters: { map: { power_id: id } } });
  const steps = await service.plan({
    machines: [
      { hostname: "web-01", ...power("web-01") },
      { hostname: "web-02", ...power("other") },
    ],
  });
  expect(steps.map(({ name, fields }) => [name, fields["power_parameters"]])).toEqual([
    ["web-02", { from: { power_id: "web-02" }, to: { power_id: "other" } }],
  ]);
});

test("a user who may not read them gets the machines without them, with one note", async () => {
  service.before = ({ path }) => {
    if (path.includes("power_parameters")) throw new Failure("forbidden", "not yours");
  };
  const { text, notes } = await written(service, "machines");
  expect(text.match(/hostname/g)).toHaveLength(120);
  expect(text).not.toContain("power_address");
  expect(notes).toEqual(["power_parameters of machines is left out: the key has no permission to read it"]);
});
