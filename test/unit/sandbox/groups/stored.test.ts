import { expect, test } from "vitest";
import { installationResults as results } from "../../../../src/sandbox/groups/nodes.ts";
import { stored } from "../../../../src/sandbox/groups/settings.ts";
import type { User } from "../../../../src/sandbox/state/users.ts";
import type { World } from "../../../../src/sandbox/state/world.ts";
import type { Handler } from "../../../../src/sandbox/wire/call.ts";
import { rejection } from "../answering.ts";
import { addMachine, administrator, alice, bareWorld, bob, bodyOf, send } from "../bare-world.ts";

const part = (text: string, name = "file") => ({ name, filename: "whatever", content: Buffer.from(text) });

const store = (world: World, filename: string, text: string, user: User = alice) =>
  send(world, stored["files.create"], { user, form: [["filename", filename]], files: [part(text)] });

test("a file without a name, without data or with company is refused", async () => {
  const world = bareWorld();
  const create = async (form: (readonly [string, string])[], parts: ReturnType<typeof part>[]) =>
    rejection(await send(world, stored["files.create"], { user: alice, form, files: parts }));
  expect(await create([], [part("x")])).toEqual([400, "filename"]);
  expect(await create([["filename", ""]], [part("x")])).toEqual([400, "filename"]);
  expect(await create([["filename", "a"]], [])).toEqual([400, "file"]);
  expect(await create([["filename", "a"]], [part("x"), part("y", "other")])).toEqual([400, "file"]);
  expect(world.state.settings.files).toEqual([]);
});

test("a file is read by name, by query and by key, with its content in base64", async () => {
  const world = bareWorld();
  const created = await store(world, "seed.txt", "seeded file\n");
  expect(created.status).toBe(200);
  const { key } = world.state.settings.files[0] ?? { key: "" };
  const whole = {
    filename: "seed.txt",
    anon_resource_uri: `/SVC/api/2.0/files/?op=get_by_key&key=${key}`,
    content: "c2VlZGVkIGZpbGUK",
    resource_uri: "/SVC/api/2.0/files/seed.txt/",
  };
  const read = [
    await send(world, stored["file.read"], { user: alice, path: { filename: "seed.txt" } }),
    await send(world, stored["files.get"], { user: alice, query: [["filename", "seed.txt"]] }),
    await send(world, stored["files.get_by_key"], { user: bob, query: [["key", key]] }),
  ];
  expect(read.map(bodyOf)).toEqual([whole, whole, whole]);
  const { content: _, ...listed } = whole;
  expect(bodyOf(await send(world, stored["files.list"], { user: alice }))).toEqual([listed]);
});

test("files are listed by name and prefix, each user's own", async () => {
  const world = bareWorld();
  for (const name of ["b", "a/2", "a/1", "ä"]) await store(world, name, name);
  await store(world, "a/1", "bob's", bob);
  const list = async (user: User, prefix?: string) =>
    bodyOf(
      await send(world, stored["files.list"], {
        user,
        query: prefix === undefined ? [] : [["prefix", prefix]],
      }),
    ).map((each: { filename: string }) => each.filename);
  expect(await list(alice)).toEqual(["a/1", "a/2", "b", "ä"]);
  expect(await list(alice, "a/")).toEqual(["a/1", "a/2"]);
  expect(await list(alice, "none")).toEqual([]);
  expect(await list(bob)).toEqual(["a/1"]);
  expect(await list(administrator)).toEqual([]);
});

test("a file stored again has the new content and the old key", async () => {
  const world = bareWorld();
  await store(world, "a", "one");
  const { key } = world.state.settings.files[0] ?? { key: "" };
  await store(world, "a", "two");
  const read = bodyOf(await send(world, stored["files.get_by_key"], { query: [["key", key]] }));
  expect(Buffer.from(read.content, "base64").toString()).toBe("two");
});

test("a file is deleted by both operations, by its owner only, and is then not found", async () => {
  const world = bareWorld();
  await store(world, "a", "one");
  await store(world, "b", "two");
  expect((await send(world, stored["file.delete"], { user: bob, path: { filename: "a" } })).status).toBe(404);
  expect(await send(world, stored["file.delete"], { user: alice, path: { filename: "a" } })).toEqual({
    status: 204,
    contentType: "text/plain",
    body: "",
  });
  expect(await send(world, stored["files.delete"], { user: alice, query: [["filename", "b"]] })).toEqual({
    status: 204,
    contentType: "text/plain",
    body: "",
  });
  expect((await send(world, stored["file.read"], { user: alice, path: { filename: "a" } })).status).toBe(404);
  expect((await send(world, stored["files.get"], { user: alice, query: [["filename", "b"]] })).status).toBe(
    404,
  );
  expect((await send(world, stored["files.get_by_key"], { query: [["key", "none"]] })).status).toBe(404);
  expect(
    (await send(world, stored["files.delete"], { user: alice, query: [["filename", "b"]] })).status,
  ).toBe(404);
});

test("a file operation without the name it needs is a 400, and without a caller a 401", async () => {
  const world = bareWorld();
  expect(rejection(await send(world, stored["files.get"], { user: alice }))).toEqual([400, "filename"]);
  expect(rejection(await send(world, stored["files.delete"], { user: alice }))).toEqual([400, "filename"]);
  expect(rejection(await send(world, stored["files.get_by_key"], { user: alice }))).toEqual([400, "key"]);
  for (const id of ["files.list", "files.create", "file.read", "file.delete"] as const) {
    expect((await send(world, stored[id], { user: undefined, path: { filename: "a" } })).status).toBe(401);
  }
});

test("commissioning scripts are for administrators alone", async () => {
  const world = bareWorld();
  const scripts = Object.entries<Handler>(stored).filter(([id]) => id.startsWith("commissioning-script"));
  expect(scripts).toHaveLength(5);
  for (const [, handler] of scripts) {
    expect((await send(world, handler, { user: alice, path: { name: "x" } })).status).toBe(403);
    expect((await send(world, handler, { user: undefined, path: { name: "x" } })).status).toBe(401);
  }
});

test("a commissioning script is created, read, replaced and deleted", async () => {
  const world = bareWorld();
  const create = (name: string, content: string) =>
    send(world, stored["commissioning-scripts.create"], {
      form: [["name", name]],
      files: [part(content, "content")],
    });
  expect(rejection(await send(world, stored["commissioning-scripts.create"]))).toEqual([
    400,
    "name",
    "content",
  ]);
  expect(rejection(await create("a/b", "#!/bin/sh"))).toEqual([400, "name"]);
  const created = bodyOf(await create("50-burn-in", "#!/bin/sh"));
  expect(created).toMatchObject({ name: "50-burn-in", content: "IyEvYmluL3No" });
  expect(rejection(await create("50-burn-in", "x"))).toEqual([400, "name"]);
  await create("10-first", "x");
  const names = bodyOf(await send(world, stored["commissioning-scripts.list"])).map(
    (each: { name: string }) => each.name,
  );
  expect(names).toEqual(["10-first", "50-burn-in"]);
  const path = { name: "50-burn-in" };
  expect(rejection(await send(world, stored["commissioning-script.update"], { path }))).toEqual([
    400,
    "content",
  ]);
  await send(world, stored["commissioning-script.update"], { path, form: [["content", "echo"]] });
  expect(bodyOf(await send(world, stored["commissioning-script.read"], { path }))).toMatchObject({
    content: "ZWNobw==",
  });
  expect(await send(world, stored["commissioning-script.delete"], { path })).toEqual({
    status: 204,
    contentType: "text/plain",
    body: "",
  });
  expect((await send(world, stored["commissioning-script.read"], { path })).status).toBe(404);
});

interface Result {
  readonly id: number;
  readonly name: string;
  readonly result_type: number;
  readonly script_result: number;
  readonly data: string;
  readonly node: { readonly system_id: string };
}

const listResults = async (
  world: World,
  query: (readonly [string, string])[] = [],
  user: User = administrator,
): Promise<Result[]> => bodyOf(await send(world, results["installation-results.list"], { user, query }));

test("results are those of machines that ran scripts and that the caller sees", async () => {
  const world = bareWorld();
  addMachine(world, "ready1");
  addMachine(world, "owned1", undefined, { owner: "alice", status: "allocated" });
  const never = addMachine(world, "newone", undefined, { status: "new" });
  never.results.commissioning = 0;
  const machines = (list: Result[]) => [...new Set(list.map(({ node }) => node.system_id))];
  expect(machines(await listResults(world))).toEqual(["ready1", "owned1"]);
  expect(machines(await listResults(world, [], bob))).toEqual(["ready1"]);
  expect(await listResults(world, [["system_id", "newone"]])).toEqual([]);
  expect((await send(world, results["installation-results.list"], { user: undefined })).status).toBe(401);
});

test("results are filtered by node, name and type, and keep their ids", async () => {
  const world = bareWorld();
  addMachine(world, "first1");
  addMachine(world, "second", undefined, { status: "deployed", osystem: "ubuntu" });
  const all = await listResults(world);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(await listResults(world)).toEqual(all);
  const lshw = await listResults(world, [
    ["system_id", "second"],
    ["name", "svc-lshw"],
    ["name", "svc-capture-lldpd"],
  ]);
  expect(lshw.map(({ name }) => name)).toEqual(["svc-capture-lldpd", "svc-lshw"]);
  expect(Buffer.from(lshw[1]?.data ?? "", "base64").toString()).toMatch(/^<\?xml/);
  const [inventory] = await listResults(world, [
    ["system_id", "second"],
    ["name", "50-svc-01-commissioning"],
  ]);
  expect(JSON.parse(Buffer.from(inventory?.data ?? "", "base64").toString())).toMatchObject({
    api_version: "1.0",
    environment: { kernel_architecture: "x86_64", server_name: "second" },
    resources: { cpu: {}, memory: {}, storage: {}, network: {} },
  });
  const installed = await listResults(world, [["result_type", "1"]]);
  expect(installed).toMatchObject([{ node: { system_id: "second" }, result_type: 1, script_result: 0 }]);
  expect(await listResults(world, [["result_type", "installation"]])).toEqual(installed);
  const bad = await send(world, results["installation-results.list"], { query: [["result_type", "9"]] });
  expect(rejection(bad)).toEqual([400, "result_type"]);
});

test("a machine that failed commissioning has a script that failed", async () => {
  const world = bareWorld();
  const node = addMachine(world, "failed", undefined, { status: "failed_commissioning" });
  node.results.commissioning = 3;
  const failed = (await listResults(world)).filter(({ script_result }) => script_result !== 0);
  expect(failed.map(({ name }) => name)).toEqual(["20-svc-03-machine-resources"]);
});
