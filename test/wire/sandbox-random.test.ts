import { expect, test } from "vitest";
import { loadServedOperations } from "../../src/sandbox/groups/handlers.ts";
import { seededRandom, seedState } from "../../src/sandbox/simulation/random.ts";
import type { User } from "../../src/sandbox/state/users.ts";
import { findUser } from "../../src/sandbox/state/world.ts";
import type { ServedOperation } from "../../src/sandbox/wire/call.ts";
import { seedsOfRun } from "../unit/random.ts";
import { answerOf } from "../unit/sandbox/answering.ts";
import { listings } from "./sandbox-documents.ts";
import { fixtureOfTest, type SandboxFixture } from "./sandbox-fixture.ts";
import { expectInvariants, watchStatuses } from "./sandbox-invariants.ts";
import { drawCall, type RandomCall, requestOf } from "./sandbox-random-calls.ts";
import { isUnchanged, stateText } from "./sandbox-state-text.ts";

const faults = [
  "fail=deploy,rate=0.15",
  "fail=test,rate=0.15",
  "silent=release,rate=0.1",
  "fail=erase,rate=0.3",
];

/** Operations that are drawn more often, so that machines pass through many states. */
const favoured = /^machines?\.(create|allocate|deploy|release|commission|test|abort|accept)/;

const networksAndStorage = /^(interface|subnet|vlan|block-device|partition|space|static-route|tag|zone)/;

async function operationsToDraw(favouredIds = favoured): Promise<readonly ServedOperation[]> {
  const entries = await loadServedOperations();
  const often = entries.filter(({ id }) => favouredIds.test(id));
  // Deleting its own token would lock a caller out.
  return [...entries, ...often, ...often].filter(({ id }) => id !== "account.delete_authorisation_token");
}

const describeCall = ({ entry, path, values }: RandomCall, who: string) =>
  `${who}: ${entry.id} ${JSON.stringify(path)} ${JSON.stringify(values).slice(0, 300)}`;

/** Calls the operation's handler without HTTP, after the server's permission check. */
async function callHandler(
  fixture: SandboxFixture,
  call: RandomCall,
  user: User | undefined,
): Promise<number> {
  try {
    const { world } = fixture.sandbox;
    const answer = await answerOf(call.entry.id, { world, user, ...requestOf(call) });
    if (typeof answer.body !== "string" && !(answer.body instanceof Uint8Array)) for (const _ of answer.body);
    return answer.status;
  } catch (error) {
    throw new Error(`${describeCall(call, user?.username ?? "nobody")}: ${error}`, { cause: error });
  }
}

const anyone = ["admin", "admin", "admin", "bob", "bob", "carol", "nobody"] as const;

const documented = (call: RandomCall, status: number): boolean => {
  const { method, path, success, answers503 } = call.entry.operation;
  const listing = listings.get(`${method} ${path}`);
  return (
    status === (listing?.status ?? success) ||
    // Without HTTP, an empty success has not yet become a 200.
    (status === 204 && listing?.kind === "-") ||
    (status >= 400 && status < 500) ||
    (status === 503 && answers503 === true)
  );
};

test.each([
  ...seedsOfRun(1, [11, 12]).map((seed) => [seed, favoured] as const),
  ...seedsOfRun(1, [14]).map((seed) => [seed, networksAndStorage] as const),
])("seed %i: thousands of random operations keep all invariants", async (seed, favouredIds) => {
  const fixture = await fixtureOfTest({ seed, faults, machines: 24 });
  const { world } = fixture.sandbox;
  const random = seededRandom(seedState(seed));
  const entries = await operationsToDraw(favouredIds);
  const wrong = watchStatuses(world);
  const statusCounts = new Map<number, number>();
  for (let count = 1; count <= 1200; count += 1) {
    const call = drawCall(world, random, entries);
    const who = random.pick(anyone);
    const before = count % 8 === 0 ? stateText(world) : undefined;
    const status = await callHandler(fixture, call, who === "nobody" ? undefined : findUser(world, who));
    if (before !== undefined && status >= 400 && !isUnchanged(before, stateText(world)))
      expect([describeCall(call, who), status]).toEqual(["a refused request", "that changes nothing"]);
    statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1);
    if (!documented(call, status)) expect([describeCall(call, who), status]).toEqual([]);
    if (random.next() < 0.3) await fixture.advance(random.integer(1, 20_000));
    if (count % 100 === 0) expectInvariants(world);
  }
  expect(wrong).toEqual([]);
  expect(JSON.parse(JSON.stringify(world.state))).toEqual(world.state);
  for (const status of [200, 204, 400, 401, 403, 404, 409])
    expect(statusCounts.get(status) ?? 0).toBeGreaterThan(5);
});

test("hundreds of random requests over HTTP are answered as documented", async () => {
  const fixture = await fixtureOfTest({ seed: 21, faults });
  const { world } = fixture.sandbox;
  const random = seededRandom(seedState(21));
  const entries = await operationsToDraw();
  const wrong = watchStatuses(world);
  for (let count = 1; count <= 400; count += 1) {
    const call = drawCall(world, random, entries);
    const { operation } = call.entry;
    const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(call.path[name] ?? ""),
    );
    const who = random.pick(anyone);
    const { status } = await fixture.ask({
      method: operation.method,
      path: path.startsWith("/api/") ? path : `/api/2.0${path}`,
      key: who === "nobody" ? null : fixture.keys[who],
      values: call.values,
      signature: random.pick(["PLAINTEXT", "HMAC-SHA1"]),
    });
    if (!documented(call, status)) expect([describeCall(call, who), status]).toEqual([]);
    if (random.next() < 0.3) await fixture.advance(random.integer(1, 20_000));
    if (count % 100 === 0) expectInvariants(world);
  }
  expect(wrong).toEqual([]);
});
