import { describe, expect, test } from "vitest";
import type { CellForm } from "../../../../src/catalogue/operation.ts";
import { statuses, statusValues } from "../../../../src/catalogue/statuses.ts";
import { coloredPalette } from "../../../../src/cli/output/palette.ts";
import { printedText } from "./printed.ts";

const colored = await coloredPalette();

const [red, green, yellow, cyan, dim, plain] = ["31", "32", "33", "36", "2", "none"];

/** The SGR code with which a cell is coloured. */
const colourOf = (form: CellForm | undefined, text: string): string =>
  /^\u001b\[(\d+)m/.exec(colored.cell(form, text)(text))?.[1] ?? plain;

describe("a status", () => {
  test.each([
    ["Ready", green],
    ["Deployed", "34"],
    ["Allocated", cyan],
    ["Deploying", yellow],
    ["Disk erasing", yellow],
    ["Failed deployment", red],
    ["Releasing failed", red],
    ["Broken", red],
    ["Missing", red],
    ["New", dim],
    ["Releasing", dim],
    ["FAILED TESTING", red],
    ["Never heard of", plain],
    ["constructor", plain],
  ])("%s has the colour of its kind", (text, code) => expect(colourOf("status", text)).toBe(code));

  test("has a colour, and all failures have the same one", () => {
    for (const value of statusValues) {
      const { name, kind } = statuses[value];
      expect(colourOf("status", name) === plain, name).toBe(false);
      expect(colourOf("status", name) === red, name).toEqual(kind === "failure" || kind === "unhealthy");
    }
  });
});

test.each<[CellForm | undefined, string, string | undefined]>([
  ["power", "on", green],
  ["power", "off", dim],
  ["power", "error", red],
  ["level", "ERROR", red],
  ["level", "WARNING", yellow],
  ["level", "INFO", plain],
  ["outcome", "no", red],
  ["outcome", "done", green],
  ["exitStatus", "passed", green],
  ["exitStatus", "failed (1)", red],
  ["exitStatus", "-", plain],
  [undefined, "Broken", plain],
])("a cell of form %s with %s has its colour", (form, text, code) => expect(colourOf(form, text)).toBe(code));

test("a table without colours has the same text", async () => {
  const rows = statusValues.map((value) => ({ fqdn: value, status_name: statuses[value].name }));
  const bare = (text: string): string => text.replace(/\u001b\[\d+m/g, "");
  const columns = ["NAME", "STATUS"];
  const painted = await printedText(rows, { terminal: 80, color: true, columns });
  expect(painted).not.toBe(bare(painted));
  expect(bare(painted)).toBe(await printedText(rows, { terminal: 80, color: false, columns }));
});
