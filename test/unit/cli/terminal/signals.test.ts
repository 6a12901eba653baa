import { expect, test, vi } from "vitest";
import {
  abortOnTerminationSignal,
  onTerminationSignal,
  watchRun,
} from "../../../../src/cli/terminal/signals.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { openTerminal } from "./terminal.ts";

const cases = [
  ["SIGINT", "interrupted", 130],
  ["SIGTERM", "terminated", 143],
] as const;

test.each(cases)("%s is heard as %s until its listener is disposed of", (signal, termination) => {
  const terminal = openTerminal();
  const listener = vi.fn();
  const dispose = onTerminationSignal(terminal.context, listener);
  terminal.signal(signal);
  terminal.signal(signal);
  expect(listener.mock.calls).toEqual([
    [termination, signal],
    [termination, signal],
  ]);
  dispose();
  dispose();
  terminal.signal(signal);
  expect([listener.mock.calls.length, terminal.listeners()]).toEqual([2, 0]);
});

test.each(cases)(
  "%s aborts with a failure of its kind, and the next one meets no listener",
  (signal, kind, code) => {
    const terminal = openTerminal();
    const { signal: aborted, dispose } = abortOnTerminationSignal(terminal.context);
    expect([aborted.aborted, terminal.listeners()]).toEqual([false, 2]);
    terminal.signal(signal);
    expect(aborted.reason).toMatchObject({ kind, exitCode: code });
    expect(terminal.listeners()).toBe(0);
    dispose();
  },
);

test("the failure of an abort can be created when the signal arrives", () => {
  const terminal = openTerminal();
  let signalCount = 0;
  const { signal } = abortOnTerminationSignal(
    terminal.context,
    (kind) => new Failure(kind, `stopped after ${signalCount}`),
  );
  signalCount = 3;
  terminal.signal("SIGTERM");
  expect(signal.reason).toMatchObject({ kind: "terminated", message: "stopped after 3" });
});

test("after disposal, nothing is aborted", () => {
  const terminal = openTerminal();
  const { signal, dispose } = abortOnTerminationSignal(terminal.context);
  dispose();
  terminal.signal("SIGINT");
  expect([signal.aborted, terminal.listeners()]).toEqual([false, 0]);
});

test("any number of requests may listen to the signal of a run without a warning of Node's", async () => {
  const warnings: string[] = [];
  const note = (warning: Error) => void warnings.push(warning.name);
  process.on("warning", note);
  const watch = watchRun(openTerminal().context);
  for (let index = 0; index < 100; index += 1) watch.signal.addEventListener("abort", () => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", note);
  watch.release();
  expect(warnings).toEqual([]);
});

test("a part that begins after an unhandled signal hears of it, so that it does not wait for another one", async () => {
  const terminal = openTerminal();
  const watch = watchRun(terminal.context);
  const early = vi.fn();
  const disposeEarly = watch.context.onSignal("SIGINT", early);
  terminal.signal("SIGINT");
  disposeEarly();
  const listeners = { handled: vi.fn(), disposed: vi.fn(), late: vi.fn(), other: vi.fn() };
  watch.context.onSignal("SIGINT", listeners.handled);
  await Promise.resolve();
  terminal.signal("SIGTERM");
  watch.context.onSignal("SIGTERM", listeners.disposed)();
  watch.context.onSignal("SIGTERM", listeners.late);
  watch.context.onSignal("SIGINT", listeners.other);
  await Promise.resolve();
  const counts = Object.values(listeners).map(({ mock }) => mock.calls.length);
  expect([early.mock.calls.length, ...counts]).toEqual([1, 0, 0, 1, 0]);
});
