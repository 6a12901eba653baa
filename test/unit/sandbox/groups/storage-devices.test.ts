import { describe, expect, test } from "vitest";
import { type Fields, harnessOfFile } from "../harness.ts";

const harness = await harnessOfFile({ machines: 24 });
const { get, post, put, del, id } = harness;

/** The unused devices of a ready machine. */
async function blank(hostname: string) {
  const system = id(hostname);
  await post(`/machines/${system}/op-set_storage_layout`, { storage_layout: "blank" });
  const devices = (await get(`/nodes/${system}/blockdevices/`)).json;
  return { system, devices, path: (id: number | string) => `/nodes/${system}/blockdevices/${id}/` };
}

describe("block devices", () => {
  test("a device is formatted, mounted, unmounted and unformatted", async () => {
    const { devices, path } = await blank("db-01");
    const at = path(devices[1].id);
    const act = (op: string, fields: Fields = {}) => post(`${at}?op=${op}`, fields);
    expect((await act("mount", { mount_point: "/srv" })).status).toBe(400);
    const formatted = (await act("format", { fstype: "ext4", label: "data" })).json;
    expect(formatted.filesystem).toMatchObject({ fstype: "ext4", label: "data", mount_point: null });
    const mounted = (await act("mount", { mount_point: "/srv/", mount_options: "noatime" })).json;
    expect(mounted.filesystem).toMatchObject({ mount_point: "/srv", mount_options: "noatime" });
    expect((await get(at)).json).toEqual(mounted);
    expect((await act("mount", { mount_point: "/other" })).status).toBe(400);
    expect((await act("unformat")).status).toBe(400);
    expect((await act("unmount")).json.filesystem).toMatchObject({ mount_point: null, mount_options: null });
    expect((await act("unmount")).status).toBe(400);
    expect((await act("unformat")).json).toMatchObject({ filesystem: null, used_for: "Unused" });
    expect((await act("unformat")).status).toBe(400);
    expect((await act("format", { fstype: "nosuch" })).status).toBe(400);
  });

  test("a device is changed, tagged, made the boot disk, and deleted", async () => {
    const { system, devices, path } = await blank("db-02");
    const [boot, other] = devices;
    const changed = await put(path(other.name), { name: "data", model: "X", size: "1T" });
    expect(changed.json).toMatchObject({ id: other.id, name: "data", model: "X", size: 1e12 });
    const tagged = await post(`${path(other.id)}?op=add_tag`, { tag: "fast" });
    expect(tagged.json.tags).toContain("fast");
    const allocation = await post("/machines/op-allocate", { storage: "a:900(fast)", dry_run: "true" });
    expect(allocation.json.system_id).toBe(system);
    const untagged = await post(`${path(other.id)}?op=remove_tag`, { tag: "fast" });
    expect(untagged.json.tags).not.toContain("fast");
    const bootDiskAnswer = await post(`${path(other.id)}?op=set_boot_disk`);
    expect([bootDiskAnswer.status, bootDiskAnswer.text]).toEqual([200, "OK"]);
    expect((await get(`/machines/${system}/`)).json.boot_disk.id).toBe(other.id);
    expect((await del(path(other.id))).status).toBe(204);
    expect((await get(`/machines/${system}/`)).json.boot_disk.id).toBe(boot.id);
    expect((await get(path(other.id))).text).toBe("No BlockDevice matches the given query.");
  });

  test("a device in use, and the device of a bcache, cannot be deleted", async () => {
    const system = id("gpu-01");
    const devices = (await get(`/nodes/${system}/blockdevices/`)).json;
    const idOfName = (name: string) => devices.find((each: { name: string }) => each.name === name).id;
    for (const name of ["sdb", "bcache0"]) {
      expect((await del(`/nodes/${system}/blockdevices/${idOfName(name)}/`)).status).toBe(400);
      expect((await get(`/nodes/${system}/blockdevices/${idOfName(name)}/`)).status).toBe(200);
    }
    const renamed = await put(`/nodes/${system}/blockdevices/${idOfName("bcache0")}/`, { name: "fast0" });
    expect(renamed.json.name).toBe("fast0");
    expect((await get(`/nodes/${system}/bcaches/`)).json[0].name).toBe("fast0");
    const refused = await put(`/nodes/${system}/blockdevices/${idOfName("bcache0")}/`, { size: "1G" });
    expect([refused.status, Object.keys(refused.json)]).toEqual([400, ["size"]]);
    expect(
      (await post(`/nodes/${system}/blockdevices/${idOfName("bcache0")}/?op=set_boot_disk`)).status,
    ).toBe(400);
  });
});

describe("partitions", () => {
  test("a partition is created, mounted and listed", async () => {
    const { devices, path } = await blank("db-01");
    const all = `${path(devices[1].id)}partitions/`;
    expect((await get(all)).json).toEqual([]);
    const uuid = "8fab8bf5-ff8a-4b80-9cd7-d506c2b0aeff";
    const created = (await post(all, { size: "10G", uuid, bootable: "true" })).json;
    expect(created).toMatchObject({ uuid, bootable: true, filesystem: null });
    expect((await get(all)).json).toEqual([created]);
    const at = `${path(devices[1].id)}partition/${created.id}`;
    const act = (op: string, fields: Fields = {}) => post(`${at}?op=${op}`, fields);
    await act("format", { fstype: "xfs" });
    expect((await act("mount", { mount_point: "/data" })).json.used_for).toBe(
      "xfs formatted filesystem mounted at /data",
    );
    expect((await act("unmount")).json.filesystem.mount_point).toBeNull();
    expect((await act("unformat")).json.filesystem).toBeNull();
    await act("add_tag", { tag: "x" });
    expect((await act("remove_tag", { tag: "x" })).json.tags).toEqual([]);
    expect((await post(all, { size: "900T" })).status).toBe(400);
    expect((await post(all, { size: "x", uuid: "y" })).json).toHaveProperty("uuid");
    const rest = (await post(all)).json;
    expect(rest.size).toBeGreaterThan(1e9);
    expect((await get(path(devices[1].id))).json.available_size).toBe(0);
  });

  test("swap has no mount point, so that several do not conflict", async () => {
    const { devices, path } = await blank("db-02");
    for (let count = 0; count < 2; count += 1) {
      const created = (await post(`${path(devices[0].id)}partitions/`, { size: "1G" })).json;
      const at = `${path(devices[0].id)}partition/${created.id}`;
      await post(`${at}?op=format`, { fstype: "swap" });
      const mounted = await post(`${at}?op=mount`, { mount_point: "none" });
      expect(mounted.json.filesystem.mount_point).toBe("none");
      const formatted = await post(`${at}?op=format`, { fstype: "ext4" });
      expect(formatted.json.filesystem.mount_point).toBeNull();
      await post(`${at}?op=format`, { fstype: "swap" });
    }
  });
});

test("storage can be changed on ready and allocated machines, with permission", async () => {
  const { user } = harness;
  const deployed = id("app-01");
  const [device] = (await get(`/nodes/${deployed}/blockdevices/`)).json;
  const at = `/nodes/${deployed}/blockdevices/${device.id}/`;
  expect((await post(`${at}?op=unformat`)).status).toBe(409);
  expect((await post(`${at}?op=add_tag`, { tag: "x" })).status).toBe(200);
  const { devices, path } = await blank("db-01");
  expect((await get(path(devices[0].id), user)).status).toBe(200);
  expect((await post(`${path(devices[0].id)}?op=format`, { fstype: "ext4" }, user)).status).toBe(403);
  expect((await post(`${path(devices[0].id)}?op=add_tag`, { tag: "x" }, user)).status).toBe(403);
});
