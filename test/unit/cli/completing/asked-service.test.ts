import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { namesFolder } from "../../../../src/cli/names-cache/freshness.ts";
import { readNames } from "../../../../src/cli/names-cache/names.ts";
import type { SandboxOptions } from "../../../../src/sandbox/sandbox.ts";
import { sandboxOfFile, sandboxOfTest } from "../../../sandboxes.ts";
import { runSvc } from "../../../svc-run.ts";
import { folderOfFile, folderOfTest } from "../../../temporary-folder.ts";
import { listenForTest } from "../../../wire/raw-server.ts";
import { answer } from "./completion.ts";

/** The environment of a user of a new sandbox. */
async function atSandbox(options: SandboxOptions = {}) {
  const sandbox = await sandboxOfTest({ instant: true, ...options });
  const env = {
    SVC_CACHE_DIR: folderOfTest(),
    SVC_URL: sandbox.url,
    SVC_API_KEY: sandbox.keys.administrator,
  };
  return { sandbox, env };
}

describe("the service", () => {
  const settle = async (server: Server) => `http://127.0.0.1:${await listenForTest(server)}/SVC`;

  test("is asked once if no names are stored", async () => {
    const { sandbox, env } = await atSandbox();
    expect(await answer("bash", "machines get web", env)).toEqual(["web-01", "web-02"]);
    expect(await answer("bash", "fabrics get fabric-p", env)).toEqual(["fabric-prod"]);
    await sandbox.stop();
    expect(await answer("bash", "machines get db", env)).toEqual(["db-01"]);
  });

  test("is that of the site before the slash", async () => {
    const { sandbox, env } = await atSandbox();
    const folder = folderOfTest();
    const west = { url: sandbox.url, key: sandbox.keys.administrator };
    const profiles = {
      current: "east",
      profiles: { east: { ...west, url: "http://127.0.0.1:1/SVC" }, west },
    };
    writeFileSync(join(folder, "profiles.json"), JSON.stringify(profiles), { mode: 0o600 });
    const userEnv = { SVC_CACHE_DIR: env.SVC_CACHE_DIR, SVC_CONFIG_DIR: folder };
    expect(await answer("bash", "machines release west/web", userEnv)).toEqual([
      "west/web-01",
      "west/web-02",
    ]);
    expect(await answer("bash", "machines release west/web-01 west/web", userEnv)).toEqual(["west/web-02"]);
    expect(await answer("bash", "machines release nope/web", userEnv)).toEqual([]);
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
    const env = { SVC_CACHE_DIR: folderOfTest(), SVC_URL: await settle(server), SVC_API_KEY: "a:b:c" };
    const first = await answer("fish", "machines get ", env);
    for (const line of first) expect(line).toMatch(/^(?:web-01|7)(?:\t|$)/);
    const requestCount = requests;
    await answer("fish", "machines get ", env);
    expect(requests).toBe(requestCount);
    expect(requestCount).toBeLessThanOrEqual(2);
  });

  test("that does not end is abandoned after the time-out, and received names are stored", async () => {
    // A small answer would be read as a whole.
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
    const env = { SVC_CACHE_DIR: folderOfTest(), SVC_URL: await settle(server), SVC_API_KEY: "a:b:c" };
    expect((await answer("bash", "machines get node", env, 2000)).length).toBeGreaterThan(100);
    const credentials = { consumerKey: "a", tokenKey: "b" };
    const folder = namesFolder(env, { baseUrl: env.SVC_URL, credentials }) ?? "";
    expect(readNames(folder, "machines").listedAtMs).toBe(0);
  });

  test("is asked if no names can be stored, and its names are offered", async () => {
    const { env } = await atSandbox();
    for (const SVC_CACHE_DIR of ["/dev/null/cache", "/proc/cache"])
      expect(await answer("bash", "machines get web", { ...env, SVC_CACHE_DIR })).toEqual([
        "web-01",
        "web-02",
      ]);
  });

  test.each(["documented", "deployed"] as const)(
    "is asked for claims by its machines, with answers as %s, and in vain not at once again",
    async (answers) => {
      const { sandbox, env } = await atSandbox({ answers });
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

  test("is asked again if there was no time before", async () => {
    const { env } = await atSandbox();
    expect(await answer("bash", "machines get db", env, 0)).toEqual([]);
    expect(await answer("bash", "machines get db", env)).toEqual(["db-01"]);
  });

  test("is not asked when no time is left", async () => {
    const server = createServer(() => expect.unreachable());
    const env = { SVC_CACHE_DIR: folderOfTest(), SVC_URL: await settle(server), SVC_API_KEY: "a:b:c" };
    expect(await answer("bash", "machines get w", env, 0)).toEqual([]);
  });
});

const sandbox = await sandboxOfFile({ instant: true });
const env = { SVC_CACHE_DIR: folderOfFile(), SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator };
for (const line of [
  "machines set-storage-layout gpu-01 --storage-layout blank --yes",
  "raids create gpu-01 --name md0 --level raid-1 --block-devices sdb,sdc",
  "volume-groups create gpu-01 --name vg0 --block-devices sda",
  "volume-groups create-logical-volume gpu-01 vg0 --name data --size 5G",
  "notifications create --message Down --ident rack7 --admins",
  "notifications create --message Up --admins",
])
  await runSvc(line.split(" "), { env });

test.each([
  ["interfaces get web-01 ", "eth0 eth1"],
  ["interfaces update web-01 e", "eth0 eth1"],
  ["interfaces get nowhere ", ""],
  ["block-devices get db-01 ", "sda sdb"],
  ["partitions get db-01 ", "sda sdb"],
  ["partitions get db-01 sda ", "sda-part1 sda-part2"],
  ["raids delete gpu-01 m", "md0"],
  ["volume-groups get gpu-01 ", "vg0"],
  ["volume-groups delete-logical-volume gpu-01 vg0 --logical-volume-id vg", "vg0-data"],
  ["interfaces create-bond web-01 --parents ", "eth0 eth1"],
  ["interfaces create-bond web-01 --parents eth0,", "eth0,eth1"],
  ["interfaces create-vlan web-01 --vlan fabric-p", "fabric-prod/0 fabric-prod/100"],
  ["interfaces unlink-subnet web-01 eth0 --link-id ", "10.10.0.0/24"],
  ["raids create gpu-01 --block-devices sd", "sda sdb sdc sdd"],
  ["raids create db-01 --partitions ", "sda-part1 sda-part2"],
  ["vlans get fabric-prod ", "0 100"],
  ["subnets create --vlan fabric-prod/", "fabric-prod/0 fabric-prod/100"],
  ["rackcontrollers get ", "rack-01"],
  ["results get web-01 ", "6 7"],
  ["dnsresources get ", "txt.example.com www.example.com"],
  ["ipranges get ", "10.10.0.200 10.10.0.240"],
  ["dhcp-snippets update ", "ntp"],
  ["boot-resources get ubuntu/j", "ubuntu/jammy/amd64/ga-22.04 ubuntu/jammy/arm64/ga-22.04"],
  ["boot-sources delete ", "http://images.example/ephemeral-v3/stable/"],
  ["dnsresource-records get ", "txt.example.com"],
  ["notifications dismiss ", "2 rack7"],
])("%s", async (line, offers) => {
  const words = await answer("fish", line, env);
  expect(
    words
      .map((word) => word.split("\t")[0])
      .sort()
      .join(" "),
  ).toBe(offers);
});
