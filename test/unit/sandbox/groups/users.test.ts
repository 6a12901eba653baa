import { expect, test } from "vitest";
import { apiKey } from "../../../../src/sandbox/state/users.ts";
import { findUser } from "../../../../src/sandbox/state/world.ts";
import { useHarness } from "../harness.ts";

const harness = useHarness();
const { get, post, del, id } = harness;

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

test("a new user has a key, and the rights of a user", async () => {
  const created = (await post("/users/", person)).json;
  expect(created).toMatchObject({ username: "dora", is_superuser: false, is_local: true });
  expect(created).not.toHaveProperty("password");
  expect((await get("/users/dora/")).json).toEqual(created);
  const key = keyOf("dora");
  expect((await get("/users/?op=whoami", key)).json).toEqual(created);
  expect((await post("/users/", { ...person, username: "x" }, key)).status).toBe(403);
  const allocation = await post("/machines/op-allocate", { name: "web-02" }, key);
  expect(allocation.json.owner).toBe("dora");
});

test("a user who owns objects can only be deleted if another user gets them", async () => {
  const refused = await del("/users/dora/");
  expect([refused.status, refused.text]).toEqual([
    400,
    "User dora cannot be deleted: 1 node(s) are still allocated",
  ]);
  expect((await del("/users/dora/?transfer_resources_to=nosuch")).status).toBe(400);
  expect((await del("/users/dora/?transfer_resources_to=dora")).status).toBe(400);
  const key = keyOf("dora");
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
