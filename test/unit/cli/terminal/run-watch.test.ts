import { expect, test } from "vitest";
import { watchRun } from "../../../../src/cli/terminal/signals.ts";
import { openTerminal } from "./terminal.ts";

test("any number of requests may listen to the signal of a run without a warning of Node's", async () => {
  const warnings: string[] = [];
  const note = (warning: Error) => void warnings.push(warning.name);
  process.on("warning", note);
  const watch = watchRun(openTerminal().context);
  for (let index = 0; index < 100; index += 1) watch.signal.addEventListener("abort", () => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", note);
  watch.release();
  expect(warnings).toEqual([]);
});
