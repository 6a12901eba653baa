import { describe, expect, it } from "vitest";
import { startSendCounter } from "../../../../src/cli/operation/sending.ts";
import { globals } from "../harness.ts";
import { openTerminal, type TerminalOptions } from "../terminal/terminal.ts";

function sending(options: TerminalOptions & { readonly quiet?: boolean } = {}) {
  const { context, shown: output } = openTerminal(options);
  let now = 0;
  const count = startSendCounter(
    {
      context: { ...context, clock: { ...context.clock, monotonic: () => now } },
      globals: { ...globals, quiet: options.quiet === true },
      options: {},
    },
    1000,
  );
  const at = (ms: number) => {
    now = ms;
    count.countAnswer();
    return output.stderr;
  };
  return { at, count, shown: output };
}

describe("the count of requests", () => {
  it("is one line after a second, redrawn at intervals, and removed at the end", () => {
    const { at, count, shown: output } = sending();
    expect(at(10)).toBe("");
    expect(at(999)).toBe("");
    expect(at(1_000)).toBe("sending 3/1000\u001b[K\r");
    expect(at(1_100)).toBe("sending 3/1000\u001b[K\r");
    expect(at(1_200)).toBe("sending 3/1000\u001b[K\rsending 5/1000\u001b[K\r");
    const before = output.stderr;
    count.end();
    count.end();
    expect(output.stderr).toBe(`${before}\u001b[K`);
  });

  it("draws nothing if the run is short", () => {
    const { at, count, shown: output } = sending();
    at(10);
    count.end();
    expect(output.stderr).toBe("");
  });

  it.each([{ isTTY: false }, { quiet: true }, { env: { CI: "true" } }, { env: { TERM: "dumb" } }])(
    "is not shown with %j",
    (options) => {
      const { at, count, shown: output } = sending(options);
      at(5_000);
      count.end();
      expect(output.stderr).toBe("");
    },
  );
});
