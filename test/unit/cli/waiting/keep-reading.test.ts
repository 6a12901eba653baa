import { expect, test } from "vitest";
import { keepReading } from "../../../../src/cli/waiting/keep-reading.ts";
import { printingHarness } from "../harness.ts";

test("a first read that ends the command is an answer, so that other sites that failed read again", async () => {
  const { invocation } = printingHarness(() => []);
  const reports: boolean[] = [];
  const multiSiteRun = {
    confirm: async () => true,
    ready: async () => {},
    add: () => {},
    report: async (hasAnswered: boolean) => reports.push(hasAnswered) > 0,
    warn: () => {},
  };
  expect(await keepReading({ ...invocation, multiSiteRun }, 1_000, async () => "all have ended")).toBe(
    "all have ended",
  );
  expect(reports).toEqual([true]);
});

test("a change of the terminal's size reads again without waiting for the end of the pause", async () => {
  const { invocation } = printingHarness(() => []);
  let reads = 0;
  const watch = keepReading(invocation, 3_600_000, async () => {
    reads += 1;
    return reads === 2 ? "drawn again" : undefined;
  });
  await expect.poll(() => reads).toBe(1);
  await new Promise(setImmediate);
  invocation.context.stdout.emit("resize");
  expect(await watch).toBe("drawn again");
});
