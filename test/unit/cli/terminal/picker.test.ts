import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { widthOf } from "../../../../src/cli/output/width.ts";
import {
  matchingItems,
  type PickerState,
  pickerLines,
  pickOne,
  stateAfterKey,
} from "../../../../src/cli/terminal/picker.ts";
import type { Failure } from "../../../../src/core/failure.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { openTerminal, type Terminal, type TerminalOptions } from "./terminal.ts";

const machines = [
  { word: "web-01", description: "Ready" },
  { word: "web-02", description: "Deployed" },
  { word: "db-1\u001b[2J", description: "Ready" },
];

const fleet = Array.from({ length: 2_000 }, (_, index) => ({ word: `node-${index}`, description: "Ready" }));

async function picked(
  options: TerminalOptions,
  act: (terminal: Terminal) => void,
  { items = machines, isReady = ({ rawModes }: Terminal) => rawModes.length > 0 } = {},
) {
  const terminal = openTerminal({ columns: 40, ...options });
  const answer = pickOne(terminal.context, "machines ssh", items).then(
    ({ word }) => word,
    ({ kind }: Failure) => kind,
  );
  // Keys are ignored until the list is drawn, which happens after the search for fzf.
  let isOver = false;
  void answer.finally(() => {
    isOver = true;
  });
  while (!isReady(terminal) && !isOver) await new Promise((resolve) => setTimeout(resolve, 2));
  act(terminal);
  return { answer: await answer, terminal };
}

test.each([
  ["\r", "web-01"],
  ["\u001b[B\r", "web-02"],
  ["\u001b[B\u001b[B\u001b[B\u001b[A\r", "web-02"],
  ["DEPL we\r", "web-02"],
  ["nothing\u0015db\r", machines[2]?.word],
  ["nothing\r\u0003", "interrupted"],
  ["web\u0004", "notConfirmed"],
])("%j chooses %j, and the terminal is as it was", async (keys, answer) => {
  const { terminal, ...outcome } = await picked({ env: { PATH: "" } }, ({ type }) => type(keys));
  expect(outcome.answer).toBe(answer);
  expect(terminal.rawModes).toEqual([true, false]);
  expect(terminal.shown.stdout).toBe("");
  expect(terminal.shown.stderr).not.toContain("\u001b[2J ");
  expect(terminal.listeners()).toBe(0);
});

test.each([
  ["SIGTERM", "terminated"],
  ["SIGINT", "interrupted"],
] as const)("%s ends it", async (signal, answer) => {
  const { terminal, ...outcome } = await picked({ env: { PATH: "" } }, (each) => each.signal(signal));
  expect(outcome.answer).toBe(answer);
  expect(terminal.rawModes).toEqual([true, false]);
});

describe.each([
  [20, 5],
  [20, 1],
  [80, 24],
])("at %dx%d", (columns, rows) => {
  test.each(["", "19", "nowhere", "x".repeat(60)])("filter %j fits, with the cursor in view", (filter) => {
    const size = { columns, rows };
    let state: PickerState = { items: fleet, filter, at: 0 };
    for (const key of ["end", "pageup", "up", "down"]) {
      state = stateAfterKey(state, key, size);
      const lines = pickerLines(state, "machines get", size);
      expect(lines.length).toBe(rows);
      for (const line of lines)
        expect(widthOf(line.replace(/\u001b\[\d+m/g, ""))).toBeLessThanOrEqual(columns);
      const word = matchingItems(state)[state.at]?.word;
      if (word !== undefined && rows > 2) expect(lines.join("\n")).toContain(`> ${word} `);
    }
  });
});

describe("fzf", () => {
  const program = (script: string) => {
    const folder = folderOfTest();
    writeFileSync(join(folder, "fzf"), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, "fzf"), 0o755);
    return { env: { PATH: `${folder}:/usr/bin:/bin`, LINES: join(folder, "lines") } };
  };

  test.each([
    ["grep -a Deployed", "web-02"],
    ["tee $LINES | tail -n 1", machines[2]?.word],
    ["cat > /dev/null; exit 1", "notConfirmed"],
    ["cat > /dev/null; exit 130", "interrupted"],
    ["kill -TERM $$", "web-01"],
    ["exit 2", "web-01"],
    ['case "$*" in *"ctrl-z:execute(kill -TSTP 0)"*) grep -a Deployed; esac', "web-02"],
  ])("%s: %j, with the list of svc after an error", async (script, answer) => {
    const outcome = await picked(program(script), ({ type }) => type("\r"));
    expect(outcome.answer).toBe(answer);
    expect(outcome.terminal.listeners()).toBe(0);
  });

  test("that is missing does not hide a signal during the search for it", async () => {
    const isReady = () => true;
    const { answer, terminal } = await picked({ env: { PATH: "" } }, ({ signal }) => signal("SIGTERM"), {
      isReady,
    });
    expect([answer, terminal.rawModes]).toEqual(["terminated", []]);
  });

  test("ends with svc, and gets names as data", async () => {
    const sleeper = program("touch $LINES; exec sleep 300");
    const isReady = () => existsSync(sleeper.env.LINES);
    const { answer } = await picked(sleeper, ({ signal }) => signal("SIGTERM"), { isReady });
    expect(answer).toBe("terminated");
    const counter = program('test "$(wc -l)" = 2000 && echo "1999\tx"');
    const many = await picked(counter, () => undefined, { items: fleet });
    expect(many.answer).toBe("node-1999");
  });
});
