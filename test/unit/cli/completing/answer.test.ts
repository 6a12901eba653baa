import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { answerCompletion } from "../../../../src/cli/completing/answer.ts";
import { quotedFor, unquoted } from "../../../../src/cli/completing/quoting.ts";
import { collectNames } from "../../../../src/cli/names-cache/collect.ts";
import { namesFolder, noteChanges } from "../../../../src/cli/names-cache/freshness.ts";
import { type Name, wordOf } from "../../../../src/cli/names-cache/name.ts";
import { keepNames, readNames } from "../../../../src/cli/names-cache/store.ts";
import { writeCatalogue } from "../../../../src/client/description/cache.ts";
import { descriptionFolder } from "../../../../src/client/description/folder.ts";
import { openElements } from "../../../../src/client/json/elements.ts";
import { systemClock } from "../../../../src/core/clock.ts";
import { startSandbox } from "../../../../src/sandbox/sandbox.ts";
import { fastProcess } from "../../../fast-process.ts";
import { runSvc } from "../../../svc-run.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { described } from "../../client/description/fixture.ts";
import { seeded } from "../../random.ts";

const url = "http://127.0.0.1:9/SVC";
const { random } = fastProcess;

const name = (word: string, id = "", about = "", status = ""): Name => ({
  word,
  also: [id, id === "" ? "" : `${word}.svc`],
  about,
  status,
});

/** An environment whose cache holds the names of a service, as whole lists have shown them so long ago. */
function environment(
  kinds: Readonly<Record<string, readonly Name[]>>,
  agoMs = 0,
): Readonly<Record<string, string>> {
  const env = {
    SVC_CACHE_DIR: folderOfTest(),
    SVC_CONFIG_DIR: folderOfTest(),
    SVC_URL: url,
    SVC_API_KEY: "a:b:c",
  };
  const credentials = { consumerKey: "a", tokenKey: "b" };
  const folder = namesFolder(env, { baseUrl: url, credentials }) ?? "";
  for (const [kind, names] of Object.entries(kinds))
    keepNames(folder, kind as "tags", { names, isWhole: true, nowMs: Date.now() - agoMs }, random);
  return env;
}

/** What is offered for a line of a shell whose cursor is at its end; `withinMs` is the time that is left. */
async function answer(
  shell: string,
  line: string,
  env: Readonly<Record<string, string>>,
  withinMs = 60_000,
): Promise<readonly string[]> {
  const words = line.split(" ");
  const typed = words.at(-1) ?? "";
  const args = shell === "bash" ? [typed, `svc ${line}`] : [typed, ...words.slice(0, -1)];
  return (await ask([shell, ...args], env, withinMs)).slice(1);
}

async function ask(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  withinMs = 60_000,
): Promise<readonly string[]> {
  let said = "";
  const context = {
    ...fastProcess,
    argv: ["__complete", ...args],
    env,
    clock: systemClock,
    stdout: {
      write: (text: string, done: () => void) => {
        said += text;
        done();
      },
    },
    get stderr(): never {
      throw new Error("standard error is the line that is being typed");
    },
    get stdin(): never {
      throw new Error("standard input belongs to the shell");
    },
  } as unknown as Parameters<typeof answerCompletion>[0];
  await answerCompletion(context, systemClock.monotonic() + withinMs);
  return said.split("\n").slice(0, -1);
}

const fleet = {
  machines: [
    name("web-01", "aaaaaa", "Ready", "4"),
    name("web-02", "aaaaab", "Deployed", "6"),
    name("db-01", "aaaaac", "Deployed", "6"),
  ],
  devices: [name("printer", "bbbbbb")],
  nodes: [],
  tags: [name("ssd"), name("gpu"), name("nvme")],
  zones: [name("north", "", "North hall")],
  resourcepools: [name("my pool"), name("web")],
  subnets: [name("2001:db8:10::/64", "3", "prod")],
  "boot-resources": [
    { ...name("1"), also: ["ubuntu/jammy", ""] as const },
    { ...name("2"), also: ["custom/golden", ""] as const },
  ],
};

describe("offers", () => {
  test.each<[string, string, readonly string[]]>([
    ["fish", "machines get ", ["web-01\tReady", "web-02\tDeployed", "db-01\tDeployed"]],
    ["bash", "machines get web", ["web-01", "web-02"]],
    ["zsh", "machines release ", ["web-02:Deployed", "db-01:Deployed"]],
    ["bash", "machines mark-fixed w", ["web-01", "web-02"]],
    ["bash", "machines get web-01 ", ["web-02", "db-01"]],
    ["bash", "machines get aaaaaa ", ["web-02", "db-01"]],
    ["fish", "machines get aaaaab", ["aaaaab\tweb-02 Deployed"]],
    ["bash", "machines get web-01.s", ["web-01.svc"]],
    ["bash", "machines get web-[01", []],
    ["bash", "nodes get p", ["printer"]],
    ["bash", "machines allocate --tags ssd,n", ["ssd,nvme"]],
    ["bash", "machines allocate --tags=ssd,n", ["--tags=ssd,nvme"]],
    ["zsh", "machines allocate --tags ssd,n", ["nvme"]],
    ["fish", "machines allocate --tags=ssd,n", ["--tags=ssd,nvme"]],
    ["bash", "machines allocate --tags ssd,ssd", []],
    ["zsh", "machines allocate --zone ", ["north:North hall"]],
    ["bash", "machines allocate --pool my", ["my\\ pool"]],
    ["zsh", "machines list --subnets 2001", ["2001\\:db8\\:10\\:\\:/64:prod"]],
    ["bash", "machines deploy web-01 --distro-series ", ["jammy", "golden"]],
    ["bash", "machines deploy web-01 --distro-series ubuntu/", ["ubuntu/jammy"]],
    ["bash", "machines test --where status=deplo", ["status=deployed", "status=deploying"]],
    ["bash", "machines test --where not_status=deployi", ["not_status=deploying"]],
    ["zsh", "machines test --where zone=north,poo", ["pool=:only nodes in this resource pool"]],
    ["bash", "machines test --where pool=web,poo", []],
    ["bash", "machines test --where pool=m", ["pool=my\\ pool"]],
    ["bash", "machines test --where hostname=web-01,tags=s", ["hostname=web-01,tags=ssd"]],
    ["bash", "machines test --where mem=1", []],
    ["bash", "machines test --where nonsense=1", []],
    ["bash", "machines nonsense ", []],
    ["csh", "machines get ", []],
  ])("in %s for %s", async (shell, line, offers) => {
    expect(await answer(shell, line, environment(fleet))).toEqual(offers);
  });

  test.each<[line: string, piece: string, offers: readonly string[]]>([
    ["machines allocate --pool my\\ p", "my\\ p", ["my\\ pool"]],
    ['machines allocate --pool "my p', "my p", ["my pool"]],
    ["machines allocate --pool='my p", "my p", ["my pool"]],
    ["machines allocate --pool=my", "my", ["my\\ pool"]],
    ["machines list --subnets=2001:db8", "db8", ["db8:10::/64"]],
    ['machines list --subnets "2001:db8', "2001:db8", ["2001:db8:10::/64"]],
    ["machines  get\t'web-01'   web", "web", ["web-02"]],
    ['machines deploy web-01 --user-data="@a b', "@a b", ["@", "", "a b"]],
    ["machines deploy web-01 --user-data=@dir:a", "a", ["", "dir:", "dir:a"]],
    ["machines deploy web-01 --user-data=@dir", "@dir", ["@", "", "dir"]],
  ])("in bash for %s replace the piece %s", async (line, piece, offers) => {
    expect((await ask(["bash", piece, `svc ${line}`], environment(fleet))).slice(1)).toEqual(offers);
  });

  test.each([
    ["machines get ", "words"],
    ["machines allocate --tags=s", "words -[^=]#= *,"],
    ["machines list --sort NAME,-s", "words *, -"],
    ["machines test --where poo", "nospace *[,=]"],
    ["machines deploy web-01 --user-data=@x", "files -[^=]#= @"],
    ["sandbox exec -- git ch", "command"],
  ])("in zsh for %s follow the line %s", async (line, first) => {
    const words = line.split(" ");
    expect((await ask(["zsh", words.at(-1) ?? "", ...words.slice(0, -1)], environment(fleet)))[0]).toBe(
      first,
    );
  });

  test("of two machines of one name are told apart by their FQDNs", async () => {
    const twice = {
      machines: [name("web", "aaaaaa"), { ...name("web", "aaaaab"), also: ["aaaaab", "web.lab"] as const }],
    };
    expect(await answer("bash", "machines get w", environment(twice))).toEqual(["web.svc", "web.lab"]);
  });

  test("are those of the service and the key that the line means", async () => {
    const env = environment(fleet);
    const line = "machines allocate --tags ";
    expect(await answer("bash", `--url http://127.0.0.1:10/SVC ${line}`, env, 0)).toEqual([]);
    expect(await answer("bash", `--url=${url} ${line}`, env)).toHaveLength(3);
    expect(await answer("bash", line, { ...env, SVC_API_KEY: "a:other:c" }, 0)).toEqual([]);
    expect(await answer("bash", `--api-key-stdin ${line}`, env)).toEqual([]);
    for (const wrong of ["", "nonsense", "a:b"])
      expect(await answer("bash", line, { ...env, SVC_API_KEY: wrong })).toEqual([]);
  });

  test("of a key in a pipe are none: reading it would take it from the command", async () => {
    const env = environment(fleet);
    const pipe = join(folderOfTest(), "key");
    spawnSync("mkfifo", [pipe]);
    expect(await answer("bash", `--api-key-file ${pipe} machines allocate --tags `, env)).toEqual([]);
  });

  test("of machines whose status may have changed are made whatever it was", async () => {
    const minuteMs = 60_000;
    const machines = [
      name("ready", "a", "Ready", "4"),
      name("deployed", "b", "Deployed", "6"),
      name("deploying", "c", "Deploying", "9"),
    ];
    expect(await answer("bash", "machines release ", environment({ machines }))).not.toContain("ready");
    const env = environment({ machines }, 50 * minuteMs);
    expect(await answer("bash", "machines lock ", env)).toEqual(["deployed", "deploying"]);
    const asker = { baseUrl: url, credentials: { consumerKey: "a", tokenKey: "b" } };
    noteChanges(env, asker, new Set(["/machines/{system_id}/op-deploy"]), Date.now() - minuteMs);
    expect(await answer("bash", "machines lock ", env)).toEqual(["ready", "deployed", "deploying"]);
  });

  test("of profiles show their addresses", async () => {
    const env = environment({});
    const profile = { url, key: "a:b:c", addressing: "path", signature: "plaintext" };
    writeFileSync(
      join(env["SVC_CONFIG_DIR"] ?? "", "profiles.json"),
      JSON.stringify({ profiles: { lab: profile, prod: profile } }),
      { mode: 0o600 },
    );
    expect(await answer("fish", "profiles use l", env)).toEqual([`lab\t${url}`]);
  });

  test("of aliases show what they stand for, and an alias is replaced by it", async () => {
    const env = environment(fleet);
    const file = join(env["SVC_CONFIG_DIR"] ?? "", "aliases");
    writeFileSync(file, "up machines deploy --where 'pool=my pool'\nblank machines list ''\n", {
      mode: 0o600,
    });
    const up = "up\tsvc machines deploy --where 'pool=my pool'";
    expect(await answer("fish", "alias remove u", env)).toEqual([up]);
    expect(await answer("fish", "", env)).toContain(up);
    for (const line of ["up w", "-q up w"]) expect(await answer("bash", line, env)).toEqual(["web-01"]);
    expect(await answer("bash", "up web-01 --wait-t", env)).toEqual(["--wait-timeout"]);
    for (const line of ["nosuch w", "nosuch --wait-t"]) expect(await answer("bash", line, env)).toEqual([]);
    chmodSync(file, 0o666);
    expect(await answer("bash", "up w", env)).toEqual([]);
    expect(await answer("fish", "alias remove ", env)).toEqual([]);
  });

  test("of nodes name a machine once, with its status", async () => {
    const env = environment({ ...fleet, nodes: [name("web-01", "aaaaaa"), name("rack", "rrrrrr")] });
    expect(await answer("fish", "nodes get ", env)).toEqual([
      "web-01\tReady",
      "rack",
      "web-02\tDeployed",
      "db-01\tDeployed",
      "printer",
    ]);
    expect(await answer("fish", "nodes get aaaaaa", env)).toEqual(["aaaaaa\tweb-01 Ready"]);
  });

  test("from 10,000 machines are those that begin so, and those that fit", async () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      name(`node-${String(index).padStart(5, "0")}`, `id${index}`, "", index % 2 === 0 ? "6" : "4"),
    );
    const env = environment({ machines: many });
    expect(await answer("bash", "machines get ", env)).toHaveLength(10_000);
    expect(await answer("bash", "machines release node-0999", env)).toEqual(
      [0, 2, 4, 6, 8].map((last) => `node-0999${last}`),
    );
  });
});

describe("what a service describes", () => {
  /** An environment whose cache holds the description of the service at `url`. */
  async function withDescription() {
    const env = environment({});
    const folder = descriptionFolder(env["SVC_CACHE_DIR"] ?? "", url);
    await writeCatalogue(folder, { ...described, address: url, isAbsent: false, fetchedAtMs: 5 }, random);
    return { env, folder };
  }

  test.each<[string, readonly string[], readonly string[]]>([
    ["zon", [], ["zones"]],
    ["-o json zon", [], ["zones"]],
    ["zones cr", [], ["create"]],
    ["zone del", [], ["delete"]],
    ["static-route lis", [], ["list"]],
    ["interfaces create-b", [], ["create-bond", "create-bridge"]],
    ["block-devices form", [], ["format"]],
    ["block-devices cr", ["create"], ["create"]],
    ["zones create --timeout 5s --dry-r", [], ["--dry-run"]],
    ["zones list -o nd", ["ndjson"], ["ndjson"]],
    ["machines dep", ["deploy"], ["deploy"]],
  ])("completes %s", async (line, before, after) => {
    expect(await answer("bash", line, environment({}))).toEqual(before);
    const { env } = await withDescription();
    expect(await answer("bash", line, env)).toEqual(after);
    expect(await answer("bash", line, { ...env, SVC_URL: "http://127.0.0.1:10/SVC" })).toEqual(before);
  });

  test("of a damaged cache completes nothing further, and the documented commands as ever", async () => {
    const { env, folder } = await withDescription();
    for (const file of readdirSync(folder))
      writeFileSync(join(folder, file), '{"format": 2, "groups": [{"name": "zonk$(touch harm)"}]}');
    expect(await answer("bash", "zon", env)).toEqual([]);
    expect(await answer("bash", "machines dep", env)).toEqual(["deploy"]);
  });
});

describe("words for bash", () => {
  test("mean what they say, whatever they hold", () => {
    const chance = seeded(21);
    const letters = [
      "a",
      " ",
      "$",
      "`",
      "'",
      '"',
      "\\",
      "(",
      ")",
      ";",
      "&",
      "!",
      "*",
      "~",
      "é",
      "漢",
      "{",
      ",",
      "=",
    ];
    const texts = Array.from({ length: 400 }, () =>
      Array.from(
        { length: 1 + Math.floor(chance() * 6) },
        () => letters[Math.floor(chance() * letters.length)],
      ).join(""),
    ).filter((text) => wordOf(text) !== "");
    for (const quote of ["", "'", '"']) {
      const words = texts.map((text) => `${quote}${quotedFor(quote, text)}${quote}`);
      const { stdout } = spawnSync("bash", ["-c", `printf '%s\\n' ${words.join(" ")}`], {
        encoding: "utf8",
        cwd: folderOfTest(),
      });
      expect(stdout.split("\n").slice(0, -1)).toEqual(texts);
      for (const [index, word] of words.entries()) expect(unquoted(word)).toBe(texts[index]);
    }
  });
});

describe("the service", () => {
  const settle = (server: Server) =>
    new Promise<string>((done) =>
      server.listen(0, "127.0.0.1", () =>
        done(`http://127.0.0.1:${(server.address() as AddressInfo).port}/SVC`),
      ),
    );

  test("is asked where nothing is kept, and not again", async () => {
    const sandbox = await startSandbox({ instant: true });
    const env = {
      SVC_CACHE_DIR: folderOfTest(),
      SVC_URL: sandbox.url,
      SVC_API_KEY: sandbox.keys.administrator,
    };
    expect(await answer("bash", "machines get web", env)).toEqual(["web-01", "web-02"]);
    expect(await answer("bash", "fabrics get fabric-p", env)).toEqual(["fabric-prod"]);
    await sandbox.stop();
    expect(await answer("bash", "machines get db", env)).toEqual(["db-01"]);
  });

  const bodies: Readonly<Record<string, string>> = {
    garbage: "\u0000\u001b]0;x\u0007[[[",
    page: "<html><title>502</title></html>",
    null: "null",
    object: '{"a": 1}',
    cut: '[{"hostname": "web-01", "system_id": "aaaaaa"}, {"hostn',
    hostile: JSON.stringify([
      { hostname: "\u001b[2J" },
      { hostname: "a\nb" },
      { hostname: 7 },
      { hostname: null },
      1,
      [],
      "x",
    ]),
  };

  test.each([
    ...Object.entries(bodies).map(([title, body]) => [title, 200, body] as const),
    ["401", 401, "the expected secret is c"] as const,
    ["403", 403, ""] as const,
    ["500", 500, "down"] as const,
    ["redirect", 302, ""] as const,
  ])("that answers %s is asked once in a while, and nothing is said", async (_, status, body) => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response
        .writeHead(status, { "content-type": "application/json", location: "http://127.0.0.1:9/" })
        .end(body);
    });
    onTestFinished(() => void server.close());
    const env = { SVC_CACHE_DIR: folderOfTest(), SVC_URL: await settle(server), SVC_API_KEY: "a:b:c" };
    const first = await answer("fish", "machines get ", env);
    for (const line of first) expect(line).toMatch(/^(?:web-01|7)(?:\t|$)/);
    const asked = requests;
    await answer("fish", "machines get ", env);
    expect(requests).toBe(asked);
    expect(asked).toBeLessThanOrEqual(2);
  });

  test("that does not come to an end is left when the time is over, and what has arrived is kept", async () => {
    // What is small is read as a whole.
    const rows = Array.from({ length: 4000 }, (_, index) =>
      JSON.stringify({
        hostname: `node-${index}`,
        system_id: `id${index}`,
        status: 4,
        filler: "x".repeat(1000),
      }),
    );
    const server = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write(`[${rows.join()},`);
    });
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const env = { SVC_CACHE_DIR: folderOfTest(), SVC_URL: await settle(server), SVC_API_KEY: "a:b:c" };
    expect((await answer("bash", "machines get node", env, 2000)).length).toBeGreaterThan(100);
    const credentials = { consumerKey: "a", tokenKey: "b" };
    const folder = namesFolder(env, { baseUrl: env.SVC_URL, credentials }) ?? "";
    expect(readNames(folder, "machines").listedAtMs).toBe(0);
  });

  test("is asked where nothing can be kept, and what it says is offered", async () => {
    const sandbox = await startSandbox({ instant: true });
    onTestFinished(() => sandbox.stop());
    const env = { SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator };
    for (const SVC_CACHE_DIR of ["/dev/null/cache", "/proc/cache"])
      expect(await answer("bash", "machines get web", { ...env, SVC_CACHE_DIR })).toEqual([
        "web-01",
        "web-02",
      ]);
  });

  test.each(["documented", "deployed"] as const)(
    "is asked for claims by its machines, with answers as %s, and in vain not at once again",
    async (answers) => {
      const sandbox = await startSandbox({ instant: true, answers });
      onTestFinished(() => sandbox.stop());
      const env = {
        SVC_CACHE_DIR: folderOfTest(),
        SVC_URL: sandbox.url,
        SVC_API_KEY: sandbox.keys.administrator,
      };
      const file = join(folderOfTest(), "ci.json");
      const claim = (name: string) => ({ name, count: 1, deploy: { distro_series: "jammy" } });
      writeFileSync(file, JSON.stringify({ claims: [claim("runners"), claim("rack-a")] }));
      expect((await runSvc(["apply", file, "--yes"], { env })).code).toBe(0);
      const lists = () =>
        sandbox.requests(200).filter(({ operation }) => operation === "machines.list").length;
      const before = lists();
      for (const line of ["claims show r", "claims release -o json r"])
        expect(await answer("fish", line, env)).toEqual(["runners", "rack-a"]);
      expect(lists()).toBe(before + 1);
      expect((await runSvc(["claims", "release", "rack-a", "--yes", "--wait"], { env })).code).toBe(0);
      expect((await runSvc(["claims", "list"], { env })).code).toBe(0);
      expect(await answer("zsh", "claims show ", env)).toEqual(["runners"]);
    },
  );

  test("is asked again where there was no time for it", async () => {
    const sandbox = await startSandbox({ instant: true });
    onTestFinished(() => sandbox.stop());
    const env = {
      SVC_CACHE_DIR: folderOfTest(),
      SVC_URL: sandbox.url,
      SVC_API_KEY: sandbox.keys.administrator,
    };
    expect(await answer("bash", "machines get db", env, 0)).toEqual([]);
    expect(await answer("bash", "machines get db", env)).toEqual(["db-01"]);
  });

  test("is not asked when no time is left", async () => {
    const server = createServer(() => expect.unreachable());
    onTestFinished(() => void server.close());
    const env = { SVC_CACHE_DIR: folderOfTest(), SVC_URL: await settle(server), SVC_API_KEY: "a:b:c" };
    expect(await answer("bash", "machines get w", env, 0)).toEqual([]);
  });
});

test("the password of an address is not kept", async () => {
  const collector = collectNames("boot-sources");
  const urls = [
    "http://user:hunter2@images.example/",
    "http://images.example/",
    `http://${"u".repeat(40)}:hunter2${"x".repeat(60)}@images.example/`,
  ];
  const rows = urls.map((url, id) => ({ id, url }));
  async function* bytes() {
    yield Buffer.from(JSON.stringify(rows));
  }
  const elements = await openElements(bytes(), undefined);
  if (elements.list) for await (const element of elements.each) collector.add(element);
  const names = collector.names().get("boot-sources") ?? [];
  expect(names.map(({ about }) => about)).toEqual([
    expect.stringMatching(/^http:.*@images\.example/),
    "http://images.example/",
    expect.stringMatching(/^http:.*@images\.example/),
  ]);
  expect(JSON.stringify(names)).not.toContain("hunter2");
});

test("claims are what machines are marked for, by agent name or annotation", async () => {
  const marks = [
    ["claim/ci", "other"],
    ["claim/", "empty"],
    ["claim/-x", "option"],
    ["claim/a\tb", "tab"],
    ["Claim/ci2", "case"],
    ["maas", "agent"],
    [undefined, "annotated"],
    [undefined, "ci"],
    [undefined, "a\nb"],
    [7, "number"],
  ];
  const rows = [
    ...marks.map(([agent_name, claim]) => ({
      agent_name,
      workload_annotations: { "svc.claim": claim, a: "b" },
    })),
    ...[null, [], "x", {}, { "svc.claim": ["x"] }].map((workload_annotations) => ({ workload_annotations })),
  ];
  async function* bytes() {
    yield Buffer.from(JSON.stringify(rows));
  }
  const collector = collectNames("machines");
  const elements = await openElements(bytes(), undefined);
  if (elements.list) for await (const element of elements.each) collector.add(element);
  const claims = collector.names().get("claims");
  expect(claims?.map(({ word }) => word)).toEqual(["ci", "annotated", "number"]);
});

test("rows that are no objects, or hold other types, have no name", () => {
  mkdirSync(join(folderOfTest(), "x"));
  const collector = collectNames("machines");
  for (const json of [
    '{"hostname": ["x"]}',
    '{"hostname": {"a": 1}}',
    "[]",
    "7",
    '"x"',
    "{",
    '{"status": 4}',
  ])
    collector.add({ json: Buffer.from(json), separators: json.startsWith('{"') ? [json.indexOf(":")] : [] });
  expect(collector.names().get("machines")).toEqual([]);
});
