import { type CopyRecord, snapshotFormat } from "../../src/catalogue/site-copy.ts";

const machine = (system_id: string, hostname: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  ...{ system_id, hostname, status: 4, owner: null, power_state: "off", status_message: "Released" },
  ...{ zone: { name: "north" }, pool: { name: "default" }, domain: { id: 0, name: "lab" } },
  ...changes,
});

export const liveMachines = [
  machine("aaa111", "web-01", {
    blockdevice_set: [
      { id: 1, name: "sda", type: "physical", size: 1e10 },
      { id: 2, name: "sdb", type: "physical", size: 1e10 },
      { id: 3, name: "sdc", type: "physical", size: 1e10 },
      { id: 4, name: "bcache0", type: "virtual", size: 1e10 },
    ],
    cache_sets: [{ id: 1, name: "cache0", cache_device: { id: 1, type: "physical" } }],
    bcaches: [
      {
        ...{ id: 1, name: "bcache0", cache_mode: "WRITEBACK", cache_set: { id: 1 } },
        ...{ backing_device: { id: 2, type: "physical" }, virtual_device: { id: 4 } },
      },
    ],
  }),
  machine("bbb222", "web-02", { status: 10, owner: "amy", zone: { name: "south" }, tag_names: ["ssd"] }),
  machine("ccc333", "db-01", { status: 6, owner: "bob", pool: { name: "data" } }),
  machine("ddd444", "old-01", { status: 8, owner: "bob" }),
  machine("eee555", "test-01", { status: 22 }),
];

const device = (system_id: string, hostname: string, parent: string | null) => ({
  ...{ system_id, hostname, parent, zone: { name: "north" }, domain: { id: 0, name: "lab" } },
});

const vlans = [
  { id: 7, vid: 0, name: "untagged", fabric_id: 1 },
  { id: 8, vid: 100, name: "mgmt", fabric_id: 1 },
];

const rows: Readonly<Record<string, readonly unknown[]>> = {
  "users.list": [{ username: "amy", is_superuser: true }, { username: "bob" }],
  "tags.list": [{ name: "old" }],
  "zones.list": ["north", "south", "east"].map((name) => ({ name })),
  "resource-pools.list": ["default", "data"].map((name) => ({ name })),
  "domains.list": [{ id: 0, name: "lab", authoritative: true, is_default: true }],
  "fabrics.list": [{ id: 1, name: "fabric-0", vlans }],
  "boot-sources.list": [{ id: 1, url: "http://images.example/", keyring_data: "b2xk" }],
  "machines.list": liveMachines,
  "devices.list": [device("fff666", "printer-01", "aaa111"), device("ggg777", "camera-01", null)],
};

/** A snapshot of a small site, whose administrator is amy. */
export async function* liveSite(): AsyncGenerator<CopyRecord> {
  const records: unknown[] = Object.entries(rows).flatMap(([read, values]) =>
    values.map((value) => ({ read, value })),
  );
  const user = { username: "amy", is_superuser: true };
  yield* [
    { ...snapshotFormat, url: "http://live.example/LAB", time: "2026-11-20T12:00:00Z", user },
    ...records,
    { end: true, lines: records.length + 1 },
  ] as CopyRecord[];
}
