import { expect, test } from "vitest";
import { foldMessage, messageText } from "../../../../src/cli/terminal/messages.ts";
import { openTerminal } from "./terminal.ts";

const refusal =
  "1 of 2 was refused: app-01 (locked); wait for the others with: svc machines wait web-01 --for deployed";

test.each([20, 40, 60, 80])(
  "messages are folded between words at %d columns, and commands whole",
  (columns) => {
    const lines = foldMessage(refusal, columns);
    expect(lines.map((line) => line.trim()).join(" ")).toBe(refusal);
    const words = new Set(refusal.split(" "));
    for (const line of lines) for (const word of line.trim().split(" ")) expect(words).toContain(word);
    for (const line of lines) if (columns >= 40) expect(line.length).toBeLessThanOrEqual(columns);
    if (columns >= 60) expect(lines.join("\n")).toContain("svc machines wait web-01 --for deployed");
  },
);

test("messages in a pipe are one line, without control characters", () => {
  const { stderr } = openTerminal({ isTTY: false }).context;
  expect(messageText(stderr, `${refusal}\u001b[2J`).match(/\n/g)).toHaveLength(1);
  expect(messageText(stderr, "\u001b[2J")).not.toContain("\u001b");
});
