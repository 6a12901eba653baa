import { deserialize } from "bson";
import { expect, test } from "vitest";
import { useHarness } from "../harness.ts";

const harness = useHarness();
const { get, put, id } = harness;

const rackId = () => id("rack-01");

test("only administrators see rack controllers", async () => {
  const [rack] = (await get("/rackcontrollers/")).json;
  expect((await get(`/rackcontrollers/${rack.system_id}/`)).json).toEqual(rack);
  expect((await get("/rackcontrollers/?hostname=nosuch")).json).toEqual([]);
  expect((await get("/rackcontrollers/?nosuch=1")).status).toBe(400);
  expect((await get("/rackcontrollers/", harness.user)).json).toEqual([]);
  const hidden = await get(`/rackcontrollers/${rack.system_id}/`, harness.user);
  expect([hidden.status, hidden.text]).toEqual([403, ""]);
});

test("every read operation works for a rack controller, and is refused for a machine", async () => {
  const path = `/rackcontrollers/${rackId()}/`;
  expect((await get(`${path}op-power_parameters`)).json).toEqual({});
  expect((await get(`${path}?op=query_power_state`)).json).toEqual({ state: "on" });
  expect((await get("/rackcontrollers/?op=power_parameters")).json).toEqual({ [rackId()]: {} });
  const other = `/rackcontrollers/?op=power_parameters&id=${id("web-02")}`;
  expect((await get(other)).json).toEqual({});
  const details = await get(`${path}?op=details`);
  expect(details.type).toBe("application/bson");
  expect(Object.keys(deserialize(details.bytes)).sort()).toEqual(["lldp", "lshw"]);
  for (const op of ["", "op-details", "op-power_parameters", "op-query_power_state", "op-list_boot_images"])
    expect([op, (await get(`/rackcontrollers/${id("web-02")}/${op}`)).status]).toEqual([op, 404]);
});

test("a rack controller has the images that the service has synced", async () => {
  const list = async () => (await get(`/rackcontrollers/${rackId()}/op-list_boot_images`)).json;
  const { connected, images, status } = await list();
  expect([connected, status]).toEqual([true, "synced"]);
  const resources = (await get("/boot-resources/?type=synced")).json;
  expect(images.map(({ name }: { name: string }) => name)).toEqual(
    resources.map(({ name }: { name: string }) => name),
  );
  for (const { name, architecture, subarches } of images) {
    expect(name).toMatch(/^[a-z]+\/[a-z0-9]+$/);
    expect(["amd64", "arm64"]).toContain(architecture);
    expect(subarches.length).toBeGreaterThan(0);
  }
});

test("the described power types list exactly the parameters that the service requires", async () => {
  const types = (await get("/rackcontrollers/op-describe_power_types", harness.user)).json;
  expect(types.length).toBeGreaterThan(15);
  const machine = id("web-02");
  for (const { name, fields } of types) {
    const required = fields.map((field: { name: string }) => `power_parameters_${field.name}`);
    const bare = await put(`/machines/${machine}/`, { power_type: name });
    if (required.length === 0) expect([name, bare.status]).toEqual([name, 200]);
    else
      expect([name, bare.status, Object.keys(JSON.parse(bare.text)).sort()]).toEqual([
        name,
        400,
        required.sort(),
      ]);
    const allParameters = Object.fromEntries(required.map((each: string) => [each, "00:16:3e:00:00:01"]));
    expect([
      name,
      (await put(`/machines/${machine}/`, { power_type: name, ...allParameters })).status,
    ]).toEqual([name, 200]);
  }
});

test("the MAC address of a rack controller counts as registered", async () => {
  const [each] = (await get(`/rackcontrollers/${rackId()}/`)).json.interface_set;
  const path = `/rackcontrollers/?op=is_registered&mac_address=${encodeURIComponent(each.mac_address)}`;
  expect((await get(path)).text).toBe("true");
});
