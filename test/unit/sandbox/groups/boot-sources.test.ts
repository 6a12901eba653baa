import { expect, test } from "vitest";
import { bootSources as sources } from "../../../../src/sandbox/groups/images.ts";
import { seedImages } from "../../../../src/sandbox/seed/seed.ts";
import { rejection } from "../answering.ts";
import { bareWorld, bodyOf, send } from "../bare-world.ts";

function seeded() {
  const world = bareWorld();
  seedImages(world);
  return world;
}

test.each([
  [[], ["url", "__all__"]],
  [
    [
      ["url", "ftp://x/"],
      ["keyring_filename", "/k"],
    ],
    ["url"],
  ],
  [
    [
      ["url", "not a url"],
      ["keyring_filename", "/k"],
    ],
    ["url"],
  ],
  [[["url", "http://x/"]], ["__all__"]],
  [
    [
      ["url", "http://x/"],
      ["keyring_data", "###"],
    ],
    ["keyring_data"],
  ],
  [
    [
      ["url", "http://x/"],
      ["keyring_data", "aGk="],
      ["keyring_filename", "/k"],
    ],
    ["__all__"],
  ],
  [
    [
      ["url", "http://images.example/ephemeral-v3/stable/"],
      ["keyring_filename", "/k"],
    ],
    ["url"],
  ],
] as const)("the boot source %j is refused at %j", async (form, fields) => {
  expect(rejection(await send(seeded(), sources["boot-sources.create"], { form }))).toEqual([400, ...fields]);
});

test("a boot source is created, changed and deleted with its selections", async () => {
  const world = seeded();
  const created = bodyOf(
    await send(world, sources["boot-sources.create"], {
      form: [
        ["url", "http://x/"],
        ["keyring_data", "aGk="],
      ],
    }),
  );
  expect(created).toMatchObject({
    url: "http://x/",
    keyring_data: "aGk=",
    keyring_filename: "",
    created: "2026-11-20T12:00:00.000",
  });
  const path = { id: String(created.id), boot_source_id: String(created.id) };
  const selection = bodyOf(await send(world, sources["boot-source-selections.create"], { path }));
  expect(selection).toMatchObject({ os: "", release: "", arches: ["*"], subarches: ["*"], labels: ["*"] });
  world.advance(1000);
  const changed = bodyOf(
    await send(world, sources["boot-source.update"], { path, form: [["keyring_filename", "/k"]] }),
  );
  expect(changed).toMatchObject({
    url: "http://x/",
    keyring_data: "",
    keyring_filename: "/k",
    updated: "2026-11-20T12:00:01.000",
  });
  const again = bodyOf(
    await send(world, sources["boot-source.update"], { path, form: [["keyring_data", "aGk="]] }),
  );
  expect(again).toMatchObject({ url: "http://x/", keyring_data: "aGk=", keyring_filename: "" });
  const kept = bodyOf(
    await send(world, sources["boot-source.update"], { path, form: [["url", "http://y/"]] }),
  );
  expect(kept).toMatchObject({ url: "http://y/", keyring_data: "aGk=", keyring_filename: "" });
  expect(await send(world, sources["boot-source.delete"], { path })).toEqual({
    status: 204,
    contentType: "text/plain",
    body: "",
  });
  expect(
    Object.values(world.state.images.selections.rows).some(({ sourceId }) => sourceId === created.id),
  ).toBe(false);
});

test("a selection keeps its repeated values in order, and a release is selected once", async () => {
  const world = seeded();
  const path = { boot_source_id: "1" };
  const form = [
    ["os", "ubuntu"],
    ["release", "bionic"],
    ["arches", "arm64"],
    ["arches", "amd64"],
  ] as const;
  const created = bodyOf(await send(world, sources["boot-source-selections.create"], { path, form }));
  expect(created).toMatchObject({ arches: ["arm64", "amd64"], boot_source_id: 1 });
  expect(created.resource_uri).toBe(`/SVC/api/2.0/boot-sources/1/selections/${created.id}/`);
  expect(rejection(await send(world, sources["boot-source-selections.create"], { path, form }))).toEqual([
    400,
    "__all__",
  ]);
  const bad = await send(world, sources["boot-source-selections.create"], {
    path,
    form: [
      ["os", "a b"],
      ["arches", "x/y"],
    ],
  });
  expect(rejection(bad)).toEqual([400, "os", "arches"]);
  const own = { ...path, id: String(created.id) };
  const changed = bodyOf(
    await send(world, sources["boot-source-selection.update"], {
      path: own,
      form: [["labels", "stable"]],
    }),
  );
  expect(changed).toMatchObject({ release: "bionic", arches: ["arm64", "amd64"], labels: ["stable"] });
  expect(await send(world, sources["boot-source-selection.delete"], { path: own })).toEqual({
    status: 204,
    contentType: "text/plain",
    body: "",
  });
  expect((await send(world, sources["boot-source-selection.read"], { path: own })).status).toBe(404);
});
