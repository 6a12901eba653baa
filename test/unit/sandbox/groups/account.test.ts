import { expect, test } from "vitest";
import { apiKey } from "../../../../src/sandbox/state/users.ts";
import { findUser, recordEvent } from "../../../../src/sandbox/state/world.ts";
import { harnessOfFile, harnessOfTest, plaintext } from "../harness.ts";

const harness = await harnessOfFile();
const { get, post, del, id, reach } = harness;

test("a token works from its creation to its deletion, and can be renamed", async () => {
  const { user } = harness;
  const created = (await post("/account/op-create_authorisation_token", { name: "ci" }, user)).json;
  expect(Object.keys(created).sort()).toEqual(["consumer_key", "name", "token_key", "token_secret"]);
  expect([created.consumer_key.length, created.token_key.length, created.token_secret.length]).toEqual([
    18, 18, 32,
  ]);
  const key = `${created.consumer_key}:${created.token_key}:${created.token_secret}`;
  expect((await get("/account/op-list_authorisation_tokens", key)).json).toContainEqual({
    ...created,
    token: key,
  });
  const renamed = await post("/account/op-update_token_name", { token: key, name: "laptop" }, key);
  expect([renamed.status, renamed.contentType]).toEqual([200, "text/plain; charset=utf-8"]);
  await post("/account/op-update_token_name", { token: created.token_key, name: "desk" }, key);
  expect((await get("/account/op-list_authorisation_tokens", key)).json.at(-1).name).toBe("desk");
  const deletion = await post(
    "/account/op-delete_authorisation_token",
    { token_key: created.token_key },
    user,
  );
  expect([deletion.status, deletion.text, deletion.contentType]).toEqual([204, "", "text/plain"]);
  expect((await get("/account/op-list_authorisation_tokens", key)).status).toBe(401);
});

test("tokens: missing fields are reported, and other users' tokens are a 404", async () => {
  const { user, sandbox } = harness;
  const [, otherTokenKey = ""] = sandbox.keys.administrator.split(":");
  expect(Object.keys((await post("/account/op-delete_authorisation_token", {}, user)).json)).toEqual([
    "token_key",
  ]);
  expect(
    Object.keys((await post("/account/op-update_token_name", { token: otherTokenKey }, user)).json),
  ).toEqual(["name"]);
  expect(
    (await post("/account/op-delete_authorisation_token", { token_key: otherTokenKey }, user)).status,
  ).toBe(404);
  expect(
    (await post("/account/op-update_token_name", { token: otherTokenKey, name: "x" }, user)).status,
  ).toBe(404);
});

async function withEvents(count: number) {
  const other = await harnessOfTest({ machines: 3 });
  const { world } = other.sandbox;
  world.state.events.records.length = 0;
  world.state.events.nextId = 1;
  const node = world.state.nodes.bySystemId[other.id("web-01")];
  for (let index = 0; index < count; index += 1)
    recordEvent(world, { type: "Tick", ...(node === undefined ? {} : { node }) });
  return other;
}

const ids = (page: { events: { id: number }[] }) => page.events.map((each) => each.id);

test("events: newest first, a hundred by default, at most a thousand", async () => {
  const { get } = await withEvents(1200);
  const first = (await get("/events/op-query")).json;
  expect([first.count, ids(first)[0], ids(first).at(-1)]).toEqual([100, 1200, 1101]);
  expect((await get("/events/op-query?limit=1000")).json.count).toBe(1000);
  expect((await get("/events/op-query?limit=1001")).status).toBe(400);
  expect((await get("/events/op-query?limit=many")).status).toBe(400);
  expect(ids((await get("/events/op-query?limit=2&before=1101")).json)).toEqual([1100, 1099]);
  expect(ids((await get("/events/op-query?limit=2&after=10")).json)).toEqual([12, 11]);
  expect((await get("/events/op-query?before=5&after=1")).status).toBe(400);
  expect((await get("/events/op-query?level=LOUD")).status).toBe(400);
  expect(first.next_uri).toBe("/SVC/api/2.0/events/?after=1200");
  expect(first.prev_uri).toBe("/SVC/api/2.0/events/?before=1101");
});

test("events: all filters, the order of levels, and the format of the time", async () => {
  const { get, id, sandbox, user } = await withEvents(3);
  const { world } = sandbox;
  const node = world.state.nodes.bySystemId[id("db-01")];
  if (node === undefined) throw new Error("no db-01");
  node.owner = "admin";
  node.agentName = "ci";
  for (const level of ["DEBUG", "WARNING", "ERROR", "CRITICAL", "AUDIT"] as const)
    recordEvent(world, { type: level, level, node });
  const types = async (query: string, key?: string) =>
    (await get(`/events/op-query?${query}`, key)).json.events.map((each: { type: string }) => each.type);
  expect(await types("level=ERROR")).toEqual(["CRITICAL", "ERROR"]);
  expect(await types("level=DEBUG&hostname=db-01")).toEqual(["CRITICAL", "ERROR", "WARNING", "DEBUG"]);
  expect(await types("level=AUDIT&hostname=db-01")).toHaveLength(5);
  expect(await types(`id=${id("web-01")}`)).toEqual(["Tick", "Tick", "Tick"]);
  expect(await types("hostname=web-01&hostname=db-01")).toHaveLength(6);
  expect(await types("mac_address=52:54:00:10:00:02&level=ERROR")).toEqual(["CRITICAL", "ERROR"]);
  expect(await types("zone=default")).toHaveLength(3);
  expect(await types("agent_name=ci&level=ERROR")).toHaveLength(2);
  expect(await types("owner=admin&level=ERROR")).toHaveLength(2);
  expect(await types("level=ERROR", user)).toEqual([]);
  const [event] = (await get("/events/op-query?limit=1")).json.events;
  expect(Object.keys(event).sort()).toEqual([
    ...["created", "description", "hostname", "id", "level", "node", "type", "username"],
  ]);
  expect(event.created).toMatch(/^\w{3}, \d\d \w{3}\. \d{4} \d\d:\d\d:\d\d$/);
});

test("events of a machine are in order, with comment and username", async () => {
  const machine = id("web-01");
  await post("/machines/op-allocate", { system_id: machine, comment: "for the demo" });
  await post(`/machines/${machine}/op-deploy`, { comment: "go" });
  await reach(machine, "deployed");
  const { events } = (await get(`/events/op-query?id=${machine}&limit=5`)).json;
  expect(events.map((each: { type: string }) => each.type)).toEqual([
    ...["Deployed", "Image Deployed", "Deploying", "User starting deployment", "Allocated"],
  ]);
  expect(events.at(-1)).toMatchObject({ username: "admin", description: "for the demo", hostname: "web-01" });
});

test("faults of requests can be changed at run time: errors, Retry-After, dropped and cut answers", async () => {
  const other = await harnessOfTest({ faults: ["errors=1,status=503,retry-after=7"] });
  const { sandbox, get } = other;
  const failed = await get("/machines/");
  expect([failed.status, failed.headers["retry-after"]]).toEqual([503, "7"]);
  const faults = `${sandbox.url.slice(0, -"/SVC".length)}/_sandbox/faults`;
  const headers = { "X-Sandbox-Control": "1" };
  const set = async (method: string, body?: string) =>
    await fetch(faults, { method, headers, ...(body === undefined ? {} : { body }) });
  expect((await set("PUT", "errors=1,status=500")).status).toBe(200);
  const plain = await get("/machines/");
  expect([plain.status, plain.headers["retry-after"]]).toEqual([500, undefined]);
  for (const fault of ["drop=1", "half=1"]) {
    await set("PUT", fault);
    await expect(get("/machines/")).rejects.toThrow();
  }
  expect((await set("POST", "clock=-400")).status).toBe(200);
  expect(await (await set("GET")).json()).toMatchObject({ faults: ["half=1", "clock=-400"] });
  expect((await set("PUT", "nonsense=1")).status).toBe(400);
  expect(await (await set("GET")).json()).toMatchObject({ faults: ["half=1", "clock=-400"] });
  await set("PUT", "clock=-400\nlatency=1-3");
  const skewed = await get("/machines/");
  expect(skewed.status).toBe(401);
  expect(Date.now() - Date.parse(skewed.headers.date ?? "")).toBeGreaterThan(390_000);
  const adjusted = plaintext(sandbox.keys.administrator, {
    oauth_timestamp: String(Math.floor(Date.now() / 1000) - 400),
  });
  const url = `${sandbox.url}/api/2.0/machines/`;
  expect((await fetch(url, { headers: { Authorization: adjusted } })).status).toBe(200);
  expect((await set("DELETE")).status).toBe(204);
  expect((await get("/machines/")).status).toBe(200);
  expect((await fetch(faults.replace("faults", "status"))).status).toBe(200);
  expect((await fetch(faults.replace("faults", "nosuch"), { headers })).status).toBe(404);
});

const person = { username: "dora", email: "dora@example.com", password: "x", is_superuser: "0" };
const keyOf = (username: string) => {
  const token = findUser(harness.sandbox.world, username)?.tokens[0];
  return token === undefined ? "" : apiKey(token);
};

test("whoami answers for every user", async () => {
  const admin = { is_superuser: true, username: "admin", email: "admin@sandbox.example", is_local: true };
  expect((await get("/users/?op=whoami")).json).toEqual({
    ...admin,
    resource_uri: "/SVC/api/2.0/users/admin/",
  });
  expect((await get("/users/op-whoami", harness.user)).json).toMatchObject({
    username: "bob",
    is_superuser: false,
  });
  expect((await get("/users/?op=whoami", null)).status).toBe(401);
});

test("a new user has a key and the rights of a user, and can be deleted if another user gets the objects", async () => {
  const created = (await post("/users/", person)).json;
  expect(created).toMatchObject({ username: "dora", is_superuser: false, is_local: true });
  expect(created).not.toHaveProperty("password");
  expect((await get("/users/dora/")).json).toEqual(created);
  const key = keyOf("dora");
  expect((await get("/users/?op=whoami", key)).json).toEqual(created);
  const allocation = await post("/machines/op-allocate", { name: "web-02" }, key);
  expect(allocation.json.owner).toBe("dora");
  const refused = await del("/users/dora/");
  expect([refused.status, refused.text]).toEqual([
    400,
    "User dora cannot be deleted: 1 node(s) are still allocated",
  ]);
  expect((await del("/users/dora/?transfer_resources_to=nosuch")).status).toBe(400);
  expect((await del("/users/dora/?transfer_resources_to=dora")).status).toBe(400);
  expect((await del("/users/dora/?transfer_resources_to=carol")).status).toBe(204);
  expect((await get(`/machines/${id("web-02")}/`)).json.owner).toBe("carol");
  expect((await get("/users/dora/")).text).toBe("No User matches the given query.");
  expect((await get("/machines/", key)).status).toBe(400 + 1);
});

test.each([
  [{ ...person, username: "" }, ["username"]],
  [{ ...person, username: "bob" }, ["username"]],
  [{ ...person, email: "bob@sandbox.example" }, ["email"]],
  [{ ...person, is_superuser: "perhaps" }, ["is_superuser"]],
  [{ username: "eve" }, ["email", "password", "is_superuser"]],
])("%j is refused", async (fields, wrong) => {
  const before = harness.sandbox.world.state.users.length;
  const reply = await post("/users/", fields);
  expect([reply.status, Object.keys(reply.json).sort()]).toEqual([400, [...wrong].sort()]);
  expect(harness.sandbox.world.state.users).toHaveLength(before);
});

test("users cannot delete themselves", async () => {
  expect((await del("/users/admin/")).status).toBe(400);
});
