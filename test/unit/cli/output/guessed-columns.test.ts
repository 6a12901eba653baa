import { describe, expect, test } from "vitest";
import { guessedColumns, guessedIdentity } from "../../../../src/cli/output/columns.ts";
import { createRandom } from "../../random.ts";

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

describe("columns of rows that nothing is known of", () => {
  test("are names and identifiers, scalars, objects by name and counts, without addresses", () => {
    expect(headers(subnet)).toEqual([
      "NAME",
      "CIDR",
      "ID",
      "GATEWAY IP",
      "SPACE",
      "VLAN",
      "MANAGED",
      "DESCRIPTION",
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
      { path: "dns_servers", as: "count" },
    ]);
  });

  test("are the same in whatever order the members stand", () => {
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

  test("of rows with many members are few", () => {
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
  ])("-o name of %j, whose path says %s, prints %s", (row, identity, expected) => {
    expect(guessedIdentity(row, identity)).toBe(expected);
  });
});
