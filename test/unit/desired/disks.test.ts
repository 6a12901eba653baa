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

/** Every ordered pair of arrangements occurs. */
const arrangements = [0, 1, 2, 3, 4, 0, 2, 4, 1, 3, 0, 3, 1, 4, 2, 0, 4, 3, 2, 1, 0];

const stepNames = (results: readonly StepResult[]): readonly string[] =>
  results.map(({ step }) => `${step.action} ${step.name}`);

test("a partition of another size is recreated with the later ones", async () => {
  const service = await serviceOfTest();
  const partitions = (...sizes: readonly string[]) =>
    on({ block_devices: [{ name: "sdb", partitions: sizes.map((size, at) => ({ number: at + 1, size })) }] });
  expect(failures(await service.apply(partitions("20G", "30G", "40G")))).toEqual([]);
  const results = await service.apply(partitions("20G", "35G", "40G"));
  expect(stepNames(results)).toEqual(["replace db-01/sdb/2", "create db-01/sdb/3"]);
  expect(failures(results)).toEqual([]);
  expect(await service.plan(partitions("20G", "35G", "40G"))).toEqual([]);
});

test("another disk becomes the boot disk", async () => {
  const service = await serviceOfTest();
  const boot = (sda: boolean) =>
    on({
      block_devices: [
        { name: "sda", boot: sda },
        { name: "sdb", boot: !sda },
      ],
    });
  expect(await service.plan(boot(true))).toEqual([]);
  expect(failures(await service.apply(boot(false)))).toEqual([]);
  expect(await service.plan(boot(false))).toEqual([]);
});

test.each<[reason: RegExp, hostname: string, storage: GivenItem]>([
  [
    /app-01 is Deployed, but .* machines that are Ready or Allocated$/,
    "app-01",
    { raids: [{ name: "md0", level: "raid-1" }] },
  ],
  [
    /2 is missing$/,
    "db-01",
    { block_devices: [{ name: "sdb", partitions: [{ number: 1 }, { number: 3 }] }] },
  ],
  [
    /sda\/2 was created later and is not in the files/,
    "db-01",
    { block_devices: [{ name: "sda", partitions: [{ number: 1, size: "9G" }] }] },
  ],
  [/app-02 belongs to bob$/, "app-02", { block_devices: [{ name: "sda", tags: ["x"] }] }],
])("a plan says %s", async (reason, hostname, storage) => {
  const service = await serviceOfTest({ machines: 12 });
  const { warnings, steps } = await service.look(on(storage, hostname), {
    name: hostname === "app-02" ? "alice" : "admin",
    isAdministrator: false,
  });
  expect(warnings.at(-1)).toMatch(reason);
  expect(steps.filter(({ step }) => step.name.includes(hostname) && step.kind.name !== "partitions")).toEqual(
    [],
  );
});

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
        let remainingSteps: readonly unknown[] = ["unknown"];
        for (let run = 0; run < 40 && remainingSteps.length > 0; run += 1) {
          await service.apply(site, true).catch(() => []);
          remainingSteps = await service.plan(site, true).catch((error: Error) => [error.message]);
        }
        expect(remainingSteps, `to ${which}`).toEqual([]);
      }
    },
  );
});
