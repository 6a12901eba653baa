import { expect, test } from "vitest";
import { actions } from "../../../../../src/cli/commands/top/actions.ts";
import { defaultPreferences } from "../../../../../src/cli/commands/top/preferences.ts";
import type { State } from "../../../../../src/cli/commands/top/state.ts";
import { update } from "../../../../../src/cli/commands/top/update.ts";
import { viewLines } from "../../../../../src/cli/commands/top/view.ts";
import { coloredPalette } from "../../../../../src/cli/output/palette.ts";
import { widthOf } from "../../../../../src/cli/output/width.ts";
import { createRandom, seeded } from "../../../random.ts";
import { machine, mixedFleet } from "../status/fleet.ts";
import { machinesOf, press, sample, stateOf, style } from "./top-state.ts";

const colored = await coloredPalette();

const head = { title: "lab.example:5240/SVC", intervalMs: 5_000 };
const show = (state: State) => viewLines(state, head, style);
const text = (state: State) =>
  show(state)
    .map((line) => line.trimEnd())
    .join("\n");

test("the screen of a small fleet", () => {
  const marked = press(stateOf(sample, { columns: 80, rows: 14 }), "j", " ");
  expect(text(marked)).toBe(
    `lab.example:5240/SVC  5 machines, 1 issue, 1 in progress     every 5s  13:00:00Z
Deployed 2  Broken 1  Deploying 1  Ready 1  1 marked
  NAME↑   STATUS     FOR     POWER   OWNER   POOL     ZONE   OS      CPUS  IP
  db-01   Deployed   -       on      admin   default  north  -         16  -
*~new-01  Deploying  -       off     bob     default  north  -          -  -
 !old-01  Broken     -       off     -       default  north  -          -  -
  web-01  Deployed   -       on      bob     web      north  jammy      -  -
  web-02  Ready      -       off     -       web      north  -          -  -





? help  enter details  a actions  / filter  space mark  s ssh  w why  q quit`,
  );
});

const keys = [
  ...["j", "k", "G", "g", "pagedown", "enter", "escape", "a", "/", "?", "s", "R", "*", " ", "w", "e"],
  ...["b", "paste:プール"],
  ...["y", "1", "tab", ...actions.map(({ key }) => key)],
];

test("every screen has as many lines as the terminal, and none is wider than it", () => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const random = createRandom(seed);
    const next = seeded(seed + 1);
    const size = { columns: 5 + random.below(200), rows: 1 + random.below(60) };
    let state = stateOf(mixedFleet(random.below(80), next), size);
    for (let step = 0; step < 12; step += 1) {
      state = update(state, { kind: "key", key: random.pick(keys) });
      if (random.below(6) === 0)
        state = update(state, { kind: "readFailed", site: "", text: "no route\u001b[31m\nto host" });
      const { overlay } = state;
      if (overlay?.kind === "details")
        state = update(state, {
          kind: "described",
          id: overlay.id,
          sections: [
            {
              title: "データ",
              lines: [{ label: "Name", text: "x".repeat(300) }, { text: "プール ".repeat(30) }],
            },
          ],
        });
      const lines = show(state);
      const where = `seed ${seed}, step ${step}, ${size.columns}x${size.rows}`;
      expect(lines.length, where).toBe(size.rows);
      expect(Math.max(...lines.map(widthOf)), where).toBeLessThanOrEqual(size.columns);
      expect(lines.join("").match(/[\u0000-\u001f\u007f]/), where).toBeNull();
    }
  }
});

test("the machine at the cursor is always visible, even beside a panel", () => {
  const state = stateOf(
    Array.from({ length: 100 }, (_, at) => machine(`m-${String(at).padStart(3, "0")}`, "ready")),
  );
  for (const steps of [["G"], ["G", "a"], ["G", "a", "d"], ["pagedown", "pagedown", "a"], ["G", "/"]]) {
    const moved = press(state, ...steps);
    expect(text(moved), steps.join(" ")).toMatch(
      new RegExp(`^ +m-${String(moved.at).padStart(3, "0")} `, "m"),
    );
  }
});

test("the least important columns are left out first, and then names are cut", () => {
  const at = (columns: number) => show(stateOf(sample, { columns, rows: 10 }))[1] ?? "";
  expect(at(200)).toContain("TAGS");
  expect(at(60)).not.toContain("TAGS");
  expect(at(60)).toContain("POOL");
  expect(at(30).trim()).toMatch(/^NAME↑ +STATUS/);
  const long = stateOf([machine("a-name-that-is-long-enough", "failed_entering_rescue_mode")], {
    columns: 40,
    rows: 10,
  });
  expect(text(long)).toContain("Failed to enter rescue mode");
});

test("a window that is too small shows a message", () => {
  expect(show(stateOf(sample, { columns: 29, rows: 24 }))[0]).toBe("needs 30x6 or more");
  expect(show(stateOf(sample, { columns: 80, rows: 5 }))[0]).toContain("30x6");
  expect(show(stateOf(sample, { columns: 4, rows: 1 }))).toHaveLength(1);
  expect(text(stateOf(sample, { columns: 30, rows: 6 }))).toContain("db-01");
});

test("the menu shows the allowed actions, and the question shows their effects", () => {
  const menu = text(press(stateOf(), "G", "a"));
  expect(menu).toContain("Which action for web-02?");
  expect(menu).toContain("d deploy");
  expect(menu).not.toContain("unlock");
  expect(text(press(stateOf(), "*", "a"))).toContain("d deploy (1 of 5)");
  expect(menu).not.toContain("mark broken");
  expect(text(press(stateOf(), "a", "b", ..."PSU", "enter"))).toContain("mark broken db-01? [y/N]");
  expect(text(press(stateOf(), "G", "a", "d", ..."jammy"))).toContain("for the default: jammy");
});

test("a narrow screen shows the most important counts and the beginning of a question", () => {
  expect(show(stateOf(sample, { columns: 40, rows: 10 }))[0]?.trimEnd()).toBe(
    "5 machines, 1 issue, 1 in progress",
  );
  expect(show(stateOf(sample, { columns: 30, rows: 10 }))[0]?.trimEnd()).toBe(
    "5 machines, 1 issue  13:00:00Z".trimEnd(),
  );
  const allocated = stateOf([
    machine("a", "allocated", { owner: "bob" }),
    machine("b", "deployed", { owner: "bob" }),
  ]);
  expect(text(press(allocated, "a", "p"))).toMatch(/owner bob, Allocated.*the service will deploy it/s);
  expect(text(press(allocated, "j", "a", "p"))).not.toContain("will deploy");
});

test("the time since a change increases, and an action that was sent is named", () => {
  const moved = sample.map((each) =>
    each.hostname === "web-02" ? { ...each, status: 9, status_name: "Deploying" } : each,
  );
  const earlier = stateOf();
  const read = machinesOf(moved).map((each) =>
    each.hostname === "web-02" ? { ...each, changedAt: 2_000 } : each,
  );
  const state = update(earlier, { kind: "read", site: "", machines: read, at: 1, now: 2_000 });
  expect(text(update(state, { kind: "ticked", now: 14_000 }))).toMatch(/web-02 {2}Deploying {2}12s/);
  expect(text(press(earlier, "G", "a", "d", "enter", "y"))).toContain("deploy…");
});

test("a failed reading is shown in a line, and the machines stay", () => {
  const failed = update(update(stateOf(), { kind: "readFailed", site: "", text: "no route" }), {
    kind: "readFailed",
    site: "",
    text: "no route",
  });
  expect(text(failed)).toContain("could not read (2 times): no route");
  expect(text(failed)).toContain("web-02");
});

test("an empty fleet and a filter without matches show a message", () => {
  expect(text(stateOf([]))).toContain("no machines");
  expect(text(press(stateOf(), "/", ..."zzz"))).toContain("no machine matches the filter");
});

test("help is folded to a narrow terminal", () => {
  const help = text(press(stateOf(sample, { columns: 40, rows: 90 }), "?"));
  expect(help.replace(/\s+/g, " ")).toContain("show everything about the machine, with its last events");
});

test("help lists every action and key", () => {
  const help = text(press(stateOf(sample, { columns: 80, rows: 60 }), "?"));
  for (const { label } of actions) expect(help).toContain(label);
  expect(help).toContain("Ctrl-Z");
});

test("colours change nothing but colours, and the cursor is visible without them", () => {
  const state = press(stateOf(), "j");
  const painted = viewLines(state, head, {
    ...style,
    palette: colored,
    inverse: (each) => `\u001b[7m${each}\u001b[27m`,
  });
  expect(painted.filter((line) => line.includes("\u001b[7m"))).toHaveLength(1);
  expect(painted.map((line) => line.replace(/\u001b\[\d+m/g, "").trimEnd()).join("\n")).toBe(text(state));
});

test("every width has room for all failing statuses, or for their sum", () => {
  const state = stateOf([
    ...(["failed_testing", "failed_deployment", "broken"] as const).map((status) =>
      machine(`${status}-01`, status, {}),
    ),
    ...Array.from({ length: 30 }, (_, at) => machine(`web-${at}`, at < 20 ? "ready" : "allocated", {})),
  ]);
  const line = (columns: number) => show({ ...state, size: { columns, rows: 20 } })[1];
  expect(line(120)).toBe("Ready 20  Allocated 10  Broken 1  Failed deployment 1  Failed testing 1");
  expect(line(66)).toBe("Broken 1  Failed deployment 1  Failed testing 1  others 30");
  expect(line(44)).toBe("Broken 1  more failing 2  others 30");
  expect(line(30)).toBe("failing 3  others 30");
});

test("signs in rows mark failures and progress without colours, and the bottom line has the user's keys", () => {
  const ownCommand = {
    key: "D",
    help: "svc machines describe {name}",
    brief: "describe",
    words: [],
    isFromProfile: true,
  } as const;
  const state = stateOf(sample, undefined, { ...defaultPreferences, commands: [ownCommand] });
  const lines = show(state);
  expect(lines.filter((line) => /^ [!~]/.test(line)).map((line) => line.slice(0, 8))).toEqual([
    " ~new-01",
    " !old-01",
  ]);
  expect(lines.at(-1)).toMatch(/^D describe {2}\? help/);
  expect(text(press(state, "?"))).toContain("svc machines describe {name}");
});
