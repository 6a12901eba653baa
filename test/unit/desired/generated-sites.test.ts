import { describe, expect, test } from "vitest";
import { Failure } from "../../../src/core/failure.ts";
import { createRandom, partOfRun, seedsOfRun } from "../random.ts";
import { randomSite } from "./random-site.ts";
import { type Service, serviceOfTest } from "./service.ts";

const failuresOf = (results: Awaited<ReturnType<Service["apply"]>>): readonly string[] =>
  results
    .filter(({ state }) => state !== "done")
    .map(
      ({ step, failure, failedStep }) =>
        `${step.action} ${step.kind.name} ${step.name}: ${failure?.message ?? failedStep?.name}`,
    );

describe("generated sites, one after another with what goes", () => {
  test.each(["documented", "deployed"] as const)(
    "%s answers: each is reached at once and stays",
    async (answers) => {
      const service = await serviceOfTest({ answers });
      for (const seed of seedsOfRun(1)) {
        const site = randomSite(createRandom(seed));
        expect(failuresOf(await service.apply(site, true)), `seed ${seed}`).toEqual([]);
        expect(await service.plan(site, true), `seed ${seed}`).toEqual([]);
      }
    },
  );

  const faultsOfService = [
    ["errors that say nothing of the change", ["errors=0.05,status=500"]],
    ["errors before the change", ["errors=0.05"]],
    ["connections that close without an answer", ["drop=0.05"]],
    ["answers that break off after the change", ["half=0.05"]],
    ["all of them", ["errors=0.05,status=502", "drop=0.03", "half=0.05"]],
  ] as const;

  test.each(partOfRun(faultsOfService, 5))("with %s: run again, each is reached", async (_, faults) => {
    const service = await serviceOfTest({ faults }, 2);
    for (const seed of seedsOfRun(1)) {
      const site = randomSite(createRandom(seed));
      let remainingSteps: readonly unknown[] = ["unknown"];
      for (let run = 0; run < 40 && remainingSteps.length > 0; run += 1) {
        await service.apply(site, true).catch(() => []);
        remainingSteps = await service.plan(site, true).catch((error: Error) => [error.message]);
      }
      expect(remainingSteps, `seed ${seed}`).toEqual([]);
    }
  });

  test.each(seedsOfRun(1))(
    "a failure at any step leaves the rest to a second run (seed %i)",
    async (seed) => {
      const service = await serviceOfTest();
      const first = randomSite(createRandom(seed));
      const then = randomSite(createRandom(seed + 1));
      for (let failing = 1 + (seed % 17); ; failing += 17) {
        service.sandbox.reset();
        await service.apply(first, true);
        let changed = 0;
        service.before = ({ method }) => {
          if (method !== "GET") changed += 1;
          if (method !== "GET" && changed === failing)
            throw new Failure("invalid", "refused", { status: 400, outcome: "refused" });
        };
        const results = await service.apply(then, true);
        service.before = () => undefined;
        if (changed < failing) break;
        expect(results.filter(({ state }) => state === "failed")).not.toEqual([]);
        for (const { state, failedStep } of results)
          if (state === "skipped") expect(failedStep).toBeDefined();
        expect(failuresOf(await service.apply(then, true))).toEqual([]);
        expect(await service.plan(then, true), `after failure ${failing}`).toEqual([]);
      }
    },
  );
});
