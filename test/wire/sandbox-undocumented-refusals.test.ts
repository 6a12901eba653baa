import { beforeAll, expect, test } from "vitest";
import type { Operation } from "../../src/catalogue/operation.ts";
import { loadServedOperations } from "../../src/sandbox/groups/handlers.ts";
import type { Values } from "./sandbox-caller.ts";
import { fixtureOfFile } from "./sandbox-fixture.ts";
import { isUnchanged, stateText, wrongValues } from "./sandbox-state-text.ts";

const fixture = await fixtureOfFile();
/** Path parameters, by the beginning of the path. */
let pathParameters: readonly (readonly [start: string, names: Readonly<Record<string, string>>])[];
/** Valid values of required fields. */
let validValues: Values;

beforeAll(async () => {
  const machine = await fixture.machine("ready");
  const node = fixture.sandbox.world.state.nodes.bySystemId[machine];
  const [disk] = node?.storage.devices ?? [];
  const vlan = await fixture.callOk("POST", "/fabrics/0/vlans/", { vid: 300 });
  const subnet = await fixture.callOk("POST", "/subnets/", { cidr: "10.99.0.0/24" });
  const space = await fixture.callOk("POST", "/spaces/", { name: "dmz" });
  const route = { source: "prod-net", destination: "mgmt-net", gateway_ip: "10.10.0.9" };
  const { id } = await fixture.callOk("POST", "/static-routes/", route);
  const notification = await fixture.callOk("POST", "/notifications/", { message: "x" });
  const rack = Object.values(fixture.sandbox.world.state.nodes.bySystemId).find(
    ({ nodeType }) => nodeType === "rackController",
  );
  const interfaceId = String(node?.interfaces[0]?.id);
  const storage = `/nodes/${machine}`;
  const group = async (path: string, name: string, values = {}) => {
    const ids: string[] = [];
    for (const end of ["a", "b"]) {
      const disk = { name: `${name}${end}`, size: "5G", block_size: 512, id_path: `/dev/${name}${end}` };
      ids.push(String((await fixture.callOk("POST", `${storage}/blockdevices/`, disk)).id));
    }
    const form = { ...values, name, block_devices: ids.join() };
    return { system_id: machine, id: String((await fixture.callOk("POST", `${storage}/${path}/`, form)).id) };
  };
  pathParameters = [
    ["/nodes/{system_id}/raid", await group("raids", "md0", { level: "raid-1" })],
    ["/nodes/{system_id}/volume-group", await group("volume-groups", "vg0")],
    ["/nodes/{system_id}/vmfs-datastore", await group("vmfs-datastores", "store")],
    ["/nodes/{system_id}/interfaces/", { system_id: machine, id: interfaceId }],
    [
      "/nodes/{system_id}/blockdevices/{device_id}/",
      { system_id: machine, device_id: String(disk?.id), id: String(disk?.partitions[0]?.id) },
    ],
    ["/nodes/{system_id}/blockdevices/", { system_id: machine, id: String(disk?.id) }],
    ["/vlans/", { id: String(vlan.id) }],
    ["/subnets/", { id: String(subnet.id) }],
    ["/spaces/", { id: String(space.id) }],
    ["/static-routes/", { id: String(id) }],
    ["/package-repositories/", { id: "1" }],
    ["/scripts/", { name: "10-smoke" }],
    ["/nodes/{system_id}/results/", { system_id: machine, id: "current-commissioning" }],
    ["/nodes/{system_id}/devices/", { system_id: machine }],
    ["/tags/", { name: "ssd" }],
    ["/notifications/", { id: String(notification.id) }],
    ["/zones/", { name: "north" }],
    ["/resourcepool/", { id: "1" }],
    ["/users/", { username: "carol" }],
    ["/rackcontrollers/", { system_id: rack?.systemId ?? "" }],
    ["/vm-hosts/", { id: "1" }],
    ["/pods/", { id: "1" }],
    ["/regioncontrollers/", { system_id: rack?.systemId ?? "" }],
  ];
  validValues = {
    ...{
      name: "fresh",
      tag: "x",
      fstype: "ext4",
      mount_point: "/srv",
      cidr: "10.98.0.0/24",
      mode: "LINK_UP",
    },
    ...{ mac_address: fixture.mac(), vlan: String(vlan.id), parent: interfaceId, parents: interfaceId },
    ...{ username: "dora", email: "dora@example.com", password: "x", is_superuser: "0", id: "1" },
    ...route,
  };
});

const pathOf = ({ path }: Operation): string => {
  const names = pathParameters.find(([start]) => path.startsWith(start))?.[1] ?? {};
  return path
    .replace(/(?<=\})op-(\w+)$/, "?op=$1")
    .replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(names[name] ?? "nosuch"));
};

const operations = (await loadServedOperations())
  .slice(189)
  .map(({ id, operation }) => [id, operation] as const)
  // The sandbox has no clusters.
  .filter(
    ([id, { fields = [] }]) =>
      !id.startsWith("vm-cluster.") && fields.some((field) => wrongValues(field).length > 0),
  );

test("there are undocumented operations with restricted fields", () => {
  expect(operations.length).toBeGreaterThan(15);
});

test.each(operations)("%s refuses invalid values and changes nothing", async (_id, operation) => {
  const { method, fields = [] } = operation;
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const values = Object.fromEntries(required.map((name) => [name, validValues[name] ?? ""]));
  for (const field of fields)
    for (const wrong of wrongValues(field)) {
      const before = stateText(fixture.sandbox.world);
      const answer = await fixture.call(method, pathOf(operation), { ...values, [field.name]: wrong });
      const label = `${field.name}=${wrong}`;
      const saysWhich = answer.status === 400 && Object.keys(answer.json as object).includes(field.name);
      expect(
        [answer.status, saysWhich, isUnchanged(before, stateText(fixture.sandbox.world))],
        label,
      ).toEqual([400, true, true]);
    }
});
