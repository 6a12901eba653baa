import { expect, test } from "vitest";
import { actions } from "../../../../../src/cli/commands/top/actions.ts";
import { defaultPreferences } from "../../../../../src/cli/commands/top/preferences.ts";
import { initialState, type State } from "../../../../../src/cli/commands/top/state.ts";
import { update } from "../../../../../src/cli/commands/top/update.ts";
import { createRandom, seeded } from "../../../random.ts";
import { machine, mixedFleet } from "../status/fleet.ts";
import { machinesOf, namesIn, press, sample, stateOf } from "./top-state.ts";

const read = (elements: readonly unknown[]) =>
  ({ kind: "read", site: "", machines: machinesOf(elements), at: 1, now: 2_000 }) as const;

test("machines are sorted by name, and keys change the order and its direction", () => {
  const state = stateOf();
  expect(namesIn(state)).toEqual(["db-01", "new-01", "old-01", "web-01", "web-02"]);
  const byStatus = press(state, ">");
  expect(namesIn(byStatus)).toEqual(["old-01", "new-01", "db-01", "web-01", "web-02"]);
  expect(namesIn(press(byStatus, "R"))[0]).toBe("web-02");
  expect(press(byStatus, "<").order).toEqual(state.order);
});

test("numbers in names are sorted as numbers", () => {
  const names = ["web-10", "web-9", "web-1", "db-2", "web-100"];
  const state = stateOf(names.map((name) => machine(name, "ready")));
  expect(namesIn(state)).toEqual(["db-2", "web-1", "web-9", "web-10", "web-100"]);
});

test("the cursor stays on its machine when the order or the list changes", () => {
  const state = press(stateOf(), "j", "j");
  expect(state.cursor).toBe("id-old-01");
  expect(press(state, ">").at).toBe(0);
  expect(update(state, read([machine("a", "ready"), ...sample])).at).toBe(3);
});

test("keys act on no other machine when the selected one is deleted or leaves the table", () => {
  const state = press(stateOf(), "j", "j");
  const others = sample.filter(({ hostname }) => hostname !== "old-01");
  const afterRemoval = update(state, read(others));
  expect(afterRemoval.message?.text).toBe("old-01 is gone");
  for (const key of ["enter", " ", "a", "s", "w", "y"]) {
    const next = press(afterRemoval, key);
    expect({ key, effects: next.effects, overlay: next.overlay, marked: next.marked.size }).toEqual({
      ...{ key, effects: [], overlay: undefined, marked: 0 },
    });
    expect(next.message?.text).toBe("the machine is gone: choose another");
  }
  expect(press(afterRemoval, "j").cursor).toBe("id-web-01");
  expect(press(afterRemoval, "k").cursor).toBe("id-new-01");
  const menu = update(press(state, "a"), read(others));
  expect([menu.overlay, menu.message?.text]).toEqual([undefined, "old-01 is gone"]);
  const changed = sample.map((each) =>
    each.hostname === "old-01" ? { ...each, status_name: "Ready", status: 4 } : each,
  );
  const filtered = update(press(state, "/", ..."broken", "enter"), read(changed));
  expect(filtered.message?.text).toBe("old-01 no longer matches the filter 'broken'");
  expect(press(filtered, "w").effects).toMatchObject([{ kind: "run", machine: { hostname: "old-01" } }]);
});

test("if no action is possible, the table and the details say so", () => {
  const state = stateOf([machine("old-02", "retired", { power_state: "off" })]);
  for (const start of [state, press(state, "enter")])
    expect(press(start, "a").message?.text).toBe("no action is possible in this status");
});

test.each([
  ["web", ["web-01", "web-02"]],
  ["status:dep", ["db-01", "new-01", "web-01"]],
  ["status=deployed !owner:bob", ["db-01"]],
  ["!web", ["db-01", "new-01", "old-01"]],
  ["POOL:WEB ssd", ["web-02"]],
  ["tag:ssd", ["web-02"]],
  ["nothing-has-this", []],
  ["!", ["db-01", "new-01", "old-01", "web-01", "web-02"]],
  ["unknown:word", []],
])("the filter %s shows %j while it is typed", (filter, names) => {
  const state = press(stateOf(), "/", ...filter);
  expect(namesIn(state)).toEqual(names);
  expect(namesIn(press(state, "enter"))).toEqual(names);
  expect(namesIn(press(state, "escape"))).toHaveLength(5);
  expect(namesIn(press(state, "enter", "escape"))).toHaveLength(5);
});

test("a filter can be corrected and pasted; pasted text is never a command", () => {
  expect(press(stateOf(), "/", "w", "e", "x", "backspace", "b").filter).toBe("web");
  expect(press(stateOf(), "/", "a", " ", "b", "c", "ctrl-w").filter).toBe("a ");
  expect(press(stateOf(), "/", "a", "ctrl-u").filter).toBe("");
  expect(press(stateOf(), "/", "paste:web\nq").filter).toBe("web q");
  const pasted = press(stateOf(), "paste:q");
  expect(pasted.effects).toEqual([]);
  expect(pasted.overlay).toBeUndefined();
});

test("an action is sent after its question, to the machine at the cursor", () => {
  const state = press(stateOf(), "G");
  const confirming = press(state, "a", "d", ..."jammy", "enter");
  expect(confirming.effects).toEqual([]);
  const confirmed = press(confirming, "y");
  expect(confirmed.effects).toMatchObject([
    { kind: "act", input: "jammy", machines: [{ hostname: "web-02" }] },
  ]);
  expect(confirmed.busy).toEqual(new Map([["id-web-02", "deploy"]]));
  for (const no of ["n", "escape", "q"]) {
    const declined = press(confirming, no);
    expect(declined.effects).toEqual([]);
    expect(declined.message?.text).toBe("deploy: not sent");
    expect(declined.busy.size).toBe(0);
  }
  expect(press(confirming, "enter", "x", " ").effects).toEqual([]);
});

test("a disruptive action on several deployed machines must be confirmed with their number", () => {
  const marked = press(stateOf(), "/", ..."status:deployed", "enter", "*");
  const confirming = press(marked, "a", "r");
  expect(confirming.overlay).toMatchObject({ kind: "dialog", confirmation: "count" });
  expect(press(confirming, "y", "enter").effects).toEqual([]);
  expect(press(confirming, "3", "enter").effects).toEqual([]);
  const [act] = press(confirming, "3", "backspace", "2", "enter").effects;
  expect(act).toMatchObject({
    kind: "act",
    machines: [{ hostname: "db-01" }, { hostname: "web-01" }].reverse(),
  });
});

test("an action applies to the marked machines whose status allows it", () => {
  const state = press(stateOf(), "*", "a");
  const { overlay } = press(state, "d");
  expect(overlay).toMatchObject({ kind: "dialog", ids: ["id-web-02"] });
  expect(press(stateOf([machine("x", "releasing", { locked: true })]), "a", "d").effects).toEqual([]);
});

test("a machine is skipped if its status has changed or another action is running on it", () => {
  const confirming = press(stateOf(), "G", "a", "d", "enter");
  const moved = update(
    confirming,
    read(sample.map((each) => ({ ...each, status: 9, status_name: "Deploying" }))),
  );
  const late = press(moved, "y");
  expect(late.effects).toEqual([]);
  expect(late.message?.text).toContain("status has changed");
  const busy = press(confirming, "y");
  expect(press(busy, "a", "d", "enter", "y").effects).toEqual([]);
});

test("the result of actions is shown, and the list is read again", () => {
  const state = press(stateOf(), "G", "a", "d", "enter", "y");
  const afterAction = update(state, { kind: "actionFinished", id: "id-web-02" });
  expect(afterAction.busy.size).toBe(0);
  const done = update(afterAction, { kind: "allActionsFinished", label: "deploy", done: 1, errors: [] });
  expect(done.message).toEqual({ text: "deploy: sent", kind: "done" });
  expect(done.effects).toEqual([{ kind: "read" }]);
  const failed = update(afterAction, {
    kind: "allActionsFinished",
    label: "deploy",
    done: 2,
    errors: ["web-02: no", "b: no"],
  });
  expect(failed.message).toEqual({ text: "deploy: 2 sent, web-02: no (and 1 more)", kind: "error" });
  expect(press(failed, "j").message?.kind).toBe("error");
  expect(press(done, "j").message).toBeUndefined();
});

test("quitting while an action is in progress takes two attempts", () => {
  const busy = press(stateOf(), "G", "a", "d", "enter", "y");
  for (const key of ["q", "ctrl-c"]) {
    const once = press(busy, key);
    expect(once.effects).toEqual([]);
    expect(once.message?.text).toContain("1 action is in progress");
    expect(press(once, key).effects).toMatchObject([{ kind: "leave" }]);
    expect(press(once, "j", key).effects).toEqual([]);
  }
  expect(press(stateOf(), "q").effects).toEqual([{ kind: "leave", by: "quit" }]);
  expect(press(stateOf(), "/", "q").effects).toEqual([]);
  expect(press(stateOf(), "/", "ctrl-c").effects).toEqual([{ kind: "leave", by: "interrupt" }]);
});

test("details are read and shown only for their machine, and can be closed", () => {
  const open = press(stateOf(), "enter");
  expect(open.effects).toEqual([{ kind: "describe", id: "id-db-01" }]);
  const sections = [{ title: "db-01", lines: [] }];
  const shownIds = update(open, { kind: "described", id: "id-db-01", sections });
  expect(shownIds.overlay).toMatchObject({ kind: "details", sections });
  expect(update(open, { kind: "described", id: "other", sections }).overlay).toMatchObject({
    sections: undefined,
  });
  expect(update(shownIds, { kind: "described", id: "id-db-01", error: "gone" }).overlay).toMatchObject({
    error: "gone",
  });
  const closed = press(shownIds, "escape");
  expect(closed.overlay).toBeUndefined();
  expect(closed.effects).toEqual([{ kind: "read" }]);
  expect(update(closed, { kind: "described", id: "id-db-01", sections }).overlay).toBeUndefined();
});

test("consecutive failed readings are counted until one succeeds", () => {
  const failed = update(update(stateOf(), { kind: "readFailed", site: "", text: "no route" }), {
    kind: "readFailed",
    site: "",
    text: "no route",
  });
  expect(failed.readings.get("")?.error).toEqual({ text: "no route", count: 2 });
  expect(namesIn(failed)).toHaveLength(5);
  expect(update(failed, read(sample)).readings.get("")?.error).toBeUndefined();
});

const keys = [
  ..."up down j k g G pageup pagedown home end left right tab backtab enter escape q a / ? s S R r *".split(
    " ",
  ),
  ..."ctrl-l ctrl-u backspace y n 1 2 x é paste:web-0".split(" "),
  ...[" ", ...actions.map(({ key }) => key)],
];

/** Checks invariants of the state. */
function check(state: State, where: string): void {
  const { matches, at, top, cursor, marked, machines } = state;
  const ids = new Set(machines.map(({ systemId }) => systemId));
  const isRight =
    at >= 0 &&
    at < Math.max(1, matches.length) &&
    (cursor === matches[at]?.systemId || !matches.some(({ systemId }) => systemId === cursor)) &&
    top >= 0 &&
    top <= at &&
    [...marked].every((id) => ids.has(id));
  // `expect` is called only on an error: thousands of calls would take longer than the test.
  if (!isRight) expect({ matches, at, top, cursor, marked, machines }, where).toBe("a state that can be");
}

test("no sequence of keys and events leads to an invalid state or a forbidden action", () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const random = createRandom(seed);
    const next = seeded(seed + 10_000);
    let state = stateOf(mixedFleet(random.below(40), next), {
      columns: 20 + random.below(100),
      rows: 3 + random.below(40),
    });
    for (let step = 0; step < 60; step += 1) {
      const chance = random.below(12);
      const event =
        chance === 0
          ? read(mixedFleet(random.below(40), next))
          : chance === 1
            ? ({
                kind: "resized",
                size: { columns: 10 + random.below(100), rows: 1 + random.below(40) },
              } as const)
            : ({ kind: "key", key: random.pick(keys) } as const);
      state = update(state, event);
      check(state, `seed ${seed}, step ${step}`);
      for (const effect of state.effects) {
        if (effect.kind !== "act") continue;
        expect(effect.machines.length).toBeGreaterThan(0);
        for (const each of effect.machines) expect(effect.action.allows(each)).toBe(true);
      }
    }
  }
});

test("keys run commands of svc for the machine at the cursor, in the table and in its details", () => {
  const state = stateOf();
  const ran = (from: State, key: string) =>
    press(from, key).effects.map((effect) =>
      effect.kind === "run" ? [effect.command.words.slice(0, 2).join(" "), effect.machine.id] : effect,
    );
  const id = state.cursor ?? "";
  for (const from of [state, press(state, "enter")]) {
    expect(ran(from, "s")).toEqual([["machines ssh", id]]);
    expect(ran(from, "w")).toEqual([["machines why", id]]);
    expect(ran(from, "l")).toEqual([["machines logs", id]]);
    expect(ran(from, "e")).toEqual([["events query", id]]);
    expect(ran(from, "c")).toEqual([["machines console", id]]);
    expect(ran(from, "o")).toEqual([["machines get", id]]);
    expect(ran(from, "y")).toEqual([{ kind: "copy", text: "db-01" }]);
  }
  expect(press(stateOf([]), "s", "y").effects).toEqual([]);
});

test("machines of several sites with the same ids are kept apart", () => {
  const readAt = (state: State, site: string, names: readonly string[]) =>
    update(state, {
      kind: "read",
      site,
      machines: machinesOf(
        names.map((name) => machine(name, "deployed")),
        site,
      ),
      at: 1,
      now: 2_000,
    });
  const start = initialState({ columns: 80, rows: 24 }, defaultPreferences, ["west", "east"]);
  const both = readAt(readAt(start, "west", ["web-01"]), "east", ["web-01", "db-01"]);
  const shownIds = (state: State) => state.matches.map(({ id }) => id);
  expect(shownIds(both)).toEqual(["east/id-db-01", "east/id-web-01", "west/id-web-01"]);
  expect(shownIds(readAt(both, "east", []))).toEqual(["west/id-web-01"]);
  const bySite = press(both, "<", "R");
  expect(bySite.order.column).toBe("site");
  expect(shownIds(bySite)[0]).toBe("west/id-web-01");
  expect(press(stateOf(), "<").order.column).toBe("tags");
  expect(shownIds(press(both, "/", ..."site:west", "enter"))).toEqual(["west/id-web-01"]);
  const marked = press(both, "g", "j", " ", "a", "r");
  expect(marked.overlay).toMatchObject({ kind: "dialog", ids: ["east/id-web-01"] });
  const [effect] = press(marked, "y").effects;
  expect(effect).toMatchObject({ kind: "act", machines: [{ site: "east", systemId: "id-web-01" }] });
  expect(press(both, "G", "y").effects).toEqual([{ kind: "copy", text: "west/web-01" }]);
});
