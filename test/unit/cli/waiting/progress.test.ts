import { Writable } from "node:stream";
import { describe, expect, it, test } from "vitest";
import { group as machines } from "../../../../src/catalogue/groups/machines.ts";
import { makeMessages } from "../../../../src/cli/terminal/report.ts";
import { jsonProgress, linesProgress, withMessages } from "../../../../src/cli/waiting/progress.ts";
import {
  emptyBoard,
  fleetProgress,
  machineProgress,
  recordEvent,
} from "../../../../src/cli/waiting/progress-live.ts";
import { watchOperation } from "../../../../src/cli/waiting/wait.ts";
import type { ProgressEvent, WaitOutcome } from "../../../../src/client/lifecycle/progress-event.ts";
import { outcomeRow } from "../../../../src/client/lifecycle/wait-result.ts";
import type { Context, TextOutput } from "../../../../src/context.ts";
import { fakeService, machine } from "../../client/lifecycle/fake-service.ts";
import { deployingFor } from "../../client/lifecycle/waiting.ts";
import { createRandom } from "../../random.ts";
import { waitingHarness } from "../harness.ts";

const at = Date.UTC(2026, 0, 1);

function paper(size: { columns?: number; rows?: number } = {}) {
  const written = { text: "" };
  const stream: TextOutput = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        written.text += String(chunk);
        done();
      },
    }),
    { isTTY: true, cursorTo: () => true, clearLine: () => true, moveCursor: () => true, ...size },
  );
  return { stream, written };
}

const machineNumber = (index: number) => ({ systemId: `id000${index}`, hostname: `web-${index}` });
const changed = (index: number, to: string, from?: string): ProgressEvent => ({
  type: "changed",
  at,
  ...machineNumber(index),
  from,
  to,
  message: undefined,
});
const outcome = (index: number, more: Partial<WaitOutcome> = {}): WaitOutcome => ({
  ...machineNumber(index),
  result: "done",
  from: "Allocated",
  to: "Deployed",
  reason: undefined,
  elapsedMs: 125_000,
  ...more,
});
const tick: ProgressEvent = { type: "tick", at, pending: 1, settled: 1, untilNextPollMs: 1_000 };
const started = (count: number): ProgressEvent => ({
  type: "started",
  at,
  machines: Array.from({ length: count }, (_, index) => machineNumber(index)),
  deadlineMs: 60_000,
});

/** Emulates a terminal that understands text, cursor up, clear below, and showing or hiding the cursor. */
function screenOf(bytes: string): { readonly lines: readonly string[]; readonly isCursorShown: boolean } {
  const lines: string[] = [""];
  let isCursorShown = true;
  for (const [token] of bytes.matchAll(/\u001b\[[?\d;]*[A-Za-z]|\r|\n|[^\u001b\r\n]+/g)) {
    if (token === "\n") lines.push("");
    else if (token === "\u001b[?25l") isCursorShown = false;
    else if (token === "\u001b[?25h") isCursorShown = true;
    else if (/^\u001b\[\d+A$/.test(token))
      lines.splice(lines.length - 1 - Number.parseInt(token.slice(2), 10), Number.POSITIVE_INFINITY, "");
    else if (!token.startsWith("\u001b") && token !== "\r") lines[lines.length - 1] += token;
  }
  return { lines, isCursorShown };
}

function liveContext(size: { columns?: number; rows?: number }) {
  const { stream, written } = paper(size);
  const idle = (_: number, signal?: AbortSignal) =>
    new Promise<void>((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  let started = 0;
  const context: Pick<Context, "stderr" | "clock"> = {
    stderr: stream,
    clock: { now: () => at, monotonic: () => (started++ === 0 ? 0 : 65_000), sleep: idle },
  };
  return { context: context as Context, stream, written };
}

function openMany(size = { columns: 80, rows: 24 }) {
  const opened = liveContext(size);
  return { ...opened, live: fleetProgress(opened.context, false) };
}

function openSpoken() {
  const { live, context, written } = openMany();
  const messages = makeMessages(context, { quiet: false, verbose: false, debug: false });
  return { live: withMessages(live, messages), messages, written };
}

describe("lines", () => {
  it("shows no control characters of the service", () => {
    const { stream, written } = paper();
    linesProgress(stream, false)(changed(1, "Deploy\u001b[2Jing\nhint: nothing"));
    expect(written.text).toBe("2026-01-01T00:00:00Z web-1: Deploy\\x1b[2Jing hint: nothing\n");
  });

  it("writes a line for each change and each end, with time and machine", () => {
    const { stream, written } = paper();
    const show = linesProgress(stream, false);
    show(started(1));
    show(changed(1, "Deploying", "Allocated"));
    show(tick);
    show({ type: "settled", at, outcome: outcome(1) });
    show({ type: "ended", at });
    expect(written.text.split("\n")).toEqual([
      "2026-01-01T00:00:00Z web-1: Allocated -> Deploying",
      "2026-01-01T00:00:00Z done: web-1: Deployed after 2m05s",
      "",
    ]);
  });

  it("reports failed reads less and less often, dimmed with colours", () => {
    const { stream, written } = paper();
    const show = linesProgress(stream, true);
    for (let consecutiveErrors = 1; consecutiveErrors <= 100; consecutiveErrors++)
      show({ type: "readError", at, text: "502", consecutiveErrors });
    const lines = written.text.trimEnd().split("\n");
    expect(lines).toHaveLength(7);
    expect(lines.every((line) => line.startsWith("\u001b[2m"))).toBe(true);
  });
});

describe("lines for more than twenty machines", () => {
  it("sum up every ten seconds, with a line for each that failed", async () => {
    const ids = Array.from({ length: 500 }, (_, index) => `m${String(index).padStart(5, "0")}`);
    const failing = ids[7] ?? "";
    const service = fakeService(
      ...ids.map((id) => machine(id, ...deployingFor(12, id === failing ? "failed_deployment" : "deployed"))),
    );
    const harness = waitingHarness(service);
    const targets = ids.map((systemId) => ({ systemId, hostname: `host-${systemId}`, statusBefore: 10 }));
    const { failure } = await watchOperation(
      harness.invocation,
      machines.operations["machine.deploy"],
      targets,
    );
    expect(failure?.kind).toBe("someFailed");
    const lines = harness.terminal.shown.stderr.trimEnd().split("\n");
    expect(lines.length).toBeLessThan(12);
    expect(lines[0]).toMatch(/Z 0 of 500 done, 500 Deploying$/);
    expect(lines.filter((line) => line.includes("failed: host-m00007: Failed deployment"))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(/Z 499 of 500 done, 1 not done$/);
  });
});

describe("JSON lines", () => {
  it("writes every event as one object in the words of the service", () => {
    const { stream, written } = paper();
    const show = jsonProgress(stream);
    show(started(1));
    show(changed(1, "Deploying"));
    show({ type: "readError", at, text: "502", consecutiveErrors: 3 });
    show({
      type: "settled",
      at,
      outcome: outcome(1, { result: "failed", to: "Failed deployment", reason: "disk" }),
    });
    const lines = written.text.trimEnd().split("\n");
    const objects = lines.map((line) => JSON.parse(line));
    expect(objects.map(({ event }) => event)).toEqual(["started", "changed", "read_error", "settled"]);
    expect(objects[1]).toMatchObject({ system_id: "id0001", hostname: "web-1", from: null, to: "Deploying" });
    expect(objects[3]).toMatchObject({ system_id: "id0001", ok: false, error: "disk", result: "failed" });
    expect(objects[0].time).toBe("2026-01-01T00:00:00.000Z");
  });
});

describe("live lines", () => {
  it("redraws a line per machine, and leaves the last frame with a visible cursor", () => {
    const { live, written } = openMany();
    live.show(started(2));
    live.show(changed(0, "Deploying"));
    expect(screenOf(written.text).isCursorShown).toBe(false);
    live.show(changed(1, "Deploying"));
    live.show(tick);
    live.show({ type: "settled", at, outcome: outcome(0) });
    live.show({ type: "settled", at, outcome: outcome(1) });
    live.show({ type: "ended", at });
    live.stop();
    expect(screenOf(written.text)).toEqual({
      lines: ["✔ web-0  Deployed  2m05s", "✔ web-1  Deployed  2m05s", ""],
      isCursorShown: true,
    });
  });

  it("erases everything when paused and stopped", () => {
    const { live, written } = openMany();
    const nothing = { lines: [""], isCursorShown: true };
    live.show(started(3));
    live.pause();
    expect(screenOf(written.text)).toEqual(nothing);
    const before = written.text;
    live.show(changed(0, "Deploying"));
    expect(written.text).toBe(before);
    live.resume();
    expect(screenOf(written.text).lines[0]).toContain("Deploying");
    live.stop();
    live.show({ type: "ended", at });
    expect(screenOf(written.text)).toEqual(nothing);
  });

  it("becomes a bar with counts if there are more machines than rows, and keeps failed ones above", () => {
    const { live, written } = openMany({ columns: 80, rows: 10 });
    live.show(started(9));
    live.show(changed(0, "Deploying"));
    live.show({
      type: "settled",
      at,
      outcome: outcome(1, { result: "failed", to: "Failed deployment", reason: "disk" }),
    });
    live.show(tick);
    const { lines } = screenOf(written.text);
    expect(lines[0]).toBe("✖ web-1: Failed deployment: disk");
    expect(lines[1]).toMatch(/^\[####\.+\] 1\/9, 1 not done {2}1m05s$/);
    expect(lines[2]).toBe("7 not read yet  1 Deploying  1 Failed deployment");
    live.stop();
  });

  it.each([[20], [5], [1], [0]])("never writes a line wider than %i columns", (columns) => {
    const { live, written } = openMany({ columns, rows: 10 });
    live.show(started(30));
    live.show(changed(0, "Deploying a very long status name"));
    live.show({ type: "readError", at, text: "connection refused", consecutiveErrors: 1 });
    for (const line of screenOf(written.text).lines)
      expect(line.length).toBeLessThanOrEqual(Math.max(1, columns - 1));
    live.stop();
  });

  it.each([1, 2, 3])("is never higher than a terminal of %i rows", (rows) => {
    const { live, written } = openMany({ columns: 80, rows });
    live.show(started(4));
    live.show({ type: "readError", at, text: "connection refused", consecutiveErrors: 1 });
    live.show(tick);
    expect(screenOf(written.text).lines).toHaveLength(rows);
    live.show({ type: "ended", at });
  });

  it("leaves no line of the frame beside messages, whatever the terminal shows", () => {
    const random = createRandom(3);
    for (let round = 0; round < 40; round += 1) {
      const { live, messages, written } = openSpoken();
      const lines: string[] = [];
      const steps: readonly (() => void)[] = [
        () => {
          lines.push(`the service answers 503; trying again in 0.${lines.length} s`);
          messages.note(lines.at(-1) ?? "");
        },
        () => live.show(changed(random.below(3), random.pick(["Deploying", "Ready"]))),
        () => live.show(tick),
      ];
      random.pick(steps)();
      live.show(started(3));
      for (let step = 0; step < 12; step += 1) random.pick(steps)();
      for (const index of [0, 1, 2]) live.show({ type: "settled", at, outcome: outcome(index) });
      steps[random.pick([0, 2])]?.();
      live.show({ type: "ended", at });
      live.stop();
      messages.note("over");
      expect(screenOf(written.text)).toEqual({
        lines: [...lines, ...[0, 1, 2].map((index) => `✔ web-${index}  Deployed  2m05s`), "over", ""],
        isCursorShown: true,
      });
    }
  });

  it("shows messages during a question, and draws nothing beside it", () => {
    const { live, messages, written } = openSpoken();
    live.show(started(2));
    live.pause();
    messages.note("trying again");
    expect(screenOf(written.text)).toEqual({ lines: ["trying again", ""], isCursorShown: true });
    live.resume();
    expect(screenOf(written.text).lines[1]).toContain("web-0");
    live.stop();
  });

  it("erases lines that a narrower window has wrapped", () => {
    const { live, stream, written } = openMany();
    live.show(started(2));
    live.show(changed(0, "a status of forty characters or a few more"));
    live.show(tick);
    Object.assign(stream, { columns: 20 });
    const before = written.text.length;
    live.pause();
    expect(written.text.slice(before)).toContain("\u001b[4A");
  });
});

describe("the spinner of a single machine", () => {
  it("ends with one lasting line and a visible cursor", async () => {
    const { context, written } = liveContext({ columns: 40, rows: 24 });
    const live = await machineProgress(context, false);
    live.show(started(1));
    live.show(changed(0, "Deploying"));
    live.show(tick);
    live.show({ type: "settled", at, outcome: outcome(0) });
    live.show({ type: "ended", at });
    live.stop();
    expect(written.text).toContain("web-0 Deploying 1m05s");
    expect(written.text).toContain("✔ web-0: Deployed after 2m05s\n");
    expect(written.text.lastIndexOf("\u001b[?25h")).toBeGreaterThan(written.text.lastIndexOf("\u001b[?25l"));
  });
});

test.each([
  ["done", null, 0],
  ["failed", "failed", 1],
  ["left", "left", 1],
  ["timeout", "not done after 2s", 0],
  ["stopped", "no longer watched", 0],
  ["aborted", "aborted", 1],
] as const)("%s is reported in a row as %s, and leaves %i lines above the frame", (result, error, lines) => {
  const endEvent = outcome(1, { result, elapsedMs: 2_000 });
  expect(outcomeRow(endEvent)).toMatchObject({ error });
  const board = emptyBoard();
  recordEvent(board, started(2), 0);
  recordEvent(board, { type: "settled", at, outcome: endEvent }, 0);
  expect(board.permanentLines).toHaveLength(lines);
});
