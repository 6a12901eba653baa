import { describe, expect, test } from "vitest";
import type { Shape } from "../../../../src/cli/output/columns.ts";
import { widthOf } from "../../../../src/cli/output/width.ts";
import { printedText, shownBytes } from "./printed.ts";

const web = {
  system_id: "abc",
  fqdn: "web-01.example",
  status_name: "Deployed",
  pool: { name: "default", id: 0 },
  memory: 8192,
  ip_addresses: ["10.0.0.1", "10.0.0.2"],
};
const database = { system_id: "def", fqdn: "db.example", status_name: "Failed testing", memory: 1536 };

describe("a table in a pipe", () => {
  test("is plain, aligned and uncut, with a dash for a missing member", async () => {
    expect(await printedText([web, database])).toBe(
      [
        "NAME            STATUS          POOL     RAM",
        "web-01.example  Deployed        default  8 GiB",
        "db.example      Failed testing  -        1.5 GiB",
        "",
      ].join("\n"),
    );
  });

  test("is the same if the answer arrives as bytes", async () => {
    expect(await shownBytes([JSON.stringify([web, database])])).toBe(await printedText([web, database]));
  });

  test("shows hostile texts escaped", async () => {
    const text = "\u001b[2J\n\r\t\u009b31m\u202egnp.exe\u0000";
    expect(await printedText([{ ...web, fqdn: text }], { hasHeader: false, columns: ["name"] })).toBe(
      "\\x1b[2J\\n\\r\\t\\x9b31m\\u202egnp.exe\\x00\n",
    );
  });

  test("cuts nothing, however long", async () => {
    const fqdn = "x".repeat(70_000);
    expect(await printedText([{ fqdn }], { columns: ["NAME"], hasHeader: false })).toBe(`${fqdn}\n`);
  });

  test("is only a header if there are no rows", async () => {
    expect(await printedText([])).toBe("NAME  STATUS  POOL  RAM\n");
    expect(await shownBytes(["[]"])).toBe("NAME  STATUS  POOL  RAM\n");
    expect(await printedText([], { hasHeader: false })).toBe("");
  });

  test("aligns wide characters by the columns they take", async () => {
    const lines = (
      await printedText([
        { fqdn: "日本語", status_name: "🚀" },
        { fqdn: "e\u0301", status_name: "x" },
      ])
    )
      .trimEnd()
      .split("\n")
      .map((line) => widthOf(line.slice(0, line.indexOf("-"))));
    expect(new Set(lines.slice(1)).size).toBe(1);
  });

  test("of an unexpected answer has the members of its first row", async () => {
    expect(await printedText([{ code: 1, meaning: "done" }])).toBe("CODE  MEANING\n1     done\n");
  });

  test("of scalars has one on each line", async () => {
    expect(await printedText(["virtual", 3, "a\nb"])).toBe("virtual\n3\na\\nb\n");
  });

  test("of rows nested in an answer shows the rows", async () => {
    const events: Shape = { identity: "id", rows: "events", columns: [{ header: "ID", path: "id" }] };
    const answer = { count: 1, events: [{ id: 0 }] };
    expect(await printedText(answer, { shape: events })).toBe("ID\n0\n");
    expect(await shownBytes([JSON.stringify(answer)], { shape: events })).toBe("ID\n0\n");
  });

  test("prints nothing for an incomplete answer", async () => {
    const rows = Array.from({ length: 3000 }, () => web);
    const json = JSON.stringify(rows).slice(0, -1);
    const printed = shownBytes([json.slice(0, 40_000), json.slice(40_000)]);
    await expect(printed).rejects.toMatchObject({ kind: "other", message: "the answer ended early" });
  });
});

describe("columns and order", () => {
  test("are named by header in any case or by path, and an unknown one is empty", async () => {
    expect(await printedText([web], { columns: ["ram", "memory", "ip_addresses.1", "no.such"] })).toBe(
      "RAM    MEMORY  IP_ADDRESSES.1  NO.SUCH\n8 GiB  8192    10.0.0.2        -\n",
    );
  });

  test("wide adds the columns that no other format shows", async () => {
    expect(await printedText([web], { format: "wide", hasHeader: false })).toBe(
      "web-01.example  Deployed  default  8 GiB  10.0.0.1,10.0.0.2\n",
    );
  });

  test("sorts numbers as numbers and texts naturally, rows without a value last", async () => {
    const rows = ["node-10", "node-9", "node-1"].map((fqdn, index) => ({
      fqdn,
      memory: [900, 1000, 80][index],
    }));
    const names = async (sort: string): Promise<string> =>
      (
        await printedText([{ fqdn: "zz" }, ...rows], { sort: [sort], columns: ["NAME"], hasHeader: false })
      ).replaceAll("\n", " ");
    expect(await names("name")).toBe("node-1 node-9 node-10 zz ");
    expect(await names("-NAME")).toBe("zz node-10 node-9 node-1 ");
    expect(await names("memory")).toBe("node-1 node-10 node-9 zz ");
    expect(await names("-RAM")).toBe("node-9 node-10 node-1 zz ");
  });
});

describe("a table on a terminal", () => {
  const many: Shape = {
    identity: "a",
    columns: Array.from({ length: 20 }, (_, index) => ({ header: `COLUMN${index}`, path: `c${index}` })),
  };
  const row = Object.fromEntries(
    many.columns.map(({ path }) => [path, `${path} 日本語 ${"long ".repeat(20)}`]),
  );

  test.each([1, 2, 7, 20, 40, 80, 133, 500])(
    "fits 20 columns of long texts into %i columns",
    async (terminal) => {
      let hidden: readonly string[] = [];
      const noteHiddenColumns = (headers: readonly string[]) => {
        hidden = headers;
      };
      const text = await printedText([row, {}, row], {
        shape: many,
        terminal,
        noteHiddenColumns,
      });
      const lines = text.trimEnd().split("\n");
      expect(lines).toHaveLength(4);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(terminal);
      expect(hidden.length > 0).toBe(terminal < 234);
    },
  );

  test("cuts the widest column first and keeps the others", async () => {
    const rows = [
      { fqdn: "web-01.example", status_name: "Deployed", pool: { name: "p".repeat(60) }, memory: 8192 },
    ];
    expect(await printedText(rows, { terminal: 50 })).toBe(
      [
        "NAME            STATUS    POOL               RAM",
        "web-01.example  Deployed  pppppppppppppppp…  8 GiB",
        "",
      ].join("\n"),
    );
  });

  test("colours a status by its kind", async () => {
    const statuses = ["Deployed", "Deploying", "Failed testing", "Never heard of"];
    const rows = statuses.map((status_name) => ({ status_name }));
    expect(
      await printedText(rows, { terminal: 80, color: true, columns: ["STATUS"], hasHeader: false }),
    ).toBe(
      "\u001b[34mDeployed\u001b[39m\n\u001b[33mDeploying\u001b[39m\n\u001b[31mFailed testing\u001b[39m\nNever heard of\n",
    );
  });

  test("has colours unless they are turned off or the terminal is dumb", async () => {
    const printed = (color: boolean | undefined, term: string, terminal?: number): Promise<string> =>
      printedText([web], { color, term, ...(terminal === undefined ? {} : { terminal }) });
    expect(await printed(undefined, "xterm", 80)).toContain("\u001b[");
    expect(await printed(undefined, "dumb", 80)).not.toContain("\u001b[");
    expect(await printed(false, "xterm", 80)).not.toContain("\u001b[");
    expect(await printed(undefined, "xterm")).not.toContain("\u001b[");
    expect(await printed(true, "xterm")).toContain("\u001b[");
  });

  test("has 80 columns if the terminal does not report its width", async () => {
    const text = await printedText([row], { shape: many, terminal: 0 });
    for (const line of text.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(80);
  });
});

describe("one object", () => {
  test("is a listing of the columns that it has members for", async () => {
    expect(await printedText({ fqdn: "db.example", memory: 2048, other: 1 })).toBe(
      "NAME  db.example\nRAM   2 GiB\n",
    );
    expect(await shownBytes(['{"fqdn":"a","memory":512}'])).toBe("NAME  a\nRAM   512 MiB\n");
  });

  test("shows its own members in short form if no column matches, and with -o wide", async () => {
    const value = {
      zero: 0,
      none: null,
      flag: false,
      zone: { id: 1, name: "default" },
      tags: ["a", "b"],
      disks: [{ name: "sda" }, { name: "sdb" }],
      sets: [{}, {}],
      limits: { low: 1, high: 2 },
    };
    const listing =
      "ZERO    0\nNONE    -\nFLAG    false\nZONE    default\nTAGS    a,b\nDISKS   sda,sdb\nSETS    2 items\nLIMITS  low=1,high=2\n";
    expect(await printedText(value)).toBe(listing);
    expect(await printedText(value, { format: "wide" })).toBe(listing);
  });

  test("shows texts of several lines below their names", async () => {
    expect(await printedText({ lshw: "<?xml?>\n<list>\u001b</list>\n", lldp: "none" })).toBe(
      "LSHW\n  <?xml?>\n  <list>\\x1b</list>\nLLDP  none\n",
    );
  });

  test("is its values on one line with --no-header", async () => {
    expect(await printedText(web, { hasHeader: false, columns: ["RAM", "IP"] })).toBe(
      "8 GiB  10.0.0.1,10.0.0.2\n",
    );
  });

  test("can be printed as a csv record and as a name", async () => {
    expect(await printedText(web, { format: "csv" })).toBe(
      "NAME,STATUS,POOL,RAM\nweb-01.example,Deployed,default,8192\n",
    );
    expect(await printedText(web, { format: "name" })).toBe("abc\n");
  });
});
