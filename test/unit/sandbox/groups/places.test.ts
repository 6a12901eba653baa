import { expect, test } from "vitest";
import { useHarness } from "../harness.ts";

const harness = useHarness();
const { get, post, put, del, id } = harness;

test.each([
  ["zone", "/zones/", "zones", (place: { name: string }) => `/zones/${encodeURIComponent(place.name)}/`],
  ["pool", "/resourcepools/", "pools", (place: { id: number }) => `/resourcepool/${place.id}/`],
] as const)(
  "a %s can be created, changed and deleted; nodes of a zone move to the default, those of a pool stay",
  async (kind, all, slice, pathOf) => {
    const created = (await post(all, { name: "far away", description: "x" })).json;
    expect(created).toMatchObject({ name: "far away", description: "x" });
    const path = pathOf(created);
    expect((await get(path)).json).toEqual(created);
    expect(created.resource_uri).toBe(`/SVC/api/2.0${path}`);
    const machine = id("web-01");
    await put(`/machines/${machine}/`, { [kind]: "far away" });
    const filtered = await get(`/machines/?${kind}=far+away`);
    expect(filtered.json.map((each: { hostname: string }) => each.hostname)).toEqual(["web-01"]);
    const renamed = (await put(path, { name: "near" })).json;
    expect(renamed).toMatchObject({ id: created.id, name: "near", description: "x" });
    expect((await get(`/machines/${machine}/`)).json[kind]).toEqual(renamed);
    if (kind === "pool") {
      const refused = await del(pathOf(renamed));
      expect([refused.status, refused.text]).toEqual([400, "Pool has machines in it, it cannot be deleted."]);
      await put(`/machines/${machine}/`, { pool: "default" });
    }
    const deletion = await del(pathOf(renamed));
    expect([deletion.status, deletion.text]).toEqual([204, ""]);
    expect((await get(pathOf(renamed))).status).toBe(404);
    expect((await get(`/machines/${machine}/`)).json[kind].name).toBe("default");
    const next = (await post(all, { name: "next" })).json;
    expect(next.id).toBe(created.id + 1);
    expect(harness.sandbox.world.state.places[slice].map(({ name }) => name)).toContain("next");
  },
);

test.each([
  ["POST", "/zones/", { name: "north" }, 400, { name: ["Physical zone with this Name already exists."] }],
  ["POST", "/zones/", { name: "" }, 400, { name: ["This field is required."] }],
  ["POST", "/zones/", { name: "a/b" }, 400, { name: ["Enter a valid value."] }],
  ["POST", "/zones/", { description: "x" }, 400, { name: ["This field is required."] }],
  [
    "PUT",
    "/zones/north/",
    { name: "south" },
    400,
    { name: ["Physical zone with this Name already exists."] },
  ],
  ["PUT", "/zones/north/", { name: "" }, 400, { name: ["This field is required."] }],
  [
    "POST",
    "/resourcepools/",
    { name: "web" },
    400,
    { name: ["Resource pool with this Name already exists."] },
  ],
] as const)(
  "%s %s with %j is %i, and changes nothing",
  async (method, path, fields, status, expectedText) => {
    const before = JSON.stringify(harness.sandbox.world.state.places);
    const reply = await harness[method === "POST" ? "post" : "put"](path, fields);
    expect([reply.status, reply.json]).toEqual([status, expectedText]);
    expect(JSON.stringify(harness.sandbox.world.state.places)).toBe(before);
  },
);

test("the defaults cannot be deleted, unknown ones are a 404, and users may only read", async () => {
  expect((await del("/zones/default/")).status).toBe(400);
  expect((await del("/resourcepool/0/")).status).toBe(400);
  const unknown = await get("/zones/nope/");
  expect([unknown.status, unknown.text]).toEqual([404, "No Zone matches the given query."]);
  expect((await get("/resourcepool/99/")).text).toBe("No ResourcePool matches the given query.");
  const { user } = harness;
  expect((await get("/zones/", user)).status).toBe(200);
  expect((await get("/resourcepool/0/", user)).status).toBe(200);
  expect((await post("/zones/", { name: "x" }, user)).status).toBe(403);
  expect((await put("/zones/north/", { name: "x" }, user)).status).toBe(403);
  expect((await del("/resourcepool/1/", user)).status).toBe(403);
});
