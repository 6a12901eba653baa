import { expect, test } from "vitest";
import { createKeyDecoder, type Key, openScreen } from "../../../../src/cli/terminal/screen.ts";
import { fakeClock } from "../../client/lifecycle/fake-service.ts";
import { seeded } from "../../random.ts";
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
    onResize: () => events.push("resize"),
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
  screen.forget();
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

const keysOf = (text: string): readonly Key[] => {
  const decoder = createKeyDecoder();
  return [...decoder.push(text), ...decoder.flush()];
};

test.each([
  ["a", ["a"]],
  ["é機", ["é", "機"]],
  ["😀", ["😀"]],
  ["\r", ["enter"]],
  ["\u001b[A\u001b[B\u001b[C\u001b[D", ["up", "down", "right", "left"]],
  ["\u001bOA\u001bOF", ["up", "end"]],
  ["\u001b[5~\u001b[6~\u001b[1~\u001b[4~\u001b[3~", ["pageup", "pagedown", "home", "end", "delete"]],
  ["\u001b[1;5A", ["up"]],
  ["\u001b[Z", ["backtab"]],
  ["\u007f\u0008\t", ["backspace", "backspace", "tab"]],
  ["\u0003\u001a\u000c\u0015", ["ctrl-c", "ctrl-z", "ctrl-l", "ctrl-u"]],
  ["\u001b", ["escape"]],
  ["\u001b\u001b", ["escape", "escape"]],
  ["\u001b\u001b[A", ["escape", "up"]],
  ["\u0000\u0001", []],
  ["\u001b[15~\u001b[?1;2c\u001bx", []],
  ["\u001b[200~rm -r\n\u001b[Ax\u001b[201~q", ["paste:rm -r\n\u001b[Ax", "q"]],
  ["\u001b[", ["escape", "["]],
])("%j is %j", (text, keys) => {
  expect(keysOf(text)).toEqual(keys);
});

test("keys are the same however the input is split", () => {
  const pieces = [
    ...["a", "\u001b[A", "\u001b[1;5C", "é", "\u001bOH", "\r", "\u001b[200~pasted q\u001b[201~"],
    ...["\u001b[6~", "\u0003"],
  ];
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const next = seeded(seed);
    const text = Array.from({ length: 8 }, () => pieces[Math.floor(next() * pieces.length)]).join("");
    const decoder = createKeyDecoder();
    const keys: Key[] = [];
    for (let at = 0; at < text.length; ) {
      const length = 1 + Math.floor(next() * 4);
      keys.push(...decoder.push(text.slice(at, at + length)));
      at += length;
    }
    expect([...keys, ...decoder.flush()], `seed ${seed}`).toEqual(keysOf(text));
  }
});

test("random bytes never stop it, and its buffer is limited", () => {
  const alphabet = ["\u001b", "[", "O", "~", "2", "0", ";", "A", "q", "\u0007", "\u001b[200~", "\u001b[201~"];
  for (let seed = 1; seed <= 500; seed += 1) {
    const next = seeded(seed);
    const decoder = createKeyDecoder();
    for (let index = 0; index < 100; index += 1)
      for (const key of decoder.push(alphabet[Math.floor(next() * alphabet.length)] ?? ""))
        expect(key.length).toBeLessThanOrEqual(1_000 + "paste:".length);
    decoder.flush();
    decoder.push("\u001b[201~");
    decoder.flush();
    expect(decoder.push("x")).toContain("x");
  }
});

test("a long pasted text is shortened", () => {
  const keys = keysOf(`\u001b[200~${"x".repeat(5_000)}\u001b[201~q`);
  expect(keys).toEqual([`paste:${"x".repeat(1_000)}`, "q"]);
});
