import { expect, test } from "vitest";
import type { User } from "../../../../src/sandbox/state/users.ts";
import type { World } from "../../../../src/sandbox/state/world.ts";
import { admin, ask, bob, carol, expectRefusal, noContent, rejection } from "../answering.ts";
import { addMachine, networkedWorld } from "../networked-world.ts";

const part = (text: string, name = "file") => ({ name, filename: "whatever", content: Buffer.from(text) });

const store = (world: World, filename: string, text: string, as: User = carol) =>
  ask(world, "files.create", { as, form: { filename }, files: [part(text)] });

test("a file without a name, without data, or together with another file is refused", async () => {
  const world = networkedWorld(0);
  const create = async (form: Record<string, string>, ...files: ReturnType<typeof part>[]) =>
    rejection(await ask(world, "files.create", { as: carol, form, files }));
  expect(await create({}, part("x"))).toEqual([400, "filename"]);
  expect(await create({ filename: "" }, part("x"))).toEqual([400, "filename"]);
  expect(await create({ filename: "a" })).toEqual([400, "file"]);
  expect(await create({ filename: "a" }, part("x"), part("y", "other"))).toEqual([400, "file"]);
  expect(world.state.settings.files).toEqual([]);
});

test("a file is read by name, by query and by key, with its content in base64", async () => {
  const world = networkedWorld(0);
  const created = await store(world, "seed.txt", "seeded file\n");
  expect(created.status).toBe(200);
  const { key } = world.state.settings.files[0] ?? { key: "" };
  const fullFile = {
    filename: "seed.txt",
    anon_resource_uri: `/SVC/api/2.0/files/?op=get_by_key&key=${key}`,
    content: "c2VlZGVkIGZpbGUK",
    resource_uri: "/SVC/api/2.0/files/seed.txt/",
  };
  const read = [
    await ask(world, "file.read", { as: carol, path: { filename: "seed.txt" } }),
    await ask(world, "files.get", { as: carol, query: { filename: "seed.txt" } }),
    await ask(world, "files.get_by_key", { as: bob, query: { key } }),
  ];
  expect(read.map(({ body }) => body)).toEqual([fullFile, fullFile, fullFile]);
  const { content: _, ...listed } = fullFile;
  expect((await ask(world, "files.list", { as: carol })).body).toEqual([listed]);
});

test("users list their own files, by name and by prefix", async () => {
  const world = networkedWorld(0);
  for (const name of ["b", "a/2", "a/1", "ä"]) await store(world, name, name);
  await store(world, "a/1", "bob's", bob);
  const list = async (as: User, query: Record<string, string> = {}): Promise<string[]> =>
    (await ask(world, "files.list", { as, query })).body.map((each: { filename: string }) => each.filename);
  expect(await list(carol)).toEqual(["a/1", "a/2", "b", "ä"]);
  expect(await list(carol, { prefix: "a/" })).toEqual(["a/1", "a/2"]);
  expect(await list(carol, { prefix: "none" })).toEqual([]);
  expect(await list(bob)).toEqual(["a/1"]);
  expect(await list(admin)).toEqual([]);
});

test("storing a file again replaces its content and keeps its key", async () => {
  const world = networkedWorld(0);
  await store(world, "a", "one");
  const { key } = world.state.settings.files[0] ?? { key: "" };
  await store(world, "a", "two");
  const read = (await ask(world, "files.get_by_key", { query: { key } })).body;
  expect(Buffer.from(read.content, "base64").toString()).toBe("two");
});

test("only the owner can delete a file, with both operations", async () => {
  const world = networkedWorld(0);
  await store(world, "a", "one");
  await store(world, "b", "two");
  expect((await ask(world, "file.delete", { as: bob, path: { filename: "a" } })).status).toBe(404);
  expect(await ask(world, "file.delete", { as: carol, path: { filename: "a" } })).toMatchObject(noContent);
  expect(await ask(world, "files.delete", { as: carol, query: { filename: "b" } })).toMatchObject(noContent);
  expect((await ask(world, "file.read", { as: carol, path: { filename: "a" } })).status).toBe(404);
  expect((await ask(world, "files.get", { as: carol, query: { filename: "b" } })).status).toBe(404);
  expect((await ask(world, "files.get_by_key", { query: { key: "none" } })).status).toBe(404);
  expect((await ask(world, "files.delete", { as: carol, query: { filename: "b" } })).status).toBe(404);
});

test("a file operation without a name is a 400", async () => {
  const world = networkedWorld(0);
  await expectRefusal(ask(world, "files.get", { as: carol }), "filename");
  await expectRefusal(ask(world, "files.delete", { as: carol }), "filename");
  await expectRefusal(ask(world, "files.get_by_key", { as: carol }), "key");
});

test("a commissioning script is created, read, replaced and deleted", async () => {
  const world = networkedWorld(0);
  const create = (name: string, content: string) =>
    ask(world, "commissioning-scripts.create", { form: { name }, files: [part(content, "content")] });
  await expectRefusal(ask(world, "commissioning-scripts.create"), "name", "content");
  await expectRefusal(create("a/b", "#!/bin/sh"), "name");
  const created = (await create("50-burn-in", "#!/bin/sh")).body;
  expect(created).toMatchObject({ name: "50-burn-in", content: "IyEvYmluL3No" });
  await expectRefusal(create("50-burn-in", "x"), "name");
  await create("10-first", "x");
  const names = (await ask(world, "commissioning-scripts.list")).body.map(
    (each: { name: string }) => each.name,
  );
  expect(names).toEqual(["10-first", "50-burn-in"]);
  const path = { name: "50-burn-in" };
  await expectRefusal(ask(world, "commissioning-script.update", { path }), "content");
  await ask(world, "commissioning-script.update", { path, form: { content: "echo" } });
  expect((await ask(world, "commissioning-script.read", { path })).body).toMatchObject({
    content: "ZWNobw==",
  });
  expect(await ask(world, "commissioning-script.delete", { path })).toMatchObject(noContent);
  expect((await ask(world, "commissioning-script.read", { path })).status).toBe(404);
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
  query: Record<string, string | string[]> = {},
  as: User = admin,
): Promise<Result[]> => (await ask(world, "installation-results.list", { as, query })).body;

test("results are those of machines that ran scripts and that the user may see", async () => {
  const world = networkedWorld(0);
  addMachine(world, "ready1");
  addMachine(world, "owned1", undefined, { owner: "carol", status: "allocated" });
  const never = addMachine(world, "newone", undefined, { status: "new" });
  never.results.commissioning = 0;
  const machines = (list: Result[]) => [...new Set(list.map(({ node }) => node.system_id))];
  expect(machines(await listResults(world))).toEqual(["ready1", "owned1"]);
  expect(machines(await listResults(world, {}, bob))).toEqual(["ready1"]);
  expect(await listResults(world, { system_id: "newone" })).toEqual([]);
  expect((await ask(world, "installation-results.list", { as: null })).status).toBe(401);
});

test("results are filtered by node, name and type, and keep their ids", async () => {
  const world = networkedWorld(0);
  addMachine(world, "first1");
  addMachine(world, "second", undefined, { status: "deployed", osystem: "ubuntu" });
  const all = await listResults(world);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(await listResults(world)).toEqual(all);
  const lshw = await listResults(world, { system_id: "second", name: ["svc-lshw", "svc-capture-lldpd"] });
  expect(lshw.map(({ name }) => name)).toEqual(["svc-capture-lldpd", "svc-lshw"]);
  expect(Buffer.from(lshw[1]?.data ?? "", "base64").toString()).toMatch(/^<\?xml/);
  const [inventory] = await listResults(world, { system_id: "second", name: "50-svc-01-commissioning" });
  expect(JSON.parse(Buffer.from(inventory?.data ?? "", "base64").toString())).toMatchObject({
    api_version: "1.0",
    environment: { kernel_architecture: "x86_64", server_name: "second" },
    resources: { cpu: {}, memory: {}, storage: {}, network: {} },
  });
  const installed = await listResults(world, { result_type: "1" });
  expect(installed).toMatchObject([{ node: { system_id: "second" }, result_type: 1, script_result: 0 }]);
  expect(await listResults(world, { result_type: "installation" })).toEqual(installed);
  const bad = await ask(world, "installation-results.list", { query: { result_type: "9" } });
  expect(rejection(bad)).toEqual([400, "result_type"]);
});

test("a machine that failed commissioning has a failed script", async () => {
  const world = networkedWorld(0);
  const node = addMachine(world, "failed", undefined, { status: "failed_commissioning" });
  node.results.commissioning = 3;
  const failed = (await listResults(world)).filter(({ script_result }) => script_result !== 0);
  expect(failed.map(({ name }) => name)).toEqual(["20-svc-03-machine-resources"]);
});
