import { describe, expect, test } from "vitest";
import type { StepResult } from "../../../src/desired/apply.ts";
import { createRandom, seedsOfRun } from "../random.ts";
import { storageOf } from "./random-site.ts";
import { serviceOfTest } from "./service.ts";
import type { GivenItem, Site } from "./site.ts";

const on = (storage: GivenItem, hostname = "db-01"): Site => ({ machines: [{ hostname, ...storage }] });

const failures = (results: readonly StepResult[]): readonly string[] =>
  results.flatMap(({ step, state, failure }) =>
    state === "done" ? [] : [`${step.action} ${step.kind.name} ${step.name}: ${failure?.message ?? state}`],
  );

/** Each arrangement after each other one. */
const arrangements = [0, 1, 2, 3, 4, 0, 2, 4, 1, 3, 0, 3, 1, 4, 2, 0, 4, 3, 2, 1, 0];

describe("each arrangement of disks", () => {
  test.each(seedsOfRun(1))("is reached from each other one (seed %i)", async (seed) => {
    const service = await serviceOfTest();
    const random = createRandom(seed);
    for (const [index, which] of arrangements.entries()) {
      const site = on(storageOf(random, which));
      const about = `${index}: ${arrangements[index - 1]} to ${which}`;
      expect(failures(await service.apply(site, true)), about).toEqual([]);
      expect(await service.plan(site, true), about).toEqual([]);
    }
  });

  test.each([["errors=0.1,status=500"], ["drop=0.1"], ["half=0.1"]])(
    "is reached with %s, run again",
    async (fault) => {
      const service = await serviceOfTest({ faults: [fault] }, 2);
      const random = createRandom(7);
      for (const which of [3, 2, 4, 1, 3]) {
        const site = on(storageOf(random, which));
        let left: readonly unknown[] = ["unknown"];
        for (let run = 0; run < 40 && left.length > 0; run += 1) {
          await service.apply(site, true).catch(() => []);
          left = await service.plan(site, true).catch((error: Error) => [error.message]);
        }
        expect(left, `to ${which}`).toEqual([]);
      }
    },
  );
});
