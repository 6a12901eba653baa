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
