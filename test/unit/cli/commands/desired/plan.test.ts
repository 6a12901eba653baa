import { describe, expect, test } from "vitest";
import { planLines } from "../../../../../src/cli/commands/desired/plan.ts";
import { coloredPalette, colorless } from "../../../../../src/cli/output/palette.ts";
import type { Site } from "../../../desired/site.ts";
import { planFor, type Rows } from "../../../desired/state.ts";

const colored = await coloredPalette();

const linesFor = (site: Site, rows: Rows, isPruned = false, palette = colorless) =>
  planLines({ plan: planFor(site, rows, isPruned), claims: [] }, palette);

const subnet = { id: 1, cidr: "10.0.0.0/24", name: "net" };
const range = { id: 5, start_ip: "10.0.0.10", end_ip: "10.0.0.20", type: "reserved", comment: "", subnet };

test("prints a line for each step, its fields, and the totals", () => {
  const rows: Rows = {
    domains: [
      { id: 1, name: "a.test", ttl: 30, authoritative: true },
      { id: 2, name: "old.test", ttl: null, authoritative: true },
    ],
    ipranges: [range],
  };
  const site: Site = {
    domains: [
      { name: "a.test", ttl: 300 },
      { name: "b.test", forward_dns_servers: ["10.0.0.1", "10.0.0.2"] },
    ],
    ipranges: [
      { start_ip: "10.0.0.10", end_ip: "10.0.0.20", type: "dynamic", subnet: "net", comment: "dhcp" },
    ],
  };
  expect(linesFor(site, { ...rows }, true)).toEqual([
    "-/+ ipranges 10.0.0.10",
    "    type: reserved -> dynamic  (cannot be changed, so the object is replaced)",
    ...["    comment: (none) -> dhcp", "- domains old.test", "~ domains a.test", "    ttl: 30 -> 300"],
    "+ domains b.test",
    "    forward_dns_servers: [10.0.0.1, 10.0.0.2]",
    "Plan: 1 to create, 1 to update, 1 to replace, 1 to delete.",
  ]);
});

test("an empty plan prints only the totals", () => {
  expect(linesFor({}, {})).toEqual(["Plan: 0 to create, 0 to update, 0 to replace, 0 to delete."]);
});

describe("values", () => {
  const lines = (from: string | null, to: string) =>
    linesFor(
      { ipranges: [{ start_ip: "10.0.0.10", comment: to }] },
      { ipranges: [{ ...range, comment: from }] },
    )[1];

  test.each([
    ["a", "two words", "a -> two words"],
    [null, "a", "(none) -> a"],
    ["a", "", "a -> (none)"],
    ["a\tb", "c\td", '"a\\tb" -> "c\\td"'],
    ["a", ' "q" ', 'a -> " \\"q\\" "'],
    ["\u001b[31mred", "x", "\\x1b[31mred -> x"],
    ["a", "x".repeat(200), `a -> ${"x".repeat(120)}...`],
  ])("%j and %j", (from, to, line) => expect(lines(from, to)).toBe(`    comment: ${line}`));
});

test("long texts are compared line by line, with secrets left out", () => {
  const script = (...lines: readonly string[]) => ({
    "commissioning-scripts": [{ name: "s", content: Buffer.from(`${lines.join("\n")}\n`) }],
  });
  const content = Buffer.from("#!/bin/sh\nsleep 1\n").toString("base64");
  const rows: Rows = { "commissioning-scripts": [{ name: "s", content: content }] };
  expect(linesFor(script("#!/bin/sh", "\tsleep 2", "password: hunter2"), rows).slice(1, -1)).toEqual([
    ...["    content:", "        #!/bin/sh", "      - sleep 1", "      +     sleep 2"],
    "      + password: ********",
  ]);
  const long = script("#!/bin/sh", ...Array.from({ length: 100 }, (_, index) => `echo ${index}`));
  expect(linesFor(long, {}).slice(-3)).toEqual([
    "      + echo 38",
    "        and 61 more lines",
    "Plan: 1 to create, 0 to update, 0 to replace, 0 to delete.",
  ]);
});

test("a secret of several lines is reported once", () => {
  const license_key = { env: "KEY", text: "one\ntwo" };
  const site: Site = { "license-keys": [{ osystem: "windows", distro_series: "w", license_key }] };
  expect(linesFor(site, {})[1]).toBe("    license_key: (secret)");
});

test("members of maps have their own lines", () => {
  const rows: Rows = { devices: [{ system_id: "abc123", hostname: "d", workload_annotations: { a: "1" } }] };
  const site: Site = { devices: [{ hostname: "d", annotations: { map: { a: "2", b: "3" } } }] };
  expect(linesFor(site, rows).slice(1, 3)).toEqual([
    "    annotations.a: 1 -> 2",
    "    annotations.b: (none) -> 3",
  ]);
});

test("steps are coloured by their action", () => {
  const rows: Rows = {
    domains: [
      { id: 1, name: "a.test", ttl: 30 },
      { id: 2, name: "b.test" },
    ],
  };
  const lines = linesFor({ domains: [{ name: "a.test", ttl: 3 }, { name: "c.test" }] }, rows, true, colored);
  expect(lines.filter((line) => line.includes("\u001b"))).toEqual([
    "\u001b[31m- domains b.test\u001b[39m",
    "\u001b[33m~ domains a.test\u001b[39m",
    "\u001b[32m+ domains c.test\u001b[39m",
  ]);
});
