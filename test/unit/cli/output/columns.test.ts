import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { guessedColumns, guessedIdentity, type Shape } from "../../../../src/cli/output/columns.ts";
import { createRandom } from "../../random.ts";
import { printedText } from "./printed.ts";

const subnet = {
  resource_uri: "/SVC/api/2.0/subnets/3/",
  vlan: { vid: 0, name: "untagged", id: 2 },
  description: "",
  dns_servers: [],
  name: "fx-subnet",
  cidr: "10.77.0.0/24",
  managed: true,
  gateway_ip: null,
  id: 3,
  space: "undefined",
  link: "/SVC/api/2.0/vlans/2/",
  facts: { a: 1, b: 2 },
  notes: "a\nb",
};

const headers = (row: Record<string, unknown>, identity = "id", isWide = false) =>
  guessedColumns(row, identity, isWide).map(({ header }) => header);

describe("columns of unknown rows", () => {
  test("are names and identifiers, scalars, objects by name and counts, without addresses", () => {
    expect(headers(subnet)).toEqual([
      ...["NAME", "CIDR", "ID", "GATEWAY IP", "SPACE", "VLAN", "MANAGED", "DESCRIPTION"],
    ]);
    expect(guessedColumns(subnet, "id", true)).toMatchObject([
      { path: "name", rank: "key" },
      { path: "cidr" },
      { path: "id" },
      { path: "gateway_ip" },
      { path: "notes" },
      { path: "space" },
      { path: "facts" },
      { path: "vlan.name" },
      { path: "managed", as: "boolean" },
      { path: "description" },
      { path: "dns_servers", as: undefined },
    ]);
  });

  test("do not depend on the order of the members", () => {
    const random = createRandom(3);
    for (let round = 0; round < 200; round++) {
      const members = Object.entries(subnet);
      for (let at = members.length - 1; at > 0; at--) {
        const other = random.below(at + 1);
        [members[at], members[other]] = [members[other] as never, members[at] as never];
      }
      expect(headers(Object.fromEntries(members))).toEqual(headers(subnet));
    }
  });

  test("are limited in number", () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`m${index}`, index]));
    expect(headers(many)).toHaveLength(8);
    expect(headers(many, "id", true)).toHaveLength(100);
  });

  test.each([
    [{ name: "a", id: 1 }, "name", "name"],
    [{ id: 1, name: "a" }, "id", "id"],
    [{ username: "bob", email: "x" }, "name", "username"],
    [{ system_id: "abc", hostname: "h" }, "name", "system_id"],
    [{ id: { a: 1 }, name: "a" }, "slug", "name"],
    [{ other: 1 }, "slug", "slug"],
    ["text", "slug", "slug"],
  ])("-o name of %j with the identity %s prints %s", (row, identity, expected) => {
    expect(guessedIdentity(row, identity)).toBe(expected);
  });
});

const folder = join(import.meta.dirname, "../../../fixtures/further");

/** Recorded answers about undocumented resources, by file name. */
const answers = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .flatMap((file): readonly (readonly [string, unknown])[] => {
    const { status, json: body } = JSON.parse(readFileSync(join(folder, file), "utf8"));
    return status === 200 && body !== null && typeof body === "object" ? [[file, body]] : [];
  });
const lists = answers.filter((each): each is [string, Record<string, unknown>[]] => Array.isArray(each[1]));
const filled = lists.filter(([, rows]) => typeof rows[0] === "object");

const shapeOf = (identity: string): Shape => ({ identity, columns: [], hasUnknownMembers: true });
const shape = shapeOf("id");

test("the test answers have many forms", () => {
  expect(filled.length).toBeGreaterThan(6);
  expect(answers.length - lists.length).toBeGreaterThan(10);
});

describe.each(filled)("the table of %s", (_, rows) => {
  test.each([40, 80, 120, 200, 400])(
    "fits %i columns, with its name complete and first",
    async (terminal) => {
      const text = (await printedText(rows, { shape, terminal })).trimEnd();
      const [header = "", ...lines] = text.split("\n");
      const names = ["hostname", "name", "username", "id", "start"];
      const name = names.find((key) => Object.hasOwn(rows[0] ?? {}, key)) ?? "";
      for (const line of [header, ...lines]) expect(line.length).toBeLessThanOrEqual(terminal);
      // If the columns do not fit side by side, each row is printed as a block.
      if (text.includes("\n\n")) {
        const blocks = text.split("\n\n").map((block) => block.split("\n")[0]?.split(/ +/));
        return expect(blocks).toEqual(rows.map((row) => [name.toUpperCase(), String(row[name])]));
      }
      expect(header.split(" ")[0]).toBe(name.toUpperCase());
      expect(lines.map((line) => line.split("  ")[0])).toEqual(rows.map((row) => String(row[name])));
    },
  );

  test("shows no address of the service in any form", async () => {
    for (const format of ["table", "wide"] as const)
      expect(await printedText(rows, { shape, format })).not.toMatch(/\/api\/2\.0\//);
  });

  test("has the same columns for any order of the members and for every later row", async () => {
    const random = createRandom(11);
    const [header] = (await printedText(rows, { shape, terminal: 200 })).split("\n");
    for (let round = 0; round < 30; round++) {
      const shuffled = rows.map((row) =>
        Object.fromEntries(
          Object.entries(row)
            .map((member) => [random.below(1_000_000), member] as const)
            .sort(([a], [b]) => a - b)
            .map(([, member]) => member),
        ),
      );
      const [again] = (await printedText(shuffled, { shape, terminal: 200 })).split("\n");
      expect(again).toBe(header);
    }
  });
});

test.each(answers.filter(([, body]) => !Array.isArray(body)))(
  "%s shows everything of one object",
  async (_, body) => {
    const text = await printedText(body, { shape, terminal: 80 });
    const labels = text.split("\n").map((line) => line.split("  ")[0]);
    for (const key of Object.keys(body as object).filter((each) => !each.endsWith("uri")))
      expect(labels).toContain(key.toUpperCase().replaceAll("_", " "));
  },
);

describe("members of rows", () => {
  const row = {
    id: 1,
    name: "a",
    status: 4,
    status_name: "Ready",
    created: "2026-11-21T02:34:09.123",
    of: "x",
  };

  test("that are numbers are replaced by their names in a table, but not in a listing", async () => {
    expect(await printedText([row], { shape })).toBe(
      ["NAME  ID  STATUS NAME  OF  CREATED", "a     1   Ready        x   2026-11-21 02:34:09Z", ""].join(
        "\n",
      ),
    );
    expect(await printedText(row, { shape })).toMatch(/^STATUS +4$/m);
  });

  test("that are lists of objects are counted in a table, and named in a listing", async () => {
    const lists = {
      name: "n",
      servers: ["10.0.0.1", "10.0.0.2"],
      links: [{ id: 1 }, { id: 2 }],
      of: [{ name: "x" }],
    };
    expect(await printedText([lists], { shape })).toBe(
      "NAME  LINKS  OF  SERVERS\nn     2      1   10.0.0.1,10.0.0.2\n",
    );
    expect(await printedText(lists, { shape })).toBe(
      "NAME     n\nLINKS    2\nOF       x\nSERVERS  10.0.0.1,10.0.0.2\n",
    );
  });

  test("are shown as sizes, times and percentages according to their names and forms", async () => {
    const row = {
      name: "vg0",
      available_size: 9990832128,
      ended: "Mon, 23 Nov 2026 19:39:53 -0000",
      disk_usage: 0.14960629921259844,
      vlan: { vid: 0, name: "untagged" },
      arches: ["amd64", "i386"],
    };
    const [header = "", cells = ""] = (await printedText([row], { shape })).split("\n");
    expect(header.split(/ {2,}/)).toEqual([
      ...["NAME", "AVAILABLE SIZE", "DISK USAGE", "VLAN", "ENDED", "ARCHES"],
    ]);
    expect(cells.split(/ {2,}/)).toEqual([
      ...["vg0", "10 GB", "15%", "untagged", "2026-11-23 19:39:53Z", "amd64,i386"],
    ]);
    expect(JSON.parse(await printedText([row], { shape, format: "json" }))).toEqual([row]);
  });

  test("can be selected by their header or their name", async () => {
    const rows = [
      { id: 2, gateway_ip: "10.0.0.2", vlan: { name: "b" } },
      { id: 10, gateway_ip: "10.0.0.1", vlan: { name: "a" } },
    ];
    for (const columns of [["GATEWAY IP"], ["gateway_ip"], ["GATEWAY_IP"]])
      expect(await printedText(rows, { shape, columns, hasHeader: false })).toBe("10.0.0.2\n10.0.0.1\n");
    expect(
      await printedText(rows, {
        shape,
        columns: ["VLAN", "VLAN.NAME"],
        hasHeader: false,
        sort: ["GATEWAY IP"],
      }),
    ).toBe("a  a\nb  b\n");
    expect(await printedText(rows, { shape, format: "csv", columns: ["ID", "Gateway"] })).toBe(
      "ID,GATEWAY\n2,\n10,\n",
    );
  });

  test("that are objects in one row and null in another stay one column", async () => {
    const vlan = { id: 1, name: "untagged" };
    for (const rows of [
      [
        { id: 1, vlan },
        { id: 2, vlan: null },
      ],
      [
        { id: 1, vlan: null },
        { id: 2, vlan },
      ],
    ]) {
      const text = await printedText(rows, { shape });
      expect(text.split("\n")[0]).toBe("ID  VLAN");
      expect(text).toContain("untagged");
    }
  });
});
