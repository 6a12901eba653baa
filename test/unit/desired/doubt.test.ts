import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { Failure } from "../../../src/core/failure.ts";
import { openService } from "./service.ts";
import type { Site } from "./site.ts";

const service = await openService();
afterAll(() => service.stop());
beforeEach(() => {
  service.sandbox.reset();
  service.before = () => undefined;
  service.after = () => undefined;
});

const unclear = () => new Failure("unreachable", "the connection broke", { outcome: "unknown" });
const changes = () => service.requests.filter((request) => !request.startsWith("GET "));

/** Fails the changes of these numbers, from 1, before or after the service has carried them out. */
function failChanges(when: "before" | "after", numbers: readonly number[], failure: () => Failure = unclear) {
  let count = 0;
  service[when] = ({ method }) => {
    if (method === "GET") return;
    count += 1;
    if (numbers.includes(count)) throw failure();
  };
}

async function applied(site: Site, isPruned = false): Promise<readonly string[]> {
  service.requests.length = 0;
  const results = await service.apply(site, isPruned);
  return results.map(({ state, failure }) => failure?.message ?? state);
}

describe("after an unclear answer nothing is repeated that was done", () => {
  test("a new object", async () => {
    failChanges("after", [1]);
    expect(await applied({ zones: [{ name: "east" }] })).toEqual(["done"]);
    expect(changes()).toEqual(["POST /zones/"]);
  });

  test("a new object that is referred to: what follows knows its id", async () => {
    failChanges("after", [1]);
    const site: Site = {
      fabrics: [{ name: "core", vlans: [{ vid: 5 }] }],
      subnets: [{ cidr: "10.70.0.0/24", vlan: "core/5" }],
    };
    expect(await applied(site)).toEqual(["done", "done", "done"]);
    expect(changes()).toEqual(["POST /fabrics/", "POST /fabrics/{fabric_id}/vlans/", "POST /subnets/"]);
  });

  test("a new object whose rest is still to be set", async () => {
    failChanges("after", [1]);
    expect(await applied({ domains: [{ name: "a.test", ttl: 30 }] })).toEqual(["done"]);
    expect(changes()).toEqual(["POST /domains/", "PUT /domains/{id}/"]);
    expect(await service.plan({ domains: [{ name: "a.test", ttl: 30 }] })).toEqual([]);
  });

  test("a change", async () => {
    failChanges("after", [1]);
    expect(await applied({ domains: [{ name: "example.com", ttl: 77 }] })).toEqual(["done"]);
    expect(changes()).toEqual(["PUT /domains/{id}/"]);
  });

  test("a deletion", async () => {
    failChanges("after", [1]);
    expect(await applied({ zones: [{ name: "default" }, { name: "north" }] }, true)).toEqual(["done"]);
    expect(changes()).toEqual(["DELETE /zones/{name}/"]);
  });

  test("a file, which is replaced by being stored again", async () => {
    failChanges("after", [1]);
    expect(await applied({ files: [{ filename: "seed.txt", file: Buffer.from("new") }] })).toEqual(["done"]);
    expect(changes()).toEqual(["POST /files/"]);
  });

  test("a configuration item", async () => {
    failChanges("after", [1]);
    expect(await applied({ config: { ntp_servers: "10.0.0.9" } })).toEqual(["done"]);
    expect(changes()).toEqual(["POST /svc/op-set_config"]);
  });
});

describe("what was not done is done again", () => {
  test.each([
    ["an unclear answer", unclear],
    ["an error of the service", () => new Failure("serverError", "503", { outcome: "refused", status: 503 })],
  ])("after %s", async (_, failure) => {
    failChanges("before", [1, 2], failure);
    const site: Site = { zones: [{ name: "east" }] };
    expect(await applied(site)).toEqual(["done"]);
    expect(changes()).toHaveLength(3);
    expect(await service.plan(site)).toEqual([]);
  });

  test("a limited number of times", async () => {
    service.before = ({ method }) => {
      if (method !== "GET") throw unclear();
    };
    expect(await applied({ zones: [{ name: "east" }] })).toEqual(["the connection broke"]);
    expect(changes()).toHaveLength(5);
  });

  test("only what is left of a replacement", async () => {
    const range = { start_ip: "10.10.0.70", end_ip: "10.10.0.80", subnet: "prod-net" };
    await service.apply({ ipranges: [{ ...range, type: "reserved" }] });
    failChanges("after", [1]);
    expect(await applied({ ipranges: [{ ...range, type: "dynamic" }] })).toEqual(["done"]);
    expect(changes()).toEqual(["DELETE /ipranges/{id}/", "POST /ipranges/"]);
  });
});

test("a refusal is not repeated", async () => {
  failChanges("before", [1], () => new Failure("invalid", "no", { outcome: "refused", status: 400 }));
  expect(await applied({ zones: [{ name: "east" }] })).toEqual(["no"]);
  expect(changes()).toHaveLength(1);
});

test("a refusal that follows a doubt counts, unless the object is as it should be", async () => {
  let count = 0;
  service.before = ({ method }) => {
    if (method === "GET") return;
    count += 1;
    if (count === 1) throw unclear();
    throw new Failure("invalid", "no", { outcome: "refused", status: 400 });
  };
  expect(await applied({ zones: [{ name: "east" }] })).toEqual(["no"]);
  expect(changes()).toHaveLength(2);
});

test("a doubt that no look clears up stays one", async () => {
  const site: Site = { zones: [{ name: "east" }] };
  let isPlanned = false;
  service.before = ({ method }) => {
    if (method !== "GET") isPlanned = true;
    else if (isPlanned) throw new Failure("unreachable", "down", {});
  };
  service.after = ({ method }) => {
    if (method !== "GET") throw unclear();
  };
  const [result] = await service.apply(site);
  expect([result?.state, result?.failure?.details.outcome]).toEqual(["failed", "unknown"]);
});

test("what is gone already counts as deleted, and what changed in between is an update that fails", async () => {
  let isGone = false;
  service.before = ({ method }) => {
    if (method !== "DELETE" || isGone) return;
    isGone = true;
    service.sandbox.world.state.places.zones.splice(2, 1);
  };
  expect(await applied({ zones: [{ name: "north" }] }, true)).toEqual(["done"]);
});

test("the servers of a domain that forwards follow in a request of their own", async () => {
  const site: Site = {
    domains: [{ name: "f.test", authoritative: false, forward_dns_servers: ["10.0.0.1"] }],
  };
  expect(await applied(site)).toEqual(["done"]);
  expect(changes()).toEqual(["POST /domains/", "PUT /domains/{id}/"]);
  service.sandbox.reset();
  await applied({ domains: [{ name: "f.test" }] });
  failChanges("after", [1]);
  expect(await applied(site)).toEqual(["done"]);
  expect(changes()).toEqual(["PUT /domains/{id}/", "PUT /domains/{id}/"]);
  expect(await service.plan(site)).toEqual([]);
});
