import { describe, expect, test } from "vitest";
import {
  carriedOutSteps,
  failureOf,
  resultRow,
} from "../../../../../src/cli/commands/desired/apply-report.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import type { StepResult } from "../../../../../src/desired/apply.ts";
import { documentedKinds } from "../../../desired/documented-kinds.ts";
import { planFor } from "../../../desired/state.ts";

const kinds = await documentedKinds();
const steps = planFor(
  kinds,
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

test("nothing is said where all is done", () => {
  expect(failureOf([], undefined)).toBeUndefined();
  expect(failureOf([done(0), done(1)], undefined)).toBeUndefined();
});

test("the one step there was decides the exit code", () => {
  const failure = failureOf([failed(0, refused)], undefined);
  expect([failure?.exitCode, failure?.message]).toEqual([7, "domains a.test: no"]);
});

describe("a step that was carried out in part", () => {
  const half = (failure: Failure) => result(0, { state: "failed", failure, carriedOut: "delete" });
  const partial = refused.with({ outcome: "partial" });

  test("says to run the command again", () => {
    const failure = failureOf([half(partial)], undefined);
    expect([failure?.exitCode, failure?.details.outcome, failure?.details.hint]).toEqual([
      7,
      "partial",
      "run the same command again: it does the rest",
    ]);
    expect(failureOf([half(partial.with({ hint: "check the key" }))], undefined)?.details.hint).toBe(
      "check the key; then run the same command again: it does the rest",
    );
  });

  test("counts as what was carried out of it, and its row says so", () => {
    expect(carriedOutSteps([half(partial), done(1)]).map(({ step }) => step.action)).toEqual([
      "delete",
      "create",
    ]);
    expect(resultRow(half(partial))).toMatchObject({ result: "failed", outcome: "partial", error: "no" });
    expect(resultRow(done(1))).toMatchObject({ result: "done", outcome: "done", error: null });
  });
});

test("the service's reasons are in the line and the row of each of several changes", () => {
  const lines = ["osystem: 'windows' is not valid", "license_key: too short."];
  const fields = new Failure("invalid", "the service rejects the values", { lines, outcome: "refused" });
  const text = "the service rejects the values: osystem: 'windows' is not valid; license_key: too short";
  const results = [failed(0, fields), done(1)];
  expect(failureOf(results, undefined)?.details.lines).toEqual([`domains a.test: ${text}`]);
  expect(resultRow(failed(0, fields)).error).toBe(text);
  expect(failureOf([failed(0, fields)], undefined)?.details.lines).toEqual(lines);
});

test("of several steps those that are left are named, with the reason", () => {
  const because = steps[0]?.step;
  const skipped = result(1, { state: "skipped", ...(because === undefined ? {} : { because }) });
  const failure = failureOf([failed(0, refused), skipped, done(2)], undefined);
  expect([failure?.exitCode, failure?.message, failure?.details.outcome]).toEqual([
    10,
    "2 of 3 changes are left",
    "partial",
  ]);
  expect(failure?.details.lines).toEqual([
    "domains a.test: no",
    "domains b.test: skipped, needs domains a.test",
  ]);
  expect(failure?.details.hint).toBe("run the same command again: it does the rest");
});

describe("outcome", () => {
  test("a doubt counts first, and is said in words", () => {
    const doubt = new Failure("unreachable", "broke", { outcome: "unknown" });
    const failure = failureOf([failed(0, doubt), done(1)], undefined);
    expect(failure?.details.outcome).toBe("unknown");
    expect(failure?.details.hint).toBe(
      "run the same command again: it checks what may have been carried out, and does the rest",
    );
  });

  test("what a step carried out before it failed counts", () => {
    const half = result(0, {
      state: "failed",
      failure: refused.with({ outcome: "partial" }),
      carriedOut: "create",
    });
    expect(failureOf([half, failed(1, refused)], undefined)?.details.outcome).toBe("partial");
  });

  test("nothing begun is not sent", () => {
    const stopped = new Failure("interrupted", "interrupted");
    const waiting = result(0, { state: "notBegun" });
    expect(failureOf([waiting], stopped)?.details.outcome).toBe("not_sent");
  });

  test("nothing done is refused", () => {
    expect(failureOf([failed(0, refused), failed(1, refused)], undefined)?.details.outcome).toBe("refused");
  });
});

test("a signal decides the exit code, and what was not begun is told", () => {
  const stopped = new Failure("interrupted", "interrupted");
  const failure = failureOf([done(0), result(1, { state: "notBegun" })], stopped);
  expect([failure?.exitCode, failure?.details.lines]).toEqual([130, ["domains b.test: not started"]]);
  expect(failureOf([done(0)], stopped)?.exitCode).toBe(130);
});

test("a key that is refused has its own exit code", () => {
  const key = new Failure("notAuthenticated", "401", { outcome: "refused" });
  expect(failureOf([failed(0, key), failed(1, key)], undefined)?.exitCode).toBe(4);
  expect(failureOf([failed(0, key), failed(1, refused)], undefined)?.exitCode).toBe(10);
});
