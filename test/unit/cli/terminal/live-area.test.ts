import { expect, test } from "vitest";
import { openLiveArea } from "../../../../src/cli/terminal/live-output.ts";
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

test("a terminal that was made narrower has more rows to take off", () => {
  const stream = streamOf(10);
  const area = openLiveArea(stream);
  area.draw(["12345678", "1"]);
  stream.columns = 4;
  expect(area.erase()).toBe("\u001b[3A\r\u001b[J");
  expect(area.erase()).toBe("");
});
