import { describe, expect, test } from "vitest";
import {
  type AttemptResult,
  type FailedAttempt,
  parseRetryAfter,
  retryDelayMs,
} from "../../../../src/client/http/retry.ts";

const answer = (status: number, retryAfterMs?: number): AttemptResult => ({
  kind: "answer",
  status,
  retryAfterMs,
});
const attempt = (result: AttemptResult, changes: Partial<FailedAttempt> = {}): FailedAttempt => ({
  method: "GET",
  count: 1,
  retries: 3,
  result,
  tookMs: 100,
  answers503: false,
  ...changes,
});

describe("which attempts are retried", () => {
  test.each<[string, AttemptResult, Partial<FailedAttempt>]>([
    ["a POST whose connection broke", { kind: "broken" }, { method: "POST" }],
    ["a DELETE whose connection broke", { kind: "broken" }, { method: "DELETE" }],
    ["a PUT that a gateway answered", answer(502), { method: "PUT" }],
    ["a POST that was throttled without a time", answer(429), { method: "POST" }],
    ["an unknown host", { kind: "permanent" }, {}],
    ["an error of the service", answer(500), {}],
    ["an error of the service with a time", answer(500, 0), {}],
    ["a conflict without a time", answer(409), {}],
    ["no address left", answer(503), { answers503: true }],
    ["a time that is too long", answer(503, 3_600_000), {}],
    ["a slow conflict that came again", answer(409, 0), { count: 2, tookMs: 15_000 }],
    ["a change that a gateway timed out", answer(408), { method: "POST" }],
    ["the last attempt", { kind: "unsent" }, { count: 4 }],
    ["none allowed", answer(503, 0), { retries: 0 }],
  ])("not %s", (_, result, changes) => {
    expect(retryDelayMs(attempt(result, changes), 0.5)).toBeUndefined();
  });

  test.each<[string, AttemptResult, Partial<FailedAttempt>]>([
    ["a POST that cannot have been sent", { kind: "unsent" }, { method: "POST" }],
    ["a GET whose connection broke", { kind: "broken" }, {}],
    ["a POST with a conflict and a time", answer(409, 0), { method: "POST" }],
    ["a DELETE with a busy service and a time", answer(503, 0), { method: "DELETE" }],
    ["a busy service with a time where 503 is an answer", answer(503, 0), { answers503: true }],
    ["a GET that a gateway answered", answer(502), {}],
    ["a GET that a gateway gave up", answer(504), {}],
    ["a GET that was throttled", answer(429), {}],
    ["a GET that came too slowly", answer(408), {}],
    ["a slow conflict once", answer(409, 0), { tookMs: 15_000, method: "POST" }],
  ])("%s", (_, result, changes) => {
    expect(retryDelayMs(attempt(result, changes), 0.5)).toBe(250);
  });
});

describe("the delay before a retry", () => {
  test("doubles up to a limit, with full jitter", () => {
    const delays = (random: number) =>
      [1, 2, 3, 4, 5, 6, 7].map((count) =>
        retryDelayMs(attempt({ kind: "unsent" }, { count, retries: 9 }), random),
      );
    expect(delays(0)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(delays(0.999_999)).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
  });

  test("is at least as long as the service asks", () => {
    expect(retryDelayMs(attempt(answer(503, 7000)), 0.9)).toBe(7000);
    expect(retryDelayMs(attempt(answer(409, 0)), 0.5)).toBe(250);
  });
});

test.each([
  [undefined, undefined],
  ["", 0],
  ["soon", 0],
  ["-5", 0],
  ["0", 0],
  ["12", 12_000],
  ["Tue, 14 Nov 2023 22:13:50 GMT", 30_000],
  ["Tue, 14 Nov 2023 22:13:00 GMT", 0],
  ["Tuesday, 14-Nov-23 22:13:50 GMT", 30_000],
  ["Tue Nov 14 22:13:50 2023", 30_000],
  ["Wed Nov  1 22:13:50 2023", 0],
  ["Tue, 14 Nov 2023 22:13:50", 0],
  ["2023-11-14T22:13:50", 0],
  ["1.5", 0],
  ["5 minutes", 0],
  ["Tue, 99 Nov 2023 22:13:50 GMT", 0],
  ["9".repeat(30), Number.MAX_SAFE_INTEGER],
  ["9".repeat(100_000), Number.MAX_SAFE_INTEGER],
  ["Fri, 31 Dec 9999 23:59:59 GMT", 251_702_300_799_000],
])("Retry-After %j is %j ms", (header, expected) => {
  expect(parseRetryAfter(header, 1_700_000_000_000)).toBe(expected);
});
