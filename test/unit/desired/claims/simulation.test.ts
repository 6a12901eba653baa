import { expect, test } from "vitest";
import type { Node } from "../../../../src/sandbox/state/node.ts";
import { createRandom, partOfRun } from "../../random.ts";
import { claimOf, claimServiceOfFile, type Run, type Trouble, traitsOf } from "./claim-service.ts";

const seeds = Array.from({ length: 12 }, (_, index) => 1 + index);

const service = await claimServiceOfFile();

const marked = (nodes: readonly Node[]) => nodes.filter(({ agentName }) => agentName === "claim/runners");

/** Creates machines of other users, and of the same user with no mark or another one, in several states. */
function takeForOthers(nodes: readonly Node[], me: string, random: ReturnType<typeof createRandom>): void {
  const ready = nodes.filter(({ status, nodeType }) => nodeType === "machine" && status === "ready");
  const kinds = [
    { owner: me === "admin" ? "bob" : "admin", agentName: "" },
    { owner: me, agentName: "" },
    { owner: me, agentName: "claim/runners-2" },
    { owner: "carol", agentName: "claim/runners" },
  ];
  for (const [index, node] of ready.slice(0, random.below(5)).entries())
    Object.assign(node, kinds[index % kinds.length], {
      status: random.pick(["allocated", "deployed"] as const),
    });
}

function troubleOf(random: ReturnType<typeof createRandom>, mayDie: boolean): Trouble {
  const share = random.pick([0, 0.05, 0.05, 0.15]);
  const dies = mayDie ? { at: 1 + random.below(40), isDone: random.below(2) === 0 } : undefined;
  return {
    lost: share / 3,
    unanswered: share / 3,
    refused: share / 3,
    ...(dies === undefined ? {} : { dies }),
  };
}

/** Returns by how many the deployed marked machines exceeded `most` while `work` ran; at most 0 is right. */
async function watchMost(most: number, work: Promise<unknown>): Promise<number> {
  let worst = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const deployed = marked(service.nodes()).filter(
        ({ owner, status }) => owner !== "carol" && status === "deployed",
      );
      worst = Math.max(worst, deployed.length - most);
      await new Promise((resume) => setImmediate(resume));
    }
  })();
  await work.finally(() => {
    isOver = true;
  });
  await watching;
  return worst;
}

test.each(partOfRun(seeds, 4))(
  "claims come to exactly their count and harm nobody, seed %i",
  async (seed) => {
    const random = createRandom(seed);
    service.sandbox.reset();
    const { sandbox } = service;
    const before = service.nodes();
    // An administrator sees all machines; other users see their own and those without an owner.
    const who = seed % 3 === 0 ? "user" : "administrator";
    const me = who === "user" ? "bob" : "admin";
    takeForOthers(before, me, random);
    const ownIds = new Set(
      before
        .filter(({ agentName, owner, status }) => status === "ready" && owner === null && agentName === "")
        .map(({ systemId }) => systemId),
    );
    const others = before.filter(({ systemId }) => !ownIds.has(systemId)).map(traitsOf);
    const failing = random.below(3) === 0;
    sandbox.world.faults.replace(failing ? [`fail=deploy,rate=${random.pick(["10%", "40%"])}`] : []);

    let most = 0;
    const rounds = 1 + random.below(3);
    for (let round = 0; round < rounds; round += 1) {
      const count = random.below(6);
      const runs = Array.from(
        { length: 1 + random.below(3) },
        (_, index): Run => ({
          who,
          seed: seed * 100 + round * 10 + index,
          trouble: troubleOf(random, random.below(2) === 0),
          replacesFailed: random.below(2) === 0,
        }),
      );
      const inUse = marked(service.nodes()).filter(
        ({ owner, status }) => owner !== "carol" && (status === "deployed" || status === "deploying"),
      );
      most = Math.max(count, inUse.length);
      const worst = await watchMost(
        most,
        Promise.all(runs.map((run) => service.apply([claimOf("runners", count)], run))),
      );
      expect(worst, `more than ${most} deployed in round ${round}`).toBeLessThanOrEqual(0);
      if (random.below(2) === 0) await service.pass(random.below(20_000));
    }

    sandbox.world.faults.replace([]);
    const count = random.below(5);
    const confirmedIds = new Set(marked(service.nodes()).map(({ systemId }) => systemId));
    const [result] =
      (await service.apply([claimOf("runners", count)], {
        who,
        seed,
        replacesFailed: true,
        confirmedReleases: confirmedIds,
      })) ?? [];
    expect(result?.failure?.message).toBeUndefined();
    await service.pass(60_000);
    const remaining = marked(service.nodes()).filter(({ systemId }) => ownIds.has(systemId));
    expect(remaining.map(({ status, owner }) => `${status} ${owner}`)).toEqual(
      Array(count).fill(`deployed ${me}`),
    );
    expect(
      service
        .nodes()
        .filter(({ systemId }) => !ownIds.has(systemId))
        .map(traitsOf),
    ).toEqual(others);
    const orphans = service
      .nodes()
      .filter(({ systemId, owner, agentName }) => ownIds.has(systemId) && owner !== null && agentName === "");
    expect(orphans.map(({ systemId, status }) => `${systemId} ${status}`)).toEqual([]);
  },
);
