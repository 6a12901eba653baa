import { describe, expect, test } from "vitest";
import { readRow } from "../../../src/desired/observed.ts";
import { documentedKinds, kindOf } from "./documented-kinds.ts";

const kinds = await documentedKinds();
const read = (kind: string, row: unknown) => readRow(kindOf(kinds, kind), row);
const valuesOf = (kind: string, row: unknown) => Object.fromEntries(read(kind, row)?.values ?? []);

describe("fields", () => {
  test("stand where the kind says, each spelling of them", () => {
    const subnet = { cidr: "10.0.0.0/24", name: "net", id: 7 };
    expect(valuesOf("ipranges", { id: 1, start_ip: "10.0.0.1", end_ip: "10.0.0.2", subnet })).toEqual({
      start_ip: ["10.0.0.1"],
      end_ip: ["10.0.0.2"],
      subnet: ["10.0.0.0/24", "net", 7],
    });
  });

  test("that a row lacks are not known, unless it lacks them where they are empty", () => {
    expect(valuesOf("domains", { id: 1, name: "a.test" })).toEqual({
      name: ["a.test"],
      forward_dns_servers: [null],
    });
  });

  test("are lists where an array is on the way, and null where an object is", () => {
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

  test("may be a name where these services have an object", () => {
    expect(valuesOf("devices", { system_id: "abc123", hostname: "d", domain: "a.test" })["domain"]).toContain(
      "a.test",
    );
  });

  test("joined by a slash are null where neither part is there", () => {
    const fabric = readRow(kindOf(kinds, "fabrics"), { id: 4, name: "core" });
    const relayOf = (relay_vlan: unknown) =>
      readRow(kindOf(kinds, "vlans"), { vid: 5, id: 1, relay_vlan }, fabric)?.values.get("relay_vlan");
    expect(relayOf(null)).toEqual([null, null]);
    expect(relayOf({ fabric: "core", vid: 7, id: 12 })).toEqual(["core/7", 12]);
  });

  test("of bytes are decoded", () => {
    const values = valuesOf("commissioning-scripts", {
      name: "x",
      content: Buffer.from("echo").toString("base64"),
    });
    expect(values["content"]).toEqual([Buffer.from("echo")]);
  });
});

describe("objects", () => {
  test("have their key, their name, and what names them in a path", () => {
    expect(read("dnsresources", { id: 3, fqdn: "WWW.a.test" })).toMatchObject({
      key: "www.a.test",
      name: "www.a.test",
      identifiers: { id: "3" },
      id: "3",
    });
    const { identifiers } = read("license-keys", { osystem: "windows", distro_series: "w" }) ?? {};
    expect(identifiers).toEqual({ osystem: "windows", distro_series: "w" });
  });

  test("within others have the name and the id of those too", () => {
    const fabric = readRow(kindOf(kinds, "fabrics"), { id: 4, name: "core" });
    const vlan = readRow(kindOf(kinds, "vlans"), { id: 11, vid: 5, name: "five" }, fabric);
    expect(vlan).toMatchObject({
      name: "core/5",
      ownName: "5",
      id: "11",
      identifiers: { fabric_id: "4", vid: "5" },
    });
    expect(vlan?.spellings).toContain("five");
  });

  test("of the service's own are known by a member", () => {
    expect(read("domains", { id: 0, name: "x", is_default: true })?.isOwn).toBe(true);
    expect(read("domains", { id: 0, name: "x", is_default: false })?.isOwn).toBe(false);
  });

  test.each([null, [], "text", {}, { id: 1 }, { name: "x" }, { id: 1, name: null }])(
    "%j is not one",
    (row) => {
      expect(read("domains", row)).toBeUndefined();
    },
  );
});
