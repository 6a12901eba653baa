import { describe, expect, it } from "vitest";
import { type Waiter, type WaiterName, waiters } from "../../../../src/catalogue/statuses.ts";
import type { Condition, Goal } from "../../../../src/client/lifecycle/goal.ts";
import type { WaitOutcome, WatchTarget } from "../../../../src/client/lifecycle/progress-event.ts";
import { waitFor } from "../../../../src/client/lifecycle/wait.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { partOfRun, seeded } from "../../random.ts";
import { fakeClock } from "./fake-service.ts";
import { type SimulatedMachine, simulatedService, type Trouble, type Truth } from "./simulated-service.ts";

/**
 * The service starts an operation within `maxBeginMs` of its answer, and may show states that are up to
 * `maxLagMs` old.
 */
const maxBeginMs = 4_000;
const maxLagMs = 2_500;
const hourMs = 3_600_000;
const overshootMs = 7_000;
/** Longer than all periods of trouble during a wait plus the pause between two polls. */
const slackMs = 150_000;

type Random = () => number;
const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

/** The actual outcome of a machine: how its wait must end, and not before `at`. */
interface End {
  readonly result: "done" | "failed" | "left";
  readonly at: number;
}

interface Case {
  readonly target: WatchTarget;
  readonly machine: SimulatedMachine;
  readonly end: End;
}

/** The expected result by final status number or `gone`, and the final owner if there is one. */
type Ends = Readonly<Record<number | string, readonly [result: End["result"], owner?: string]>>;

/** An operation: the status and owner before it, the statuses in progress, and the possible ends. */
type Story = readonly [waiter: WaiterName, before: number, owner: string, through: number[], ends: Ends];

const mine = { done: ["done", "me"], failed: ["failed", "me"], left: ["left", "me"] } as const;
const bobs = ["done", "bob"] as const;

const stories: readonly Story[] = [
  ["deploy", 10, "me", [9], { 6: mine.done, 8: mine.failed, 10: mine.left, 11: mine.failed }],
  ["deploy", 4, "", [9], { 6: mine.done, 10: mine.left, 11: mine.failed }],
  [
    "release",
    6,
    "me",
    [12],
    { 0: ["done"], 4: ["done"], gone: ["done"], 8: mine.failed, 9: bobs, 10: bobs, 13: mine.failed },
  ],
  ["release", 11, "me", [14, 12], { 4: ["done"], 6: bobs, 15: mine.failed }],
  ["commission", 4, "", [1, 21], { 0: ["left"], 2: ["failed"], 4: ["done"], 8: ["failed"], 22: ["failed"] }],
  ["commission", 0, "", [1, 21], { 0: ["left"], 2: ["failed"], 4: ["done"] }],
  ["commission", 2, "", [1], { 2: ["failed"], 4: ["done"] }],
  ["test", 4, "", [21], { 4: ["done"], 22: ["failed"] }],
  ["test", 6, "me", [21], { 6: mine.done, 22: mine.failed }],
  ["test", 22, "", [21], { 4: ["done"], 22: ["failed"] }],
  ["rescue_mode", 6, "me", [17], { 6: mine.left, 16: mine.done, 18: mine.failed }],
  ["exit_rescue_mode", 16, "me", [19], { 6: mine.done, 16: mine.left, 20: mine.failed }],
  ["abort", 9, "me", [], { 10: mine.done }],
];

/** A machine that goes through a story, and possibly through later changes by others. */
function inStory(random: Random, story: Story, id: string): Case {
  const [waiter, before, owner, through, ends] = story;
  const isUnclear = random() < 0.15;
  const target: WatchTarget = {
    systemId: id,
    hostname: `host-${id}`,
    statusBefore: before,
    owner,
    isUnclear,
  };
  const first: Truth = { at: Number.NEGATIVE_INFINITY, status: before, owner, power: "on" };
  if (isUnclear && random() < 0.5 && waiter !== "abort")
    return { target, machine: { id, truths: [first] }, end: { result: "left", at: 0 } };
  const isAnsweredInProgress = !isUnclear && random() < 0.4 && through.length > 0;
  let at = isAnsweredInProgress ? 0 : random() * maxBeginMs;
  const truths = [first];
  const mover = owner === "" && waiter === "deploy" ? "me" : owner;
  for (const status of through) {
    truths.push({ at, status, owner: mover, power: "on" });
    at += isUnclear
      ? 30_000 + random() * 60_000
      : pick(random, [500, 5_000, 90_000, 600_000]) * (0.5 + random());
  }
  const [ending, [result, endOwner = ""]] = pick(random, Object.entries(ends));
  const status = ending === "gone" ? undefined : Number(ending);
  const end: End = { result, at };
  if (endOwner === "bob") {
    truths.push({ at, status: 4, owner: "", power: "on" });
    truths.push({ at: at + random() * 3_000, status, owner: "bob", power: "on", isBarred: random() < 0.5 });
  } else {
    truths.push({ at, status, owner: endOwner, power: "on" });
    // Some time later, another user takes a ready machine.
    if (status === 4 && waiter === "release" && random() < 0.5)
      truths.push({ at: at + 20_000, status: 10, owner: "bob", power: "on", isBarred: random() < 0.5 });
  }
  const answeredStatus = isAnsweredInProgress ? (through[0] ?? before) : before;
  const shows = !isUnclear && random() < 0.8;
  return {
    target: shows || isAnsweredInProgress ? { ...target, answerStatus: answeredStatus } : target,
    machine: { id, truths },
    end,
  };
}

/** A machine whose power changes, or fails to. */
function withPower(random: Random, power: "on" | "off", id: string): Case {
  const other = power === "on" ? "off" : "on";
  const isUnclear = random() < 0.3;
  const before = pick(random, isUnclear ? [other, "error", power, "unknown"] : [other, "error"]);
  const at = random() * 9_000;
  const works = random() < 0.7;
  const truths = [
    { at: Number.NEGATIVE_INFINITY, status: 6, owner: "me", power: before },
    { at, status: 6, owner: "me", power: works ? power : "error" },
  ];
  const target: WatchTarget = { systemId: id, hostname: `host-${id}`, statusBefore: 6, owner: "me" };
  if (isUnclear) {
    // A state that was the same before the request, or unknown, does not show whether the request was carried
    // out.
    const isSeen = works && before !== power && before !== "unknown";
    const isKnown = random() < 0.8;
    return {
      target: { ...target, isUnclear, ...(isKnown ? { powerBefore: before } : {}) },
      machine: { id, truths },
      end: { result: isSeen && isKnown ? "done" : "left", at: isSeen ? at : 0 },
    };
  }
  return {
    target,
    machine: { id, truths },
    end: { result: works ? "done" : "failed", at: works || before !== "error" ? at : 0 },
  };
}

/** A machine that passes through statuses until a condition holds. */
function onItsWay(random: Random, conditions: readonly Condition[], id: string): Case {
  const isGone = conditions.some(({ kind }) => kind === "gone");
  const target: WatchTarget = { systemId: id, hostname: `host-${id}` };
  const at = pick(random, [0, 3_000, 100_000]) * (0.5 + random());
  const start: Truth = { at: Number.NEGATIVE_INFINITY, status: 9, owner: "me", power: "off" };
  const ends: readonly (readonly [number | undefined, End["result"]])[] = isGone
    ? [[undefined, "done"]]
    : [
        [6, "done"],
        [11, "failed"],
        [8, "failed"],
      ];
  const [status, result] = pick(random, ends);
  return {
    target,
    machine: { id, truths: [start, { at, status, owner: "me", power: "on" }] },
    end: { result, at },
  };
}

function troublesOf(random: Random): readonly Trouble[] {
  const kinds: readonly (readonly [Trouble["kind"], number])[] = [
    ["500", 40_000],
    ["502", 20_000],
    ["unreachable", 40_000],
    ["page", 20_000],
    ["drip", 40_000],
    ["slow", 40_000],
    ["empty list, 404 page", 25_000],
    ["empty list, 403", 2_500],
    ["another machine", 40_000],
  ];
  return Array.from({ length: Math.floor(random() * 4) }, () => {
    const [kind, longestMs] = pick(random, kinds);
    const from = random() < 0.5 ? random() * 10_000 : random() * 200_000;
    return { from, to: from + random() * longestMs, kind };
  });
}

interface Simulated {
  readonly cases: readonly Case[];
  readonly goal: Goal;
}

function simulate(seed: number, random: Random): Simulated {
  const count = seed % 200 === 0 ? 120 : 1 + Math.floor(random() * 5);
  const ids = Array.from({ length: count }, (_, index) => `m${String(index).padStart(5, "0")}`);
  const kind = random();
  if (kind < 0.7) {
    const story = pick(random, stories);
    const waiter: Waiter = waiters[story[0]];
    return { goal: { kind: "operation", waiter }, cases: ids.map((id) => inStory(random, story, id)) };
  }
  if (kind < 0.8) {
    const power = pick(random, ["on", "off"] as const);
    const waiter: Waiter = waiters[`power_${power}`];
    return { goal: { kind: "operation", waiter }, cases: ids.map((id) => withPower(random, power, id)) };
  }
  const conditions = pick<readonly Condition[]>(random, [
    [{ kind: "status", value: "deployed" }],
    [{ kind: "gone" }],
    [
      { kind: "status", value: "deployed" },
      { kind: "power", value: "on" },
    ],
    [{ kind: "status", value: "deployed" }, { kind: "ssh" }],
  ]);
  const goal: Goal = { kind: "conditions", conditions, all: true };
  return { goal, cases: ids.map((id) => onItsWay(random, conditions, id)) };
}

async function run(seed: number): Promise<readonly string[]> {
  const random = seeded(seed);
  const { cases, goal } = simulate(seed, random);
  const clock = fakeClock();
  const troubles = troublesOf(random);
  const client = simulatedService(
    clock,
    random,
    cases.map(({ machine }) => machine),
    troubles,
    maxLagMs,
  );
  const deadlineMs = pick(random, [2 * hourMs, 2 * hourMs, random() * 60_000, 0]);
  const stopsAt = random() < 0.2 ? random() * 30_000 : undefined;
  const ending = new AbortController();
  if (stopsAt !== undefined)
    void clock.sleep(stopsAt).then(() => ending.abort(new Failure("interrupted", "interrupted")));
  clock.onSleep = () => {
    if (random() < 0.02) clock.set((random() - 0.5) * 10 * hourMs);
  };
  const settled: string[] = [];
  const outcomes = await waitFor(
    cases.map(({ target }) => target),
    goal,
    {
      client,
      clock,
      random,
      pollIntervalMs: pick(random, [
        undefined,
        undefined,
        deadlineMs > 0 && deadlineMs < 60_000 ? 100 : 1_000,
        7_000,
      ]),
      deadlineMs,
      countsErasing: true,
      onProgress: (event) => {
        if (event.type === "settled") settled.push(event.outcome.systemId);
      },
      signal: ending.signal,
      probeSsh: async (_, signal) => {
        await clock.sleep(random() < 0.3 ? 5_000 : 100, signal).catch(() => undefined);
        return random() < 0.6;
      },
    },
  );
  const wrong = cases.flatMap((each, index) =>
    faultsOf(each, outcomes[index], { deadlineMs, stopsAt }).map((fault) => `seed ${seed}: ${fault}`),
  );
  const isOnce = settled.length === cases.length && new Set(settled).size === cases.length;
  return isOnce ? wrong : [...wrong, `seed ${seed}: settled ${settled.join(" ")}`];
}

function faultsOf(
  { target, end, machine }: Case,
  outcome: WaitOutcome | undefined,
  { deadlineMs, stopsAt }: { readonly deadlineMs: number; readonly stopsAt: number | undefined },
): readonly string[] {
  const label = JSON.stringify({ target, truths: machine.truths, end, outcome, deadlineMs, stopsAt });
  if (outcome === undefined || outcome.systemId !== target.systemId) return [`no outcome ${label}`];
  const { result, elapsedMs } = outcome;
  const faults: string[] = [];
  if (deadlineMs > 0 && elapsedMs > deadlineMs + overshootMs) faults.push(`past the deadline ${label}`);
  if (stopsAt !== undefined && elapsedMs > stopsAt + 1) faults.push(`past the signal ${label}`);
  if (result === "stopped") {
    if (stopsAt === undefined) faults.push(`stopped by nobody ${label}`);
  } else if (result === "timeout") {
    if (deadlineMs === 0 || elapsedMs < deadlineMs) faults.push(`timed out early ${label}`);
    if (end.at + slackMs < deadlineMs) faults.push(`timed out although it had ended ${label}`);
  } else if (result !== end.result || elapsedMs < end.at) faults.push(`wrong ${label}`);
  return faults;
}

describe("waits on a service that lags, fails and has other users", () => {
  // The seed selects one of four goals, so each goal gets a seventh of its seeds.
  const seeds = Array.from({ length: 120 }, (_, index) => index + 1);

  it("report the true outcome", async () => {
    const wrong: string[] = [];
    for (const seed of partOfRun(seeds, 7)) wrong.push(...(await run(seed)));
    expect(wrong).toEqual([]);
  });
});
