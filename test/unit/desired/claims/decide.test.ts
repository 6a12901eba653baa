import { describe, expect, test } from "vitest";
import { Failure } from "../../../../src/core/failure.ts";
import {
  type ClaimState,
  decide,
  newState,
  recordOf,
  surplusInUse,
} from "../../../../src/desired/claims/decide.ts";
import { machine, machines } from "./machines.ts";

const none: ReadonlySet<string> = new Set();
const set = (text = "") => new Set(text.split(" ").filter(Boolean));

/** The goal of a run, and the machines that it has changed already. */
interface Run {
  readonly count: number;
  readonly replacesFailed: boolean;
  readonly isExhausted: boolean;
  readonly keep: ReadonlySet<string>;
  readonly agreed: ReadonlySet<string>;
  readonly looks: ReadonlyMap<string, number>;
  readonly mine: ReadonlySet<string>;
  readonly asked: ReadonlySet<string>;
  readonly abandoned: ReadonlySet<string>;
  readonly unreleasable: ReadonlySet<string>;
}

function stateOf(run: Partial<Run>): ClaimState {
  const { count = 2, replacesFailed = false, keep = none, agreed: confirmed = none, looks = new Map() } = run;
  const place = { file: "site.yaml", line: 1, column: 1 };
  const claim = { name: "c", place, count, allocate: new Map(), deploy: new Map() };
  const state = newState(claim, { replacesFailed, keep, confirmedReleases: confirmed });
  state.replacementsLeft = replacesFailed ? 1 : 0;
  if (run.isExhausted) state.noMachineFailure = new Failure("conflict", "no machine matches");
  for (const id of run.mine ?? none) recordOf(state, id).isFromThisRun = true;
  for (const id of run.asked ?? none) recordOf(state, id).isDeploySent = true;
  for (const id of run.abandoned ?? none) recordOf(state, id).isAbandoned = true;
  for (const id of run.unreleasable ?? none) recordOf(state, id).isUnreleasable = true;
  for (const [id, count] of looks) recordOf(state, id).surplusReadings = count;
  return state;
}

/** A decision as text: `deploy a b`, `allocate 2`. */
function decisionText(views: readonly ReturnType<typeof machine>[], run: Partial<Run>): string {
  const decision = decide(views, stateOf(run));
  if (decision.kind === "end") return "end";
  if (decision.kind === "allocate") return `allocate ${decision.count}`;
  return [decision.kind, ...decision.machines.map(({ view }) => view.systemId)].join(" ");
}

const looks = (count: number, ...ids: readonly string[]) => new Map(ids.map((id) => [id, count]));

describe("what is missing", () => {
  test.each<[string, Partial<Run>, string]>([
    ["", {}, "allocate 2"],
    ["", { count: 0 }, "end"],
    ["", { isExhausted: true }, "end"],
    ["a:deployed", {}, "allocate 1"],
    ["a:deploying", {}, "allocate 1"],
    ["a:allocated", {}, "allocate 1"],
    ["a:allocated b:allocated", {}, "deploy a b"],
    ["a:allocated b:deployed", {}, "deploy a"],
    ["a:allocated b:deploying", {}, "deploy a"],
    ["a:allocated", { isExhausted: true }, "deploy a"],
    ["a:deploying b:deployed", {}, "wait a"],
    ["a:deployed b:deployed", {}, "end"],
    ["a:allocated b:deployed", { asked: set("a") }, "wait a"],
    ["a:allocated b:deploying", { asked: set("a") }, "wait b a"],
    ["a:allocated b:deployed", { abandoned: set("a") }, "end"],
    ["a:allocated b:deploying", { abandoned: set("a") }, "wait b"],
    ["a:releasing b:deployed", {}, "allocate 1"],
    ["a:releasing b:deployed", { isExhausted: true }, "waitForReleases a"],
    ["a:disk_erasing b:allocated", { isExhausted: true }, "waitForReleases a"],
    ["a:ready b:new c:commissioning d:deployed", {}, "allocate 1"],
  ])("%s with %o: %s", (views, run, expected) => {
    expect(decisionText(machines(views), run)).toBe(expected);
  });
});

describe("what failed", () => {
  test.each<[string, Partial<Run>, string]>([
    ["a:failed_deployment b:deployed", {}, "end"],
    ["a:broken b:deployed", {}, "end"],
    ["a:failed_deployment b:deploying", {}, "wait b"],
    ["a:failed_deployment b:deployed", { replacesFailed: true }, "allocate 1"],
    ["a:failed_deployment b:deployed c:allocated", { replacesFailed: true }, "deploy c"],
    ["a:failed_deployment b:deployed c:deploying", { replacesFailed: true }, "release a"],
    ["a:failed_deployment b:deployed", { replacesFailed: true, isExhausted: true }, "end"],
    ["a:broken b:deployed c:deployed", { replacesFailed: true, keep: set("host-a") }, "end"],
    ["a:failed_deployment b:deployed c:deployed", {}, "release a"],
    ["a:broken", { count: 0 }, "release a"],
    ["a:failed_deployment b:broken c:deployed", { count: 1, replacesFailed: true }, "release a b"],
    ["a:failed_releasing b:deployed", {}, "release a"],
    ["a:failed_disk_erasing", { count: 0 }, "release a"],
    ["a:failed_releasing b:deployed", { unreleasable: set("a") }, "allocate 1"],
  ])("%s with %o: %s", (views, run, expected) => {
    expect(decisionText(machines(views), run)).toBe(expected);
  });
});

describe("what is too many", () => {
  const three = "a:allocated b:allocated c:allocated";
  test.each<[string, Partial<Run>, string]>([
    [three, {}, "waitForOtherRuns a b c"],
    [three, { mine: set("a b c"), looks: looks(1, "a", "b", "c") }, "waitForOtherRuns a b c"],
    [three, { mine: set("a b c"), looks: looks(2, "a", "b", "c") }, "release a"],
    [three, { mine: set("c"), looks: looks(2, "a", "b", "c") }, "release c"],
    [three, { looks: looks(4, "a", "b", "c") }, "waitForOtherRuns a b c"],
    [three, { looks: looks(5, "a", "b", "c") }, "release a"],
    [three, { looks: looks(5, "a", "b", "c"), count: 0 }, "release a b c"],
    ["a:deployed b:deployed c:allocated", { mine: set("c") }, "waitForOtherRuns c"],
    ["a:deployed b:deployed c:allocated", { mine: set("c"), looks: looks(2, "c") }, "release c"],
    ["a:deploying b:deployed c:allocated", { looks: looks(9, "c"), keep: set("c") }, "wait a"],
    ["a:deployed b:deployed c:deployed", {}, "end"],
    ["a:deployed b:deployed c:deployed", { agreed: set("b") }, "release b"],
    ["a:deployed b:deployed c:deployed", { agreed: set("a b"), keep: set("host-b.lab") }, "release a"],
    ["a:deployed b:deployed c:deployed", { agreed: set("b"), unreleasable: set("b") }, "end"],
    ["a:deployed b:deployed c:deploying", { agreed: set("a c") }, "release c"],
    ["a:deployed b:deployed c:deployed", { agreed: set("a b c"), count: 1 }, "release c b"],
    ["a:deployed b:deployed", { agreed: set("a b") }, "end"],
  ])("%s with %o: %s", (views, run, expected) => {
    expect(decisionText(machines(views), run)).toBe(expected);
  });
});

test.each([
  ["rescue_mode", "a"],
  ["testing", "a"],
  ["failed_testing", "a"],
  ["entering_rescue_mode", "a"],
  ["missing", "a"],
  ["retired", "a"],
  ["reserved", "a"],
] as const)("a machine in %s keeps its place and is left alone", (status, id) => {
  const views = [machine(id, status), machine("b", "deployed")];
  expect(decisionText(views, {})).toBe("end");
  expect(decisionText(views, { count: 0, replacesFailed: true, agreed: set("a b") })).toBe("release b");
});

test("a locked machine that would have to change still counts", () => {
  const locked = { locked: true };
  expect(decisionText([machine("a", "allocated", locked), machine("b", "deployed", locked)], {})).toBe("end");
  expect(decisionText([machine("a", "failed_deployment", locked)], { replacesFailed: true, count: 1 })).toBe(
    "end",
  );
});

test("the mark of a machine without an owner is a leftover", () => {
  const views = [machine("a", "broken", { owner: null }), machine("b", "deployed")];
  expect(decisionText(views, { replacesFailed: true })).toBe("allocate 1");
});

test("a machine in an unknown status still counts", () => {
  expect(decisionText([machine("a", "deployed", { status: 99, status_name: "Melting" })], { count: 1 })).toBe(
    "end",
  );
});

describe("what is released of machines in use", () => {
  const since = (time: string) => ({ workload_annotations: { "svc.since": time } });
  const views = [
    machine("a", "deployed", since("2026-01-03T00:00:00Z")),
    machine("b", "deployed", since("2026-01-01T00:00:00Z")),
    machine("c", "deployed", since("2026-01-02T00:00:00Z")),
    machine("d", "deploying"),
  ];
  const gone = (count: number, keep = "") =>
    surplusInUse(views, count, set(keep)).map(({ view }) => view.systemId);

  test("deploying machines are released first, then the newest", () => {
    expect(gone(4)).toEqual([]);
    expect(gone(3)).toEqual(["d"]);
    expect(gone(1)).toEqual(["d", "a", "c"]);
    expect(gone(0)).toEqual(["d", "a", "c", "b"]);
  });

  test("kept machines stay, by any of their names", () => {
    expect(gone(1, "host-a d")).toEqual(["c", "b"]);
    expect(gone(1, "host-a.lab")).toEqual(["d", "c", "b"]);
  });
});
