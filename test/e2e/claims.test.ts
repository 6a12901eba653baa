import { setTimeout } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { allNodes } from "../../src/sandbox/state/world.ts";
import { createRandom } from "../unit/random.ts";
import { type FleetFixture, fleetOfTest } from "./fleet-fixture.ts";

let fleet: FleetFixture;
beforeEach(async () => {
  fleet = await fleetOfTest({ machines: 24, speed: 40 });
});

const site = (count: number) =>
  `claims: [{name: runners, count: ${count}, deploy: {distro_series: jammy}}]\n`;
const words = ["apply", "-", "--yes"];
const marked = () =>
  allNodes(fleet.sandbox.world, "machine").filter(({ agentName }) => agentName === "claim/runners");

/**
 * Starts a process for each of `requests`, which is killed after this many requests or five seconds, because
 * a process that waits for machines sends few.
 */
async function killed(count: number, requests: readonly number[]): Promise<void> {
  fleet.requests.length = 0;
  const runs = requests.map((at) => ({ at, run: fleet.start(words, site(count)) }));
  await Promise.all(
    runs.map(async ({ at, run }) => {
      await Promise.race([fleet.requested(at), run.ended, setTimeout(5_000)]);
      run.child.kill("SIGKILL");
      await run.ended.catch(() => undefined);
    }),
  );
}

test("after a kill at any request, the next run takes over all machines", async () => {
  const random = createRandom(13);
  const strangers = allNodes(fleet.sandbox.world, "machine").filter(({ status }) => status !== "ready");
  const before = strangers.map(({ systemId, status, owner }) => ({ systemId, status, owner }));
  for (let round = 0; round < 8; round += 1) {
    const requests = Array.from({ length: 1 + random.below(2) }, () => 1 + random.below(24));
    await killed(1 + random.below(4), requests);
    expect(marked().filter(({ status }) => status === "deployed").length).toBeLessThanOrEqual(4);
  }
  const { code, stdout, stderr } = await fleet.run([...words, "-o", "name"], site(3));
  expect(`${code} ${stderr}`).toMatch(/^0 /);
  expect(stdout.trim().split("\n")).toHaveLength(3);
  fleet.sandbox.advance(60_000);
  expect(marked().map(({ status, owner }) => `${status} ${owner}`)).toEqual(Array(3).fill("deployed admin"));
  expect(strangers.map(({ systemId, status, owner }) => ({ systemId, status, owner }))).toEqual(before);
});

test("two runs at the same time end up with the same machines", async () => {
  const ends = await Promise.all([1, 2].map(() => fleet.run([...words, "-o", "name"], site(6))));
  expect(ends.map(({ code, stderr }) => (code === 0 ? 0 : stderr))).toEqual([0, 0]);
  expect(new Set(ends.map(({ stdout }) => [...stdout.trim().split("\n")].sort().join()))).toHaveProperty(
    "size",
    1,
  );
  fleet.sandbox.advance(60_000);
  expect(marked().map(({ status }) => status)).toEqual(Array(6).fill("deployed"));
});

test("SIGINT ends the wait, and the message says how to continue", async () => {
  await fleet.run(["claims", "release", "runners", "--yes"]);
  fleet.sandbox.world.faults.replace(["silent=deploy"]);
  const run = fleet.start(words, site(2));
  await run.says("deploying");
  run.child.kill("SIGINT");
  const { code, stderr } = await run.ended;
  fleet.sandbox.world.faults.replace([]);
  expect(stderr).toMatch(/stopped; claim runners: 0 of 2 machines deployed/);
  expect(stderr).toContain("run the same command again to continue with these machines");
  expect(code).toBe(130);
});
