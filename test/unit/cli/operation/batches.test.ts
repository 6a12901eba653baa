import { describe, expect, it } from "vitest";
import { Failure } from "../../../../src/core/failure.ts";
import { rejection } from "../../rejection.ts";
import { fleetOf, harness, posted, refusing } from "./fleet-service.ts";

describe("several machines in batches", () => {
  const batches = (options: object, refusal?: string) => {
    const { service, names } = fleetOf(5);
    if (refusal !== undefined) service.before = refusing(new Failure("conflict", "wrong state"), refusal);
    return { service, ...harness(service, "machine.lock", names, { options: { parallel: 1, ...options } }) };
  };
  const failing = "id0001";

  it("sends all, and says after each batch how far it is", async () => {
    const { service, run, printed, terminal } = batches({ batch: 2, pause: 120_000 });
    await run();
    expect(posted(service)).toHaveLength(5);
    expect(printed[0]).toHaveLength(5);
    expect(terminal.shown.stderr.split("\n").slice(0, 2)).toEqual([
      "batch 1 of 3 done: 2 of 5 machines, 0 failed; the next one in 2m",
      "batch 2 of 3 done: 4 of 5 machines, 0 failed; the next one in 2m",
    ]);
  });

  it.each([
    [1, 2, []],
    [2, 5, ["batch 1 of 3 done: 2 of 5 machines, 0 failed, 1 without a clear answer"]],
  ])(
    "counts an unclear answer as a failure: --max-failures %d sends %d",
    async (maxFailures, count, notes) => {
      const { service, run, terminal, printed } = batches({ batch: 2, "max-failures": maxFailures });
      service.before = refusing(new Failure("unreachable", "broken", { outcome: "unknown" }), failing);
      await rejection(run);
      expect(posted(service)).toHaveLength(count);
      expect(terminal.shown.stderr.split("\n").filter((line) => line.startsWith("batch 1"))).toEqual(notes);
      const stopReason = "not sent: 0 failed, 1 without a clear answer, and --max-failures is 1";
      expect(JSON.stringify(printed).includes(stopReason)).toBe(maxFailures === 1);
    },
  );

  it.each([
    [{ batch: 2 }, 2, "3 not sent; continue with svc machines lock 'node-[2-4]' and the same options"],
    [{ batch: 1 }, 2, "3 not sent; continue with svc machines lock 'node-[2-4]' and the same options"],
    [{ batch: 2, "max-failures": 2 }, 5, undefined],
    [{ batch: 9 }, 5, undefined],
  ])("%j sends %d after a failure", async (options, count, hint) => {
    const { service, run, printed } = batches(options, failing);
    const failure = await rejection(run);
    expect(posted(service)).toHaveLength(count);
    expect(failure.details.hint).toBe(hint);
    expect(printed[0]).toHaveLength(5);
  });

  it("ends at a signal between batches, and names what is left", async () => {
    const { service, run, terminal, clock } = batches({ batch: 3, pause: 1000 });
    clock.onSleep = () => terminal.signal("SIGINT");
    const failure = await rejection(run);
    expect(posted(service)).toHaveLength(3);
    expect([failure.kind, failure.details.hint]).toEqual([
      "interrupted",
      "2 not sent; continue with svc machines lock 'node-[3-4]' and the same options",
    ]);
  });
});
