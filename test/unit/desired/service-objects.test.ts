import { describe, expect, test } from "vitest";
import { readRow } from "../../../src/desired/service-objects.ts";
import { kindOf } from "./state.ts";

const read = (kind: string, row: unknown) => readRow(kindOf(kind), row);
const valuesOf = (kind: string, row: unknown) => Object.fromEntries(read(kind, row)?.values ?? []);

describe("fields", () => {
  test("are lists if the path leads through an array, and null if it leads to an object", () => {
    const values = valuesOf("devices", {
      ...{
        system_id: "abc123",
        hostname: "d",
        domain: null,
        zone: { name: "north", id: 2 },
        parent: "def456",
      },
      interface_set: [{ mac_address: "52:54:00:00:00:01" }, {}, { mac_address: "52:54:00:00:00:02" }],
    });
    expect(values["mac_addresses"]).toEqual([["52:54:00:00:00:01", "52:54:00:00:00:02"]]);
    expect(values["domain"]).toEqual([null, null]);
    expect(values["zone"]).toEqual(["north", 2]);
    expect(values["parent"]).toContain("def456");
  });

  test("may be a name in services that return no object", () => {
    expect(valuesOf("devices", { system_id: "abc123", hostname: "d", domain: "a.test" })["domain"]).toContain(
      "a.test",
    );
  });

  test("that are JSON keep integers beyond 2^53", () => {
    const row = { id: 1, ident: "a", message: "m", context: { n: 12345678901234567890n } };
    expect(valuesOf("notifications", row)["context"]).toEqual(['{"n":12345678901234567890}']);
  });

  test("joined by a slash are null if both parts are missing", () => {
    const fabric = readRow(kindOf("fabrics"), { id: 4, name: "core" });
    const relayOf = (relay_vlan: unknown) =>
      readRow(kindOf("vlans"), { vid: 5, id: 1, relay_vlan }, fabric)?.values.get("relay_vlan");
    expect(relayOf(null)).toEqual([null, null]);
    expect(relayOf({ fabric: "core", vid: 7, id: 12 })).toEqual(["core/7", 12]);
  });
});

describe("objects", () => {
  test("that are built in are recognized by a member", () => {
    expect(read("domains", { id: 0, name: "x", is_default: true })?.isBuiltIn).toBe(true);
    expect(read("domains", { id: 0, name: "x", is_default: false })?.isBuiltIn).toBe(false);
  });

  test.each([null, [], "text", {}, { id: 1 }, { name: "x" }, { id: 1, name: null }])(
    "%j is not one",
    (row) => {
      expect(read("domains", row)).toBeUndefined();
    },
  );
});
