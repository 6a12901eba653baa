import { expect, test } from "vitest";
import { useHarness } from "../harness.ts";

const harness = useHarness();

const names = (reply: { json: readonly { hostname: string }[] }) =>
  reply.json.map(({ hostname }) => hostname);

test("the tags of the fleet are tags, and their lists are those of the nodes", async () => {
  const tags = (await harness().get("/tags/")).json.map((each: { name: string }) => each.name);
  expect(tags).toEqual(["gpu", "nvme", "raid", "rotary", "ssd", "virtual"]);
  expect(names(await harness().get("/tags/gpu/?op=machines"))).toEqual(["gpu-01"]);
  expect(names(await harness().get("/tags/gpu/op-nodes"))).toEqual(["gpu-01"]);
  for (const kind of ["devices", "rack_controllers", "region_controllers"])
    expect((await harness().get(`/tags/gpu/?op=${kind}`)).json).toEqual([]);
});

test("a tag that is given to a machine is one that allocate finds, under a new name too", async () => {
  const made = (await harness().post("/tags/", { name: "fast", comment: "x", kernel_opts: "quiet" })).json;
  expect(made).toEqual({
    name: "fast",
    definition: "",
    comment: "x",
    kernel_opts: "quiet",
    resource_uri: "/SVC/api/2.0/tags/fast/",
  });
  const machine = harness().id("web-02");
  const counted = await harness().post("/tags/fast/?op=update_nodes", { add: [machine, "nosuch"] });
  expect(counted.json).toEqual({ added: 1, removed: 0 });
  expect((await harness().put("/tags/fast/", { name: "faster" })).json.name).toBe("faster");
  expect((await harness().get("/tags/fast/")).text).toBe("No Tag matches the given query.");
  const found = await harness().post("/machines/op-allocate", { tags: "faster", dry_run: "true" });
  expect(found.json.system_id).toBe(machine);
  const taken = await harness().post("/tags/faster/?op=update_nodes", { remove: machine });
  expect(taken.json).toEqual({ added: 0, removed: 1 });
  const none = await harness().post("/machines/op-allocate", { tags: "faster", dry_run: "true" });
  expect(none.status).toBe(409);
});

test("a deleted tag is taken from its nodes", async () => {
  expect((await harness().del("/tags/raid/")).status).toBe(204);
  const tagged = Object.values(harness().sandbox.world.state.nodes.bySystemId).filter((node) =>
    node.tags.includes("raid"),
  );
  expect(tagged).toEqual([]);
});

test("users see the nodes that they may see, and change nothing", async () => {
  const { user } = harness();
  expect((await harness().get("/tags/", user)).status).toBe(200);
  const [all, own] = [
    await harness().get("/tags/ssd/?op=nodes"),
    await harness().get("/tags/ssd/?op=nodes", user),
  ];
  expect(names(all)).toContain("app-01");
  expect(names(own)).not.toContain("app-01");
  for (const reply of [
    await harness().post("/tags/", { name: "x" }, user),
    await harness().post("/tags/ssd/?op=update_nodes", { remove: harness().id("web-02") }, user),
    await harness().del("/tags/ssd/", user),
  ])
    expect(reply.status).toBe(403);
});

test.each([
  ["/tags/", { name: "bad name" }, 400, { name: ["Enter a valid value."] }],
  ["/tags/", { name: "ssd" }, 400, { name: ["Tag with this Name already exists."] }],
  ["/tags/", {}, 400, { name: ["This field is required."] }],
] as const)("POST %s with %j is %i", async (path, fields, status, said) => {
  const reply = await harness().post(path, fields);
  expect([reply.status, reply.json]).toEqual([status, said]);
});

test("a definition is refused in words, since none is evaluated", async () => {
  const reply = await harness().post("/tags/", { name: "by-xpath", definition: "//node" });
  expect([reply.status, Object.keys(reply.json)]).toEqual([400, ["definition"]]);
  expect((await harness().get("/tags/by-xpath/")).status).toBe(404);
  const other = await harness().post("/tags/ssd/?op=update_nodes", { definition: "//node" });
  expect(other.status).toBe(409);
  expect((await harness().post("/tags/ssd/?op=rebuild")).json).toEqual({ rebuilding: "ssd" });
});
