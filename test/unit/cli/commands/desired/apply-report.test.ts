import { expect, test } from "vitest";
import {
  carriedOutActions,
  failureOf,
  resultRow,
} from "../../../../../src/cli/commands/desired/apply-report.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import type { StepResult } from "../../../../../src/desired/apply.ts";
import { planFor } from "../../../desired/state.ts";

const steps = planFor(
  { domains: ["a", "b", "c"].map((name) => ({ name: `${name}.test` })) },
  { domains: [] },
).steps;
const result = (index: number, rest: Omit<StepResult, "step">): StepResult => {
  const placed = steps[index];
  if (placed === undefined) throw new Error(`there is no step ${index}`);
  return { step: placed.step, ...rest };
};
const done = (index: number) => result(index, { state: "done" });
const failed = (index: number, failure: Failure) => result(index, { state: "failed", failure });
const refused = new Failure("invalid", "no", { status: 400, outcome: "refused" });

const partial = refused.with({ outcome: "partial" });
const half = (failure: Failure) => result(0, { state: "failed", failure, carriedOutAction: "delete" });
const notBegun = (index: number) => result(index, { state: "notBegun" });
const because = steps[0]?.step;
const skipped = result(1, { state: "skipped", ...(because === undefined ? {} : { failedStep: because }) });
const stopped = new Failure("interrupted", "interrupted");
const key = new Failure("notAuthenticated", "401", { outcome: "refused" });
const doubt = new Failure("unreachable", "broke", { outcome: "unknown" });
const resolve = "fix what the service refused, then run the same command again";
const lines = ["osystem: 'windows' is not valid", "license_key: too short."];
const fields = new Failure("invalid", "the service rejects the values", { lines, outcome: "refused" });
const reasons = "the service rejects the values: osystem: 'windows' is not valid; license_key: too short";

test.each<[string, readonly StepResult[], object | undefined, Failure?]>([
  ["nothing is said where there was nothing to do", [], undefined],
  ["nothing is said where all is done", [done(0), done(1)], undefined],
  [
    "the one step there was decides the exit code",
    [failed(0, refused)],
    { exitCode: 7, message: "site.yaml:1:3: domains a.test: no" },
  ],
  [
    "a step that was carried out in part says to run the command again",
    [half(partial)],
    { exitCode: 7, details: { outcome: "partial", hint: resolve } },
  ],
  [
    "a step that was carried out in part keeps its hint",
    [half(partial.with({ hint: "check the key" }))],
    { details: { hint: "check the key; then run the same command again" } },
  ],
  ["the service's reasons are lines of a single change", [failed(0, fields)], { details: { lines } }],
  [
    "the service's reasons are in the line of each of several changes",
    [failed(0, fields), done(1)],
    { details: { lines: [`site.yaml:1:3: domains a.test: ${reasons}`] } },
  ],
  [
    "of several steps those that are left are named, with the reason",
    [failed(0, refused), skipped, done(2)],
    {
      exitCode: 10,
      message: "2 of 3 changes were not completed",
      details: {
        outcome: "partial",
        lines: [
          "site.yaml:1:3: domains a.test: no",
          "site.yaml:2:3: domains b.test: skipped, needs domains a.test",
        ],
        hint: resolve,
      },
    },
  ],
  [
    "a doubt counts first, and is said in words",
    [failed(0, doubt), done(1)],
    {
      details: {
        outcome: "unknown",
        hint: "run the same command again: it checks what may have been carried out, and does the rest",
      },
    },
  ],
  [
    "what a step carried out before it failed counts",
    [result(0, { state: "failed", failure: partial, carriedOutAction: "create" }), failed(1, refused)],
    { details: { outcome: "partial" } },
  ],
  ["nothing begun is not sent", [notBegun(0)], { details: { outcome: "not_sent" } }, stopped],
  ["nothing done is refused", [failed(0, refused), failed(1, refused)], { details: { outcome: "refused" } }],
  [
    "a signal decides the exit code, and what was not begun is told",
    [done(0), notBegun(1)],
    { exitCode: 130, details: { lines: ["site.yaml:2:3: domains b.test: not started"] } },
    stopped,
  ],
  ["a signal after all is done decides the exit code", [done(0)], { exitCode: 130 }, stopped],
  ["a key that is refused has its own exit code", [failed(0, key), failed(1, key)], { exitCode: 4 }],
  ["a key that is refused besides others", [failed(0, key), failed(1, refused)], { exitCode: 10 }],
])("%s", (_, results, expected, signal) => {
  const failure = failureOf(results, signal);
  if (expected === undefined) expect(failure).toBeUndefined();
  else expect(failure).toMatchObject(expected);
});

test("a partially executed step counts as the action that was executed, also in its row", () => {
  expect(carriedOutActions([half(partial), done(1)])).toEqual([{ action: "delete" }, { action: "create" }]);
  expect(resultRow(half(partial))).toMatchObject({ result: "failed", outcome: "partial", error: "no" });
  expect(resultRow(done(1))).toMatchObject({ result: "done", outcome: "done", error: null });
  expect(resultRow(failed(0, fields)).error).toBe(reasons);
});
