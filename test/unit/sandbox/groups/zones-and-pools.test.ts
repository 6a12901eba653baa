import { expect, test } from "vitest";
import { createRandom } from "../../random.ts";
import { harnessOfFile, harnessOfTest } from "../harness.ts";

const harness = await harnessOfFile();
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

test("the defaults cannot be deleted, unknown ones are a 404, and users may read", async () => {
  expect((await del("/zones/default/")).status).toBe(400);
  expect((await del("/resourcepool/0/")).status).toBe(400);
  const unknown = await get("/zones/nope/");
  expect([unknown.status, unknown.text]).toEqual([404, "No Zone matches the given query."]);
  expect((await get("/resourcepool/99/")).text).toBe("No ResourcePool matches the given query.");
  const { user } = harness;
  expect((await get("/zones/", user)).status).toBe(200);
  expect((await get("/resourcepool/0/", user)).status).toBe(200);
});

const names = (reply: { json: readonly { hostname: string }[] }) =>
  reply.json.map(({ hostname }) => hostname);

test("the tags of the fleet exist, and list the nodes that have them", async () => {
  harness.sandbox.reset();
  const tags = (await get("/tags/")).json.map((each: { name: string }) => each.name);
  expect(tags).toEqual(["gpu", "nvme", "raid", "rotary", "ssd", "virtual"]);
  expect(names(await get("/tags/gpu/?op=machines"))).toEqual(["gpu-01"]);
  expect(names(await get("/tags/gpu/op-nodes"))).toEqual(["gpu-01"]);
  for (const kind of ["devices", "rack_controllers", "region_controllers"])
    expect((await get(`/tags/gpu/?op=${kind}`)).json).toEqual([]);
});

test("allocate finds a machine by a new tag, also after the tag is renamed", async () => {
  const created = (await post("/tags/", { name: "fast", comment: "x", kernel_opts: "quiet" })).json;
  expect(created).toEqual({
    name: "fast",
    definition: "",
    comment: "x",
    kernel_opts: "quiet",
    resource_uri: "/SVC/api/2.0/tags/fast/",
  });
  const machine = id("web-02");
  const counted = await post("/tags/fast/?op=update_nodes", { add: [machine, "nosuch"] });
  expect(counted.json).toEqual({ added: 1, removed: 0 });
  expect((await put("/tags/fast/", { name: "faster" })).json.name).toBe("faster");
  expect((await get("/tags/fast/")).text).toBe("No Tag matches the given query.");
  const allocation = await post("/machines/op-allocate", { tags: "faster", dry_run: "true" });
  expect(allocation.json.system_id).toBe(machine);
  const removal = await post("/tags/faster/?op=update_nodes", { remove: machine });
  expect(removal.json).toEqual({ added: 0, removed: 1 });
  const none = await post("/machines/op-allocate", { tags: "faster", dry_run: "true" });
  expect(none.status).toBe(409);
});

test("a deleted tag is removed from its nodes", async () => {
  expect((await del("/tags/raid/")).status).toBe(204);
  const tagged = Object.values(harness.sandbox.world.state.nodes.bySystemId).filter((node) =>
    node.tags.includes("raid"),
  );
  expect(tagged).toEqual([]);
});

test("users see only nodes that they may see", async () => {
  const { user } = harness;
  expect((await get("/tags/", user)).status).toBe(200);
  const [all, visible] = [await get("/tags/ssd/?op=nodes"), await get("/tags/ssd/?op=nodes", user)];
  expect(names(all)).toContain("app-01");
  expect(names(visible)).not.toContain("app-01");
});

test.each([
  ["/tags/", { name: "bad name" }, 400, { name: ["Enter a valid value."] }],
  ["/tags/", { name: "ssd" }, 400, { name: ["Tag with this Name already exists."] }],
  ["/tags/", {}, 400, { name: ["This field is required."] }],
] as const)("POST %s with %j is %i", async (path, fields, status, expectedText) => {
  const reply = await post(path, fields);
  expect([reply.status, reply.json]).toEqual([status, expectedText]);
});

test("a definition is refused with a message, since the sandbox evaluates none", async () => {
  const reply = await post("/tags/", { name: "by-xpath", definition: "//node" });
  expect([reply.status, Object.keys(reply.json)]).toEqual([400, ["definition"]]);
  expect((await get("/tags/by-xpath/")).status).toBe(404);
  const other = await post("/tags/ssd/?op=update_nodes", { definition: "//node" });
  expect(other.status).toBe(409);
  expect((await post("/tags/ssd/?op=rebuild")).json).toEqual({ rebuilding: "ssd" });
});

test("lists, filters and allocation agree on the tags of nodes, however they were changed", async () => {
  const administrator = await harnessOfTest();
  const random = createRandom(31);
  const tagNames = ["a", "b", "c", "d", "never"];
  for (const name of tagNames) await administrator.post("/tags/", { name });
  const machines = (await administrator.get("/machines/")).json as {
    system_id: string;
    status_name: string;
  }[];
  const tagsOf = new Map(machines.map(({ system_id }) => [system_id, new Set<string>()]));
  const withTag = (name: string) => machines.filter(({ system_id }) => tagsOf.get(system_id)?.has(name));
  const idsOf = (all: readonly { system_id: string }[]) => all.map(({ system_id }) => system_id).sort();
  for (let round = 0; round < 60; round += 1) {
    const name = random.pick(tagNames.slice(0, -1));
    const some = () => machines.filter(() => random.below(4) === 0).map(({ system_id }) => system_id);
    const [add, remove] = [some(), some()];
    await administrator.post(`/tags/${name}/?op=update_nodes`, { add, remove });
    for (const id of add) tagsOf.get(id)?.add(name);
    for (const id of remove) tagsOf.get(id)?.delete(name);
    const [required, unwanted] = [random.pick(tagNames), random.pick(tagNames)];
    const meets = (id: string) => tagsOf.get(id)?.has(required) === true && !tagsOf.get(id)?.has(unwanted);
    const expected = idsOf(machines.filter(({ system_id }) => meets(system_id)));
    for (const list of ["machines", "nodes"]) {
      const answer = await administrator.get(`/${list}/?tags=${required}&not_tags=${unwanted}`);
      expect([round, list, answer.status, idsOf(answer.json)]).toEqual([round, list, 200, expected]);
    }
    expect(idsOf((await administrator.get(`/tags/${required}/?op=machines`)).json)).toEqual(
      idsOf(withTag(required)),
    );
    const free = new Set(idsOf(machines.filter(({ status_name }) => status_name === "Ready")));
    const allocation = await administrator.post("/machines/op-allocate", {
      tags: required,
      not_tags: unwanted,
      dry_run: "true",
    });
    const mayBe = expected.filter((id) => free.has(id));
    if (mayBe.length === 0) expect([round, allocation.status]).toEqual([round, 409]);
    else expect(mayBe).toContain(allocation.json.system_id);
  }
});

test("a tag without nodes filters a list to nothing, and an unknown tag is refused", async () => {
  await post("/tags/", { name: "idle" });
  expect((await get("/machines/?tags=idle")).json).toEqual([]);
  const all = (await get("/machines/")).json.length;
  expect((await get("/machines/?not_tags=idle")).json.length).toBe(all);
  for (const filter of ["tags", "not_tags"]) {
    const reply = await get(`/machines/?${filter}=nosuch`);
    expect([reply.status, Object.keys(reply.json)]).toEqual([400, [filter]]);
  }
  await del("/tags/idle/");
  expect((await get("/machines/?tags=idle")).status).toBe(400);
});
