import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { answerCompletion } from "../../src/cli/completing/answer.ts";
import type { Context } from "../../src/context.ts";
import { fastProcess } from "../fast-process.ts";
import { fixture } from "../unit/client/description/fixture.ts";
import { describedService, json } from "./described-service.ts";

describe("a service that describes itself", () => {
  test("is read by svc describe without a key, and then its commands work", async () => {
    const { svc, requests } = await describedService((request, response) => {
      expect(request.headers.authorization).toBeUndefined();
      json(response, { ...fixture, hash: "h1" });
    }, false);
    expect(await svc("lab-zones list")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'svc describe' reads what else the service offers"),
    });
    expect(requests).toEqual([]);
    await svc("describe");
    expect(await svc("lab-zones list --no-header")).toMatchObject({
      code: 0,
      stdout: "default  1  -\n",
      stderr: "",
    });
    expect(await svc("lab-zone list -o name")).toMatchObject({ code: 0, stdout: "default\n" });
    expect(requests).toEqual(["GET /describe/", "GET /lab-zones/", "GET /lab-zones/"]);
  });

  test.each([
    ["describes others", (response: ServerResponse) => json(response, { hash: "h", doc: "", resources: [] })],
    ["describes nothing", (response: ServerResponse) => response.writeHead(404).end("Not Found")],
  ])("and %s has no commands of other services", async (_, say) => {
    const { svc, requests } = await describedService((_request, response) => void say(response));
    for (const line of ["lab-zones list", "lab-zone get x", "lab-zones"]) {
      const result = await svc(line);
      const [word = ""] = line.split(" ");
      expect([result.code, result.stdout], line).toEqual([2, ""]);
      expect(result.stderr).toContain(`unknown command '${word}'`);
    }
    expect(requests).toEqual([]);
  });

  test("is not read for documented commands, help, or commands that send no request", async () => {
    const { svc, requests } = await describedService(undefined, false);
    for (const line of [
      ...[
        "machines list",
        "--help",
        "help machines",
        "machines --help",
        "lab-zones --help",
        "help lab-zones",
      ],
      ...["profiles list", "completion bash", "operations", "--version", "machines"],
    ])
      await svc(line);
    expect(requests).toEqual(["GET /machines/"]);
  });

  test("has its stored commands marked in help", async () => {
    const { svc } = await describedService();
    await svc("lab-zones list");
    expect((await svc("--help")).stdout).toMatch(
      /Commands that the service in use describes:\n(?: .*\n)* {2}lab-zones /,
    );
    expect((await svc("partitions --help")).stdout).toMatch(/lab-delete .*\(described by the service\)/);
    expect((await svc("lab-zones create --help")).stdout).toContain(
      "svc knows this command from the service's description.",
    );
    expect((await svc("help lab-zones")).stdout).toContain("The service in use describes these commands.");
  });

  test("accepts node names, ranges of them, and identifiers with slashes", async () => {
    const { svc, requests, bodies } = await describedService();
    expect(await svc("lab-interfaces list web-01 --no-header")).toMatchObject({ code: 0 });
    expect(requests.at(-1)).toBe("GET /nodes/abc123/lab-interfaces/");
    expect((await svc("lab-subnets get 10.0.0.0/24 -o name")).stdout).toBe("3\n");
    expect(await svc("lab-tags update-nodes fast --add web-[01-01]")).toMatchObject({ code: 0 });
    expect(bodies.at(-1)).toMatch(/name="add"\r\n(?:.*\r\n)*\r\nabc123\r\n/);
  });

  test("accepts names from the group's list, top-level and below a node", async () => {
    const { svc, requests } = await describedService();
    await svc("describe");
    const since = async (line: string) => {
      const before = requests.length;
      const result = await svc(line);
      return { ...result, requests: requests.slice(before) };
    };
    expect(await since("lab-rackcontrollers get rack-01.svc. -o name")).toMatchObject({
      stdout: "rrrrrr\n",
      requests: ["GET /lab-rackcontrollers/", "GET /lab-rackcontrollers/rrrrrr/"],
    });
    // The name looks like a system_id, so it is tried as one first.
    expect(await since("lab-rackcontrollers get rack02 -o name")).toMatchObject({
      stdout: "ssssss\n",
      requests: [
        "GET /lab-rackcontrollers/rack02/",
        "GET /lab-rackcontrollers/",
        "GET /lab-rackcontrollers/ssssss/",
      ],
    });
    expect((await since("lab-rackcontrollers power-off RACK-01 --yes")).requests.at(-1)).toBe(
      "POST /lab-rackcontrollers/rrrrrr/op-power_off",
    );
    expect((await since("lab-vm-hosts refresh lab-host")).requests).toEqual([
      "POST /lab-vm-hosts/lab-host/op-refresh",
      "GET /lab-vm-hosts/",
      "POST /lab-vm-hosts/4/op-refresh",
    ]);
    expect((await since("lab-raids get web-01 md0 --columns level --no-header")).stdout).toBe("raid-1\n");
    expect((await since("lab-rackcontrollers power-off rack-01 --dry-run -o json")).stdout).toContain(
      "/lab-rackcontrollers/rrrrrr/op-power_off",
    );
  });

  test("refuses a name of several objects, and passes on a name that no list has", async () => {
    const { svc } = await describedService();
    const twin = await svc("lab-rackcontrollers delete twin-01 --yes");
    expect(twin).toMatchObject({ code: 3, stdout: "" });
    expect(twin.stderr).toMatch(/2 lab-rackcontrollers are called 'twin-01'\n {2}tttttt {2}twin-01\n/);
    for (const line of ["lab-rackcontrollers get rack-99", "lab-vm-hosts refresh 7", "lab-zones get no"])
      expect(await svc(line), line).toMatchObject({ code: 3, stderr: expect.stringContaining("404") });
  });

  test("adds fields to documented operations, and suggests corrections for unknown fields", async () => {
    const { svc, descriptions } = await describedService();
    expect(await svc("partitions format abc123 1 2 --lab-note x --dry-run -o json")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"lab_note=x"'),
    });
    expect(await svc("lab-zones create --nam x")).toMatchObject({ code: 2 });
    expect(await svc("lab-zoens list")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'svc lab-zones list'"),
    });
    expect(descriptions()).toBe(0);
  });

  test("is still used when the hash of its answers changes, with a warning until svc describe runs again", async () => {
    const { svc, descriptions, describeBy } = await describedService();
    for (const line of ["lab-zones list", "machines list", "lab-zones list"])
      expect(await svc(line)).toMatchObject({ code: 0, stderr: "" });
    describeBy((_, response) => json(response, { ...fixture, hash: "h2" }), "h2");
    await svc("machines list");
    expect(await svc("lab-zones list -o name")).toMatchObject({
      code: 0,
      stdout: "default\n",
      stderr: "warning: the service's description has changed: 'svc describe' reads it again\n",
    });
    expect(await svc("lab-zones list --quiet")).toMatchObject({ code: 0, stderr: "" });
    expect(descriptions()).toBe(0);
    await svc("describe");
    expect(await svc("lab-zones list")).toMatchObject({ code: 0, stderr: "" });
    expect(descriptions()).toBe(1);
  });

  test("is read only once more if the hash of its answers never matches the description", async () => {
    const { svc, descriptions } = await describedService((_, response) => json(response, fixture));
    for (let round = 0; round < 3; round++) {
      await svc("lab-zones list");
      await svc("describe");
    }
    expect((await svc("lab-zones list")).stderr).toBe("");
    expect(descriptions()).toBe(1);
  });

  test("has precedence over an alias or program of the same name, with a warning", async () => {
    const { svc, env, requests } = await describedService();
    mkdirSync(env.SVC_CONFIG_DIR, { recursive: true });
    const writeAliases = (text: string) =>
      writeFileSync(join(env.SVC_CONFIG_DIR, "aliases"), text, { mode: 0o600 });
    writeAliases("lab-zones machines list\n");
    expect(await svc("lab-zones list -o name")).toMatchObject({
      code: 0,
      stdout: "default\n",
      stderr:
        "warning: 'lab-zones' is a command that the service describes, so your alias of that name is not used\n",
    });
    writeAliases("");
    writeFileSync(join(env.SVC_CONFIG_DIR, "svc-lab-zones"), "#!/bin/sh\nexit 9\n", { mode: 0o755 });
    expect(await svc("lab-zones list -o name", { PATH: env.SVC_CONFIG_DIR })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("so the program svc-lab-zones of that name is not used"),
    });
    expect(requests).toEqual(["GET /lab-zones/", "GET /lab-zones/"]);
  });

  test("reports that it lacks a documented operation", async () => {
    const { svc } = await describedService((_, response) => {
      const resources = fixture.resources.filter(({ auth }) => !auth?.path.endsWith("/prefs/sslkeys/"));
      json(response, { ...fixture, resources });
    });
    await svc("describe");
    expect(await svc("sslkeys list")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("this service does not offer GET /account/prefs/sslkeys/"),
    });
    expect((await svc("domains list")).stderr).not.toContain("does not offer");
  });

  test("is listed by svc describe and svc operations --all", async () => {
    const { svc, descriptions } = await describedService();
    expect((await svc("describe -o name")).stdout).toMatch(/^lab-zones$/m);
    expect(JSON.parse((await svc("describe lab-zones -o json")).stdout)).toContainEqual({
      command: "lab-zones list",
      method: "GET",
      path: "/lab-zones/",
      source: "description",
      summary: "Zones: read",
    });
    const all: { id: string; source?: string }[] = JSON.parse((await svc("operations --all -o json")).stdout);
    const documented: { id: string; source?: string }[] = JSON.parse(
      (await svc("operations -o json")).stdout,
    );
    const ofDocuments = all.filter(({ source }) => source === "documents");
    expect(ofDocuments.map(({ source: _, ...each }) => each)).toEqual(documented);
    expect(new Set(all.map(({ source }) => source))).toEqual(
      new Set(["documents", "deployed", "description"]),
    );
    expect(all.length - documented.length).toBeGreaterThan(150);
    expect(descriptions()).toBe(0);
    await svc("describe --refresh");
    expect(descriptions()).toBe(1);
    expect(await svc("describe nothing")).toMatchObject({ code: 2 });
    for (const [word, hint] of [
      ["web-01", "'svc machines describe web-01'"],
      ["lab-zoens", "'svc describe lab-zones'"],
      ["login", "'svc help login'"],
    ])
      expect((await svc(`describe ${word}`)).stderr).toContain(hint);
  });

  test("accepts words with separators that its paths lack", async () => {
    const { svc, requests } = await describedService();
    expect(await svc("lab-rack-controllers list -o name")).toMatchObject({ code: 0 });
    expect(await svc("lab_rack_controllers list -o name")).toMatchObject({ code: 0 });
    expect(requests).toEqual(["GET /lab-rackcontrollers/", "GET /lab-rackcontrollers/"]);
  });
});

describe("described operations", () => {
  test("are retried if they read, and sent once if they change something", async () => {
    const { svc, requests, stopAnswering } = await describedService();
    await svc("describe");
    stopAnswering("/lab-zones/");
    expect((await svc("lab-zones list --retries 2")).code).toBe(11);
    expect(requests.filter((each) => each === "GET /lab-zones/")).toHaveLength(3);
    for (const line of [
      "lab-zones create --name x",
      "lab-zones delete x --yes",
      "lab-zones update x --description y",
    ]) {
      const before = requests.length;
      const { code, stderr } = await svc(`${line} --retries 2 -o json`);
      expect([code, JSON.parse(stderr).error.outcome]).toEqual([11, "unknown"]);
      expect(JSON.parse(stderr).error.hint).toMatch(
        /check before sending it again \(svc lab-zones (?:get x|list)/,
      );
      expect(requests).toHaveLength(before + 1);
    }
  });

  test("list the objects of several nodes with a row for each and its node", async () => {
    const { svc } = await describedService();
    const nodes = "abc123 def456";
    expect((await svc(`lab-interfaces list ${nodes} --columns NODE,NAME,ID`)).stdout).toBe(
      ["NODE    NAME  ID", "web-01  eth0  7", "web-02  eth0  8", "web-02  eth1  9", ""].join("\n"),
    );
    expect((await svc(`lab-interfaces list ${nodes} -o csv --columns node,id`)).stdout).toBe(
      "node,id\nweb-01,7\nweb-02,8\nweb-02,9\n".replaceAll("node,id", "NODE,ID"),
    );
    expect((await svc(`lab-interfaces list ${nodes} --no-header`)).stdout).toMatch(/^web-01 {2}eth0 /);
    expect(JSON.parse((await svc(`lab-interfaces list ${nodes} -o json`)).stdout)).toMatchObject([
      { system_id: "abc123", hostname: "web-01", value: [{ id: 7 }] },
      { system_id: "def456", hostname: "web-02", value: [{ id: 8 }, { id: 9 }] },
    ]);
    expect((await svc(`lab-interfaces list ${nodes} --query [].value[].id -o csv`)).stdout).toContain("7");
    expect((await svc("lab-interfaces list nosuch abc123")).code).toBe(3);
  });

  test("are printed, filtered and formatted like documented ones", async () => {
    const { svc, requests } = await describedService();
    expect((await svc("lab-zones list -o csv --columns ID,NAME --sort -id")).stdout).toBe(
      "ID,NAME\n1,default\n",
    );
    expect((await svc("lab-zones list --query [].name -o json")).stdout).toBe('["default"]\n');
    expect((await svc("lab-zones list -o ndjson")).stdout).toContain('"id":1');
    expect((await svc("lab-zones list --set x=1 --curl")).stdout).toContain("/lab-zones/?x=1");
    const before = requests.length;
    expect(await svc("lab-zones delete default")).toMatchObject({ code: 13 });
    expect(await svc("lab-zones delete default --dry-run -o json")).toMatchObject({ code: 0 });
    expect(await svc("lab-zones list --colum name")).toMatchObject({ code: 2 });
    expect(requests).toHaveLength(before);
  });
});

describe("completion from a stored description", () => {
  test("completes commands and passes the service's texts to the shell literally", async () => {
    const { svc, cache, requests, url } = await describedService((_, response) => {
      const evil = "it's $(touch harm) `touch harm` \"; touch harm; ' \\\\";
      const actions = ["GET", "POST"].map((method) => ({
        method,
        op: null,
        doc: `${evil}\n\n:param name: Required. ${evil} Possible values are: \`\`a$(touch harm)\`\`, \`\`b\`\`.`,
      }));
      json(response, {
        hash: "h1",
        resources: [{ anon: null, auth: { path: "/SVC/api/2.0/yards/", actions } }],
      });
    }, false);
    const complete = async (current: string, words: readonly string[]) => {
      const output = new PassThrough();
      const argv = ["__complete", "fish", current, ...words];
      const env = { SVC_URL: url, SVC_API_KEY: "a:b:c", SVC_CACHE_DIR: cache };
      const context = { ...fastProcess, argv, env, stdout: output } as unknown as Context;
      await answerCompletion(context, context.clock.monotonic() + 60_000);
      return String(output.read() ?? "");
    };
    const name = ["yards", "create", "--name"];
    expect(await complete("", name)).toBe("");
    expect(requests).toEqual([]);
    await svc("describe");
    expect(await complete("", name)).toBe("words\nb\n");
    expect(await complete("--na", ["yards", "create"])).toMatch(
      /^words\n--name\t[ -~]+\n(?:--?[\w-]+\t[ -~]+\n)+$/,
    );
    expect(readdirSync(cache).filter((file) => file !== "names")).toEqual(["descriptions"]);
  });
});
