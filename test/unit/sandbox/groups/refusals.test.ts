import { expect, test } from "vitest";
import { statusValues } from "../../../../src/catalogue/statuses.ts";
import { loadServedOperations } from "../../../../src/sandbox/groups/handlers.ts";
import { seededRandom, seedState } from "../../../../src/sandbox/simulation/random.ts";
import { allNodes, findUser, type World } from "../../../../src/sandbox/state/world.ts";
import { drawCall, requestOf } from "../../../wire/sandbox-random-calls.ts";
import { isUnchanged, stateText } from "../../../wire/sandbox-state-text.ts";
import { hasTurn } from "../../random.ts";
import { answerOf } from "../answering.ts";
import { networkedWorld } from "../networked-world.ts";

/** Sets the machine's status directly, and sometimes locks it. */
function disturb(world: World, random: ReturnType<typeof seededRandom>): void {
  const node = random.pick(allNodes(world, "machine"));
  node.status = random.pick(statusValues);
  node.owner = random.pick([null, "admin", "bob"]);
  node.locked = random.next() < 0.2;
}

const seeds = [1, 2].filter((seed) => hasTurn(seed, 2));

test.each(seeds)("seed %i: a refused request changes nothing", async (seed) => {
  const random = seededRandom(seedState(seed));
  const entries = await loadServedOperations();
  const refused = new Set<string>();
  const world = networkedWorld(12, seed);
  let last: string | undefined;
  for (let count = 0; count < 12; count += 1)
    for (const entry of entries) {
      const before = last ?? stateText(world);
      const call = drawCall(world, random, [entry]);
      const user = findUser(world, random.pick(["admin", "admin", "bob", "carol"]));
      const { status } = await answerOf(entry.id, { world, user, ...requestOf(call) });
      last = undefined;
      if (status >= 400) {
        refused.add(entry.id);
        const request = [entry.id, call.path, call.values];
        const after = stateText(world);
        expect([...request, isUnchanged(before, after)]).toEqual([...request, true]);
        last = after;
      }
      if (random.next() > 0.3) continue;
      disturb(world, random);
      last = undefined;
    }
  // Operations that take only a name in the path, or nothing, are never refused.
  expect(refused.size).toBeGreaterThan(entries.length * 0.75);
});
