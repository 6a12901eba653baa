import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { namesFolder, noteChanges } from "../../../../src/cli/names-cache/freshness.ts";
import { type Name, storeNames } from "../../../../src/cli/names-cache/names.ts";
import { writeCatalogue } from "../../../../src/client/description/cache.ts";
import { descriptionFolder } from "../../../../src/client/description/folder.ts";
import { fastProcess } from "../../../fast-process.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { described } from "../../client/description/fixture.ts";
import { answer, ask } from "./completion.ts";

const url = "http://127.0.0.1:9/SVC";
const { random } = fastProcess;

const name = (word: string, id = "", description = "", status = ""): Name => ({
  word,
  otherNames: [id, id === "" ? "" : `${word}.svc`],
  description,
  status,
});

/** An environment with a cache of complete name lists that are `agoMs` old. */
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
    storeNames(folder, kind as "tags", { names, isComplete: true, nowMs: Date.now() - agoMs }, random);
  return env;
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
    { ...name("1"), otherNames: ["ubuntu/jammy", ""] as const },
    { ...name("2"), otherNames: ["custom/golden", ""] as const },
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
    ["bash", "machines test --where mem", ["mem="]],
    ["bash", "machines test --where serial", ["serial="]],
    [
      "bash",
      "machines test --where 'status=ready|deplo",
      ["status=ready|deployed", "status=ready|deploying"],
    ],
    ["bash", "machines test --where 'pool=web,status!=deployi", ["pool=web,status!=deploying"]],
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
    ['machines allocate --pool="my p"', '"my p"', ["my\\ pool"]],
    ['machines deploy web-01 --user-data "@a b"', '"@a b"', ["@", "", "a\\ b"]],
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
    ["machines test --where poo", "nospace *[,=~<>|]"],
    ["machines deploy web-01 --user-data=@x", "files -[^=]#= @"],
    ["sandbox exec -- git ch", "command"],
  ])("in zsh for %s follow the line %s", async (line, first) => {
    const words = line.split(" ");
    expect((await ask(["zsh", words.at(-1) ?? "", ...words.slice(0, -1)], environment(fleet)))[0]).toBe(
      first,
    );
  });

  test("of two machines with the same name are distinguished by their FQDNs", async () => {
    const twice = {
      machines: [
        name("web", "aaaaaa"),
        { ...name("web", "aaaaab"), otherNames: ["aaaaab", "web.lab"] as const },
      ],
    };
    expect(await answer("bash", "machines get w", environment(twice))).toEqual(["web.svc", "web.lab"]);
  });

  test("are those of the service and the key that the line selects", async () => {
    const env = environment(fleet);
    const line = "machines allocate --tags ";
    expect(await answer("bash", `--url http://127.0.0.1:10/SVC ${line}`, env, 0)).toEqual([]);
    expect(await answer("bash", `--url=${url} ${line}`, env)).toHaveLength(3);
    expect(await answer("bash", line, { ...env, SVC_API_KEY: "a:other:c" }, 0)).toEqual([]);
    expect(await answer("bash", `--api-key-stdin ${line}`, env)).toEqual([]);
    for (const wrong of ["", "nonsense", "a:b"])
      expect(await answer("bash", line, { ...env, SVC_API_KEY: wrong })).toEqual([]);
  });

  test("are not offered for a key in a pipe, which only the command may read", async () => {
    const env = environment(fleet);
    const pipe = join(folderOfTest(), "key");
    spawnSync("mkfifo", [pipe]);
    expect(await answer("bash", `--api-key-file ${pipe} machines allocate --tags `, env)).toEqual([]);
  });

  test("of machines whose status may have changed are offered with any status", async () => {
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
    expect(await answer("fish", "machines list -p lab,", env)).toEqual([`lab,prod\t${url}`]);
    expect(await answer("fish", "machines list --profile=prod,l", env)).toEqual([
      `--profile=prod,lab\t${url}`,
    ]);
    expect(await answer("bash", "machines list -p lab,", env)).toEqual(["lab,prod"]);
    expect(await answer("zsh", "machines list -p lab,p", env)).toContainEqual(
      expect.stringContaining("prod"),
    );
  });

  test("of aliases show their expansion", async () => {
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
      ...["web-01\tReady", "rack", "web-02\tDeployed", "db-01\tDeployed", "printer"],
    ]);
    expect(await answer("fish", "nodes get aaaaaa", env)).toEqual(["aaaaaa\tweb-01 Ready"]);
  });

  test("from 10,000 machines are those with this beginning, or a matching name", async () => {
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

describe.each(["bash", "fish", "zsh"])("a group with a single command, in %s,", (shell) => {
  test.each([
    ["events --lev", "--level"],
    ["installation-results --sys", "--system-id"],
    ["version --no-c", "--no-check"],
    ["event --host", "--hostname"],
  ])("completes its options without the verb: %s", async (line, option) => {
    expect((await answer(shell, line, environment({}))).join(" ")).toContain(option);
  });
});

describe("what a service describes", () => {
  /** An environment with a cached description of the service at `url`. */
  async function withDescription() {
    const env = environment({});
    const folder = descriptionFolder(env["SVC_CACHE_DIR"] ?? "", url);
    await writeCatalogue(folder, { ...described, address: url, fetchedAtMs: 5 }, random);
    return { env, folder };
  }

  test.each<[string, readonly string[], readonly string[]]>([
    ["lab-zon", [], ["lab-zones"]],
    ["-o json lab-zon", [], ["lab-zones"]],
    ["lab-zones cr", [], ["create"]],
    ["lab-zone del", [], ["delete"]],
    ["lab-static-route lis", [], ["list"]],
    ["lab-interfaces create-b", [], ["create-bond", "create-bridge"]],
    ["partitions lab-d", [], ["lab-delete"]],
    ["partitions add", ["add-tag"], ["add-tag"]],
    ["lab-zones create --timeout 5s --dry-r", [], ["--dry-run"]],
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
    expect(await answer("bash", "zon", env)).toEqual(["zones"]);
    expect(await answer("bash", "machines dep", env)).toEqual(["deploy"]);
  });
});
