import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { answerCompletion } from "../../src/cli/completing/answer.ts";
import type { Context } from "../../src/context.ts";
import { systemClock } from "../../src/core/clock.ts";
import { fastProcess } from "../fast-process.ts";
import { type RunningSvc, runSvc, startSvc } from "../svc-run.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { fixture } from "../unit/client/description/fixture.ts";
import { listenForTest } from "./raw-server.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const json = (response: ServerResponse, value: unknown, status = 200) => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
};

const answersTo: Readonly<Record<string, unknown>> = {
  "GET /zones/": [{ name: "default", id: 1, description: "", resource_uri: "/SVC/api/2.0/zones/default/" }],
  "GET /subnets/10.0.0.0%2F24/": {
    id: 3,
    cidr: "10.0.0.0/24",
    name: "lab",
    vlan: { id: 2, name: "untagged" },
  },
  "GET /nodes/": [
    { system_id: "abc123", hostname: "web-01", fqdn: "web-01.svc" },
    { system_id: "def456", hostname: "web-02", fqdn: "web-02.svc" },
  ],
  "GET /nodes/def456/interfaces/": [
    { id: 8, name: "eth0", tags: [], vlan: null },
    { id: 9, name: "eth1", tags: [], vlan: null },
  ],
  "GET /nodes/abc123/interfaces/": [{ id: 7, name: "eth0", tags: [], vlan: { vid: 0, name: "untagged" } }],
  "GET /machines/": [],
  "POST /tags/fast/op-update_nodes": { added: 2, removed: 0 },
  "GET /rackcontrollers/": [
    { system_id: "rrrrrr", hostname: "rack-01", fqdn: "rack-01.svc" },
    { system_id: "ssssss", hostname: "rack02", fqdn: "rack02.svc" },
    { system_id: "tttttt", hostname: "twin-01" },
    { system_id: "uuuuuu", hostname: "twin-01" },
  ],
  "GET /rackcontrollers/rrrrrr/": { system_id: "rrrrrr", hostname: "rack-01" },
  "GET /rackcontrollers/ssssss/": { system_id: "ssssss", hostname: "rack02" },
  "POST /rackcontrollers/rrrrrr/op-power_off": { system_id: "rrrrrr", hostname: "rack-01" },
  "GET /vm-hosts/": [
    { id: 4, name: "lab-host" },
    { id: 5, name: "other" },
  ],
  "POST /vm-hosts/4/op-refresh": { id: 4, name: "lab-host" },
  "GET /nodes/abc123/raids/": [{ id: 9, name: "md0" }],
  "GET /nodes/abc123/raid/9/": { id: 9, name: "md0", level: "raid-1" },
};

/** What downloads answer: bytes that are not text, with every line end. */
const content = Buffer.from([0xfd, 0x37, 0x7a, 0x00, 0xff, 0x0d, 0x0a, 0x1b, 0x5b, 0x32, 0x4a, 0x0a]);

/** A service with this description, a cache of its own, and svc for it; `asked` are its requests in order. */
async function service(
  describeIt: Handler = (_, response) => json(response, { ...(fixture as object), hash: "h1" }),
) {
  const asked: string[] = [];
  const bodies: string[] = [];
  let answer = describeIt;
  let hash = "h1";
  let cut = "";
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://x");
    const label = `${request.method} ${pathname.replace("/SVC/api/2.0", "")}`;
    asked.push(label);
    response.setHeader("X-Svc-Api-Hash", hash);
    let body = "";
    for await (const chunk of request) body += String(chunk);
    bodies.push(body);
    if (label === "GET /describe/") return answer(request, response);
    if (cut !== "" && label.includes(cut)) return request.socket.destroy();
    if (label.startsWith("GET /nodes/abc123/results/") || label.startsWith("GET /scripts/")) {
      const isJson = label.includes("json");
      response.writeHead(200, { "content-type": isJson ? "application/json" : "text/plain" });
      return response.end(isJson ? '{"a": 1}' : content);
    }
    const value = answersTo[label];
    if (value === undefined) return json(response, "Not Found", 404);
    json(response, value);
  });
  const port = await listenForTest(server);
  const cache = folderOfTest();
  const url = `http://127.0.0.1:${port}/SVC`;
  const env = {
    SVC_URL: url,
    SVC_API_KEY: "a:b:c",
    SVC_CONFIG_DIR: join(cache, "config"),
    SVC_CACHE_DIR: cache,
  };
  return {
    asked,
    bodies,
    cache,
    url,
    folder: () => join(cache, "descriptions", readdirSync(join(cache, "descriptions"))[0] ?? ""),
    /** From now on requests of this path get no answer. */
    cutAt: (path: string) => {
      cut = path;
    },
    describeBy: (handler: Handler, changed = hash) => {
      answer = handler;
      hash = changed;
    },
    env,
    start: (line: string) => startSvc(line.split(" "), { env }),
    svc: (line: string, further: Readonly<Record<string, string>> = {}, clock = fastProcess.clock) =>
      runSvc(line.split(" "), { env: { ...env, ...further }, clock }),
    /** How often it was asked for its description so far. */
    descriptions: () => asked.filter((each) => each === "GET /describe/").length,
  };
}

describe("a service that describes itself", () => {
  test("is asked once, without a key, and then the command runs", async () => {
    const { svc, asked } = await service((request, response) => {
      expect(request.headers.authorization).toBeUndefined();
      json(response, { ...(fixture as object), hash: "h1" });
    });
    expect(await svc("zones list --no-header")).toMatchObject({
      code: 0,
      stdout: "default  1  -\n",
      stderr: "",
    });
    expect(await svc("zone list -o name")).toMatchObject({ code: 0, stdout: "default\n" });
    expect(asked).toEqual(["GET /describe/", "GET /zones/", "GET /zones/"]);
  });

  test.each([
    ["describes others", (response: ServerResponse) => json(response, { hash: "h", doc: "", resources: [] })],
    ["describes nothing", (response: ServerResponse) => response.writeHead(404).end("Not Found")],
  ])("and %s has no command for what only other services have", async (_, say) => {
    const { svc } = await service((_request, response) => void say(response));
    for (const line of [
      "zones list",
      "zone get x",
      "tags",
      "subnets list -o json",
      "users create --name x",
    ]) {
      const said = await svc(line);
      const [word = ""] = line.split(" ");
      const resource = `${word.replace(/s$/, "")}s`;
      expect([line, said.code, said.stdout]).toEqual([line, 2, ""]);
      expect(said.stderr).toContain(`unknown command '${word}'`);
      expect(said.stderr).toContain(
        `the service does not describe ${resource}: 'svc describe' lists what it has`,
      );
    }
    expect((await svc("zoness list")).stderr).not.toContain("does not describe");
  });

  test("is not asked for documented commands, help, or lines of svc's own", async () => {
    const { svc, asked } = await service();
    for (const line of [
      "machines list",
      "--help",
      "help machines",
      "machines --help",
      "zones --help",
      "help zones",
      "profiles list",
      "completion bash",
      "operations",
      "--version",
      "machines",
    ])
      await svc(line);
    expect(asked).toEqual(["GET /machines/"]);
  });

  test("shows in help what is known, marked", async () => {
    const { svc } = await service();
    await svc("zones list");
    expect((await svc("--help")).stdout).toMatch(
      /Commands that the service in use describes:\n(?: .*\n)* {2}zones /,
    );
    expect((await svc("block-devices --help")).stdout).toMatch(/format .*\(described\)/);
    expect((await svc("zones create --help")).stdout).toContain("Described by this service.");
    expect((await svc("help zones")).stdout).toContain("Described by the service in use.");
  });

  test("takes names of nodes, ranges of them, and identifiers with slashes", async () => {
    const { svc, asked, bodies } = await service();
    expect(await svc("interfaces list web-01 --no-header")).toMatchObject({ code: 0 });
    expect(asked.at(-1)).toBe("GET /nodes/abc123/interfaces/");
    expect((await svc("subnets get 10.0.0.0/24 -o name")).stdout).toBe("3\n");
    expect(await svc("tags update-nodes fast --add web-[01-01]")).toMatchObject({ code: 0 });
    expect(bodies.at(-1)).toMatch(/name="add"\r\n(?:.*\r\n)*\r\nabc123\r\n/);
  });

  test("takes names that the group's own list holds, top-level and below a node", async () => {
    const { svc, asked } = await service();
    await svc("describe");
    const since = async (line: string) => {
      const before = asked.length;
      const result = await svc(line);
      return { ...result, asked: asked.slice(before) };
    };
    expect(await since("rackcontrollers get rack-01.svc. -o name")).toMatchObject({
      stdout: "rrrrrr\n",
      asked: ["GET /rackcontrollers/", "GET /rackcontrollers/rrrrrr/"],
    });
    // It has the form of a system_id, so it is taken for one first.
    expect(await since("rackcontrollers get rack02 -o name")).toMatchObject({
      stdout: "ssssss\n",
      asked: ["GET /rackcontrollers/rack02/", "GET /rackcontrollers/", "GET /rackcontrollers/ssssss/"],
    });
    expect((await since("rackcontrollers power-off RACK-01 --yes")).asked.at(-1)).toBe(
      "POST /rackcontrollers/rrrrrr/op-power_off",
    );
    expect((await since("vm-hosts refresh lab-host")).asked).toEqual([
      "POST /vm-hosts/lab-host/op-refresh",
      "GET /vm-hosts/",
      "POST /vm-hosts/4/op-refresh",
    ]);
    expect((await since("raids get web-01 md0 --columns level --no-header")).stdout).toBe("raid-1\n");
    expect((await since("rackcontrollers power-off rack-01 --dry-run -o json")).stdout).toContain(
      "/rackcontrollers/rrrrrr/op-power_off",
    );
  });

  test("refuses a name of several objects, and passes on what no list holds", async () => {
    const { svc } = await service();
    const twin = await svc("rackcontrollers delete twin-01 --yes");
    expect(twin).toMatchObject({ code: 3, stdout: "" });
    expect(twin.stderr).toMatch(/2 rackcontrollers are called 'twin-01'\n {2}tttttt {2}twin-01\n/);
    for (const line of [
      "rackcontrollers get rack-99",
      "vm-hosts refresh 7",
      "vm-hosts get nosuch",
      "zones get no",
    ])
      expect(await svc(line), line).toMatchObject({ code: 3, stderr: expect.stringContaining("404") });
  });

  test("adds fields to documented operations, and refuses others with what was meant", async () => {
    const { svc, descriptions } = await service();
    expect(await svc("partitions format abc123 1 2 --fstype ext4 --dry-run -o json")).toMatchObject({
      code: 0,
    });
    expect(await svc("zones create --nam x")).toMatchObject({ code: 2 });
    expect(await svc("zonse list")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'svc zones'"),
    });
    expect(descriptions()).toBe(1);
  });

  test("is asked again by the next described command when its answers have another hash", async () => {
    const { svc, descriptions, describeBy } = await service();
    for (const line of ["zones list", "machines list", "zones list"]) await svc(line);
    expect(descriptions()).toBe(1);
    describeBy((_, response) => json(response, { ...(fixture as object), hash: "h2" }), "h2");
    await svc("machines list");
    expect(descriptions()).toBe(1);
    for (const line of ["zones list", "zones list", "machines list", "zones list"]) await svc(line);
    expect(descriptions()).toBe(2);
  });

  test("is asked again once where its answers never have the description's own hash", async () => {
    const { svc, descriptions } = await service((_, response) => json(response, fixture));
    for (let round = 0; round < 5; round++) await svc("zones list");
    expect(descriptions()).toBe(2);
  });

  test("says that it lacks a documented operation", async () => {
    const { svc } = await service((_, response) => {
      const { resources, ...others } = fixture as { resources: readonly { name: string }[] };
      json(response, { ...others, resources: resources.filter(({ name }) => name !== "SSLKeysHandler") });
    });
    await svc("describe");
    expect(await svc("sslkeys list")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("this service does not offer GET /account/prefs/sslkeys/"),
    });
    expect((await svc("domains list")).stderr).not.toContain("does not offer");
  });

  test("is shown by svc describe and svc operations --all", async () => {
    const { svc, descriptions } = await service();
    expect((await svc("describe -o name")).stdout).toMatch(/^zones$/m);
    expect(JSON.parse((await svc("describe zones -o json")).stdout)).toContainEqual({
      command: "zones list",
      method: "GET",
      path: "/zones/",
      source: "description",
      summary: "Zones: read",
    });
    const all: { id: string; source?: string }[] = JSON.parse((await svc("operations --all -o json")).stdout);
    const documented: { id: string; source?: string }[] = JSON.parse(
      (await svc("operations -o json")).stdout,
    );
    expect(all.slice(0, documented.length)).toEqual(documented);
    expect(all.slice(documented.length).every(({ source }) => source === "description")).toBe(true);
    expect(all.length - documented.length).toBeGreaterThan(150);
    expect(descriptions()).toBe(1);
    await svc("describe --refresh");
    expect(descriptions()).toBe(2);
    expect(await svc("describe nothing")).toMatchObject({ code: 2 });
    for (const [word, hint] of [
      ["web-01", "'svc machines describe web-01'"],
      ["zoens", "'svc describe zones'"],
      ["login", "'svc help login'"],
    ])
      expect((await svc(`describe ${word}`)).stderr).toContain(hint);
  });

  test("is also meant by words that its paths write together", async () => {
    const { svc, asked } = await service();
    expect(await svc("rack-controllers list -o name")).toMatchObject({ code: 0 });
    expect(await svc("rack_controllers list -o name")).toMatchObject({ code: 0 });
    expect(asked.slice(1)).toEqual(["GET /rackcontrollers/", "GET /rackcontrollers/"]);
  });
});

describe("described operations", () => {
  test("are sent again where they read, and once where they change", async () => {
    const { svc, asked, cutAt } = await service();
    await svc("describe");
    cutAt("/zones/");
    expect((await svc("zones list --retries 2")).code).toBe(11);
    expect(asked.filter((each) => each === "GET /zones/")).toHaveLength(3);
    for (const line of ["zones create --name x", "zones delete x --yes", "zones update x --description y"]) {
      const before = asked.length;
      const { code, stderr } = await svc(`${line} --retries 2 -o json`);
      expect([code, JSON.parse(stderr).error.outcome]).toEqual([11, "unknown"]);
      expect(JSON.parse(stderr).error.hint).toMatch(
        /check before sending it again \(svc zones (?:get x|list)/,
      );
      expect(asked).toHaveLength(before + 1);
    }
  });

  test("that list what several nodes have give a row for each, with its node", async () => {
    const { svc } = await service();
    const nodes = "abc123 def456";
    expect((await svc(`interfaces list ${nodes} --columns NODE,NAME,ID`)).stdout).toBe(
      ["NODE    NAME  ID", "web-01  eth0  7", "web-02  eth0  8", "web-02  eth1  9", ""].join("\n"),
    );
    expect((await svc(`interfaces list ${nodes} -o csv --columns node,id`)).stdout).toBe(
      "node,id\nweb-01,7\nweb-02,8\nweb-02,9\n".replaceAll("node,id", "NODE,ID"),
    );
    expect((await svc(`interfaces list ${nodes} --no-header`)).stdout).toMatch(/^web-01 {2}eth0 /);
    expect(JSON.parse((await svc(`interfaces list ${nodes} -o json`)).stdout)).toMatchObject([
      { system_id: "abc123", hostname: "web-01", value: [{ id: 7 }] },
      { system_id: "def456", hostname: "web-02", value: [{ id: 8 }, { id: 9 }] },
    ]);
    expect((await svc(`interfaces list ${nodes} --query [].value[].id -o csv`)).stdout).toContain("7");
    expect((await svc("interfaces list nosuch abc123")).code).toBe(3);
  });

  test("are shown, filtered and formatted like others", async () => {
    const { svc, asked } = await service();
    expect((await svc("zones list -o csv --columns ID,NAME --sort -id")).stdout).toBe("ID,NAME\n1,default\n");
    expect((await svc("zones list --query [].name -o json")).stdout).toBe('["default"]\n');
    expect((await svc("zones list -o ndjson")).stdout).toContain('"id":1');
    expect((await svc("zones list --set x=1 --curl")).stdout).toContain("/zones/?x=1");
    const before = asked.length;
    expect(await svc("zones delete default")).toMatchObject({ code: 13 });
    expect(await svc("zones delete default --dry-run -o json")).toMatchObject({ code: 0 });
    expect(await svc("zones list --colum name")).toMatchObject({ code: 2 });
    expect(asked).toHaveLength(before);
  });
});

describe("a described download", () => {
  test("prints its bytes as they are in a pipe, and none of them on a terminal", async () => {
    const { start, env } = await service();
    for (const line of ["results download web-01 3", "results download abc123 3", "scripts download smart"]) {
      expect((await start(line).ended).bytes).toEqual(content);
      const shown = await runSvc(line.split(" "), { env, terminal: { isTTY: true, columns: 80 } });
      expect(shown).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("--to FILE") });
    }
  });

  test("goes into a file, which is not replaced unasked", async () => {
    const { svc, cache, asked } = await service();
    const file = join(cache, "result.tar.xz");
    expect(await svc(`results download web-01 3 --to ${file}`)).toMatchObject({ code: 0, stdout: "" });
    expect(readFileSync(file)).toEqual(content);
    writeFileSync(file, "mine");
    const before = asked.length;
    expect(await svc(`scripts download smart --to ${file}`)).toMatchObject({ code: 13 });
    expect(await svc(`scripts download smart --to ${join(file, "x")}`)).toMatchObject({ code: 2 });
    expect([asked.length, readFileSync(file, "utf8")]).toEqual([before, "mine"]);
    expect(await svc(`scripts download smart --to ${file} --force`)).toMatchObject({ code: 0 });
    expect(readFileSync(file)).toEqual(content);
  });

  test("is base64 among JSON, and JSON where the service answers that", async () => {
    const { svc } = await service();
    const answer = JSON.parse((await svc("scripts download smart -o json")).stdout);
    expect(answer).toEqual({ name: "smart", content: content.toString("base64") });
    expect((await svc("scripts download json -o json")).stdout.trim()).toBe('{"a": 1}');
    expect((await svc("scripts download json")).stdout).toBe("A  1\n");
    expect((await svc("scripts download smart --curl")).stdout).toContain("/scripts/smart");
  });
});

describe("what is known of a service", () => {
  test("is what a deprecation names, where it has a replacement", async () => {
    const { svc } = await service();
    expect((await svc("networks list")).stderr).toContain("use the service's subnets, svc api GET subnets/");
    await svc("zones list");
    expect((await svc("networks list")).stderr).toContain("use the service's subnets, svc subnets list");
    expect((await svc("commissioning-scripts list")).stderr).toContain("svc scripts list");
  });

  test("completes, and no text of the service is more than text to a shell", async () => {
    const { svc, cache, asked, url } = await service((_, response) => {
      const evil = "it's $(touch harm) `touch harm` \"; touch harm; ' \\\\";
      const actions = ["GET", "POST"].map((method) => ({
        method,
        op: null,
        doc: `${evil}\n\n:param name: Required. ${evil} Possible values are: \`\`a$(touch harm)\`\`, \`\`b\`\`.`,
      }));
      json(response, {
        hash: "h1",
        resources: [{ anon: null, auth: { path: "/SVC/api/2.0/zones/", actions } }],
      });
    });
    const complete = async (typed: string, words: readonly string[]) => {
      const output = new PassThrough();
      const argv = ["__complete", "fish", typed, ...words];
      const env = { SVC_URL: url, SVC_API_KEY: "a:b:c", SVC_CACHE_DIR: cache };
      const context = { ...fastProcess, argv, env, stdout: output } as unknown as Context;
      await answerCompletion(context, context.clock.monotonic() + 60_000);
      return String(output.read() ?? "");
    };
    const name = ["zones", "create", "--name"];
    expect(await complete("", name)).toBe("");
    expect(asked).toEqual([]);
    await svc("zones list");
    expect(await complete("", name)).toBe("words\nb\n");
    expect(await complete("--na", ["zones", "create"])).toMatch(
      /^words\n--name\t[ -~]+\n(?:--?[\w-]+\t[ -~]+\n)+$/,
    );
    expect(readdirSync(cache).filter((file) => file !== "names")).toEqual(["descriptions"]);
  });
});

describe("what is kept of it", () => {
  test("is learned again where a file is damaged, and the command runs", async () => {
    const { svc, folder, descriptions } = await service();
    await svc("zones list");
    const file = join(folder(), "catalogue.json");
    const before = descriptions();
    for (const text of ["", "{", readFileSync(file, "utf8").replaceAll('"', '"\\u001b')]) {
      writeFileSync(file, text);
      expect(await svc("zones list -o name")).toMatchObject({ code: 0, stdout: "default\n" });
    }
    expect(descriptions()).toBe(before + 3);
  });

  test("is not needed: without a folder the service is asked each time", async () => {
    const { svc, descriptions } = await service();
    for (const folder of ["", "/dev/null/x", "/proc/none/x"])
      expect(await svc("zones list -o name", { SVC_CACHE_DIR: folder })).toMatchObject({
        code: 0,
        stdout: "default\n",
      });
    expect(descriptions()).toBe(3);
  });

  test("still serves where the service cannot describe itself any more", async () => {
    const { svc, folder, describeBy } = await service();
    await svc("zones list");
    writeFileSync(join(folder(), "outdated"), "");
    describeBy((_, response) => json(response, "no", 500));
    expect(await svc("zones list -o name")).toMatchObject({ code: 0, stdout: "default\n" });
    describeBy((_, response) => json(response, { resources: [] }));
    expect(await svc("zones list")).toMatchObject({ code: 2 });
  });
});

describe("asking a service what it offers", () => {
  /** A service that begins its description and never ends it. */
  const stalled = (begins: () => void) =>
    service((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"hash": "h1", "resources": [', begins);
    });

  test.each([
    ["SIGINT", 130, "interrupted"],
    ["SIGTERM", 143, "terminated"],
  ] as const)("ends by %s with %i in one line, and keeps nothing", async (signal, code, word) => {
    for (const line of ["zones list", "zones create --name x -o json", "describe", "describe --refresh"]) {
      let running: RunningSvc | undefined;
      const { start, cache, asked } = await stalled(() => {
        setImmediate(() => expect(running?.signal(signal)).toBe(true));
      });
      running = start(line);
      const result = await running.ended;
      expect([result.code, result.stdout]).toEqual([code, ""]);
      if (line.endsWith("json"))
        expect(JSON.parse(result.stderr)).toMatchObject({ error: { exit_code: code, outcome: "not_sent" } });
      else expect(result.stderr).toBe(`svc: ${word}\n`);
      expect(asked).toEqual(["GET /describe/"]);
      expect(readdirSync(cache)).toEqual([]);
    }
  });

  test("ends after a time, however steadily its pieces arrive, and keeps nothing", async () => {
    const { svc, cache } = await service((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" ".repeat(4_096)), 10);
      response.on("close", () => clearInterval(drip));
    });
    const { code, stderr } = await svc("zones list");
    expect([code, stderr]).toEqual([11, expect.stringContaining("takes longer than 30 seconds")]);
    expect((await svc("describe")).code).toBe(11);
    expect(readdirSync(cache)).toEqual([]);
  });

  test("ends where it is too large, and keeps nothing", async () => {
    const { svc, cache } = await service((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(`"${"a".repeat(17 * 1024 * 1024)}"`);
    });
    const { code, stderr } = await svc("zones list", {}, systemClock);
    expect([code, stderr]).toEqual([2, expect.stringContaining("larger than 16 MiB")]);
    expect(readdirSync(cache)).toEqual([]);
  });
});

describe("a service without a sound description", () => {
  test.each<readonly [string, Handler]>([
    ["none", (_, response) => json(response, "Not Found", 404)],
    ["a redirect to a page", (_, response) => void response.writeHead(302, { location: "/login" }).end()],
    [
      "a page",
      (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>x</html>"),
    ],
    ["a list", (_, response) => json(response, [])],
    ["null", (_, response) => json(response, null)],
    [
      "half of one",
      (_, response) => void response.writeHead(200).end(JSON.stringify(fixture).slice(0, 9_000)),
    ],
    ["a refusal", (_, response) => json(response, "no", 403)],
    ["deep nesting", (_, response) => void response.writeHead(200).end("[".repeat(200_000))],
  ])("(%s) leaves the line a usage error, and the documented commands as they are", async (_, handler) => {
    const { svc } = await service(handler);
    const { code, stdout, stderr } = await svc("zones list");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("unknown command 'zones'");
    expect(await svc("machines list --no-header")).toMatchObject({ code: 0 });
  });

  describe.each<readonly [string, number, string, Handler]>([
    ["an error", 12, "serverError", (_, response) => json(response, "no", 500)],
    ["a gateway's error", 12, "serverError", (_, response) => json(response, "no", 502)],
    ["throttled", 12, "serverError", (_, response) => json(response, "no", 429)],
    ["a cut connection", 11, "unreachable", (_, response) => void response.destroy()],
  ])("(%s) that cannot be asked", (_, exitCode, kind, handler) => {
    test.each([
      ["zones list", "unknown command 'zones'", "hint: "],
      ["mashines list", "unknown command 'mashines'", "svc machines"],
      ["machines lst", "unknown machines command 'lst'", "svc machines list"],
      ["machines zap x", "unknown machines command 'zap'", "svc machines --help"],
      ["machines list --hostnam x", "unknown option '--hostnam'", "--hostname"],
      ["machines deploy x --swap 1", "unknown option '--swap'", "--set swap=value"],
    ])("ends %s by that, since the word may be one of its own", async (line, message, hint) => {
      const { svc } = await service(handler);
      const { code, stdout, stderr } = await svc(line);
      expect([code, stdout]).toEqual([exitCode, ""]);
      expect(stderr).toContain(`svc: ${message}, and the service could not be asked for others: `);
      expect(stderr).toMatch(/\nhint: /);
      expect(stderr).toContain(hint);
      const { error } = JSON.parse((await svc(`${line} -o json`)).stderr);
      expect(error).toMatchObject({ kind, exit_code: exitCode, outcome: "not_sent" });
    });

    test("leaves the documented commands, help and svc's own as they are", async () => {
      const { svc } = await service(handler);
      expect(await svc("machines list --no-header")).toMatchObject({ code: 0 });
      expect((await svc("mashines --help")).code).toBe(2);
      expect((await svc("profiles lst")).code).toBe(2);
    });
  });

  test("is not asked again at each typing error", async () => {
    const { svc, descriptions } = await service((_, response) => json(response, "Not Found", 404));
    for (const line of ["zones list", "zonse list", "machines lst", "machines list --colour"])
      await svc(line);
    expect(descriptions()).toBe(1);
    expect((await svc("describe")).stderr).toContain("does not describe itself");
  });
});
