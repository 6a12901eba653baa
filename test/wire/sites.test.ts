import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectAll } from "../../src/client/library/connect-all.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { runSvc, startSvc } from "../svc-run.ts";
import { folderOfFile, folderOfTest } from "../temporary-folder.ts";

const folder = folderOfFile();
const closing: (() => unknown)[] = [];
const sentKeys: Record<string, string[]> = { page: [], plain: [] };
let east: Sandbox;
let west: Sandbox;
let resetSandboxes = () => {};
beforeEach(() => resetSandboxes());

const addressOf = (server: Server): string => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening");
  return `http://127.0.0.1:${address.port}/SVC`;
};

let lateStatus = 503;

/** A web server that gives the same answer to every request and records the authorization headers. */
async function fixedAnswerServer(name: string, type: string, text: string): Promise<string> {
  const server = createHttpServer((request, response) => {
    sentKeys[name]?.push(request.headers.authorization ?? "");
    response.writeHead(name === "late" ? lateStatus : 200, { "content-type": type }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return addressOf(server);
}

/** A server that accepts connections and never answers. */
async function silentServer(): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return addressOf(server);
}

const profile = (url: string, key: string) => ({ url, key, addressing: "path", signature: "plaintext" });
const otherKey = (name: string) => `${name.padEnd(18, "a")}:${name.padEnd(18, "b")}:${name.padEnd(32, "c")}`;

beforeAll(async () => {
  const sandboxes = await Promise.all([
    startSandbox({ machines: 4, seed: 1 }),
    startSandbox({ machines: 3, seed: 2 }),
    startSandbox({ machines: 4, seed: 3, instant: true }),
    startSandbox({ machines: 3, seed: 4, instant: true }),
  ]);
  [east, west] = sandboxes;
  const [, , first, second] = sandboxes;
  closing.push(...sandboxes.map((sandbox) => () => sandbox.stop()));
  resetSandboxes = () => {
    for (const sandbox of sandboxes) sandbox.reset();
  };
  const profiles = {
    east: profile(east.url, keyOf(east)),
    west: profile(west.url, keyOf(west)),
    again: profile(west.url, keyOf(west)),
    first: { ...profile(first.url, keyOf(first)), sandbox: true },
    second: { ...profile(second.url, keyOf(second)), sandbox: true },
    readonly: { ...profile(west.url, keyOf(west)), sandbox: true, readOnly: true },
    protected: { ...profile(west.url, keyOf(west)), sandbox: true, protected: true },
    box: { ...profile(west.url, otherKey("box")), sandbox: true },
    wrongkey: profile(west.url, otherKey("wrong")),
    page: profile(await fixedAnswerServer("page", "text/html", "<html>hello</html>"), otherKey("page")),
    plain: profile(await fixedAnswerServer("plain", "application/json", "[]"), otherKey("plain")),
    late: {
      ...profile(
        await fixedAnswerServer("late", "application/json", '{"events":[{"id":1}]}'),
        otherKey("late"),
      ),
      sandbox: true,
    },
    refused: profile("http://127.0.0.1:1/SVC", otherKey("refused")),
    silent: profile(await silentServer(), otherKey("silent")),
  };
  writeFileSync(join(folder, "profiles.json"), JSON.stringify({ current: "east", profiles }), {
    mode: 0o600,
  });
});

afterAll(async () => {
  for (const close of closing) await close();
});

const keyOf = ({ keys }: Sandbox): string => keys.administrator;

const svc = (line: string, options: Parameters<typeof runSvc>[1] = {}) =>
  runSvc(line.split(" "), {
    ...options,
    env: { SVC_CONFIG_DIR: folder, SVC_RETRIES: "0", XDG_CACHE_HOME: folder, ...options.env },
  });

describe("reading at several sites", () => {
  test.each([
    ["csv", "machines list -p east,west -o csv --columns site,name", /^SITE,NAME\neast,[\s\S]*\nwest,/],
    ["names", "machines list -p east,west -o name", /^east\/\w{6}\n[\s\S]*\nwest\/\w{6}\n$/],
    [
      "ndjson",
      "machines list -p east,west -o ndjson",
      /^\{"site":"east","system_id"[\s\S]*\n\{"site":"west",/,
    ],
    ["yaml", "resourcepools list -p east,west -o yaml", /^- site: east\n {2}value:\n[\s\S]*\n- site: west\n/],
    ["a limit for all", "machines list -p east,west -o name --limit 5", /^(?:east\/\w+\n){4}west\/\w+\n$/],
    [
      "sorting of all",
      "machines list -p west,east -o tsv --columns site,name --sort name,site --no-header",
      /^east\tdb-01\.svc\nwest\tdb-01\.svc\n/,
    ],
    ["a query of all", "machines list -p east,west --query length([].value[]) -o json", /^7\n$/],
    ["a profile twice", "machines list -p west,west -o name", /^(?:west\/\w+\n){3}$/],
    ["a pattern", "machines list -p e*t,wes? -o name --limit 5", /^(?:east\/\w+\n){4}west\/\w+\n$/],
    ["words of lists", "machines list west/web-01 east/db-01 -o name", /^west\/\w{6}\neast\/\w{6}\n$/],
    [
      "names of one",
      "machines get west/web-01 east/db-01 -o csv --columns site,hostname",
      /^SITE,HOSTNAME\neast,db-01\nwest,web-01\n$|^SITE,HOSTNAME\nwest,web-01\neast,db-01\n$/,
    ],
    [
      "a name everywhere",
      "machines get db-01 -p east,west -o csv --columns site,hostname",
      /^SITE,HOSTNAME\neast,db-01\nwest,db-01\n$/,
    ],
    ["a name at one", "machines get gpu-01 -p east,west -o name", /^east\/\w+\n$/],
    ["a word alone", "machines get west/web-01 -o csv --columns hostname", /^HOSTNAME\nweb-01\n$/],
    [
      "a page",
      "status -p east,west",
      /^==> east <==\n[\s\S]*\n==> west <==\n[\s\S]*\n==> total of 2 sites <==\n7 machines, /,
    ],
    [
      "issues",
      "machines issues -p east,west -o json",
      /^\[\{"site":"east","value":\[\]\},\{"site":"west","value":\[\]\}\]\n$/,
    ],
    ["an inventory", "inventory -p east,west --all", /"site_east":\{"hosts":\[[^\]]*"east-db-01"/],
    [
      "a plan",
      `plan -p east,west ${join(import.meta.dirname, "../fixtures/site.yaml")} -o json`,
      /^\[\{"site":"east","value":\{"changes"/,
    ],
  ])("reads from all sites: %s", async (_, line, stdout) => {
    const result = await svc(line);
    expect(result).toMatchObject({ code: 0, stdout: expect.stringMatching(stdout) });
  });

  test("JSON contains the services' answers unchanged", async () => {
    const both = JSON.parse((await svc("machines list -p east,west -o json")).stdout);
    for (const site of ["east", "west"]) {
      const alone = JSON.parse((await svc(`machines list -p ${site} -o json`)).stdout);
      expect(both.find((each: { site: string }) => each.site === site).value).toEqual(alone);
    }
  });

  test("events are merged by time, the newest first", async () => {
    const { stdout } = await svc("events query -p east,west -o ndjson --level DEBUG");
    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const times = events.map(({ created }) => Date.parse(`${created}Z`) || Date.parse(created));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(new Set(events.map(({ site }) => site))).toEqual(new Set(["east", "west"]));
  });

  test("a warning about the command is shown once", async () => {
    const { stderr } = await svc("commissioning-scripts list -p east,west -o name");
    expect(stderr).toMatch(/^warning: commissioning-scripts list is deprecated[^\n]*\n$/);
  });

  test("one profile prints the same as svc without -p", async () => {
    const plain = await svc("machines list");
    expect(await svc("machines list -p east")).toEqual(plain);
    expect(plain.stdout).toMatch(/^NAME /);
  });

  test("--all-profiles skips sandboxes and further profiles with the same key", async () => {
    const { stdout } = await svc("machines list --all-profiles -o json --timeout 1 -q");
    const sites = JSON.parse(stdout).map(({ site }: { site: string }) => site);
    expect(sites).toEqual(["again", "east", "page", "plain", "refused", "silent", "wrongkey"]);
  });

  test("an export writes a folder for each site", async () => {
    const into = folderOfTest();
    expect(await svc(`export -p east,west --into ${into} resourcepools`)).toMatchObject({
      code: 0,
      stdout: "",
    });
    for (const site of ["east", "west"])
      expect(readFileSync(join(into, site, "export.yaml"), "utf8")).toMatch(/^resourcepools:\n/);
  });

  test("an export that fails leaves no folders", async () => {
    const into = join(folderOfTest(), "new");
    expect((await svc(`export -p refused --into ${into}/deeper resourcepools`)).code).toBe(11);
    expect(existsSync(into)).toBe(false);
  });
});

describe("claims with sites", () => {
  const claim = (count: string, sites = "[first, second]") =>
    `claims: [{name: ci, sites: ${sites}, count: ${count}, allocate: {arch: [amd64]}}]\n`;
  const run = (line: string, input: string) => svc(`${line} - -p east -q -o csv`, { input });
  const rows = ({ stdout }: { readonly stdout: string }) =>
    stdout
      .trim()
      .split("\n")
      .slice(1)
      .map((row) =>
        row
          .split(",")
          .filter((_, at) => [0, 2, 4].includes(at))
          .join(" "),
      );

  test("fill up from the next site and stay within their total", async () => {
    const short = await run(`apply --yes`, claim("9"));
    expect(short).toMatchObject({
      code: 6,
      stderr: expect.stringContaining("claim second/ci: 3 of 5 machines"),
    });
    const afterShortage = rows(short);
    expect(afterShortage.filter((row) => row.startsWith("first"))).toHaveLength(4);
    expect(rows(await run(`apply --yes`, claim("7")))).toEqual(afterShortage);
    const withRefusedSite = await run(`apply --yes`, claim("1", "[first, refused, second]"));
    expect(withRefusedSite).toMatchObject({
      code: 10,
      stderr: expect.stringContaining("refused: http://127.0.0.1:1"),
    });
    expect(rows(withRefusedSite)).toEqual(afterShortage);
    const afterKeep = await run(`apply --yes --keep second/web-02`, claim("{first: 1, second: 1}"));
    expect(afterKeep).toMatchObject({ code: 0, stderr: "" });
    expect(rows(afterKeep).map((row) => row.replace(/\S+ Deployed/, ""))).toEqual(["first ", "second "]);
    expect(rows(afterKeep)).toContain("second web-02 Deployed");
    const lists = await svc("claims list -p first,second -o csv --columns SITE,NAME,DEPLOYED");
    expect(lists.stdout).toBe("SITE,NAME,DEPLOYED\nfirst,ci,1\nsecond,ci,1\n");
    const other = (await svc("machines allocate --deploy -p first -o name")).stdout.trim();
    const adopt = async (count: string, sites?: string) => {
      writeFileSync(join(folder, "ci.yaml"), claim(count, sites));
      const words = `${other} -p first --file ${join(folder, "ci.yaml")} --dry-run`;
      return (await svc(`claims adopt ci ${words}`)).stderr;
    };
    expect(await adopt("{first: 1, second: 9}")).toContain("count of claim ci is 1, but it would have 2");
    expect(await adopt("2")).toContain("count of claim ci is 1, but it would have 2");
    expect(await adopt("3")).toBe("dry run: not sent\n");
    expect(await adopt("3", "[second]")).toContain(
      "has no claim ci at this site\nhint: its claims: second/ci",
    );
    const plan = await run("plan --exit-code", claim("0"));
    expect(plan).toMatchObject({ code: 14, stdout: expect.stringMatching(/first\/ci[\s\S]*second\/ci/) });
    expect(await svc("claims release ci -p first,second --yes")).toMatchObject({ code: 0 });
  });

  test.each([
    ["apply --yes --rehearse", claim("1"), 2, /--rehearse copies only one site/],
    ["plan", claim("1", "[first, nope]"), 3, /no profile is called 'nope'/],
    ["plan", claim("1", "[refused]"), 11, /refused: .*refuses connections/],
    ["plan", claim("1", "[first, first]"), 2, /'first' is repeated/],
    ["plan --keep east/web-01", claim("1"), 2, /--keep east\/web-01: no claim has this site/],
  ])("%s %s", async (line, input, code, message) => {
    expect(await run(line, input)).toMatchObject({ code, stderr: expect.stringMatching(message) });
  });
});

describe("failing sites", () => {
  test.each([
    ["refused", /refused: http:\/\/127\.0\.0\.1:1 refuses connections/],
    ["wrongkey", /wrongkey: .*(?:signature|token|key)/i],
    ["page", /page: .*(?:HTML|page)/i],
    ["silent", /silent: .*(?:no answer|in time|within)/i],
  ])("%s does not affect the others", async (site, message) => {
    const result = await svc(`machines list -p ${site},east -o json --timeout 1`);
    expect(result.code).toBe(10);
    expect(result.stderr).toMatch(message);
    const [first, second] = JSON.parse(result.stdout);
    expect(first).toMatchObject({ site, error: { message: expect.any(String) } });
    expect(second).toMatchObject({ site: "east", value: { length: 4 } });
  });

  test("an inventory in JSON is one object", async () => {
    const { stdout, code } = await svc("inventory -p refused,east --all -o json");
    expect(code).toBe(10);
    expect(JSON.parse(stdout)).toMatchObject({ site_east: { hosts: expect.any(Array) } });
  });

  test.each([
    ["no site answers", "machines list -p refused,silent --timeout 1", 11],
    ["no site has the name", "machines get nope -p east,west", 3],
    ["an unknown profile", "machines list -p east,nope", 3],
    ["a pattern without a profile", "machines list -p x*", 3],
    ["a command for one", "apply -p east,west x.yaml", 2],
    ["an address for all", "machines list -p east,west --url http://127.0.0.1:1/SVC", 2],
    ["a site without a name", "machines get east/", 2],
    ["a word with a slash", "machines get nope/web-01", 3],
  ])("%s", async (_, line, code) => {
    expect(await svc(line)).toMatchObject({ code, stdout: "" });
  });

  test("Ctrl-C interrupts a wait for a silent site", async () => {
    const running = startSvc(["machines", "list", "-p", "silent,east"], { env: { SVC_CONFIG_DIR: folder } });
    while (!running.signal("SIGINT")) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await running.ended).toMatchObject({ code: 130 });
  });

  test("a site that fails at first is followed as soon as it answers", async () => {
    const line = "events query --follow -p east,late --poll-interval 1 -o ndjson";
    const running = startSvc(line.split(" "), { env: { SVC_CONFIG_DIR: folder }, isMerged: true });
    const shownNames = async (text: string) => {
      while (!running.shown().includes(text)) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    await shownNames("late: could not read, still watching");
    lateStatus = 200;
    await shownNames('"site":"late"');
    running.signal("SIGINT");
    expect(await running.ended).toMatchObject({ code: 130 });
  });

  test("a key is sent only to its own service", async () => {
    for (const requests of Object.values(sentKeys)) requests.length = 0;
    await svc("machines list -p east,page,plain,west -o json --timeout 1");
    expect(sentKeys["plain"]).toHaveLength(1);
    for (const [name, requests] of Object.entries(sentKeys))
      for (const header of requests) {
        expect(header).toContain(otherKey(name).split(":")[1]);
        for (const key of [keyOf(east), keyOf(west)]) expect(header).not.toContain(key.split(":")[1]);
      }
    expect(
      await svc("machines list -p east,west", { env: { SVC_API_KEY: otherKey("other") } }),
    ).toMatchObject({ code: 2, stderr: expect.stringContaining("SVC_API_KEY is for one service") });
  });
});

describe("changing at several sites", () => {
  test("machines are changed by name, and standard input accepts names with sites", async () => {
    const names = (await svc("machines list -p east,west -o name --hostname web-01")).stdout;
    const locked = await svc("machines allocate -p east,west --name db-01 -o csv --columns site,hostname");
    expect(locked).toMatchObject({ code: 0, stdout: "SITE,HOSTNAME\neast,db-01\n" });
    const result = await svc("machines set-owner-data - role=web -o csv --columns site,hostname,ok", {
      input: names,
    });
    expect(result.stderr).not.toMatch(/is not/);
    const fixed = await svc("machines mark-broken - --yes -o csv --columns site,hostname,ok", {
      input: names,
    });
    expect(fixed.stderr).toBe("");
    expect(fixed).toMatchObject({
      code: 0,
      stdout: "SITE,HOSTNAME,OK\neast,web-01,true\nwest,web-01,true\n",
    });
    const back = await svc("machines mark-fixed east/web-01 west/web-01 -o name");
    expect(back.stdout).toMatch(/^east\/\w+\nwest\/\w+\n$/);
  });

  test.each([
    [
      "a name at two sites is refused",
      "machines lock db-01 -p east,west --yes",
      2,
      /east\/db-01\n {2}west\/db-01/,
    ],
    [
      "a pattern leaves out a silent site, and the question says so",
      "machines mark-broken web-* -p east,refused,west",
      13,
      /^svc: east: .*, west: .*not confirmed\n.*\n? *refused: left out/m,
    ],
    [
      "a name may be at a silent site",
      "machines mark-broken gpu-01 -p east,refused --yes",
      10,
      /refused: http/,
    ],
    [
      "sites given by profiles must be confirmed",
      "machines mark-broken gpu-01 -p east,west",
      13,
      /east: mark-broken|east: machines mark-broken/,
    ],
    ["a pattern must be confirmed too", "machines mark-broken web-* -p east,west", 13, /east: .*, west: /],
    [
      "a read-only profile stops all",
      "machines mark-broken east/gpu-01 readonly/web-01 --yes",
      2,
      /'readonly' is read-only/,
    ],
    [
      "a protected profile that is not confirmed stops all",
      "machines mark-broken east/gpu-01 protected/web-01",
      13,
      /'protected' is protected/,
    ],
    [
      "the question says that a value is cleared",
      "config set theme -p east,west",
      13,
      /^svc: east: no value: clear theme, west: no value: clear theme: not confirmed/,
    ],
    ["an unknown name stops all", "machines mark-broken gpu-01 nope -p east,west --yes", 3, /nope/],
    [
      "an unknown name at one site stops the other",
      "machines mark-broken east/gpu-01 west/nope --yes",
      3,
      /west: no machine is called 'nope'/,
    ],
  ])("%s", async (_, line, code, message) => {
    const statuses = async () =>
      (await svc("machines list -p east,west -o csv --columns site,name,status_name")).stdout;
    const before = await statuses();
    const result = await svc(line);
    expect(result.stderr).toMatch(message);
    expect(result).toMatchObject({ code, stdout: "" });
    expect(await statuses()).toBe(before);
  });

  test("a change that one site carries out and another refuses is partial", async () => {
    await svc("tags create --name half -p west --yes");
    const { code, stderr } = await svc("tags create --name half -p east,west --yes -o json");
    expect([code, JSON.parse(stderr).error]).toMatchObject([10, { outcome: "partial" }]);
  });

  test.each([
    ["devices create --parent east/web-01 --mac-addresses 52:54:00:aa:00:01 --dry-run", 0, /parent/],
    [
      "events query --id east/web-01,west/web-01 --limit 1",
      0,
      /"site":"west","value":\[\]|"site":"(?:east|west)"/,
    ],
    ["machines list --id west/web-01,east/gpu-01", 0, /"site":"west".*"web-01.*"site":"east".*"gpu-01/],
    [
      "machines clone --source east/web-01 --destinations west/web-02 --dry-run",
      2,
      /--source names no machine at west/,
    ],
    [
      "devices create -p east,west --parent east/web-01 --mac-addresses 52:54:00:aa:00:01",
      2,
      /no machine at west/,
    ],
    [
      "devices update west/x --parent east/web-01",
      2,
      /--parent names a machine at east, but the command is for west/,
    ],
  ])("%s", async (line, code, message) => {
    const { stdout, stderr, code: actual } = await svc(`${line} -o json`);
    expect(stdout + stderr).toMatch(message);
    expect(actual).toBe(code);
  });

  test("names with a site are refused if SVC_URL is set", async () => {
    const env = { SVC_URL: east.url, SVC_API_KEY: keyOf(east) };
    expect(await svc("machines get east/web-01", { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("SVC_URL is for one service"),
    });
  });

  test("one confirmation covers all sites", async () => {
    const running = startSvc(["machines", "mark-broken", "web-*", "-p", "east,west", "-o", "name"], {
      env: { SVC_CONFIG_DIR: folder },
      isTyped: true,
      terminal: { isTTY: true, columns: 200, rows: 40 },
    });
    running.type("y\r");
    const result = await running.ended;
    expect(result.code).toBe(0);
    expect(result.stderr.match(/\[y\/N\]/g)).toHaveLength(1);
  });

  test("allocate uses the first site with a match", async () => {
    const line = "machines allocate -p west,east --name gpu-01 -o csv --columns site,hostname";
    const result = await svc(line);
    expect(result).toMatchObject({ code: 0, stdout: "SITE,HOSTNAME\neast,gpu-01\n" });
    expect(result.stderr).toContain("done at east");
    expect(await svc(line)).toMatchObject({ code: 6, stdout: "" });
  });
});

describe("the library", () => {
  const open = (sites: readonly string[]) =>
    connectAll(sites, { configDir: folder, retries: 0, timeoutMs: 2_000 }, {});
  type Call = (
    ...callArguments: readonly unknown[]
  ) => Promise<Record<string, unknown>> & AsyncIterable<Record<string, unknown>>;
  const methods = (of: Readonly<Record<string, unknown>>, group: string) =>
    of[group] as Record<string, Call | undefined>;

  test("returns names, lists and errors of all sites", async () => {
    const all = await open(["east", "west", "refused"]);
    const both = await open(["east", "west"]);
    const machines = methods(both, "machines");
    const sites: unknown[] = [];
    for await (const { site } of machines["list"]?.() ?? []) sites.push(site);
    expect(sites).toEqual([...Array(4).fill("east"), ...Array(3).fill("west")]);
    expect(await machines["get"]?.("west/web-01")).toMatchObject({ hostname: "web-01" });
    expect(await machines["get"]?.("gpu-01")).toMatchObject({ hostname: "gpu-01" });
    await expect(machines["get"]?.("db-01")).rejects.toMatchObject({
      kind: "usage",
      hint: "east/db-01, west/db-01",
    });
    await expect(machines["get"]?.("nope")).rejects.toMatchObject({ kind: "notFound" });
    await expect(methods(both, "tags")["create"]?.({ name: "x" })).rejects.toMatchObject({ kind: "usage" });
    await expect(machines["list"]?.()).resolves.toHaveLength(7);
    await expect(methods(all, "machines")["list"]?.()).rejects.toMatchObject({
      kind: "unreachable",
      site: "refused",
      message: expect.stringMatching(/^refused: /),
    });
    const results = await all.each((svc) => methods(svc, "version")["get"]?.() ?? Promise.resolve({}));
    expect(results).toMatchObject([
      { site: "east", value: "2.0" },
      { site: "west", value: "2.0" },
      { site: "refused", error: { kind: "unreachable" } },
    ]);
    await all.close();
    await both.close();
  });

  test("works at one site, at the first with a match, and waits at all", async () => {
    const all = await open(["east", "west"]);
    expect(all.at("west").url).toBe(west.url);
    expect(() => all.at("nope")).toThrow("'nope' is not one of the sites");
    const allocate = methods(all, "machines")["allocate"];
    expect(await allocate?.({ name: "gpu-01" })).toMatchObject({ hostname: "gpu-01", site: "east" });
    await expect(allocate?.({ name: "gpu-01" })).rejects.toMatchObject({ kind: "conflict", site: "west" });
    await expect(allocate?.({ nme: "gpu-01" })).rejects.toMatchObject({ kind: "usage", site: "east" });
    expect(await all.waitFor("west/web-01", "ready")).toMatchObject({ hostname: "web-01", site: "west" });
    const names = ["west/web-02", "west/web-02", "east/web-01", "west/web-01"];
    expect(await all.waitFor(names, "ready")).toMatchObject([
      { hostname: "web-02", site: "west" },
      { hostname: "web-01", site: "west" },
      { hostname: "web-01", site: "east" },
    ]);
    await expect(all.waitFor(5, "ready")).rejects.toMatchObject({ kind: "usage" });
    await all.close();
  });

  test("iterates over all sites before it fails, and looks names up at all", async () => {
    const all = await open(["refused", "east", "west"]);
    const sites: unknown[] = [];
    const iterate = async () => {
      for await (const { site } of methods(all, "machines")["list"]?.() ?? []) sites.push(site);
    };
    await expect(iterate()).rejects.toMatchObject({ kind: "unreachable", site: "refused" });
    expect(sites).toHaveLength(7);
    await expect(methods(all, "machines")["get"]?.("web-02")).rejects.toMatchObject({ site: "refused" });
    await all.close();
  });

  test("refuses an unknown profile, no profile, and one address for all sites", async () => {
    await expect(open(["east", "nope"])).rejects.toMatchObject({ kind: "notFound" });
    await expect(open([])).rejects.toMatchObject({ kind: "usage" });
    await expect(connectAll(["east"], { url: "http://127.0.0.1:1/SVC" }, {})).rejects.toMatchObject({
      kind: "usage",
    });
  });
});
