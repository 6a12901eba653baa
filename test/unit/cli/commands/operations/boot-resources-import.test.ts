import { describe, expect, it } from "vitest";
import { loadAllOperations } from "../../../../../src/catalogue/index.ts";
import { importAndWait } from "../../../../../src/cli/commands/operations/boot-resources-import.ts";
import type { Invocation } from "../../../../../src/cli/invocation/invocation.ts";
import type { Answer, CallOptions } from "../../../../../src/client/http/call.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import { fakeService } from "../../../client/lifecycle/fake-service.ts";
import { rejection } from "../../../rejection.ts";
import { waitingHarness } from "../../harness.ts";

const entry = (await loadAllOperations()).find(({ id }) => id === "boot-resources.import");
if (entry === undefined) throw new Error("no such operation");

type Outcome = string | boolean | Failure | "drips";

/** A wait whose reads get these answers in order; the last one is repeated. */
function importing(outcomes: readonly Outcome[], options: Invocation["options"] = {}, doubt?: Failure) {
  const service = fakeService();
  const answers = [...outcomes];
  let reads = 0;
  service.call = async (_operation, _values, callOptions?: CallOptions): Promise<Answer> => {
    reads += 1;
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (next instanceof Failure) throw next;
    const value = async () => {
      if (next !== "drips") return next;
      return await new Promise((_, reject) => {
        callOptions?.signal?.addEventListener("abort", () => reject(callOptions.signal?.reason));
      });
    };
    return { status: 200, contentType: "text/plain", headers: {}, bytes: async function* () {}, value };
  };
  const harness = waitingHarness(service, { options: { wait: true, ...options } });
  const run = () =>
    importAndWait({
      entry: entry as never,
      values: {},
      invocation: harness.invocation,
      execute: async () => {
        if (doubt !== undefined) throw doubt;
      },
    });
  const seconds = () => harness.clock.monotonic() / 1000 - 5;
  return { harness, run, seconds, reads: () => reads };
}

describe("svc boot-resources import --wait", () => {
  it.each([
    [["false", "true", "true", "false"]],
    [["True", "false", "true", "false"]],
    [[false, new Failure("serverError", "502"), true, false]],
  ])("waits for the real end of the import despite outdated answers: %j", async (answers) => {
    const { run, harness, reads } = importing(answers, { "poll-interval": 1_000 });
    await run();
    expect(reads()).toBeGreaterThan(answers.length);
    expect(harness.terminal.shown.stderr).toMatch(/the import has ended after \d+s\n$/);
  });

  it("reports that the import was never seen running", async () => {
    const { run, harness, seconds } = importing(["false"], { "poll-interval": 100 });
    await run();
    expect(seconds()).toBeGreaterThanOrEqual(5);
    expect(harness.terminal.shown.stderr).toContain("svc never saw it running");
  });

  it("survives any number of failed reads and ends at its deadline", async () => {
    const { run, seconds } = importing([new Failure("unreachable", "refused")], { "wait-timeout": 600_000 });
    expect(await rejection(run)).toMatchObject({ kind: "stillInProgress", details: { outcome: "done" } });
    expect(seconds()).toBe(600);
  });

  it("does not wait past its deadline for an answer that never ends", async () => {
    const { run, seconds } = importing(["true", "drips"], { "wait-timeout": 20_000 });
    expect((await rejection(run)).kind).toBe("stillInProgress");
    expect(seconds()).toBeLessThanOrEqual(25);
  });

  it.each([
    ["SIGINT", "interrupted"],
    ["SIGTERM", "terminated"],
  ] as const)("ends at %s with a hint that shows how to check the import", async (signal, kind) => {
    const { run, harness } = importing(["true"]);
    harness.clock.onSleep = () => harness.terminal.signal(signal);
    const failure = await rejection(run);
    expect(failure).toMatchObject({ kind, message: "stopped waiting; the import continues" });
    expect(failure.details.hint).toBe("svc boot-resources is-importing shows whether it is still running");
    expect(harness.terminal.listeners()).toBe(0);
  });

  it("after an unclear answer, counts an import that runs as started; otherwise fails", async () => {
    const doubts = ["unreachable", "serverError", "other"] as const;
    for (const kind of doubts) {
      const doubt = new Failure(kind, "closed the connection", { outcome: "unknown", hint: "look" });
      const begun = importing(["false", "true", "false"], { "poll-interval": 1_000 }, doubt);
      await begun.run();
      expect(begun.harness.terminal.shown.stderr).toMatch(
        /no clear answer; checking whether an import is running\n.*has ended/,
      );
      for (const answers of ["false", new Failure("unreachable", "refused")]) {
        const lost = importing([answers], { "wait-timeout": 20_000 }, doubt);
        expect(await rejection(lost.run)).toBe(doubt);
        expect(lost.harness.terminal.shown.stderr).not.toContain("has ended");
      }
    }
  });

  it.each([
    ["interrupted", "unknown"],
    ["conflict", "refused"],
  ] as const)("does not watch the import after a request that is %s", async (kind, outcome) => {
    const failure = new Failure(kind, kind, { outcome });
    const { run, reads } = importing(["true"], {}, failure);
    expect(await rejection(run)).toBe(failure);
    expect(reads()).toBe(0);
  });

  it("after a signal, reports that the import may have begun if it was not seen running", async () => {
    const doubt = new Failure("unreachable", "closed", { outcome: "unknown", hint: "look" });
    const { run, harness } = importing(["false"], {}, doubt);
    harness.clock.onSleep = () => harness.terminal.signal("SIGINT");
    expect(await rejection(run)).toMatchObject({
      kind: "interrupted",
      details: { outcome: "unknown", hint: "look" },
    });
  });

  it("ends at once if the key is rejected", async () => {
    const { run, reads } = importing([new Failure("notAuthenticated", "no", { status: 401 })]);
    expect((await rejection(run)).kind).toBe("notAuthenticated");
    expect(reads()).toBe(1);
  });
});
