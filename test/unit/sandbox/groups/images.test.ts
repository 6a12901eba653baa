import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { addSyncedResource, hasImage, recordImageDeployment } from "../../../../src/sandbox/model/images.ts";
import { rowsOf } from "../../../../src/sandbox/state/table.ts";
import type { World } from "../../../../src/sandbox/state/world.ts";
import { ask, expectRefusal, noContent, rejection } from "../answering.ts";
import { networkedWorld } from "../networked-world.ts";

const content = Buffer.from("hello world");
const sha256 = createHash("sha256").update(content).digest("hex");

const demo = {
  name: "custom/demo",
  title: "Demo",
  architecture: "amd64/generic",
  base_image: "ubuntu/jammy",
};

/** The form of an upload. The value `-` omits a field. */
const image = (changes: Readonly<Record<string, string>> = {}) => ({
  form: Object.fromEntries(
    Object.entries({ ...demo, sha256, size: "11", ...changes }).filter(([, value]) => value !== "-"),
  ),
});

interface Created {
  readonly id: number;
  readonly sets: Readonly<
    Record<string, { progress: number; complete: boolean; files: Readonly<Record<string, UploadedFile>> }>
  >;
}

interface UploadedFile {
  readonly upload_uri?: string;
  readonly complete: boolean;
  readonly progress: number;
}

const read = async (world: World, id: number): Promise<Created> =>
  (await ask(world, "boot-resource.read", { path: { id: String(id) } })).body;

function newest(created: Created) {
  const set = Object.values(created.sets).at(-1);
  const file = Object.values(set?.files ?? {})[0];
  return { set, file, path: /boot-resources\/(\d+)\/upload\/(\d+)\/$/.exec(file?.upload_uri ?? "") };
}

async function started(world: World, changes: Readonly<Record<string, string>> = {}) {
  const created: Created = (await ask(world, "boot-resources.create", image(changes))).body;
  const [, resource_id = "", id = ""] = newest(created).path ?? [];
  const put = (body: Uint8Array) => ask(world, "boot-resource.upload", { path: { resource_id, id }, body });
  return { created, put, resource_id, id };
}

test.each([
  [{ name: "-" }, ["name"]],
  [{ name: "a/b/c" }, ["name"]],
  [{ name: "../x" }, ["name"]],
  [{ name: "ubuntu/jammy" }, ["name"]],
  [{ architecture: "-" }, ["architecture"]],
  [{ architecture: "vax/generic" }, ["architecture"]],
  [{ architecture: "amd64/generic/more" }, ["architecture"]],
  [{ sha256: "-", size: "-" }, ["sha256", "size"]],
  [{ sha256: sha256.slice(1) }, ["sha256"]],
  [{ sha256: `${sha256.slice(1)}g` }, ["sha256"]],
  [{ size: "0" }, ["size"]],
  [{ size: "-11" }, ["size"]],
  [{ size: "11M" }, ["size"]],
  [{ size: "1e3" }, ["size"]],
  [{ filetype: "zip" }, ["filetype"]],
  [{ filetype: "constructor" }, ["filetype"]],
  [{ base_image: "jammy" }, ["base_image"]],
  [{ base_image: "-" }, ["base_image"]],
] as const)("the image %j is refused at %j", async (changes, fields) => {
  const world = networkedWorld(0);
  await expectRefusal(ask(world, "boot-resources.create", image(changes)), ...fields);
});

test("the answer to a new image equals the recorded one", async () => {
  const world = networkedWorld(0);
  const { created } = await started(world);
  expect(created).toMatchObject({
    type: "Uploaded",
    name: "demo",
    architecture: "amd64/generic",
    resource_uri: `/SVC/api/2.0/boot-resources/${created.id}/`,
    last_deployed: null,
    subarches: "generic",
    title: "Demo",
    sets: {
      "20261120": {
        version: "20261120",
        label: "uploaded",
        size: 11,
        complete: false,
        progress: 0,
        files: {
          "root-tgz": {
            filename: "root-tgz",
            filetype: "root-tgz",
            sha256,
            size: 11,
            complete: false,
            progress: 0,
          },
        },
      },
    },
  });
});

test("chunks are appended and counted, and a complete file has no upload address", async () => {
  const world = networkedWorld(0);
  const { created, put } = await started(world);
  expect(await put(content.subarray(0, 4))).toMatchObject({ ...noContent, status: 200 });
  const half = newest(await read(world, created.id));
  expect((half.set?.progress ?? 0) * 11).toBeCloseTo(400, 6);
  expect(half.file).toMatchObject({ complete: false, progress: 400 / 11 });
  expect((await put(new Uint8Array())).status).toBe(400);
  expect((await put(content.subarray(4))).status).toBe(200);
  const complete = newest(await read(world, created.id));
  expect(complete.set).toMatchObject({ complete: true, progress: 100 });
  expect(complete.file).not.toHaveProperty("upload_uri");
  expect((await put(content)).status).toBe(400);
});

test("a chunk that is too long or has a wrong hash changes nothing", async () => {
  const world = networkedWorld(0);
  const { created, put } = await started(world);
  await put(content.subarray(0, 4));
  expect((await put(Buffer.from("12345678"))).status).toBe(400);
  expect((await put(Buffer.from("1234567"))).status).toBe(400);
  expect((newest(await read(world, created.id)).set?.progress ?? 0) * 11).toBeCloseTo(400, 6);
  expect((await put(content.subarray(4))).status).toBe(200);
});

test("an upload that was interrupted by the end of the sandbox starts again", async () => {
  const world = networkedWorld(0);
  const { created, put } = await started(world);
  await put(content.subarray(0, 4));
  const loaded = { ...world, state: JSON.parse(JSON.stringify(world.state)) } as World;
  const { set, path } = newest(await read(loaded, created.id));
  expect(set?.progress).toBe(0);
  const uploadPath = { resource_id: path?.[1] ?? "", id: path?.[2] ?? "" };
  expect((await ask(loaded, "boot-resource.upload", { path: uploadPath, body: content })).status).toBe(200);
  expect(newest(await read(loaded, created.id)).set?.complete).toBe(true);
});

test("two uploads at once do not mix", async () => {
  const world = networkedWorld(0);
  const first = await started(world, { name: "one" });
  const second = await started(world, { name: "two" });
  await first.put(content.subarray(0, 5));
  await second.put(content.subarray(0, 7));
  expect((await first.put(content.subarray(5))).status).toBe(200);
  expect((await second.put(content.subarray(7))).status).toBe(200);
});

test("a synced resource accepts no upload", async () => {
  const world = networkedWorld(0);
  const path = { resource_id: "1", id: "1" };
  expect((await ask(world, "boot-resource.upload", { path, body: content })).status).toBe(403);
});

test("a file that the service already has completes the upload, as another version of its resource", async () => {
  const world = networkedWorld(0);
  const { created, put } = await started(world);
  await put(content);
  const again = await started(world);
  expect(again.created.id).toBe(created.id);
  expect(Object.keys(again.created.sets)).toEqual(["20261120", "20261120.1"]);
  expect(newest(again.created).file).toMatchObject({ complete: true });
});

test("resources are listed by type, without their files, and can be deleted", async () => {
  const world = networkedWorld(0);
  const { created } = await started(world);
  const list = async (type: string) => (await ask(world, "boot-resources.list", { query: { type } })).body;
  expect(await list("synced")).toHaveLength(4);
  expect(await list("Uploaded")).toMatchObject([{ id: created.id, name: "demo" }]);
  expect((await list("uploaded"))[0]).not.toHaveProperty("sets");
  expect(await list("")).toHaveLength(5);
  await expectRefusal(ask(world, "boot-resources.list", { query: { type: "other" } }), "type");
  const path = { id: String(created.id) };
  expect(await ask(world, "boot-resource.delete", { path })).toMatchObject(noContent);
  expect((await ask(world, "boot-resource.read", { path })).status).toBe(404);
});

test("an import takes time, reports its state as text, and adds the selected images", async () => {
  const world = networkedWorld(0);
  const importing = async () => (await ask(world, "boot-resources.is_importing")).text;
  await ask(world, "boot-source-selections.create", {
    path: { boot_source_id: "1" },
    form: { os: "ubuntu", release: "bionic", arches: ["amd64", "arm64"] },
  });
  expect(await importing()).toBe("false");
  expect(await ask(world, "boot-resources.import")).toMatchObject({
    status: 200,
    contentType: "text/plain; charset=utf-8",
  });
  expect(await importing()).toBe("true");
  expect(hasImage(world, "ubuntu", "bionic")).toBe(false);
  world.clock.advance(60_000);
  expect(await importing()).toBe("false");
  expect(hasImage(world, "ubuntu", "bionic")).toBe(true);
  expect((await ask(world, "boot-resources.list")).body).toHaveLength(6);
});

test("the image of a release has the kernel of that release", () => {
  const world = networkedWorld(0);
  for (const release of ["bionic", "focal", "jammy", "noble", "warty"])
    addSyncedResource(world, "ubuntu", release, "riscv64");
  const { resources: images } = world.state.images;
  const added = rowsOf(images).filter(({ architecture }) => architecture.startsWith("riscv64/"));
  expect(added.map(({ name, architecture }) => [name, architecture])).toEqual([
    ["ubuntu/bionic", "riscv64/ga-18.04"],
    ["ubuntu/focal", "riscv64/ga-20.04"],
    ["ubuntu/jammy", "riscv64/ga-22.04"],
    ["ubuntu/noble", "riscv64/ga-24.04"],
    ["ubuntu/warty", "riscv64/generic"],
  ]);
});

test("a stopped import adds nothing", async () => {
  const world = networkedWorld(0);
  await ask(world, "boot-source-selections.create", {
    path: { boot_source_id: "1" },
    form: { os: "ubuntu", release: "bionic" },
  });
  await ask(world, "boot-resources.import");
  await ask(world, "boot-resources.stop_import");
  expect((await ask(world, "boot-resources.is_importing")).text).toBe("false");
  world.clock.advance(60_000);
  expect((await ask(world, "boot-resources.list")).body).toHaveLength(4);
});

test("a deployment updates last_deployed of its image", async () => {
  const world = networkedWorld(0);
  recordImageDeployment(world, { osystem: "ubuntu", distroSeries: "jammy", architecture: "arm64/generic" });
  const resources = (await ask(world, "boot-resources.list")).body;
  const dated = resources.filter((each: { last_deployed: string | null }) => each.last_deployed !== null);
  expect(dated).toMatchObject([{ architecture: "arm64/ga-22.04", last_deployed: "2026-11-20T12:00:00.000" }]);
});

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
  world.clock.advance(1000);
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
