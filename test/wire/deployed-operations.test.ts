import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadAllOperations } from "../../src/catalogue/index.ts";
import { handlers, loadServedOperations } from "../../src/sandbox/groups/handlers.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { loadDocumentedOperations } from "../unit/catalogue/documented.ts";
import { fixture } from "../unit/client/description/fixture.ts";
import { describedService, json } from "./described-service.ts";

const descriptionWithout = (path: string) => {
  const { resources } = fixture;
  return { ...fixture, resources: resources.filter(({ auth }) => auth?.path.includes(path) !== true) };
};

test("operations that the service's description lacks are not sent", async () => {
  const { svc, requests } = await describedService((_, response) =>
    json(response, descriptionWithout("/subnets/")),
  );
  await svc("describe");
  const before = requests.length;
  for (const line of ["subnets list", "subnets get 3", "subnets delete 3 --yes"]) {
    const result = await svc(`${line} -o json`);
    expect([result.code, result.stdout], line).toEqual([3, ""]);
    expect(result.stderr).toContain("this service does not offer");
    expect(JSON.parse(result.stderr.split("\n")[0] ?? "")).toMatchObject({ error: { outcome: "not_sent" } });
  }
  expect(requests.length).toBe(before);
});

test.each([
  ["zons: []\n", "1:1: unknown kind 'zons'; did you mean zones?"],
  ["zones:\n  - nme: a\n", "unknown field 'nme'"],
  ["zones: [\n", "a bracket is not closed"],
])("a mistake in a file is reported before any request: %j", async (text, message) => {
  const { svc, requests } = await describedService();
  const file = join(folderOfTest(), "site.yaml");
  writeFileSync(file, text);
  for (const line of ["plan", "apply --yes"])
    expect(await svc(`${line} ${file}`)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  expect(requests).toEqual([]);
});

test("apply refuses a kind that the service's description lacks, at its position in the file", async () => {
  const { svc } = await describedService((_, response) => json(response, descriptionWithout("/zones/")));
  const file = join(folderOfTest(), "site.yaml");
  writeFileSync(file, "zones:\n  - name: a\n");
  expect(await svc(`plan ${file}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`${file}:2:5: this service does not offer zones`),
  });
});

test("without a description every operation is sent, and a 404 is explained", async () => {
  const { svc, requests } = await describedService(undefined, false);
  expect((await svc("subnets list -o name")).stdout).toBe("3\n");
  const result = await svc("resource-pools list");
  expect(result).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("this service may not have /resourcepools/"),
  });
  expect(requests).toEqual(["GET /subnets/", "GET /resourcepools/"]);
});

test("svc operations lists documented operations, and with --all also the others with their source", async () => {
  const documented = await loadDocumentedOperations();
  const { svc } = await describedService();
  expect(JSON.parse((await svc("operations -o json")).stdout)).toHaveLength(documented.length);
  const all = JSON.parse((await svc("operations --all -o json")).stdout) as { id: string; source: string }[];
  const deployed = (await loadAllOperations()).filter(({ operation }) => operation.source === "deployed");
  expect(all.filter(({ source }) => source === "deployed").map(({ id }) => id)).toEqual(
    deployed.map(({ id }) => id),
  );
});

test("the sandbox serves every undocumented operation that has a handler", async () => {
  const served = new Set((await loadServedOperations()).map(({ id }) => id));
  expect(Object.keys(handlers).filter((id) => !served.has(id))).toEqual([]);
});
