import { expect, test } from "vitest";
import { openScreen } from "../../../../src/cli/terminal/screen.ts";
import { fakeClock } from "../../client/lifecycle/fake-service.ts";
import { openTerminal } from "./terminal.ts";

const enter = "\u001b[?1049h";
const leave = "\u001b[?1049l";

function harness() {
  const terminal = openTerminal({ columns: 40 });
  const clock = fakeClock();
  const keys: string[] = [];
  const events: string[] = [];
  let stop: readonly [() => void, () => void] | undefined;
  const context = {
    ...terminal.context,
    clock,
    onSuspend: (before: () => void, after: () => void) => {
      stop = [before, after];
      return () => {
        stop = undefined;
      };
    },
  };
  const screen = openScreen(context, {
    onKey: (key) => keys.push(key),
    onRedraw: () => events.push("resize"),
    onEnd: () => events.push("end"),
  });
  let frameCount = 0;
  const written = () => {
    const text = terminal.shown.stdout.slice(frameCount);
    frameCount = terminal.shown.stdout.length;
    return text;
  };
  return { terminal, screen, keys, events, written, stop: () => stop, context };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

test("only lines that have changed are written", () => {
  const { screen, written } = harness();
  expect(written()).toContain(enter);
  screen.draw(["one", "two", "three"]);
  expect(written()).toMatch(/one.*two.*three/s);
  screen.draw(["one", "2", "three"]);
  const second = written();
  expect(second).toContain("\u001b[2;1H\u001b[K2");
  expect(second).not.toContain("one");
  screen.draw(["one", "2", "three"]);
  expect(written()).toBe("");
  screen.draw(["one"]);
  expect(written()).toContain("\u001b[3;1H\u001b[K");
  screen.invalidate();
  screen.draw(["one"]);
  expect(written()).toContain("one");
  screen.close();
});

test("closing restores screen, cursor, wrapping, raw mode and listeners, once", () => {
  const { terminal, screen, written } = harness();
  expect(terminal.rawModes).toEqual([true]);
  written();
  screen.close();
  screen.close();
  const text = written();
  expect(text.split(leave)).toHaveLength(2);
  expect(text).toContain("\u001b[?25h");
  expect(text).toContain("\u001b[?7h");
  expect(terminal.rawModes).toEqual([true, false]);
  screen.draw(["nothing"]);
  expect(written()).toBe("");
  for (const name of ["data", "end", "close", "error"]) expect(terminal.stdin.listenerCount(name)).toBe(0);
  expect(terminal.context.stdout.listenerCount("resize")).toBe(0);
});

test("keys have names, and a single Escape arrives after a pause", async () => {
  const { terminal, screen, keys } = harness();
  terminal.type("a\u001b[A\u001b");
  await settled();
  expect(keys).toEqual(["a", "up", "escape"]);
  screen.close();
});

test("a stopped process restores the terminal, and takes it again when it continues", () => {
  const { terminal, screen, events, written, stop } = harness();
  written();
  const [before, after] = stop() ?? [];
  before?.();
  expect(written()).toContain(leave);
  expect(terminal.rawModes.at(-1)).toBe(false);
  screen.draw(["late"]);
  expect(written()).toBe("");
  after?.();
  expect(written()).toContain(enter);
  expect(terminal.rawModes.at(-1)).toBe(true);
  expect(events).toEqual(["resize"]);
  screen.close();
  expect(stop()).toBeUndefined();
});

test("the end of the input and a new size are reported", async () => {
  const { terminal, screen, events, context } = harness();
  context.stdout.emit("resize");
  terminal.hangUp();
  await settled();
  expect(events[0]).toBe("resize");
  expect(events).toContain("end");
  expect(screen.size()).toEqual({ columns: 40, rows: 24 });
  screen.close();
});
