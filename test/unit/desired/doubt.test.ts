import { beforeEach, describe, expect, test } from "vitest";
import { Failure } from "../../../src/core/failure.ts";
import { serviceOfFile } from "./service.ts";
import type { Site } from "./site.ts";

const service = await serviceOfFile();
beforeEach(() => {
  service.sandbox.reset();
  service.requests.length = 0;
  service.before = () => undefined;
  service.after = () => undefined;
  service.answer = undefined;
  service.isStopped = false;
});

const unclear = () => new Failure("unreachable", "the connection broke", { outcome: "unknown" });
const refusal = (kind: Failure["kind"], status: number) => () =>
  new Failure(kind, "no", { status, outcome: "refused" });
const changes = () => service.requests.filter((request) => !request.startsWith("GET "));

/** Fails changing requests selected by number, from 1, before or after the service has carried them out. */
function failChanges(when: "before" | "after", fails: (number: number) => boolean, failure = unclear) {
  let count = 0;
  service[when] = ({ method }) => {
    if (method === "GET") return;
    count += 1;
    if (fails(count)) throw failure();
  };
}
const first = (number: number) => number === 1;
const fromSecond = (number: number) => number > 1;

async function applied(site: Site, isPruned = false): Promise<readonly string[]> {
  service.requests.length = 0;
  const results = await service.apply(site, isPruned);
  return results.map(({ state, failure }) => failure?.message ?? state);
}

const east: Site = { zones: [{ name: "east" }] };
const withTtl: Site = { domains: [{ name: "a.test", ttl: 30 }] };
const forwarding: Site = {
  domains: [{ name: "f.test", authoritative: false, forward_dns_servers: ["10.0.0.1"] }],
};
const unforwarded: Site = { domains: [{ name: "f.test" }] };
const range = { start_ip: "10.10.0.70", end_ip: "10.10.0.80", subnet: "prod-net" };
const reserved: Site = { ipranges: [{ ...range, type: "reserved" }] };
const dynamic: Site = { ipranges: [{ ...range, type: "dynamic" }] };

describe("after an unclear answer nothing is repeated that was done", () => {
  test.each<[string, Site, readonly string[], Site?]>([
    ["a new object", east, ["POST /zones/"]],
    [
      "a new object that is referred to: what follows knows its id",
      {
        fabrics: [{ name: "core", vlans: [{ vid: 5 }] }],
        subnets: [{ cidr: "10.70.0.0/24", vlan: "core/5" }],
      },
      ["POST /fabrics/", "POST /fabrics/{fabric_id}/vlans/", "POST /subnets/"],
    ],
    ["a new object whose rest is still to be set", withTtl, ["POST /domains/", "PUT /domains/{id}/"]],
    ["a change", { domains: [{ name: "example.com", ttl: 77 }] }, ["PUT /domains/{id}/"]],
    [
      "a file, which is replaced by being stored again",
      { files: [{ filename: "seed.txt", file: Buffer.from("new") }] },
      ["POST /files/"],
    ],
    ["a configuration item", { config: { ntp_servers: "10.0.0.9" } }, ["POST /svc/op-set_config"]],
    ["a replacement", dynamic, ["DELETE /ipranges/{id}/", "POST /ipranges/"], reserved],
    [
      "servers that follow in a request of their own",
      forwarding,
      ["PUT /domains/{id}/", "PUT /domains/{id}/"],
      unforwarded,
    ],
  ])("%s", async (_, site, expected, before = {}) => {
    await service.apply(before);
    failChanges("after", first);
    const results = await applied(site);
    expect(results).toEqual(results.map(() => "done"));
    expect(changes()).toEqual(expected);
    expect(await service.plan(site)).toEqual([]);
  });

  test("a deletion", async () => {
    failChanges("after", first);
    expect(await applied({ zones: [{ name: "default" }, { name: "north" }] }, true)).toEqual(["done"]);
    expect(changes()).toEqual(["DELETE /zones/{name}/"]);
  });
});

test("the servers of a forwarding domain are set in a separate request", async () => {
  expect(await applied(forwarding)).toEqual(["done"]);
  expect(changes()).toEqual(["POST /domains/", "PUT /domains/{id}/"]);
});

test.each([
  ["an unclear answer", unclear],
  ["an error of the service", refusal("serverError", 503)],
])("what was not done is done again after %s", async (_, failure) => {
  failChanges("before", (number) => number <= 2, failure);
  expect(await applied(east)).toEqual(["done"]);
  expect(changes()).toHaveLength(3);
  expect(await service.plan(east)).toEqual([]);
});

test.each<[string, "before" | "after", Site, Site, number, string | undefined]>([
  ["a change that was not carried out is not repeated", "before", {}, east, 1, "refused"],
  ["a change that was carried out is done", "after", {}, east, 1, undefined],
  ["a replacement that has begun is finished", "before", reserved, dynamic, 2, undefined],
])("after a signal %s", async (_, when, site, newSite, failing, outcome) => {
  await service.apply(site);
  service.requests.length = 0;
  failChanges(
    when,
    (number) => number === failing,
    () => {
      service.isStopped = true;
      return unclear();
    },
  );
  const [result] = await service.apply(newSite);
  expect([result?.state, result?.failure?.details.outcome]).toEqual([
    outcome === undefined ? "done" : "failed",
    outcome,
  ]);
  expect(changes()).toHaveLength(outcome === undefined && when === "before" ? 3 : 1);
});

test("unfinished changes are repeated a limited number of times", async () => {
  failChanges("before", () => true);
  expect(await applied(east)).toEqual(["the connection broke"]);
  expect(changes()).toHaveLength(5);
});

test("a refusal is not repeated", async () => {
  failChanges("before", () => true, refusal("invalid", 400));
  const [result] = await service.apply(withTtl);
  expect(result).toMatchObject({ state: "failed", failure: { kind: "invalid", message: "no" } });
  expect([result?.carriedOutAction, result?.failure?.details.outcome]).toEqual([undefined, "refused"]);
  expect(changes()).toHaveLength(1);
});

test("a refusal after an unclear answer counts, unless the object is as requested", async () => {
  let count = 0;
  service.before = ({ method }) => {
    if (method === "GET") return;
    count += 1;
    throw count === 1 ? unclear() : refusal("invalid", 400)();
  };
  expect(await applied(east)).toEqual(["no"]);
  expect(changes()).toHaveLength(2);
});

test("an outcome that no read clarifies stays unknown", async () => {
  let isPlanned = false;
  service.before = ({ method }) => {
    if (method !== "GET") isPlanned = true;
    else if (isPlanned) throw new Failure("unreachable", "down", {});
  };
  failChanges("after", () => true);
  const [result] = await service.apply(east);
  expect([result?.state, result?.failure?.details.outcome]).toEqual(["failed", "unknown"]);
});

test("an object that no longer exists counts as deleted", async () => {
  let isGone = false;
  service.before = ({ method }) => {
    if (method !== "DELETE" || isGone) return;
    isGone = true;
    service.sandbox.world.state.places.zones.splice(2, 1);
  };
  expect(await applied({ zones: [{ name: "north" }] }, true)).toEqual(["done"]);
});

/** For each failed step: its state, what was carried out, and the failure. */
async function failures(site: Site, isPruned = false) {
  const results = await service.apply(site, isPruned);
  return results.flatMap(({ state, carriedOutAction, failure }) =>
    state === "done"
      ? []
      : [[state, carriedOutAction, failure?.kind, failure?.details.outcome, failure?.message]],
  );
}

const refusals = [
  ["invalid", 400],
  ["notAuthenticated", 401],
  ["notFound", 404],
  ["conflict", 409],
  ["serverError", 503],
] as const;

describe.each([
  ["a replacement", reserved, dynamic, "delete", "the old one was deleted", "creating it again"],
  ["a creation", {}, withTtl, "create", "created", "setting ttl"],
  ["an update", unforwarded, forwarding, "update", "authoritative was set", "setting forward_dns_servers"],
] as const)("%s that is carried out in part", (_, from, to, carriedOutAction, done, doing) => {
  beforeEach(() => service.apply(from));

  test.each(refusals)("before %s %i", async (kind, status) => {
    failChanges("before", fromSecond, refusal(kind, status));
    expect(await failures(to)).toEqual([
      ["failed", carriedOutAction, kind, "partial", `${done}; ${doing} failed: no`],
    ]);
    service.before = () => undefined;
    const rest = { delete: "create", create: "update", update: "update" }[carriedOutAction];
    expect((await service.plan(to)).map(({ action }) => action)).toEqual([rest]);
  });

  test("before connections that break", async () => {
    failChanges("before", fromSecond);
    const message = `${done}; ${doing} got no clear answer: the connection broke`;
    expect(await failures(to)).toEqual([["failed", carriedOutAction, "unreachable", "unknown", message]]);
  });

  test("after a first request without a clear answer that was carried out", async () => {
    failChanges("after", first);
    failChanges("before", fromSecond, refusal("conflict", 409));
    const message = `${done}; ${doing} failed: no`;
    expect(await failures(to)).toEqual([["failed", carriedOutAction, "conflict", "partial", message]]);
  });
});

describe("a host name that goes with its last record", () => {
  const withRecord: Site = {
    dnsresources: [{ name: "www", domain: "example.com" }],
    "dnsresource-records": [{ name: "www", domain: "example.com", rrtype: "TXT", rrdata: "hello" }],
  };
  const without: Site = { ...withRecord, "dnsresource-records": [] };

  /** Deletes the host name `www` with its record, and lets its creation fail `times` times. */
  async function lose(failure: () => Failure, times: number) {
    await service.apply(withRecord);
    let count = 0;
    service.after = ({ method, path }) => {
      if (method !== "DELETE" || !path.startsWith("/dnsresourcerecords/")) return;
      const { rows } = service.sandbox.world.state.networks.dnsResources;
      for (const [id, { name }] of Object.entries(rows)) if (name === "www") delete rows[Number(id)];
    };
    service.before = ({ method, path }) => {
      if (method !== "POST" || path !== "/dnsresources/") return;
      count += 1;
      if (count <= times) throw failure();
    };
    return () => count;
  }

  test.each(refusals)("and cannot be created again after %s %i", async (kind, status) => {
    await lose(refusal(kind, status), Number.POSITIVE_INFINITY);
    const message = "deleted; creating dnsresources www.example.com again failed: no";
    expect(await failures(without, true)).toEqual([["failed", "delete", kind, "partial", message]]);
  });

  test("and is recreated after an error of the service", async () => {
    const attempts = await lose(refusal("serverError", 503), 1);
    expect(await failures(without, true)).toEqual([]);
    expect(attempts()).toBe(2);
    expect(await service.plan(without, true)).toEqual([]);
  });
});

test("after a 504 or a time-out the object is read seconds later; without retries nothing is read or repeated", async () => {
  for (const details of [{ status: 504 }, { hasTimedOut: true as const }]) {
    service.sandbox.reset();
    service.pauses.length = 0;
    failChanges("after", first, () => new Failure("unreachable", "late", { outcome: "unknown", ...details }));
    expect([await applied(east), changes(), service.pauses[0]]).toEqual([["done"], ["POST /zones/"], 5_000]);
  }
  service.sandbox.reset();
  service.retries = 0;
  failChanges("before", first);
  expect(await applied(east)).toEqual(["the connection broke"]);
  expect(service.requests.slice(service.requests.indexOf("POST /zones/"))).toEqual(["POST /zones/"]);
  service.retries = 4;
});

test("after an answer about another object, nothing more is sent", async () => {
  service.answer = ({ method }, value) =>
    method === "POST" ? { ...value, id: 999, name: "other.test" } : value;
  expect(await failures(withTtl)).toEqual([
    [
      "failed",
      undefined,
      "other",
      "unknown",
      "the service answered with domains other.test (id 999), not a.test; nothing further was sent to either",
    ],
  ]);
  expect(changes()).toEqual(["POST /domains/"]);
});
