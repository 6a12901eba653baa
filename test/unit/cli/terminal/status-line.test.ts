import { expect, test } from "vitest";
import { openStatusLine } from "../../../../src/cli/terminal/live-output.ts";
import { fakeClock } from "../../client/lifecycle/fake-service.ts";
import { openScreen } from "./screen.ts";
import { openTerminal } from "./terminal.ts";

function openLine(settings: { readonly redrawMs: number; readonly quietMs?: number }, columns = 40) {
  const { context, shown } = openTerminal();
  const clock = fakeClock();
  const line = openStatusLine({ stderr: Object.assign(context.stderr, { columns }), clock }, settings);
  const screen = () => {
    const drawn = openScreen(columns);
    drawn.write(shown.stderr);
    return drawn.shown();
  };
  return { line, clock, screen, write: (text: string) => context.stderr.write(text) };
}

test("a line is drawn over the one before it, and a message over the line", () => {
  const { line, clock, screen, write } = openLine({ redrawMs: 100 });
  line.show(() => "a long first line");
  clock.advance(100);
  line.show(() => "second");
  expect(screen()).toEqual(["second"]);
  line.clear();
  write("message\n");
  expect(screen()).toEqual(["message"]);
});

test("a line is not drawn again before its time, unless it is the last one", () => {
  const { line, clock, screen } = openLine({ redrawMs: 100 });
  const unwanted = () => expect.unreachable("the text is made only where it is drawn");
  line.show(() => "first");
  clock.advance(99);
  line.show(unwanted);
  expect(screen()).toEqual(["first"]);
  line.show(() => "last", true);
  expect(screen()).toEqual(["last"]);
  line.clear();
  line.show(() => "after a message");
  expect(screen()).toEqual(["after a message"]);
});

test("what ends within the quiet time is not shown", () => {
  const { line, clock, screen } = openLine({ redrawMs: 100, quietMs: 500 });
  clock.advance(499);
  line.show(() => "too early");
  line.clear();
  expect(screen()).toEqual([""]);
  clock.advance(1);
  line.show(() => "in time");
  expect(screen()).toEqual(["in time"]);
});

test("a line never fills the last column, where a terminal would begin another", () => {
  const { line, screen } = openLine({ redrawMs: 0 }, 10);
  line.show(() => "0123456789");
  expect(screen()).toEqual(["012345678"]);
});
