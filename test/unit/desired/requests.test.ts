import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Failure } from "../../../src/core/failure.ts";
import { createRandom, seedsOfRun } from "../random.ts";
import { randomSite } from "./random-site.ts";
import { openService, type Service } from "./service.ts";
import type { Site } from "./site.ts";

let service: Service;
beforeEach(async () => {
  service = await openService();
});
afterEach(() => service.stop());

const changes = () => service.requests.filter((request) => !request.startsWith("GET "));

const site: Site = {
  domains: [{ name: "one.test" }, { name: "example.com" }],
  dnsresources: [{ name: "www", domain: "one.test", ip_addresses: ["10.10.0.60"] }],
  fabrics: [{ name: "core", vlans: [{ vid: 7 }, { vid: 8 }] }],
  subnets: [{ cidr: "10.70.0.0/24", vlan: "core/7" }],
};

describe("requests are few", () => {
  test("a list for each kind where nothing differs, however many items there are", async () => {
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

  test("one change for each object, with what they refer to known from the plan", async () => {
    service.requests.length = 0;
    await service.apply(site);
    expect(changes().sort()).toEqual([
      "POST /dnsresources/",
      "POST /domains/",
      "POST /fabrics/",
      "POST /fabrics/{fabric_id}/vlans/",
      "POST /fabrics/{fabric_id}/vlans/",
      "POST /subnets/",
    ]);
  });

  test("a second apply changes nothing", async () => {
    await service.apply(site);
    service.requests.length = 0;
    expect(await service.apply(site)).toEqual([]);
    expect(changes()).toEqual([]);
  });

  test("a few machines are found by the filters of the list, by host name and by MAC address", async () => {
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

  test("a reference that a row does not spell so costs the list of what it names", async () => {
    await service.apply(site);
    service.requests.length = 0;
    expect(await service.plan({ subnets: [{ cidr: "10.70.0.0/24", vlan: "core/7" }] })).toEqual([]);
    expect(service.requests).toEqual(["GET /subnets/"]);
    service.requests.length = 0;
    expect(await service.plan({ dnsresources: [{ name: "fresh", domain: "example.com" }] })).toHaveLength(1);
    expect(service.requests).toEqual(["GET /dnsresources/", "GET /domains/"]);
  });
});

describe("a failure at any step", () => {
  test.each(seedsOfRun(2))("leaves the rest to a second run (seed %i)", async (seed) => {
    const first = randomSite(createRandom(seed));
    const then = randomSite(createRandom(seed + 1));
    let count = Number.POSITIVE_INFINITY;
    for (let failing = 0; failing < count; failing += 7) {
      service.sandbox.reset();
      service.before = () => undefined;
      await service.apply(first, true);
      let changed = 0;
      service.before = ({ method }) => {
        if (method === "GET") return;
        changed += 1;
        if (changed === failing + 1)
          throw new Failure("invalid", "refused", { status: 400, outcome: "refused" });
      };
      const results = await service.apply(then, true);
      count = Math.min(count, changed);
      if (changed <= failing) break;
      expect(results.filter(({ state }) => state === "failed")).not.toEqual([]);
      for (const { state, because } of results) if (state === "skipped") expect(because).toBeDefined();
      service.before = () => undefined;
      const second = await service.apply(then, true);
      expect(
        second
          .filter(({ state }) => state !== "done")
          .map(({ step, failure }) => `${step.name}: ${failure?.message}`),
      ).toEqual([]);
      expect(await service.plan(then, true), `after failure ${failing}`).toEqual([]);
    }
  });
});
