import { describe, expect, test } from "vitest";
import type { StepResult } from "../../../src/desired/apply.ts";
import { createRandom, type SeededRandom, seedsOfRun } from "../random.ts";
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

const partition = (number: number, mount_point: string, size = "5G"): GivenItem => ({
  ...{ number, size, fstype: mount_point === "" ? "" : "ext4", mount_point },
});

test.each<[where: string, before: readonly GivenItem[], after: readonly GivenItem[]]>([
  ["to an earlier partition", [partition(1, ""), partition(2, "/a")], [partition(1, "/a"), partition(2, "")]],
  [
    "from a partition that is replaced",
    [partition(1, ""), partition(2, "/a")],
    [partition(1, "/a"), partition(2, "/b", "6G")],
  ],
])("a mount point moves %s", async (_, before, after) => {
  const service = await serviceOfTest();
  const disk = (partitions: readonly GivenItem[]) => on({ block_devices: [{ name: "sdb", partitions }] });
  expect(failures(await service.apply(disk(before)))).toEqual([]);
  expect(failures(await service.apply(disk(after)))).toEqual([]);
  expect(await service.plan(disk(after))).toEqual([]);
});

test("a disk gets the mount point of a partition that is recreated after another", async () => {
  const service = await serviceOfTest();
  const disks = (mount_point: string, ...partitions: readonly GivenItem[]) =>
    on({
      block_devices: [
        { name: "sda", fstype: mount_point === "" ? "" : "xfs", mount_point, partitions: [] },
        { name: "sdb", partitions },
      ],
    });
  expect(failures(await service.apply(disks("", partition(1, ""), partition(2, "/a")), true))).toEqual([]);
  const moved = disks("/a", partition(1, "", "6G"), partition(2, ""));
  expect(failures(await service.apply(moved, true))).toEqual([]);
  expect(await service.plan(moved, true)).toEqual([]);
});

test("two partitions that exchange mount points do not disturb the order on another machine", async () => {
  const service = await serviceOfTest();
  const machine = (hostname: string, name: string, one: string, two: string): GivenItem => ({
    hostname,
    block_devices: [{ name, partitions: [partition(1, one), partition(2, two)] }],
  });
  const first = { machines: [machine("db-01", "sdb", "/a", "/b"), machine("gpu-01", "sdd", "", "/c")] };
  expect(failures(await service.apply(first, true))).toEqual([]);
  const exchanged = { machines: [machine("db-01", "sdb", "/b", "/a"), machine("gpu-01", "sdd", "/c", "")] };
  const refused = failures(await service.apply(exchanged, true));
  expect(refused).toEqual([expect.stringContaining("db-01/sdb/")]);
  expect(failures(await service.apply(exchanged, true))).toEqual([]);
  expect(await service.plan(exchanged, true)).toEqual([]);
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

/** Two disks with a file system or partitions. Mount points ascend, so that no two are exchanged. */
function randomDisks(random: SeededRandom): GivenItem {
  let mounts = 0;
  const mountPoint = () => (random.below(3) === 0 ? "" : `/m${mounts++}`);
  const disk = (name: string): GivenItem => {
    const partitions = Array.from({ length: random.below(5) }, (_, at) =>
      partition(at + 1, mountPoint(), random.pick(["5G", "6G"])),
    );
    const { fstype = "", mount_point = "" } = partitions.length > 0 ? {} : partition(0, mountPoint());
    return { name, fstype, mount_point, partitions };
  };
  return { block_devices: [disk("sda"), disk("sdb")] };
}

test.each(seedsOfRun(2))("generated partitions are reached from each other (seed %i)", async (seed) => {
  const service = await serviceOfTest();
  const random = createRandom(seed);
  for (let index = 0; index < 8; index += 1) {
    const site = on(randomDisks(random));
    expect(failures(await service.apply(site, true)), `site ${index}`).toEqual([]);
    expect(await service.plan(site, true), `site ${index}`).toEqual([]);
  }
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
