import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { Failure } from "../../../src/core/failure.ts";
import type { StepResult } from "../../../src/desired/apply.ts";
import { openService } from "./service.ts";
import type { Site } from "./site.ts";

const service = await openService();
afterAll(() => service.stop());
beforeEach(() => {
  service.sandbox.reset();
  service.before = () => undefined;
  service.after = () => undefined;
});

/** Fails each change from the second on, before the service has seen it. */
function failFromSecond(failure: () => Failure) {
  let count = 0;
  service.before = ({ method }) => {
    if (method === "GET") return;
    count += 1;
    if (count > 1) throw failure();
  };
}

const refusals = [
  ["400", "invalid", 400],
  ["401", "notAuthenticated", 401],
  ["404", "notFound", 404],
  ["409", "conflict", 409],
  ["503", "serverError", 503],
] as const;
const refusal = (kind: (typeof refusals)[number][1], status: number) => () =>
  new Failure(kind, "no", { status, outcome: "refused" });
const dropped = () => new Failure("unreachable", "the connection broke", { outcome: "unknown" });

const summary = ({ state, carriedOut, failure }: StepResult) => [
  state,
  carriedOut,
  failure?.kind,
  failure?.details.outcome,
  failure?.message,
];
const summaries = async (site: Site, isPruned = false) => (await service.apply(site, isPruned)).map(summary);
const paths = async (site: Site) => (await service.plan(site)).map(({ action }) => action);

const range = { start_ip: "10.10.0.70", end_ip: "10.10.0.80", subnet: "prod-net" };
const reserved: Site = { ipranges: [{ ...range, type: "reserved" }] };
const dynamic: Site = { ipranges: [{ ...range, type: "dynamic" }] };

describe("an object that is deleted and not created again", () => {
  test.each(refusals)("after %s", async (_, kind, status) => {
    await service.apply(reserved);
    failFromSecond(refusal(kind, status));
    const message = "the old one was deleted; creating it again failed: no";
    expect(await summaries(dynamic)).toEqual([["failed", "delete", kind, "partial", message]]);
    service.before = () => undefined;
    expect(await paths(dynamic)).toEqual(["create"]);
  });

  test("after connections that break", async () => {
    await service.apply(reserved);
    failFromSecond(dropped);
    const message = "the old one was deleted; creating it again got no clear answer: the connection broke";
    expect(await summaries(dynamic)).toEqual([["failed", "delete", "unreachable", "unknown", message]]);
  });

  test("after a deletion without a clear answer that a look shows to be carried out", async () => {
    await service.apply(reserved);
    service.after = ({ method }) => {
      if (method === "DELETE") throw dropped();
    };
    failFromSecond(refusal("invalid", 400));
    const message = "the old one was deleted; creating it again failed: no";
    expect(await summaries(dynamic)).toEqual([["failed", "delete", "invalid", "partial", message]]);
  });
});

describe("an object that is created without all its values", () => {
  const site: Site = { domains: [{ name: "a.test", ttl: 30 }] };

  test.each(refusals)("after %s", async (_, kind, status) => {
    failFromSecond(refusal(kind, status));
    const message = "created; setting ttl failed: no";
    expect(await summaries(site)).toEqual([["failed", "create", kind, "partial", message]]);
    service.before = () => undefined;
    expect(await paths(site)).toEqual(["update"]);
  });

  test("after connections that break", async () => {
    failFromSecond(dropped);
    const message = "created; setting ttl got no clear answer: the connection broke";
    expect(await summaries(site)).toEqual([["failed", "create", "unreachable", "unknown", message]]);
  });

  test("after a creation without a clear answer that a look shows to be carried out", async () => {
    let count = 0;
    service.after = ({ method }) => {
      if (method === "POST") throw dropped();
    };
    service.before = ({ method }) => {
      if (method === "GET") return;
      count += 1;
      if (count > 1) throw refusal("conflict", 409)();
    };
    const message = "created; setting ttl failed: no";
    expect(await summaries(site)).toEqual([["failed", "create", "conflict", "partial", message]]);
  });
});

describe("an object that is updated in part", () => {
  const forwarding: Site = {
    domains: [{ name: "f.test", authoritative: false, forward_dns_servers: ["10.0.0.1"] }],
  };

  test.each(refusals)("after %s", async (_, kind, status) => {
    await service.apply({ domains: [{ name: "f.test" }] });
    failFromSecond(refusal(kind, status));
    const message = "authoritative was set; setting forward_dns_servers failed: no";
    expect(await summaries(forwarding)).toEqual([["failed", "update", kind, "partial", message]]);
  });
});

describe("a host name that goes with its last record", () => {
  const withRecord: Site = {
    dnsresources: [{ name: "www", domain: "example.com" }],
    "dnsresource-records": [{ name: "www", domain: "example.com", rrtype: "TXT", rrdata: "hello" }],
  };
  const without: Site = { ...withRecord, "dnsresource-records": [] };

  /** As services do: the host name goes with its last record, which is `www` here. */
  const deleteWithRecord = () => {
    service.after = ({ method, path }) => {
      if (method !== "DELETE" || !path.startsWith("/dnsresourcerecords/")) return;
      const { rows } = service.sandbox.world.state.networks.dnsResources;
      for (const [id, { name }] of Object.entries(rows)) if (name === "www") delete rows[Number(id)];
    };
  };

  test.each(refusals)("and cannot be created again after %s", async (_, kind, status) => {
    await service.apply(withRecord);
    deleteWithRecord();
    service.before = ({ method, path }) => {
      if (method === "POST" && path === "/dnsresources/") throw refusal(kind, status)();
    };
    const results = await service.apply(without, true);
    const message = "deleted; creating dnsresources www.example.com again failed: no";
    expect(results.filter(({ state }) => state !== "done").map(summary)).toEqual([
      ["failed", "delete", kind, "partial", message],
    ]);
  });

  test("and is created again after an error of the service", async () => {
    await service.apply(withRecord);
    deleteWithRecord();
    let count = 0;
    service.before = ({ method, path }) => {
      if (method === "POST" && path === "/dnsresources/" && count++ === 0)
        throw refusal("serverError", 503)();
    };
    expect((await service.apply(without, true)).every(({ state }) => state === "done")).toBe(true);
    expect(count).toBe(2);
    service.before = () => undefined;
    expect(await service.plan(without, true)).toEqual([]);
  });
});

test("what was refused at once is refused, and nothing was carried out", async () => {
  service.before = ({ method }) => {
    if (method !== "GET") throw refusal("invalid", 400)();
  };
  await expect(summaries({ domains: [{ name: "a.test", ttl: 30 }] })).resolves.toEqual([
    ["failed", undefined, "invalid", "refused", "no"],
  ]);
});
