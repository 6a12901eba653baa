import type { Values } from "../sandbox-caller.ts";
import type { SandboxFixture } from "../sandbox-fixture.ts";
import { byBob, type Make, type Row, type Rows } from "./row.ts";

const disk = async (fixture: SandboxFixture, system_id: string): Promise<number> => {
  const name = fixture.fresh("extra");
  const values = { name, size: "20G", block_size: 512, model: "wire", serial: name };
  return (await fixture.callOk("POST", `/nodes/${system_id}/blockdevices/`, values)).id;
};

/** Creates a ready machine and adds two disks. */
async function withDisks(fixture: SandboxFixture) {
  const system_id = await fixture.machine();
  return { system_id, first: await disk(fixture, system_id), second: await disk(fixture, system_id) };
}

async function withCacheSet(fixture: SandboxFixture) {
  const disks = await withDisks(fixture);
  const values = { cache_device: disks.first };
  const { id } = await fixture.callOk("POST", `/nodes/${disks.system_id}/bcache-cache-sets/`, values);
  return { ...disks, id };
}

async function withBcache(fixture: SandboxFixture) {
  const { id: cacheSet, ...disks } = await withCacheSet(fixture);
  const values = { backing_device: disks.second, cache_set: cacheSet, cache_mode: "writeback" };
  const { id } = await fixture.callOk("POST", `/nodes/${disks.system_id}/bcaches/`, values);
  return { ...disks, cacheSet, id };
}

const list = (): Row => ({ ok: async (fixture) => ({ path: { system_id: await fixture.machine() } }) });

/** A change of storage, which is a 409 after the machine has been deployed. */
const change = (ok: Make): Row => ({
  ok,
  409: async (fixture) => {
    const call = await ok(fixture);
    await fixture.callOk("POST", `/machines/${call.path?.system_id}/op-deploy`);
    await fixture.finish(String(call.path?.system_id));
    return call;
  },
});

const cacheSet =
  (field?: string): Make =>
  async (fixture) => {
    const { system_id, id, second } = await withCacheSet(fixture);
    return { path: { system_id, id }, values: field === undefined ? {} : { [field]: second } };
  };

const bcache =
  (values: Values = {}): Make =>
  async (fixture) => {
    const { system_id, id } = await withBcache(fixture);
    return { path: { system_id, id }, values };
  };

/** The first partition of a new ready machine. */
async function partition(fixture: SandboxFixture) {
  const system_id = await fixture.machine();
  const devices = await fixture.callOk("GET", `/nodes/${system_id}/blockdevices/`);
  const [device] = devices.filter((each: { partitions: unknown[] }) => each.partitions.length > 0);
  return { system_id, device_id: device.id, id: device.partitions[0].id };
}

const partitionRow = (values = {}): Row => ({
  ok: async (fixture) => ({ path: await partition(fixture), values }),
  403: byBob(async (fixture) => ({ path: await partition(fixture), values })),
});

const without403 = ({ 403: _, ...row }: Row): Row => row;
export const storage: Rows = {
  "GET /nodes/{system_id}/bcache-cache-sets/": list(),
  "POST /nodes/{system_id}/bcache-cache-sets/": change(async (fixture) => {
    const { system_id, first } = await withDisks(fixture);
    return { path: { system_id }, values: { cache_device: first } };
  }),
  "DELETE /nodes/{system_id}/bcache-cache-set/{id}/": {
    ...change(cacheSet()),
    400: async (fixture) => {
      const { system_id, cacheSet: id } = await withBcache(fixture);
      return { path: { system_id, id } };
    },
  },
  "GET /nodes/{system_id}/bcache-cache-set/{id}/": { ok: cacheSet() },
  "PUT /nodes/{system_id}/bcache-cache-set/{id}/": change(cacheSet("cache_device")),
  "GET /nodes/{system_id}/bcaches/": list(),
  "POST /nodes/{system_id}/bcaches/": change(async (fixture) => {
    const { system_id, second, id } = await withCacheSet(fixture);
    return { path: { system_id }, values: { backing_device: second, cache_set: id, name: "fast" } };
  }),
  "DELETE /nodes/{system_id}/bcache/{id}/": change(bcache()),
  "GET /nodes/{system_id}/bcache/{id}/": { ok: bcache() },
  "PUT /nodes/{system_id}/bcache/{id}/": change(bcache({ cache_mode: "WRITEAROUND", name: "faster" })),
  "GET /nodes/{system_id}/blockdevices/": list(),
  "POST /nodes/{system_id}/blockdevices/": {
    ok: async (fixture) => ({
      path: { system_id: await fixture.machine() },
      values: { name: "sdx", size: "1T", block_size: 4096, id_path: "/dev/disk/by-id/wwn-1" },
    }),
  },
  "DELETE /nodes/{system_id}/blockdevices/{device_id}/partition/{id}": without403(partitionRow()),
  "GET /nodes/{system_id}/blockdevices/{device_id}/partition/{id}": without403(partitionRow()),
  "POST /nodes/{system_id}/blockdevices/{device_id}/partition/{id}op-add_tag": partitionRow({ tag: "fast" }),
  "POST /nodes/{system_id}/blockdevices/{device_id}/partition/{id}op-format": {
    ok: async (fixture) => ({ path: await partition(fixture), values: { fstype: "xfs", label: "data" } }),
  },
};
