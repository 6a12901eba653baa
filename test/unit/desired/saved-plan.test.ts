import { describe, expect, test } from "vitest";
import type { Claim, FieldValue } from "../../../src/desired/item.ts";
import {
  hashDiff,
  hashValues,
  planText,
  readPlan,
  requireSame,
  savedSteps,
} from "../../../src/desired/saved-plan.ts";
import { rejection } from "../rejection.ts";
import type { Given, Site } from "./site.ts";
import { planFor, type Rows } from "./state.ts";

const rows: Rows = {
  domains: [{ id: 1, name: "a.test", ttl: 30, authoritative: true, is_default: false }],
  "license-keys": [{ osystem: "windows", distro_series: "w", license_key: "OLD-SECRET" }],
  files: [],
};
const site: Site = {
  domains: [{ name: "a.test", ttl: 60 }, { name: "b.test" }],
  "license-keys": [
    { osystem: "windows", distro_series: "w", license_key: { env: "KEY", text: "NEW-SECRET" } },
  ],
  files: [{ filename: "f", file: Buffer.from("content") }],
};
const textOf = (of: Site, from: Rows = rows) =>
  planText({
    service: "http://x/SVC",
    sources: ["/site.yaml"],
    prune: false,
    replaceFailed: true,
    keep: ["web-01"],
    changes: savedSteps(planFor(of, from)),
  });

test("a saved plan is read back, and is valid as long as nothing has changed", () => {
  const saved = readPlan(textOf(site), "plan.json");
  expect(saved).toMatchObject({ service: "http://x/SVC", sources: ["/site.yaml"], prune: false });
  expect(saved).toMatchObject({ replaceFailed: true, keep: ["web-01"] });
  expect(() => requireSame(saved, planFor(site, rows), "plan.json")).not.toThrow();
});

test("items may be moved within the files", () => {
  const saved = readPlan(textOf(site), "plan.json");
  const moved: Site = {
    files: site["files"] ?? [],
    "license-keys": site["license-keys"] ?? [],
    domains: [{ name: "b.test" }, { name: "a.test", ttl: 60 }],
  };
  expect(() => requireSame(saved, planFor(moved, rows), "plan.json")).not.toThrow();
});

test("it contains no secrets and no content of files", () => {
  const text = textOf(site);
  expect(text).not.toContain("SECRET");
  expect(text).toContain("(secret)");
  expect(text).not.toContain("content");
});

const [first = {}, second = {}] = (site["domains"] ?? []) as readonly Readonly<
  Record<string, string | number>
>[];

test.each<[string, Site, Rows, readonly string[]]>([
  [
    "a value of the files",
    { ...site, domains: [{ ...first, ttl: 90 }, second] },
    rows,
    ["domains a.test: ttl differs from the plan"],
  ],
  [
    "a value of the service",
    site,
    { ...rows, domains: [{ id: 1, name: "a.test", ttl: 45, authoritative: true }] },
    ["domains a.test: ttl differs from the plan"],
  ],
  [
    "a file's content",
    { ...site, files: [{ filename: "f", file: Buffer.from("contents") }] },
    rows,
    ["files f: file differs from the plan"],
  ],
  [
    "what is done already, what is new, and what is another action",
    { ...site, domains: [first, { ...second, ttl: 6 }, { name: "c.test" }] },
    {
      ...rows,
      domains: [
        { id: 1, name: "a.test", ttl: 60, authoritative: true },
        { id: 2, name: "b.test", ttl: 5, authoritative: true },
      ],
    },
    [
      "domains a.test: no longer needs a change (planned: update)",
      "domains b.test: update is needed now (planned: create)",
      "domains c.test: create is needed now, but is not in the plan",
    ],
  ],
])("%s that moved since is named, as a conflict with nothing sent", async (_, now, from, lines) => {
  const saved = readPlan(textOf(site), "plan.json");
  const failure = await rejection(() => requireSame(saved, planFor(now, from), "plan.json"));
  expect(failure).toMatchObject({
    kind: "conflict",
    message: "the plan plan.json is no longer valid: the service or the files have changed since",
    details: { lines, outcome: "not_sent" },
  });
});

test.each([
  ["", "plan.json is not a saved plan"],
  ["[]", "plan.json is not a saved plan"],
  ['{"format":"svc plan","version":2}', "plan.json was saved by another version of svc"],
  ['{"format":"svc plan","version":1}', "plan.json is a damaged plan"],
  [
    '{"format":"svc plan","version":1,"service":"x","sources":[1],"prune":false,"changes":[]}',
    "plan.json is a damaged plan",
  ],
  [
    '{"format":"svc plan","version":1,"service":"x","sources":[],"prune":false,"changes":[{"kind":"x"}]}',
    "plan.json is a damaged plan",
  ],
])("%j is refused: %s", async (text, message) => {
  expect(await rejection(() => readPlan(text, "plan.json"))).toMatchObject({ kind: "usage", message });
});

const key = { salt: "00ff", secret: "t".repeat(32) };
const place = { file: "site.yaml", line: 1, column: 1 };
const text = (value: string): FieldValue => ({ form: "text", place, text: value });

const secrets = ["a", "1234", "SECRET-VALUE", "ä\u0000\n", '"quoted"', "x".repeat(5000)];

/** Sites with one secret, which is given in a file or comes from a variable. */
const markedSites: Readonly<Record<string, (value: Given) => Site>> = {
  "license-keys windows/w: license_key": (license_key) => ({
    "license-keys": [{ osystem: "windows", distro_series: "w", license_key }],
  }),
  "machines web-01: power_parameters": (power_pass) => ({
    machines: [
      {
        hostname: "web-01",
        architecture: "amd64",
        mac_addresses: ["52:54:00:00:00:01"],
        create: true,
        power_type: "ipmi",
        power_parameters: { map: { power_address: "10.0.0.1", power_pass: power_pass as string } },
      },
    ],
  }),
};
const marks = (site: Site, claims: readonly Claim[] = [], by = key) =>
  hashValues(planFor(site, { machines: [] }), claims, by);

describe.each(Object.entries(markedSites))("%s", (about, siteOf) => {
  test("is marked, so that only another value is noticed", () => {
    for (const secret of secrets) {
      const saved = marks(siteOf(secret));
      expect(Object.keys(saved?.values ?? {})).toEqual([about]);
      expect(hashDiff(saved as never, marks(siteOf(secret)))).toEqual([]);
      for (const other of secrets.filter((each) => each !== secret))
        expect(hashDiff(saved as never, marks(siteOf(other)))).toEqual([`${about} differs from the plan`]);
      expect(JSON.stringify(saved)).not.toContain(JSON.stringify(secret).slice(1, -1).padEnd(4, "\u0001"));
    }
  });

  test("has another mark with another salt, and cannot be compared with another key", () => {
    const saved = marks(siteOf("1234"));
    const salted = marks(siteOf("1234"), [], { ...key, salt: "ff00" });
    expect(salted?.values[about]).not.toBe(saved?.values[about]);
    const other = marks(siteOf("1234"), [], { ...key, secret: "u".repeat(32) });
    expect(hashDiff(saved as never, other)).toBeUndefined();
    expect(hashDiff(saved as never, undefined)).toBeUndefined();
    expect(hashValues(planFor({}, rows), [], { salt: "00", secret: undefined })).toBeUndefined();
  });
});

test("values that a plan shows have no mark", () => {
  expect(
    marks({ domains: [{ name: "a.test", ttl: 60 }], files: [{ filename: "f", file: Buffer.from("x") }] }),
  ).toEqual({ salt: "00ff", key: expect.stringMatching(/^[\da-f]{64}$/), values: {} });
});

test("a claim is marked by its constraints and deployment options", () => {
  const claim = (deploy: Readonly<Record<string, FieldValue>>, count = 1): Claim => ({
    ...{ name: "ci", place, count },
    allocate: new Map([["tags", { form: "list", place, values: [{ form: "text", place, text: "ssd" }] }]]),
    deploy: new Map(Object.entries(deploy)),
  });
  const saved = marks({}, [claim({ distro_series: text("jammy"), hwe_kernel: text("ga") })]);
  const moved = (other: Claim) => hashDiff(saved as never, marks({}, [other]));
  expect(moved(claim({ hwe_kernel: text("ga"), distro_series: text("jammy") }, 5))).toEqual([]);
  expect(moved(claim({ distro_series: text("focal"), hwe_kernel: text("ga") }))).toEqual([
    "claims ci: deploy differs from the plan",
  ]);
  expect(moved(claim({ distro_series: text("jammy") }))).toEqual(["claims ci: deploy differs from the plan"]);
  const variable = (value: string): FieldValue => ({ form: "variable", place, name: "DATA", text: value });
  const secret = marks({}, [claim({ user_data: variable("one") })]);
  expect(hashDiff(secret as never, marks({}, [claim({ user_data: variable("two") })]))).toHaveLength(1);
});

test.each([
  [{ salt: "", key: "", values: {} }, true],
  [{ salt: "", key: "", values: { a: "b" } }, true],
  [{ salt: "", key: "", values: { a: 1 } }, false],
  [{ salt: 1, key: "", values: {} }, false],
  [{ salt: "", values: {} }, false],
  [{ salt: "", key: "", values: [] }, false],
  [null, false],
])("a plan with the marks %j can be read: %s", (marks, isValid) => {
  const read = () => readPlan(JSON.stringify({ ...JSON.parse(textOf(site)), marks }), "plan.json");
  if (isValid) expect(read().marks).toEqual(marks);
  else expect(read).toThrow("plan.json is a damaged plan");
});
