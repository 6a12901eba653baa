import { beforeEach, expect, test } from "vitest";
import { compare } from "../../../src/desired/change.ts";
import { makeEntryIndex } from "../../../src/desired/entry-index.ts";
import { readRow } from "../../../src/desired/service-objects.ts";
import { serviceOfFile } from "./service.ts";
import { desiredSite } from "./site.ts";

const service = await serviceOfFile();
beforeEach(() => service.sandbox.reset());

const machinesOf = async (name: string) =>
  ((await service.read("tags", "tag.machines", { name })) as { hostname: string }[])
    .map(({ hostname }) => hostname)
    .sort();

test("a tag lists the machines that have it: others lose it, in one request", async () => {
  await service.apply({ tags: [{ name: "rack7", machines: ["web-01", "web-02"] }] });
  expect(await machinesOf("rack7")).toEqual(["web-01", "web-02"]);
  const site = { tags: [{ name: "rack7", machines: ["WEB-02.", "db-01"] }] };
  expect(await service.plan(site)).toMatchObject([
    { fields: { machines: { from: ["web-01", "web-02"], to: ["WEB-02.", "db-01"] } } },
  ]);
  await service.apply(site);
  expect(await machinesOf("rack7")).toEqual(["db-01", "web-02"]);
  expect(await service.plan(site)).toEqual([]);
});

test("a machine is created before the tag that it gets", async () => {
  const machine = { hostname: "fresh", mac_addresses: ["52:54:00:aa:bb:77"], architecture: "amd64/generic" };
  const site = {
    tags: [{ name: "rack7", machines: ["fresh"] }],
    machines: [{ ...machine, power_type: "manual", create: true }],
  };
  expect((await service.plan(site)).map(({ kind }) => kind)).toEqual(["machines", "tags"]);
  await service.apply(site);
  expect(await machinesOf("rack7")).toEqual(["fresh"]);
});

test("an unknown machine is reported before anything is sent", async () => {
  await expect(service.plan({ tags: [{ name: "rack7", machines: ["rack7-web-99"] }] })).rejects.toThrow(
    "tags rack7: machines: no machine is called 'rack7-web-99'",
  );
});

test("the machines of a tag with a definition are left as they are", async () => {
  const kind = service.kinds.get("tags");
  if (kind === undefined) throw new Error("no tags");
  const object = readRow(kind, { name: "gpu", definition: "//node", comment: "", kernel_opts: "" });
  const differs = (item: Parameters<typeof desiredSite>[1][string]) => {
    const desired = desiredSite(service.kinds, { tags: item });
    const entryIndex = makeEntryIndex(service.kinds, desired.items, { objects: new Map() });
    const [first] = desired.items;
    if (first === undefined) throw new Error("no item");
    return compare(kind, first, object, { entryIndex, nodes: new Map() });
  };
  expect(differs([{ name: "gpu", machines: ["web-01"] }])).toEqual({
    difference: undefined,
    notices: [{ field: "machines", kind: "computed" }],
  });
  expect(differs([{ name: "gpu", machines: ["web-01"], definition: "" }]).notices).not.toContainEqual({
    field: "machines",
    kind: "computed",
  });
});
