import { describe, expect, test } from "vitest";
import { shownStep } from "../../../src/desired/shown-change.ts";
import type { Site } from "./site.ts";
import { planFor, type Rows } from "./state.ts";

const fieldsFor = (site: Site, rows: Rows) =>
  planFor(site, rows).steps.map(({ step }) => shownStep(step).fields);

describe("fields", () => {
  test("have the types of their values", () => {
    const rows: Rows = {
      "dhcp-snippets": [
        { id: 1, name: "s", value: "x;", description: null, enabled: true, global_snippet: true },
      ],
      domains: [{ id: 1, name: "a.test", ttl: null, authoritative: true, forward_dns_servers: ["10.0.0.1"] }],
    };
    const site: Site = {
      "dhcp-snippets": [{ name: "s", enabled: false, description: "d" }],
      domains: [{ name: "a.test", ttl: 30, authoritative: "no", forward_dns_servers: ["10.0.0.2"] }],
    };
    expect(fieldsFor(site, rows)).toEqual([
      { enabled: { from: true, to: false }, description: { from: null, to: "d" } },
      {
        ttl: { from: null, to: 30 },
        authoritative: { from: true, to: false },
        forward_dns_servers: { from: ["10.0.0.1"], to: ["10.0.0.2"] },
      },
    ]);
  });

  test("of a new object have no old value", () => {
    expect(fieldsFor({ domains: [{ name: "a.test", ttl: 30 }] }, { domains: [] })).toEqual([
      { name: { from: null, to: "a.test" }, ttl: { from: null, to: 30 } },
    ]);
  });

  test("of bytes are shown as their length and digest", () => {
    expect(
      fieldsFor({ files: [{ filename: "f", file: Buffer.from("abc") }] }, { files: [] })[0]?.["file"]?.to,
    ).toBe("(3 bytes, sha256 ba7816bf8f01)");
  });
});

describe("nothing of a secret is shown", () => {
  const key = `${"a".repeat(18)}:${"b".repeat(18)}:${"HIDDEN".repeat(6)}`;
  test.each<[string, Site, Rows]>([
    [
      "a field that is secret",
      { "license-keys": [{ osystem: "w", distro_series: "x", license_key: "HIDDEN" }] },
      { "license-keys": [{ osystem: "w", distro_series: "x", license_key: "HIDDEN-too" }] },
    ],
    ["a key that is secret", { sslkeys: [{ key: "HIDDEN" }] }, { sslkeys: [] }],
    [
      "a variable",
      { domains: [{ name: "a.test", ttl: { env: "TTL", text: "4711" } }] },
      { domains: [{ id: 1, name: "a.test", ttl: 30, hidden: 4711 }] },
    ],
    [
      "a secret configuration item",
      { config: { rpc_shared_secret: "HIDDEN" } },
      { config: [{ name: "rpc_shared_secret", value: "x" }] },
    ],
    [
      "a password in an address",
      { config: { http_proxy: "http://me:HIDDEN@proxy/" } },
      { config: [{ name: "http_proxy", value: "http://me:HIDDEN1@proxy/" }] },
    ],
    [
      "a private key in a text",
      { "dhcp-snippets": [{ name: "z", description: "-----BEGIN EC PRIVATE KEY-----HIDDEN" }] },
      { "dhcp-snippets": [{ id: 1, name: "z", description: "-----BEGIN EC PRIVATE KEY-----HIDDEN2" }] },
    ],
    [
      "an API key and a password in texts",
      { "dhcp-snippets": [{ name: "z", description: `a${key}b`, value: "password=HIDDEN" }] },
      { "dhcp-snippets": [{ id: 1, name: "z", description: key, value: "pass: HIDDEN" }] },
    ],
    [
      "a list",
      { domains: [{ name: "a.test", forward_dns_servers: ["http://a:HIDDEN@b/"] }] },
      { domains: [{ id: 1, name: "a.test", forward_dns_servers: ["http://a:HIDDEN2@b/"] }] },
    ],
    [
      "power parameters, by name and as declared",
      {
        machines: [
          {
            ...{
              hostname: "m",
              create: true,
              architecture: "amd64",
              power_type: "x",
              mac_addresses: ["52:54:00:00:00:01"],
            },
            power_parameters: { map: { key: "HIDDEN", privkey: "HIDDEN", a_pem: "HIDDEN" } },
          },
        ],
      },
      { machines: [] },
    ],
    [
      "secret members of a map, and members from variables",
      {
        devices: [
          {
            hostname: "d",
            annotations: { map: { db_password: "HIDDEN", role: { env: "A", text: "HIDDEN" } } },
          },
        ],
      },
      {
        devices: [
          {
            ...{ system_id: "abc123", hostname: "d" },
            workload_annotations: { db_password: "HIDDEN1", role: "HIDDEN2" },
          },
        ],
      },
    ],
  ])("%s", (_, site, rows) => {
    const text = JSON.stringify(planFor(site, rows).steps.map(({ step }) => shownStep(step)));
    expect(text).not.toContain("HIDDEN");
    expect(text).not.toContain("4711");
    expect(text).toMatch(/\(secret\)|\*{8}/);
  });
});

test("of a map show only changed members", () => {
  const rows: Rows = {
    devices: [{ system_id: "abc123", hostname: "d", workload_annotations: { a: "1", b: "2", c: "3" } }],
  };
  expect(
    fieldsFor({ devices: [{ hostname: "d", annotations: { map: { a: "1", b: "9", new: "x" } } }] }, rows),
  ).toEqual([{ annotations: { from: { b: "2", new: null }, to: { b: "9", new: "x" } } }]);
});

test("a step has its place in the files, and a deletion has none", () => {
  const rows: Rows = { domains: [{ id: 1, name: "a.test" }] };
  const plan = planFor({ domains: [{ name: "b.test" }] }, rows, true);
  expect(
    plan.steps.map(({ step }) => shownStep(step)).map(({ action, file, line }) => [action, file, line]),
  ).toEqual([
    ["delete", null, null],
    ["create", "site.yaml", 1],
  ]);
});
