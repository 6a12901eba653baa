import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { interruptedBy } from "../../../../src/client/library/session.ts";
import { Failure } from "../../../../src/core/failure.ts";

const listeners = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;

describe("the signals of a connection", () => {
  test("have no listener after any number of calls", () => {
    const { signal } = new AbortController();
    const calls = Array.from({ length: 50 }, () => interruptedBy(signal, undefined));
    expect(listeners(signal)).toBe(0);
    for (const { release } of calls) release();
  });

  test("end every call that has not been released", () => {
    const controllers = [new AbortController(), new AbortController()];
    const signals = controllers.map(({ signal }) => signal);
    const calls = Array.from({ length: 3 }, () => interruptedBy(...signals));
    calls[0]?.release();
    controllers[1]?.abort(new Error("enough"));
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([false, true, true]);
    expect(calls[1]?.signal.reason).toMatchObject({ kind: "interrupted", cause: new Error("enough") });
    controllers[0]?.abort();
    expect(calls[1]?.signal.reason).toMatchObject({ cause: new Error("enough") });
  });

  test("that were aborted before end a call at once", () => {
    const failure = new Failure("interrupted", "the connection was closed");
    const { signal } = interruptedBy(undefined, AbortSignal.abort(failure));
    expect(signal.reason).toBe(failure);
  });
});
