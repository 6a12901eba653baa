import { describe, expect, it } from "vitest";
import { Failure } from "../../../../src/core/failure.ts";
import { machine } from "./fake-service.ts";
import { deployingFor, minuteMs, setUp, target } from "./waiting.ts";

describe("requests", () => {
  it("reads a thousand machines with twenty requests per poll, and only unfinished ones", async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `m${String(index).padStart(5, "0")}`);
    const {
      service,
      run,
      eventTexts: eventsOf,
    } = setUp(
      ...ids.map((id, index) =>
        machine(id, ...(index < 900 ? deployingFor(1, "deployed") : deployingFor(4, "deployed"))),
      ),
    );
    const outcomes = await run(
      "deploy",
      ids.map((id) => target(id)),
    );
    expect(outcomes.map(({ systemId }) => systemId)).toEqual(ids);
    expect(outcomes.every(({ result }) => result === "done")).toBe(true);
    expect(service.calls).toHaveLength(20 + 20 + 2 + 2 + 2);
    expect(eventsOf("tick")).toHaveLength(4);
    for (const { values } of service.listCalls())
      expect((values["id"] as string[]).length).toBeLessThanOrEqual(50);
  });

  it("reads a repeated id only once", async () => {
    const { service, run } = setUp(machine("aaaaaa", "deployed"));
    const outcomes = await run("deploy", [target("aaaaaa"), target("aaaaaa")]);
    expect(outcomes).toHaveLength(1);
    expect(service.listCalls()[0]?.values["id"]).toEqual(["aaaaaa"]);
  });

  it("sends nothing for no machines", async () => {
    const { service, run } = setUp();
    expect(await run("deploy", [])).toEqual([]);
    expect(service.calls).toEqual([]);
  });

  it("does not retry a read: the next poll does", async () => {
    const { service, run } = setUp(machine("aaaaaa", "deployed"));
    await run("deploy", [target("aaaaaa")]);
    expect(service.calls[0]?.options).toMatchObject({ retries: 0 });
  });
});

describe("time", () => {
  it("polls three times after a second, then at growing intervals up to ten seconds", async () => {
    const { clock, run } = setUp(machine("aaaaaa", ...deployingFor(14, "deployed")));
    await run("deploy", [target("aaaaaa")], { random: () => 0 });
    expect(clock.sleeps.slice(0, 10)).toEqual([
      1_000, 1_000, 1_000, 1_500, 2_250, 3_375, 5_062.5, 7_593.75, 10_000, 10_000,
    ]);
    expect(clock.sleeps.at(-1)).toBe(10_000);
  });

  it("shortens intervals by at most a fifth, but not the first three", async () => {
    const { clock, run } = setUp(machine("aaaaaa", ...deployingFor(14, "deployed")));
    await run("deploy", [target("aaaaaa")], { random: () => 0.999_999 });
    expect(clock.sleeps[0]).toBe(1_000);
    expect(clock.sleeps.at(-1)).toBeCloseTo(8_000, 0);
  });

  it.each([undefined, 250])(
    "waits as long as the service asks for, ten minutes at most",
    async (pollIntervalMs) => {
      const { clock, service, run } = setUp(machine("aaaaaa", ...deployingFor(5, "deployed")));
      const polls = [45_000, 86_400_000];
      service.before = () => {
        const retryAfterMs = polls.shift();
        if (retryAfterMs !== undefined) throw new Failure("serverError", "busy", { retryAfterMs });
      };
      await run("deploy", [target("aaaaaa")], { pollIntervalMs });
      expect(clock.sleeps.slice(0, 2)).toEqual([45_000, 600_000]);
    },
  );

  it("keeps a fixed interval", async () => {
    const { clock, run } = setUp(machine("aaaaaa", ...deployingFor(5, "deployed")));
    await run("deploy", [target("aaaaaa")], { pollIntervalMs: 250 });
    expect(clock.sleeps).toEqual([250, 250, 250, 250, 250]);
  });

  it("ends at the deadline with one last poll", async () => {
    const { clock, service, run } = setUp(machine("aaaaaa", "deploying"));
    const [outcome] = await run("deploy", [target("aaaaaa")], { deadlineMs: 2_500 });
    expect(clock.sleeps).toEqual([1_000, 1_000, 500]);
    expect(service.listCalls()).toHaveLength(4);
    expect(outcome).toMatchObject({ result: "timeout", to: "Deploying", elapsedMs: 2_500 });
  });

  it("uses the result of the last poll", async () => {
    const { run } = setUp(machine("aaaaaa", ...deployingFor(3, "deployed")));
    expect(await run("deploy", [target("aaaaaa")], { deadlineMs: 2_500 })).toMatchObject([
      { result: "done" },
    ]);
  });

  it("has no deadline at 0", async () => {
    const { clock, run } = setUp(machine("aaaaaa", ...deployingFor(600, "deployed")));
    expect(await run("deploy", [target("aaaaaa")], { deadlineMs: 0 })).toMatchObject([{ result: "done" }]);
    expect(clock.sleeps).toHaveLength(600);
  });

  it("does not count the erasing of disks towards the default deadline", async () => {
    const erasing = Array.from({ length: 600 }, () => "disk_erasing" as const);
    const script = [...erasing, "releasing", "releasing", "ready"] as const;
    const byDefault = setUp(machine("aaaaaa", ...script));
    expect(await byDefault.run("release", [target("aaaaaa")], { deadlineMs: 15 * minuteMs })).toMatchObject([
      { result: "done" },
    ]);
    const setup = setUp(machine("aaaaaa", ...script));
    expect(
      await setup.run("release", [target("aaaaaa")], { deadlineMs: 15 * minuteMs, countsErasing: true }),
    ).toMatchObject([{ result: "timeout", to: "Disk erasing", elapsedMs: 15 * minuteMs }]);
  });

  it("ends during erasing if no read has succeeded for a whole deadline", async () => {
    const { service, run } = setUp(machine("aaaaaa", "disk_erasing"));
    service.before = () => {
      if (service.calls.length > 3) throw new Failure("unreachable", "refused");
    };
    expect(await run("release", [target("aaaaaa")], { deadlineMs: minuteMs })).toMatchObject([
      { result: "timeout", elapsedMs: minuteMs + 2_000 },
    ]);
  });
});

describe("a wall clock that is set", () => {
  it.each([2 * 60 * minuteMs, -2 * 60 * minuteMs])(
    "by %i ms changes no deadline and no duration",
    async (jumpMs) => {
      const { clock, run } = setUp(
        machine("aaaaaa", "deploying"),
        machine("bbbbbb", ...deployingFor(3, "deployed")),
      );
      clock.onSleep = () => clock.set(jumpMs);
      const outcomes = await run("deploy", [target("aaaaaa"), target("bbbbbb")], {
        deadlineMs: 10_000,
        pollIntervalMs: 1_000,
      });
      expect(outcomes).toMatchObject([
        { result: "timeout", elapsedMs: 10_000 },
        { result: "done", elapsedMs: 3_000 },
      ]);
    },
  );
});
