import { expect, test } from "vitest";
import { answerStyles } from "../../src/catalogue/sandbox-settings.ts";
import { loadServedOperations } from "../../src/sandbox/groups/handlers.ts";
import type { Values } from "./sandbox-caller.ts";
import { fixtureOfTest, type SandboxFixture } from "./sandbox-fixture.ts";

/** The paths of all links in a value, at any depth. */
function linksIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(linksIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    /^(anon_)?resource_uri$/.test(key) && typeof each === "string" ? [each] : linksIn(each),
  );
}

/** The paths of all lists that need no parameters. */
async function listPaths(): Promise<string[]> {
  const entries = await loadServedOperations();
  return entries
    .filter(({ operation: { method, path, parameters, fields = [] } }) => {
      const asks = fields.some(({ required }) => required);
      return method === "GET" && parameters === undefined && !asks && !path.startsWith("/api/");
    })
    .map(({ operation }) => `/SVC/api/2.0${operation.path.replace(/^\/svc\//, "/svc/")}`);
}

/** Follows the links of all lists recursively, and returns the status of every path. */
async function followLinks(
  fixture: SandboxFixture,
  further: readonly string[],
): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  const waiting = [...(await listPaths()), ...further];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (statuses.has(path)) continue;
    const reply = await fixture.ask({
      method: "GET",
      path: path.replace(/^\/SVC/, ""),
      key: fixture.keys.admin,
    });
    statuses.set(path, reply.status);
    // The details of devices are BSON despite a JSON content type.
    const isJson = reply.contentType?.startsWith("application/json") === true && !path.endsWith("op-details");
    if (isJson) waiting.push(...linksIn(reply.json));
  }
  return statuses;
}

/** Runs an operation on a machine and waits until it has finished. */
async function runOperation(
  fixture: SandboxFixture,
  id: string,
  op: string,
  values: Values = {},
): Promise<void> {
  await fixture.callOk("POST", `/machines/${id}/op-${op}`, values);
  await fixture.finish(id);
}

const idOf = (fixture: SandboxFixture, name: string): string => {
  const nodes = Object.values(fixture.sandbox.world.state.nodes.bySystemId);
  const node = nodes.find(({ hostname }) => hostname === name);
  if (node === undefined) throw new Error(`no node ${name}`);
  return node.systemId;
};

/** Creates resources that a new sandbox lacks, some with names that must be encoded. */
async function makeResources(fixture: SandboxFixture): Promise<void> {
  await fixture.callOk("POST", "/zones/", { name: "far hall" });
  await fixture.callOk("POST", "/users/", {
    username: "dora@example.com",
    email: "dora@example.com",
    password: "x",
    is_superuser: 0,
  });
  await fixture.callOk("POST", "/files/", { filename: "a b.txt", file: { filename: "x", content: "x" } });
  await fixture.callOk("POST", "/static-routes/", {
    source: "prod-net",
    destination: "mgmt-net",
    gateway_ip: "10.10.0.9",
  });
  await fixture.callOk("POST", "/spaces/", { name: "dmz" });
  await fixture.callOk("POST", "/fabrics/0/vlans/", { vid: 300, space: "dmz" });
  await fixture.callOk("POST", "/subnets/", { cidr: "fd00:9::/64", fabric: "fabric-0", vid: 300 });
  await fixture.callOk("POST", "/tags/", { name: "links" });
  await fixture.callOk("POST", "/tags/links/op-update_nodes", { add: idOf(fixture, "db-01") });
  await fixture.callOk("POST", "/resourcepools/", { name: "links" });
  await fixture.callOk("PUT", `/machines/${idOf(fixture, "db-01")}/`, { pool: "links", zone: "far hall" });
  await fixture.callOk("POST", "/boot-sources/", { url: "http://images.example/", keyring_filename: "/k" });
  await fixture.callOk("POST", "/devices/", { mac_addresses: fixture.mac(), hostname: "printer" });
}

/** Creates interfaces and disks of every kind on one machine: most links lead to these. */
async function createInterfacesAndDisks(fixture: SandboxFixture, machine: string): Promise<void> {
  await fixture.callOk("POST", `/machines/${machine}/op-set_storage_layout`, { storage_layout: "lvm" });
  const interfaces = `/nodes/${machine}/interfaces/`;
  const physical = async () =>
    (await fixture.callOk("POST", `${interfaces}op-create_physical`, { mac_address: fixture.mac() })).id;
  const parents = [await physical(), await physical()];
  const bond = await fixture.callOk("POST", `${interfaces}op-create_bond`, { name: "bond0", parents });
  await fixture.callOk("POST", `${interfaces}op-create_bridge`, { parent: bond.id });
}

/** Brings machines into different states: in progress, failed, in rescue mode, released, deleted. */
async function changeMachines(fixture: SandboxFixture): Promise<void> {
  const [allocated, deployed, rescued, failed, released, deleted] = [
    ...[await fixture.machine("allocated", "bob"), await fixture.machine("deployed", "bob")],
    ...[await fixture.machine("rescue"), await fixture.machine("failed_testing")],
    ...[await fixture.machine("deployed"), await fixture.machine("deployed")],
  ];
  await fixture.callOk("POST", `/machines/${allocated}/op-deploy`, { bridge_all: true });
  await runOperation(fixture, released ?? "", "release", { erase: true });
  await fixture.call("DELETE", `/machines/${deleted}/`);
  await runOperation(fixture, failed ?? "", "mark_broken", { comment: "fan" });
  await runOperation(fixture, rescued ?? "", "exit_rescue_mode");
  await fixture.callOk("POST", `/machines/${deployed}/op-lock`);
  await fixture.machine("commissioning");
  // Deletes objects that other objects refer to.
  await fixture.call("DELETE", "/zones/south/");
  await fixture.call("DELETE", "/tags/raid/");
  const { vlans } = fixture.sandbox.world.state.networks;
  const last = Object.values(vlans.rows).at(-1);
  expect((await fixture.call("DELETE", `/vlans/${last?.id}/`)).status).toBe(204);
}

/** The paths of all reads of a single resource; none of them has required parameters. */
async function readPaths(fixture: SandboxFixture): Promise<string[]> {
  const { state } = fixture.sandbox.world;
  const node = idOf(fixture, "db-01");
  const disk = state.nodes.bySystemId[node]?.storage.devices[0]?.id;
  const identifiers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "/rackcontrollers/": { system_id: idOf(fixture, "rack-01") },
    "/devices/": { system_id: idOf(fixture, "printer") },
    "/nodes/": { system_id: node, device_id: String(disk) },
    "/machines/": { system_id: node },
    "/tags/": { name: "links" },
    "/subnets/": { id: "1" },
  };
  const entries = await loadServedOperations();
  return entries.flatMap(({ operation: { method, path, parameters, fields = [] } }) => {
    const names = Object.entries(identifiers).find(([start]) => path.startsWith(start))?.[1];
    const isKnown = parameters?.every(({ name }) => names?.[name] !== undefined) === true;
    if (method !== "GET" || !isKnown || fields.some(({ required }) => required)) return [];
    return [`/SVC/api/2.0${path.replace(/\{(\w+)\}/g, (_all, name: string) => names?.[name] ?? "")}`];
  });
}

test("every link in any answer works, also after machines have changed", async () => {
  const fixture = await fixtureOfTest();
  await makeResources(fixture);
  await createInterfacesAndDisks(fixture, idOf(fixture, "db-01"));
  await changeMachines(fixture);
  for (const style of answerStyles) {
    fixture.sandbox.world.answers.style = style;
    const statuses = await followLinks(fixture, await readPaths(fixture));
    // Only a deployed machine has a curtin configuration.
    const refused = [...statuses].filter(
      ([path, status]) => status !== 200 && !path.endsWith("op-get_curtin_config"),
    );
    expect(refused, style).toEqual([]);
    expectKinds(statuses);
  }
});

function expectKinds(statuses: ReadonlyMap<string, number>): void {
  for (const path of ["zones/far%20hall/", "users/dora%40example.com/", "files/a%20b.txt/", "tags/links/"])
    expect(statuses.has(`/SVC/api/2.0/${path}`)).toBe(true);
  const kinds = new Set(
    [...statuses.keys()].map((path) => path.replace(/^\/SVC\/api\/2\.0\/|[^/]*\d[^/]*/g, "")),
  );
  for (const kind of [
    ...["rackcontrollers/", "vlans//", "zones/default/", "resourcepool//", "subnets//"],
    ...["users/admin/", "tags/ssd/", "spaces/undefined/", "static-routes//", "pods//", "spaces//"],
    ...["rackcontrollers/op-describe_power_types", "subnets//op-statistics", "tags/links/op-machines"],
  ])
    expect(kinds).toContain(kind);
  for (const kind of ["interfaces", "blockdevices", "partition", "volume-group", "bcache-cache-set"])
    expect([...statuses.keys()].some((path) => path.includes(`/${kind}/`))).toBe(true);
}
