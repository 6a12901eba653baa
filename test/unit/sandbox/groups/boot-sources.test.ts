import { expect, test } from "vitest";
import { ask, expectRefusal, noContent, rejection } from "../answering.ts";
import { networkedWorld } from "../networked-world.ts";

test.each([
  [{}, ["url", "__all__"]],
  [{ url: "ftp://x/", keyring_filename: "/k" }, ["url"]],
  [{ url: "not a url", keyring_filename: "/k" }, ["url"]],
  [{ url: "http://x/" }, ["__all__"]],
  [{ url: "http://x/", keyring_data: "###" }, ["keyring_data"]],
  [{ url: "http://x/", keyring_data: "aGk=", keyring_filename: "/k" }, ["__all__"]],
  [{ url: "http://images.example/ephemeral-v3/stable/", keyring_filename: "/k" }, ["url"]],
] as const)("the boot source %j is refused at %j", async (form, fields) => {
  await expectRefusal(ask(networkedWorld(0), "boot-sources.create", { form }), ...fields);
});

test("a boot source is created, changed, and deleted with its selections", async () => {
  const world = networkedWorld(0);
  const created = (
    await ask(world, "boot-sources.create", { form: { url: "http://x/", keyring_data: "aGk=" } })
  ).body;
  expect(created).toMatchObject({
    url: "http://x/",
    keyring_data: "aGk=",
    keyring_filename: "",
    created: "2026-11-20T12:00:00.000",
  });
  const path = { id: String(created.id), boot_source_id: String(created.id) };
  const selection = (await ask(world, "boot-source-selections.create", { path })).body;
  expect(selection).toMatchObject({ os: "", release: "", arches: ["*"], subarches: ["*"], labels: ["*"] });
  world.advance(1000);
  const changed = (await ask(world, "boot-source.update", { path, form: { keyring_filename: "/k" } })).body;
  expect(changed).toMatchObject({
    url: "http://x/",
    keyring_data: "",
    keyring_filename: "/k",
    updated: "2026-11-20T12:00:01.000",
  });
  const again = (await ask(world, "boot-source.update", { path, form: { keyring_data: "aGk=" } })).body;
  expect(again).toMatchObject({ url: "http://x/", keyring_data: "aGk=", keyring_filename: "" });
  const updated = (await ask(world, "boot-source.update", { path, form: { url: "http://y/" } })).body;
  expect(updated).toMatchObject({ url: "http://y/", keyring_data: "aGk=", keyring_filename: "" });
  expect(await ask(world, "boot-source.delete", { path })).toMatchObject(noContent);
  expect(
    Object.values(world.state.images.selections.rows).some(({ sourceId }) => sourceId === created.id),
  ).toBe(false);
});

test("a selection keeps the order of its values, and a release can be selected once", async () => {
  const world = networkedWorld(0);
  const path = { boot_source_id: "1" };
  const form = { os: "ubuntu", release: "bionic", arches: ["arm64", "amd64"] } as const;
  const created = (await ask(world, "boot-source-selections.create", { path, form })).body;
  expect(created).toMatchObject({ arches: ["arm64", "amd64"], boot_source_id: 1 });
  expect(created.resource_uri).toBe(`/SVC/api/2.0/boot-sources/1/selections/${created.id}/`);
  await expectRefusal(ask(world, "boot-source-selections.create", { path, form }), "__all__");
  const bad = await ask(world, "boot-source-selections.create", { path, form: { os: "a b", arches: "x/y" } });
  expect(rejection(bad)).toEqual([400, "os", "arches"]);
  const selectionPath = { ...path, id: String(created.id) };
  const changed = (
    await ask(world, "boot-source-selection.update", { path: selectionPath, form: { labels: "stable" } })
  ).body;
  expect(changed).toMatchObject({ release: "bionic", arches: ["arm64", "amd64"], labels: ["stable"] });
  expect(await ask(world, "boot-source-selection.delete", { path: selectionPath })).toMatchObject(noContent);
  expect((await ask(world, "boot-source-selection.read", { path: selectionPath })).status).toBe(404);
});
