import { describe, expect, test } from "vitest";
import { createRandom, seedsOfRun } from "../random.ts";
import { randomSite } from "./random-site.ts";
import { openService, type Service } from "./service.ts";

const rounds = 4;

async function withService(
  options: Parameters<typeof openService>[0],
  seed: number,
  use: (service: Service) => Promise<void>,
) {
  const service = await openService(options, seed);
  try {
    await use(service);
  } finally {
    await service.stop();
  }
}

const failuresOf = (results: Awaited<ReturnType<Service["apply"]>>): readonly string[] =>
  results
    .filter(({ state }) => state !== "done")
    .map(
      ({ step, failure, because }) =>
        `${step.action} ${step.kind.name} ${step.name}: ${failure?.message ?? because?.name}`,
    );

describe("generated sites, one after another with what goes", () => {
  test.each(["documented", "deployed"] as const)(
    "%s answers: each is reached at once and stays",
    async (answers) => {
      await withService({ answers }, 1, async (service) => {
        for (const seed of seedsOfRun(rounds)) {
          const site = randomSite(createRandom(seed));
          const results = await service.apply(site, true);
          expect(failuresOf(results), `seed ${seed}`).toEqual([]);
          expect(await service.plan(site, true), `seed ${seed}`).toEqual([]);
        }
      });
    },
  );

  test.each([
    ["errors that say nothing of the change", ["errors=0.05,status=500"]],
    ["errors before the change", ["errors=0.05"]],
    ["connections that close without an answer", ["drop=0.05"]],
    ["answers that break off after the change", ["half=0.05"]],
    ["all of them", ["errors=0.05,status=502", "drop=0.03", "half=0.05"]],
  ])("with %s: run again, each is reached", async (_, faults) => {
    await withService({ faults }, 2, async (service) => {
      for (const seed of seedsOfRun(3)) {
        const site = randomSite(createRandom(seed));
        let left: readonly unknown[] = ["unknown"];
        for (let run = 0; run < 40 && left.length > 0; run += 1) {
          await service.apply(site, true).catch(() => []);
          left = await service.plan(site, true).catch((error: Error) => [error.message]);
        }
        expect(left, `seed ${seed}`).toEqual([]);
      }
    });
  });
});
