import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { runSvc } from "../svc-run.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { json } from "./described-service.ts";
import { listenForTest } from "./raw-server.ts";

const builtin = "20-install-agent";

/**
 * A service that lists its commissioning scripts only by name and returns a script as plain bytes, as live
 * services do.
 */
async function scriptService(listsScripts = true) {
  const stored = new Map<string, Buffer>([[builtin, Buffer.from("#!/bin/sh\nexit 0\n")]]);
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const [path = ""] = (request.url ?? "").replace("/SVC/api/2.0", "").split("?");
    requests.push(`${request.method} ${path}`);
    const body = (await buffer(request)).toString("latin1");
    const part = (name: string) =>
      new RegExp(`name="${name}"[^\\r]*\\r\\n(?:[^\\r]+\\r\\n)*\\r\\n([\\s\\S]*?)\\r\\n--`).exec(body)?.[1];
    const [, kind, encoded = ""] = path.split("/");
    const name = decodeURIComponent(encoded);
    if (kind === "scripts" && listsScripts)
      return json(
        response,
        [...stored.keys()].map((each) => ({ name: each, default: each === builtin, type: 0 })),
      );
    if (kind !== "commissioning-scripts") return json(response, "Not Found", 404);
    if (name === "" && request.method === "GET") return json(response, [...stored.keys()].sort());
    const target = name || part("name") || "";
    if (request.method === "POST" && stored.has(target))
      return json(response, { name: [`Script with this Name already exists.`] }, 400);
    if (request.method !== "POST" && !stored.has(target)) return json(response, "Not Found", 404);
    if (request.method === "DELETE") stored.delete(target);
    else if (request.method !== "GET") stored.set(target, Buffer.from(part("content") ?? "", "latin1"));
    if (request.method !== "GET") return json(response, { name: target });
    response.writeHead(200, { "content-type": "application/binary" }).end(stored.get(target));
  });
  const port = await listenForTest(server);
  const folder = folderOfTest();
  const env = {
    SVC_URL: `http://127.0.0.1:${port}/SVC`,
    SVC_API_KEY: "a:b:c",
    SVC_CONFIG_DIR: folder,
    SVC_CACHE_DIR: folder,
  };
  return {
    stored,
    requests,
    folder,
    svc: (line: string) => runSvc(line.split(" "), { env }),
    write: (name: string, content: string | Buffer) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
  };
}

const isEmptyPlan = { code: 0 };

describe("commissioning scripts of a service that lists only their names", () => {
  test.each([
    ["with a last line end", "#!/bin/sh\necho site\n"],
    ["without one", "#!/bin/sh\necho site"],
    ["that read as JSON", "true\n"],
    ["with bytes that are not text", Buffer.from([0x23, 0x21, 0x0a, 0xff, 0x00, 0x0a])],
  ])("are created once, updated if they differ, and pruned: %s", async (_, content) => {
    const { svc, stored, write } = await scriptService();
    write("site.sh", content);
    const file = write(
      "site.yaml",
      "commissioning-scripts:\n  - name: 70-site\n    content: !file site.sh\n",
    );
    expect(await svc(`apply ${file} --yes`)).toMatchObject({ code: 0 });
    expect(stored.get("70-site")).toEqual(Buffer.from(content));
    expect(await svc(`plan ${file} --exit-code --prune`)).toMatchObject(isEmptyPlan);
    stored.set("70-site", Buffer.from("changed by hand\n"));
    expect(await svc(`plan ${file} --exit-code`)).toMatchObject({ code: 14 });
    expect(await svc(`apply ${file} --yes`)).toMatchObject({
      stdout: expect.stringContaining("0 created, 1 updated"),
    });
    expect(stored.get("70-site")).toEqual(Buffer.from(content));
    stored.set("80-other", Buffer.from("x"));
    expect(await svc(`apply ${file} --yes --prune`)).toMatchObject({ code: 0 });
    expect([...stored.keys()].sort()).toEqual([builtin, "70-site"]);
  });

  test("are exported without the built-in ones, and a plan of the export is empty", async () => {
    const { svc, stored, folder } = await scriptService();
    stored.set("70-site", Buffer.from("#!/bin/sh\necho site\n"));
    stored.set("75-raw", Buffer.from([0xff, 0x00, 0x0a]));
    const { stdout, code } = await svc("export commissioning-scripts");
    expect(code).toBe(0);
    expect(stdout).toContain("70-site");
    expect(stdout).not.toContain(builtin);
    writeFileSync(join(folder, "all.yaml"), stdout);
    expect(readFileSync(join(folder, "all.yaml"), "utf8")).toContain("75-raw");
    expect(await svc(`plan ${join(folder, "all.yaml")} --exit-code --prune`)).toMatchObject(isEmptyPlan);
  });

  test("are all exported if the service does not say which are built in", async () => {
    const { svc } = await scriptService(false);
    expect((await svc("export commissioning-scripts")).stdout).toContain(builtin);
  });

  test("are read only if the site file declares them", async () => {
    const { svc, stored, requests, write } = await scriptService();
    for (let count = 0; count < 5; count++) stored.set(`8${count}-x`, Buffer.from("x"));
    const file = write("site.yaml", "commissioning-scripts:\n  - name: 80-x\n    content: x\n");
    expect(await svc(`plan ${file} --exit-code`)).toMatchObject(isEmptyPlan);
    expect(requests.filter((request) => !request.includes("describe"))).toEqual([
      "GET /commissioning-scripts/",
      "GET /scripts/",
      "GET /commissioning-scripts/80-x",
    ]);
  });
});
