import { expect, test } from "vitest";
import type { Explanation } from "../../../../../src/cli/commands/machines/why.ts";
import { explanationLines, paintLines } from "../../../../../src/cli/commands/machines/why.ts";
import type { Palette } from "../../../../../src/cli/output/palette.ts";
import { colorless } from "../../../../../src/cli/output/palette.ts";

const explanation: Explanation = {
  system_id: "abc123",
  hostname: "web-01",
  status: 11,
  status_name: "Failed deployment",
  since: null,
  power_state: "off",
  status_message: null,
  error_description: null,
  issue: null,
  reason: null,
  message: null,
  failure: null,
  events: [],
  failed_scripts: [],
};

/** Writes the name of the style instead of an escape sequence. */
const marks: Palette = {
  ...colorless,
  header: (text) => `<header>${text}`,
  cell: (form) => (text) => `<${form}>${text}</>`,
};

test.each([null, "2026-11-22T11:00:00Z"])(
  "an explanation since %s shows its status and power in colours",
  (since) => {
    const lines = explanationLines({ ...explanation, since }, Date.UTC(2026, 10, 22, 12));
    const painted = paintLines(lines, explanation, marks);
    expect(painted[0]).toBe("<header>web-01 (abc123)");
    expect(painted[1]).toMatch(/^ {2}Status: {7}<status>Failed deployment<\/>( for .*)?$/);
    expect(painted[2]).toBe("  Power:        <power>off</>");
    expect(painted.slice(3)).toEqual(lines.slice(3));
    expect(paintLines(lines, explanation, colorless)).toEqual(lines);
  },
);

test("an explanation without a power state has no colour for it", () => {
  const bare = { ...explanation, power_state: null, reason: "off" };
  const lines = explanationLines(bare, 0);
  expect(paintLines(lines, bare, marks).join("\n")).not.toContain("<power>");
});
