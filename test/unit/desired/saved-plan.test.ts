import { describe, expect, test } from "vitest";
import { Failure } from "../../../src/core/failure.ts";
import { planText, readPlan, requireSame, savedSteps } from "../../../src/desired/saved-plan.ts";
import { documentedKinds } from "./documented-kinds.ts";
import type { Site } from "./site.ts";
import { planFor, type Rows } from "./state.ts";

const kinds = await documentedKinds();
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
    changes: savedSteps(planFor(kinds, of, from)),
  });

function failureOf(work: () => unknown): Failure {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("nothing failed");
}

test("a plan is read as it was saved, and holds as long as nothing has changed", () => {
  const saved = readPlan(textOf(site), "plan.json");
  expect(saved).toMatchObject({ service: "http://x/SVC", sources: ["/site.yaml"], prune: false });
  expect(saved).toMatchObject({ replaceFailed: true, keep: ["web-01"] });
  expect(() => requireSame(saved, planFor(kinds, site, rows), "plan.json")).not.toThrow();
});

test("items may stand elsewhere in the files, and in another order", () => {
  const saved = readPlan(textOf(site), "plan.json");
  const moved: Site = {
    files: site["files"] ?? [],
    "license-keys": site["license-keys"] ?? [],
    domains: [{ name: "b.test" }, { name: "a.test", ttl: 60 }],
  };
  expect(() => requireSame(saved, planFor(kinds, moved, rows), "plan.json")).not.toThrow();
});

test("no secret is in it, and no content of files", () => {
  const text = textOf(site);
  expect(text).not.toContain("SECRET");
  expect(text).toContain("(secret)");
  expect(text).not.toContain("content");
});

describe("what moved since is named", () => {
  const saved = readPlan(textOf(site), "plan.json");
  const linesFor = (of: Site, from: Rows = rows) =>
    failureOf(() => requireSame(saved, planFor(kinds, of, from), "plan.json")).details.lines;
  const [first = {}, second = {}] = (site["domains"] ?? []) as readonly Readonly<
    Record<string, string | number>
  >[];

  test("a value of the files", () => {
    expect(linesFor({ ...site, domains: [{ ...first, ttl: 90 }, second] })).toEqual([
      "domains a.test: ttl is not as planned",
    ]);
  });

  test("a value of the service", () => {
    expect(
      linesFor(site, { ...rows, domains: [{ id: 1, name: "a.test", ttl: 45, authoritative: true }] }),
    ).toEqual(["domains a.test: ttl is not as planned"]);
  });

  test("a file's content", () => {
    expect(linesFor({ ...site, files: [{ filename: "f", file: Buffer.from("contents") }] })).toEqual([
      "files f: file is not as planned",
    ]);
  });

  test("what is done already, what is new, and what is another action", () => {
    const domains = [
      { id: 1, name: "a.test", ttl: 60, authoritative: true },
      { id: 2, name: "b.test", ttl: 5, authoritative: true },
    ];
    const now: Site = { ...site, domains: [first, { ...second, ttl: 6 }, { name: "c.test" }] };
    expect(linesFor(now, { ...rows, domains })).toEqual([
      "domains a.test: nothing is left to do (planned: update)",
      "domains b.test: to update now (planned: create)",
      "domains c.test: to create now, and not in the plan",
    ]);
  });

  test("as a conflict, with nothing sent", () => {
    const failure = failureOf(() => requireSame(saved, planFor(kinds, {}, rows), "plan.json"));
    expect([failure.kind, failure.details.outcome]).toEqual(["conflict", "not_sent"]);
    expect(failure.message).toBe(
      "the plan plan.json is no longer valid: the service or the files have changed since",
    );
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
])("%j is refused: %s", (text, message) => {
  const failure = failureOf(() => readPlan(text, "plan.json"));
  expect([failure.kind, failure.message]).toEqual(["usage", message]);
});
