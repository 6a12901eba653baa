import type { SandboxFixture } from "../sandbox-fixture.ts";
import { byBob, type Row, type Rows } from "./row.ts";

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

/** Deploys the machine; after that its storage cannot be changed. */
async function deploy(fixture: SandboxFixture, system_id: string): Promise<void> {
  await fixture.callOk("POST", `/machines/${system_id}/op-deploy`);
  await fixture.finish(system_id);
}

const list = (): Row => ({
  ok: async (fixture) => ({ path: { system_id: await fixture.machine() } }),
});

const cacheSetRow = (values: Record<string, number> = {}): Row => ({
  ok: async (fixture) => {
    const { system_id, id, second } = await withCacheSet(fixture);
    return {
      path: { system_id, id },
      values: Object.fromEntries(Object.keys(values).map((name) => [name, second])),
    };
  },
  409: async (fixture) => {
    const { system_id, id } = await withCacheSet(fixture);
    await deploy(fixture, system_id);
    return { path: { system_id, id } };
  },
});

const bcacheRow = (values: Record<string, string> = {}): Row => ({
  ok: async (fixture) => {
    const { system_id, id } = await withBcache(fixture);
    return { path: { system_id, id }, values };
  },
  409: async (fixture) => {
    const { system_id, id } = await withBcache(fixture);
    await deploy(fixture, system_id);
    return { path: { system_id, id } };
  },
});

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
const without409 = ({ 409: _, ...row }: Row): Row => row;

export const storage: Rows = {
  "GET /nodes/{system_id}/bcache-cache-sets/": list(),
  "POST /nodes/{system_id}/bcache-cache-sets/": {
    ok: async (fixture) => {
      const { system_id, first } = await withDisks(fixture);
      return { path: { system_id }, values: { cache_device: first } };
    },
    409: async (fixture) => {
      const { system_id, first } = await withDisks(fixture);
      await deploy(fixture, system_id);
      return { path: { system_id }, values: { cache_device: first } };
    },
  },
  "DELETE /nodes/{system_id}/bcache-cache-set/{id}/": {
    ...cacheSetRow(),
    400: async (fixture) => {
      const { system_id, cacheSet } = await withBcache(fixture);
      return { path: { system_id, id: cacheSet } };
    },
  },
  "GET /nodes/{system_id}/bcache-cache-set/{id}/": without409(cacheSetRow()),
  "PUT /nodes/{system_id}/bcache-cache-set/{id}/": cacheSetRow({ cache_device: 0 }),
  "GET /nodes/{system_id}/bcaches/": list(),
  "POST /nodes/{system_id}/bcaches/": {
    ok: async (fixture) => {
      const { system_id, second, id } = await withCacheSet(fixture);
      return { path: { system_id }, values: { backing_device: second, cache_set: id, name: "fast" } };
    },
    409: async (fixture) => {
      const { system_id, second, id } = await withCacheSet(fixture);
      await deploy(fixture, system_id);
      return { path: { system_id }, values: { backing_device: second, cache_set: id } };
    },
  },
  "DELETE /nodes/{system_id}/bcache/{id}/": bcacheRow(),
  "GET /nodes/{system_id}/bcache/{id}/": without409(bcacheRow()),
  "PUT /nodes/{system_id}/bcache/{id}/": bcacheRow({ cache_mode: "WRITEAROUND", name: "faster" }),
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
