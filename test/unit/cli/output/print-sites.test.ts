import { expect, test } from "vitest";
import type { OutputSettings } from "../../../../src/cli/output/columns.ts";
import { printSites, type SiteAnswer } from "../../../../src/cli/output/print-sites.ts";
import { openTerminal } from "../terminal/terminal.ts";
import { inPieces, settings, shownBytes } from "./printed.ts";

const shape = { identity: "name", columns: [] };
const secret = '[{"name":"a","power_pass":"hush"},{"name":"b"}]';
const mask = "********";

const withoutColors = (text: string): string => text.replaceAll(/\u001b\[\d+m/g, "");

async function* answersOf(bodies: Readonly<Record<string, string>>): AsyncGenerator<SiteAnswer> {
  for (const [site, body] of Object.entries(bodies))
    yield { site, bytes: inPieces([body]), watch: undefined };
}

test.each([true, false])(
  "JSON of several sites is valid with colours and masked secrets (%s)",
  async (isTTY) => {
    const { context, shown } = openTerminal({ isTTY });
    const bodies = { east: secret, west: "plain text", south: '{"a": 1, "power_pass": "x"}\n', north: "" };
    const jsonSettings: OutputSettings = { ...settings, format: "json", color: true };
    const listener = { failed: (_: string, error: unknown) => String(error), done: () => undefined };
    const sites = { answers: answersOf(bodies), listener, maxRows: Number.POSITIVE_INFINITY };
    await printSites(sites, shape, jsonSettings, context.stdout);
    expect(shown.stdout.includes("\u001b")).toBe(isTTY);
    expect(JSON.parse(withoutColors(shown.stdout))).toEqual([
      { site: "east", value: [{ name: "a", power_pass: mask }, { name: "b" }] },
      { site: "west", value: "plain text" },
      { site: "south", value: { a: 1, power_pass: mask } },
      { site: "north", value: null },
    ]);
  },
);

test.each(["json", "ndjson"] as const)(
  "%s in a pipe has no colours, even if they are forced",
  async (format) => {
    const output = await shownBytes([secret], { format, shape, color: true });
    expect(output).not.toContain("\u001b");
    expect(output).toContain(`"power_pass":"${mask}"`);
  },
);
