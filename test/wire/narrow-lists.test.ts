import { beforeAll, describe, expect, test } from "vitest";
import { loadAllOperations, type OperationEntry } from "../../src/catalogue/index.ts";
import type { Column } from "../../src/catalogue/operation.ts";
import { shapeOf } from "../../src/cli/operation/shapes.ts";
import { cellText } from "../../src/cli/output/cells.ts";
import { widthOf } from "../../src/cli/output/width.ts";
import { exampleOf } from "../../src/cli/tree/operation-spec.ts";
import { valueAtPath } from "../../src/client/json/elements.ts";
import { sandboxOfFile } from "../sandboxes.ts";
import { runSvc } from "../svc-run.ts";
import { shellWords } from "../unit/cli/reference/sandbox-line.ts";
import { partOfRun } from "../unit/random.ts";

/** Every list operation with its example command line. */
const lists = (await loadAllOperations()).flatMap((entry): (readonly [string, OperationEntry])[] =>
  entry.operation.method === "GET" && entry.operation.verb === "list" && shapeOf(entry).columns.length > 0
    ? [[shellWords(exampleOf(entry)).slice(1).join(" "), entry]]
    : [],
);
const widths = [20, 40, 60, 80, 120, 200];

let env: Readonly<Record<string, string>>;
const sandbox = await sandboxOfFile({ machines: 12, seed: 7, instant: true });
beforeAll(async () => {
  env = {
    SVC_URL: sandbox.url,
    SVC_API_KEY: sandbox.keys.administrator,
    SVC_CONFIG_DIR: "/nonexistent",
    NO_COLOR: "1",
  };
});

test("the catalogue has many lists", () => expect(lists.length).toBeGreaterThan(25));

const naturalOf = (rows: readonly unknown[], { header, path, as }: Column): number =>
  Math.max(header.length, ...rows.map((row) => widthOf(cellText(row, path, as))));

describe.each(lists.map((list, turn) => [...list, turn] as const))(
  "svc %s on a terminal",
  (line, entry, turn) => {
    test("keeps the identifying column, and the hint for the full table, at every width", async () => {
      const shape = shapeOf(entry);
      const words = line.split(" ");
      const answer: unknown = JSON.parse((await runSvc([...words, "-o", "json"], { env })).stdout);
      const inside = shape.rows === undefined ? answer : valueAtPath(answer, shape.rows);
      const rows = Array.isArray(inside) ? inside : [answer];
      const columns = shape.columns.filter(({ wide, onRequest }) => wide !== true && onRequest !== true);
      const keys = columns.filter(({ rank, as }) => rank === "key" && as !== "age" && as !== "node");
      const least = columns
        .filter(({ rank }) => rank === "key" || rank === "text")
        .reduce((sum, column) => sum + 2 + (column.rank === "text" ? 16 : naturalOf(rows, column)), -2);
      for (const width of partOfRun(widths, 3, turn)) {
        const terminal = { isTTY: true, columns: width, rows: 24 };
        const { stdout, stderr, code } = await runSvc([...words, "--no-pager"], { env, terminal });
        expect([width, code]).toEqual([width, 0]);
        for (const printedLine of stdout.split("\n"))
          expect(widthOf(printedLine) <= width, printedLine).toBe(true);
        if (rows.length === 0) {
          expect(stdout).toBe("");
          expect(stderr).toContain(`no ${entry.group.name.replaceAll("-", " ")}`);
          continue;
        }
        for (const { path, as } of width >= least ? keys : []) {
          for (const row of rows) expect(stdout).toContain(cellText(row, path, as));
        }
        const isShown = ({ header }: Column): boolean =>
          stdout.includes(header) ||
          new RegExp(`\\b${header}\\b.* hidden: `).test(stderr.replace(/\s+/g, " "));
        expect(columns.filter((column) => !isShown(column))).toEqual([]);
        const wide = await runSvc([...words, "--no-pager", "-o", "wide"], { env, terminal });
        expect(wide.stderr).not.toContain("hidden");
      }
    });
  },
);

test("fits the machine list to 40 and 80 columns", async () => {
  const at = async (columns: number): Promise<string> =>
    (await runSvc(["machines", "list", "--limit", "12"], { env, terminal: { isTTY: true, columns } })).stdout;
  expect(await at(40)).toMatchInlineSnapshot(`
    "NAME          STATUS             POWER
    web-01.svc    Ready              off
    web-02.svc    Ready              off
    db-01.svc     Ready              off
    gpu-01.svc    Ready              off
    arm-01.svc    Ready              off
    power-01.svc  New                off
    build-01.svc  Allocated          off
    app-01.svc    Deployed           on
    app-02.svc    Deployed           on
    old-01.svc    Broken             off
    test-01.svc   Failed testing     off
    s390-01.svc   Failed deployment  off
    "
  `);
  expect(await at(80)).toMatchInlineSnapshot(`
    "NAME          STATUS             POWER  OWNER  POOL     CPUS  RAM      OS
    web-01.svc    Ready              off    -      web      4     8 GiB    -
    web-02.svc    Ready              off    -      web      4     8 GiB    -
    db-01.svc     Ready              off    -      default  16    64 GiB   -
    gpu-01.svc    Ready              off    -      default  64    256 GiB  -
    arm-01.svc    Ready              off    -      build    16    64 GiB   -
    power-01.svc  New                off    -      default  0     0 B      -
    build-01.svc  Allocated          off    bob    build    16    64 GiB   -
    app-01.svc    Deployed           on     admin  default  16    64 GiB   jammy
    app-02.svc    Deployed           on     bob    web      4     8 GiB    jammy
    old-01.svc    Broken             off    -      default  4     8 GiB    -
    test-01.svc   Failed testing     off    -      default  4     8 GiB    -
    s390-01.svc   Failed deployment  off    admin  default  16    64 GiB   -
    "
  `);
});
