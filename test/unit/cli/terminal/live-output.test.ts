import { expect, test } from "vitest";
import { openLiveArea, openStatusLine } from "../../../../src/cli/terminal/live-output.ts";
import { fakeClock } from "../../client/lifecycle/fake-service.ts";
import { createRandom } from "../../random.ts";
import { foldedAt, openScreen } from "./screen.ts";
import { openTerminal } from "./terminal.ts";

const streamOf = (columns: number) => Object.assign(openTerminal().context.stdout, { columns });

test.each([1, 2, 3, 4, 5, 6, 7, 8])("only the last lines and those above them stay: seed %d", (seed) => {
  const random = createRandom(seed);
  const columns = 4 + random.below(20);
  const screen = openScreen(columns);
  const area = openLiveArea(streamOf(columns));
  const lines = (most: number) =>
    Array.from({ length: random.below(most + 1) }, () => "x".repeat(1 + random.below(3 * columns)));
  const stay: string[] = [];
  let drawn: readonly string[] = [];
  for (let step = 0; step < 40; step += 1) {
    switch (random.below(4)) {
      case 0:
        screen.write(area.erase());
        drawn = [];
        break;
      case 1:
        area.leave();
        stay.push(...drawn);
        drawn = [];
        break;
      default: {
        const above = lines(2);
        drawn = lines(5);
        stay.push(...above);
        screen.write(area.draw(drawn, above));
      }
    }
    const expected = [...stay, ...drawn].flatMap((line) => foldedAt(columns, line));
    expect(screen.shown()).toEqual(expected.length === 0 ? [""] : expected);
  }
});

test("after a terminal became narrower, more rows are erased", () => {
  const stream = streamOf(10);
  const area = openLiveArea(stream);
  area.draw(["12345678", "1"]);
  stream.columns = 4;
  expect(area.erase()).toBe("\u001b[3A\r\u001b[J");
  expect(area.erase()).toBe("");
});

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

test("runs that end within the quiet time show nothing", () => {
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
