import { describe, expect, test } from "vitest";
import { planOf } from "../../../../src/desired/claims/plan-claims.ts";
import { claimOf } from "./claim-service.ts";
import { machine, machines } from "./machines.ts";

const plain = { keep: new Set<string>(), replacesFailed: false };

/** The planned step for a claim of `count` machines, without its position in the file. */
function plannedStep(states: string, options: Partial<typeof plain> = {}, count = 2) {
  const plan = planOf(claimOf("runners", count), machines(states), [], { ...plain, ...options });
  return plan.step && { action: plan.step.action, ...plan.step.fields };
}

const machineCount = (from: number, to: number) => ({ machines: { from, to } });

describe("a plan shows what would change", () => {
  test.each([
    ["", { action: "create", ...machineCount(0, 2) }],
    ["a:deployed b:deployed", undefined],
    ["a:deployed", { action: "update", ...machineCount(1, 2) }],
    [
      "a:deployed b:allocated",
      { action: "update", ...machineCount(1, 2), allocated: { from: ["host-b"], to: "deployed" } },
    ],
    [
      "a:deployed b:deploying",
      { action: "update", ...machineCount(1, 2), deploying: { from: ["host-b"], to: "deployed" } },
    ],
    ["a:deployed b:failed_deployment", undefined],
    ["a:releasing", { action: "update", ...machineCount(0, 2) }],
    [
      "a:deployed b:deployed c:deployed",
      { action: "update", ...machineCount(3, 2), surplus: { from: ["host-c"], to: "released" } },
    ],
    [
      "a:deployed b:deployed c:failed_releasing",
      { action: "update", ...machineCount(2, 2), release_failed: { from: ["host-c"], to: "released" } },
    ],
  ])("%s", (states, expected) => {
    expect(plannedStep(states)).toEqual(expected);
  });

  test("failed machines where they are to be replaced", () => {
    expect(plannedStep("a:deployed b:broken", { replacesFailed: true })).toEqual({
      ...{ action: "update", ...machineCount(1, 2) },
      failed: { from: ["host-b"], to: "replaced" },
    });
  });

  test("with the place of the claim", () => {
    expect(planOf(claimOf("runners", 1), [], [], plain).step).toMatchObject({
      ...{ kind: "claims", name: "runners", file: "site.yaml", line: 2 },
    });
  });
});

test("machines left alone are reported", () => {
  const ownMachines = [
    ...[machine("a", "rescue_mode"), machine("b", "failed_deployment")],
    machine("c", "allocated", { locked: true }),
  ];
  const foreign = [machine("d", "deployed", { owner: "bob" })];
  expect(planOf(claimOf("runners", 3), ownMachines, foreign, plain).warnings).toEqual([
    "claim runners: host-b is Failed deployment; --replace-failed would replace it",
    "claim runners: host-a is Rescue mode; it still counts towards the claim and is left alone",
    "claim runners: host-c is Allocated and locked; it still counts towards the claim and is left alone",
    "claim runners: host-d has the claim's agent name but belongs to bob; it is left alone",
  ]);
});

test("more kept machines than the count of the claim are a problem", () => {
  const options = { ...plain, keep: new Set(["a", "host-b"]) };
  expect(
    planOf(claimOf("runners", 1), machines("a:deployed b:deployed"), [], options).problems,
  ).toMatchObject([
    { kind: "usage", text: "the count of claim runners is 1, but --keep names 2 of its machines" },
  ]);
});

test("unset variables are a problem only if a request needs them", () => {
  const place = { file: "site.yaml", line: 4, column: 3 };
  const unset = { form: "variable", place, name: "USER_DATA", text: undefined } as const;
  const claim = { ...claimOf("runners", 1), deploy: new Map([["user_data", unset]]) };
  expect(planOf(claim, machines("a:deployed"), [], plain).unsetVariables).toEqual([]);
  expect(planOf(claim, machines("a:allocated"), [], plain).unsetVariables).toMatchObject([
    { text: "USER_DATA is not set, and claim runners needs it" },
  ]);
});

test("a locked surplus machine stays with a warning, and another is released", () => {
  const ownMachines = [
    machine("a", "deployed"),
    machine("b", "deployed", { locked: true }),
    machine("c", "deployed"),
  ];
  const planFor = (count: number) => planOf(claimOf("runners", count), ownMachines, [], plain);
  const releasedFor = (count: number) => planFor(count).releases.map(({ view }) => view.systemId);
  expect([2, 1, 0].map(releasedFor)).toEqual([["c"], ["c", "a"], ["c", "a"]]);
  expect(planFor(1).warnings).toEqual([]);
  expect(planFor(0).warnings).toEqual(["claim runners: host-b is surplus but locked; it is left alone"]);
});

test.each<[string | Buffer | undefined, boolean]>([
  ["#!/bin/sh", false],
  ["#cloud-config\n", false],
  ["", false],
  [undefined, false],
  ["ud.yaml", true],
  [Buffer.from("Content-Type: multipart/mixed"), false],
  [Buffer.from([0x1f, 0x8b, 8]), false],
  [Buffer.from("users: []"), true],
])("user data %j that cloud-init would ignore warns: %s", (data, warns) => {
  const place = { file: "site.yaml", line: 4, column: 3 };
  const value = Buffer.isBuffer(data)
    ? ({ form: "file", place, path: "ud", bytes: data } as const)
    : ({ form: "variable", place, name: "UD", text: data } as const);
  const claim = { ...claimOf("runners", 1), deploy: new Map([["user_data", value]]) };
  const warned = planOf(claim, [], [], plain).warnings.filter((line) =>
    line.includes("cloud-init ignores it"),
  );
  expect(warned).toHaveLength(warns ? 1 : 0);
});
