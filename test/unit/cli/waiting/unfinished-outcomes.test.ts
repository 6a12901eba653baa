import { expect, test } from "vitest";
import { emptyBoard, take } from "../../../../src/cli/waiting/progress-live.ts";
import type { WaitOutcome } from "../../../../src/client/lifecycle/progress-event.ts";
import { outcomeRow } from "../../../../src/client/lifecycle/wait-result.ts";

const results = ["done", "failed", "left", "timeout", "stopped", "aborted"] as const;

function outcomeOf(result: WaitOutcome["result"]): WaitOutcome {
  return { systemId: "abc123", hostname: "web-01", result, to: "Deploying", elapsedMs: 2_000 } as WaitOutcome;
}

test.each(results)("a row says in words why the machine is not done: %s", (result) => {
  const { error } = outcomeRow(outcomeOf(result));
  if (result === "done") return expect(error).toBeNull();
  if (result === "timeout") return expect(error).toBe("not done after 2s");
  if (result === "stopped") return expect(error).toBe("no longer watched");
  expect(error).toBe(result);
});

test.each(results)("only what has ended badly leaves a line above the frame: %s", (result) => {
  const board = emptyBoard();
  const machines = [{ systemId: "abc123", hostname: "web-01" }];
  take(board, { type: "started", at: 0, machines } as unknown as Parameters<typeof take>[1], 0);
  take(board, { type: "settled", at: 0, outcome: outcomeOf(result) } as Parameters<typeof take>[1], 0);
  expect(board.permanent).toHaveLength(["failed", "left", "aborted"].includes(result) ? 1 : 0);
});
