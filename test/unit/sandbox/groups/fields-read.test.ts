import { expect, test } from "vitest";
import type { Field } from "../../../../src/catalogue/operation.ts";
import { type handlers, loadServedOperations } from "../../../../src/sandbox/groups/handlers.ts";
import { seededRandom, seedState } from "../../../../src/sandbox/simulation/random.ts";
import { insert, rowsOf } from "../../../../src/sandbox/state/table.ts";
import { allNodes, type World } from "../../../../src/sandbox/state/world.ts";
import type { Parameters, ServedOperation } from "../../../../src/sandbox/wire/call.ts";
import { makeParameters } from "../../../../src/sandbox/wire/call.ts";
import { drawCall } from "../../../wire/sandbox-random-calls.ts";
import { admin, answerOf, ask } from "../answering.ts";
import { networkedWorld } from "../networked-world.ts";

/** Parameters that record the name of everything that is read. `files` counts as reading a file of any name. */
function recorded(pairs: readonly (readonly [string, string])[], read: Set<string>): Parameters {
  const parameters = makeParameters(pairs);
  const noting =
    <Result>(get: (name: string) => Result) =>
    (name: string): Result => {
      read.add(name);
      return get(name);
    };
  const values = new Map(parameters.values);
  return {
    ...parameters,
    values: Object.assign(values, { get: noting((name) => parameters.values.get(name)) }),
    has: noting(parameters.has),
    get: noting(parameters.get),
    all: noting(parameters.all),
    file: noting(parameters.file),
    files() {
      read.add("file");
      return parameters.files();
    },
  };
}

const statuses = ["new", "ready", "allocated", "deployed", "broken", "failed_testing"] as const;

/** Path and values of a successful call, which random values would not find. */
interface Known {
  readonly path?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, readonly string[]>>;
}

/** Creates an object of each resource that a new world has none of. Returns the calls of their operations. */
async function makeObjects(world: World): Promise<Readonly<Record<string, Known>>> {
  const create = async (id: keyof typeof handlers, form: Readonly<Record<string, string>>, path = {}) =>
    (await ask(world, id, { form, path })).body;
  const system_id = allNodes(world, "machine").find((node) => node.status === "ready")?.systemId ?? "";
  const disk = { size: "1G", block_size: "512", model: "m", serial: "s" };
  const backingDisk = await create("block-devices.create", { ...disk, name: "backing" }, { system_id });
  const cacheDisk = await create("block-devices.create", { ...disk, name: "cache" }, { system_id });
  const device = await create("devices.create", { mac_addresses: "02:11:22:33:44:55" });
  const token = await create("account.create_authorisation_token", {});
  const set = await create("bcache-cache-sets.create", { cache_device: String(cacheDisk.id) }, { system_id });
  const backing = { backing_device: String(backingDisk.id), cache_set: String(set.id) };
  const bcache = await create("bcaches.create", { name: "bcache0", ...backing }, { system_id });
  const group = async (id: keyof typeof handlers, name: string, more = {}) => {
    const ids = [];
    for (const end of ["a", "b"])
      ids.push((await create("block-devices.create", { ...disk, name: `${name}${end}` }, { system_id })).id);
    const form = { ...more, name, block_devices: ids.join() };
    return { path: { system_id, id: String((await create(id, form, { system_id })).id) } };
  };
  const volumeGroup = await group("volume-groups.create", "vg0");
  await create("license-keys.create", { osystem: "windows", distro_series: "win1", license_key: "x" });
  await create("commissioning-scripts.create", { name: "probe", content: "x" });
  await create("scripts.create", { name: "mine", script: "#!/bin/sh\n" });
  const { staticRoutes, subnets } = world.state.networks;
  const [source, destination] = rowsOf(subnets);
  const [sourceId, destinationId] = [source?.id ?? 0, destination?.id ?? 0];
  const route = insert(staticRoutes, (id) => ({
    id,
    sourceId,
    destinationId,
    gatewayIp: "10.10.0.9",
    metric: 0,
  }));
  const notification = await create("notifications.create", { message: "x" });
  return {
    "account.update_token_name": { values: { token: [token.token_key] } },
    "bcache.update": { path: { system_id, id: String(bcache.id) } },
    "bcache-cache-set.update": { path: { system_id, id: String(set.id) } },
    "block-devices.create": { values: { size: ["1G"], block_size: ["512"], id_path: ["/dev/x"] } },
    "commissioning-script.update": { path: { name: "probe" } },
    "device.update": { path: { system_id: device.system_id } },
    "license-key.update": { path: { osystem: "windows", distro_series: "win1" } },
    "machine.mount_special": { values: { fstype: ["tmpfs"], mount_point: ["/srv"] } },
    "notification.update": { path: { id: String(notification.id) }, values: { message: ["y"] } },
    "script.add_tag": { path: { name: "mine" } },
    "script.remove_tag": { path: { name: "mine" } },
    "script.revert": { path: { name: "mine" } },
    "script.update": { path: { name: "mine" } },
    "script.download": { path: { name: "mine" } },
    "script.read": { path: { name: "mine" } },
    ...Object.fromEntries(
      ["update", "download", "read"].map((verb) => [
        `result.${verb}`,
        { path: { system_id, id: "current-commissioning" } },
      ]),
    ),
    "raid.update": await group("raids.create", "md0", { level: "raid-1" }),
    "static-route.update": { path: { id: String(route.id) } },
    "svc.set_config": { values: { name: ["svc_name"] } },
    "vmfs-datastore.update": await group("vmfs-datastores.create", "store"),
    "volume-group.update": volumeGroup,
    "volume-group.create_logical_volume": volumeGroup,
    "volume-group.delete_logical_volume": volumeGroup,
  };
}

/** Fields that are accepted but ignored, since the sandbox has nothing that they could change. */
const withoutEffect: readonly string[] = [
  // No system runs on a machine of the sandbox, so nobody can log in or configure it.
  ...["machines.create", "machine.commission", "machine.test"].map((id) => `${id}: enable_ssh`),
  ...["machines.create", "machine.commission"].map((id) => `${id}: skip_bmc_config`),
  "machine.deploy: enable_kernel_crash_dump",
  "machine.deploy: install_kvm",
  "machine.deploy: install_rackd",
  "machine.deploy: register_vmhost",
  "machine.deploy: vcenter_registration",
  "machine.power_off: stop_mode",
  "rack-controller.power_off: stop_mode",
  // The sandbox has no clusters.
  ...["update: name", "update: pool", "update: zone", "delete: decompose"].map(
    (each) => `vm-cluster.${each}`,
  ),
  // The sandbox connects to nothing and scans nothing.
  ...["vm-hosts", "pods"].flatMap((group) =>
    ["power_user", "certificate", "key", "password"].map((name) => `${group}.create: ${name}`),
  ),
  "machines.add_chassis: verify_ssl",
  "discovery.scan: always_use_ping",
  "discovery.scan: threads",
  // Users sign with API keys, and nobody logs in.
  "users.create: password",
  // Tags have no definition that rack controllers could evaluate.
  "tag.update_nodes: rack_controller",
  // The VLAN of a subnet decides its space.
  "subnets.create: space",
  "subnet.update: space",
];

/** The documented fields that no handler reads, with any values and in any state. */
async function unreadFields(entry: ServedOperation): Promise<string[]> {
  const { operation, id } = entry;
  const isNamed = ({ type, in: place }: Field) => type !== "map" && place !== "body";
  const fields = (operation.fields ?? []).filter(isNamed).map(({ name }) => name);
  const read = new Set<string>();
  const unread = () => fields.filter((name) => !read.has(name) && !withoutEffect.includes(`${id}: ${name}`));
  const random = seededRandom(seedState(7));
  for (let round = 0; round < 20 && unread().length > 0; round += 1) {
    const world = networkedWorld(12, round + 1);
    const knownCall = (await makeObjects(world))[id];
    world.answers.style = round % 2 === 0 ? "deployed" : "documented";
    for (let count = 0; count < 30 && unread().length > 0; count += 1) {
      const status = random.pick(statuses);
      const owner = status === "new" || status === "ready" ? null : "admin";
      for (const node of allNodes(world, "machine")) Object.assign(node, { status, owner, locked: false });
      const drawn = drawCall(world, random, [entry]);
      const values = Object.entries({ ...drawn.values, ...knownCall?.values });
      const parameters = recorded(
        values.flatMap(([name, each]) => each.map((value) => [name, value] as const)),
        read,
      );
      const parts = {
        world,
        user: admin,
        path: { ...drawn.path, ...knownCall?.path },
        body: new Uint8Array(),
      };
      await answerOf(id, { ...parts, query: parameters, form: parameters });
    }
  }
  return unread().map((name) => `${id}: ${name}`);
}

test("the handler of each operation reads every documented field", async () => {
  const entries = await loadServedOperations();
  const documented = entries.flatMap(({ id, operation: { fields = [] } }) =>
    fields.map(({ name }) => `${id}: ${name}`),
  );
  expect(withoutEffect.filter((field) => !documented.includes(field))).toEqual([]);
  const unread: string[] = [];
  for (const entry of entries) unread.push(...(await unreadFields(entry)));
  expect(unread).toEqual([]);
});
