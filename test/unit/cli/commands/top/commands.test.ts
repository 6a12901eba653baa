import { expect, test } from "vitest";
import { machineCommands, runOnTerminal } from "../../../../../src/cli/commands/top/commands.ts";
import type { Invocation } from "../../../../../src/cli/invocation/invocation.ts";
import { openScreen } from "../../../../../src/cli/terminal/screen.ts";
import { eventually } from "../../../../eventually.ts";
import { openTerminal } from "../../terminal/terminal.ts";

const events = ["data", "end", "close", "error"];

test("commands started by keys leave no listeners on the input", async () => {
  const terminal = openTerminal();
  const context = { ...terminal.context, program: { ...terminal.context.program, command: ["/missing"] } };
  const screen = openScreen(context, { onKey() {}, onResize() {}, onEnd() {} });
  const listenerCounts = () => events.map((event) => terminal.stdin.listenerCount(event));
  const before = listenerCounts();
  for (const [index, command] of machineCommands.entries()) {
    const machine = { systemId: "aaaaaa", hostname: "web-01" };
    const end = runOnTerminal(command, machine, screen, { context, globals: {} as Invocation["globals"] });
    const { shown: output } = terminal;
    await eventually(
      () => output.stderr.split("press a key").length === index + 2,
      () => output.stderr,
    );
    terminal.type("x");
    await end;
    expect(listenerCounts()).toEqual(before);
  }
  screen.close();
  expect(listenerCounts()).toEqual([0, 0, 0, 0]);
});
