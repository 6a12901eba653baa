import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { answerStyles } from "../../../../src/catalogue/sandbox-settings.ts";
import { type SandboxOptions, seedSchema, startSandbox } from "../../../../src/sandbox/sandbox.ts";
import { SeedFileError } from "../../../../src/sandbox/seed/source.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { harnessOfTest } from "../harness.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/sandbox.md"), "utf8");
const [, example = ""] = /```yaml\n(# fleet\.yaml\n[\s\S]*?)```/.exec(page) ?? [];

const sourceOf = (text: string) => ({ name: "fleet.yaml", text, hasLocations: true });
const seeded = (text: string, options: SandboxOptions = {}) =>
  harnessOfTest({ seedSource: sourceOf(text), ...options });

async function problemsOf(text: string): Promise<readonly string[]> {
  const error: unknown = await startSandbox({ seedSource: sourceOf(text) }).then(
    async (sandbox) => {
      await sandbox.stop();
    },
    (reason: unknown) => reason,
  );
  if (error === undefined) return [];
  if (!(error instanceof SeedFileError)) throw error;
  return error.problems;
}

/** An inventory of 20 machines in two halls. */
const twenty = JSON.stringify({
  zones: [{ name: "east" }, { name: "west" }],
  subnets: [{ cidr: "192.0.2.0/24", name: "lab" }],
  machines: Array.from({ length: 20 }, (_, index) => ({
    hostname: `node-${index}`,
    zone: index % 2 === 0 ? "east" : "west",
    status: index < 5 ? "deployed" : "ready",
    tags: ["rack-1"],
    cpu_count: index + 1,
    memory: 1024 * (index + 1),
    power_type: "virsh",
    power_parameters: { power_address: `qemu+ssh://10.0.0.${index}/system`, power_id: `node-${index}` },
  })),
});

describe.each(answerStyles)("a seed file, answers as %s", (answers) => {
  test("from the documentation creates its objects", async () => {
    const { get, sandbox } = await seeded(example, { answers });
    const machines = (await get("/machines/")).json;
    const facts = machines.map(
      ({ fqdn, status_name, owner, zone, pool, cpu_count, memory, tag_names, distro_series }: Row) =>
        [
          fqdn,
          status_name,
          owner || "-",
          zone.name,
          pool.name,
          cpu_count,
          memory,
          String(tag_names),
          distro_series,
        ].join(" "),
    );
    expect(facts).toEqual([
      "web-01.lab.example Ready - hall-a web 32 131072 ssd ",
      "web-02.svc Broken admin hall-b web 32 131072 ssd ",
      "db-01.svc Deployed dora default default 32 131072  noble",
      "new-01.svc New - default default 0 0  ",
    ]);
    const [web, broken, db] = machines;
    expect(broken.status_message).toContain("fan 2");
    expect(db.workload_annotations).toEqual({ role: "database" });
    expect(db.power_state).toBe("on");
    const links = db.interface_set.map((each: Row) => [
      each.name,
      each.vlan.vid,
      each.links.map((link: Row) => `${link.mode} ${link.ip_address}`),
    ]);
    expect(links).toEqual([
      ["lan0", 0, ["auto 192.0.2.4"].map(() => expect.stringMatching(/^auto 192\.0\.2\.\d+$/))],
      ["lan0.20", 20, ["static 198.51.100.10"]],
    ]);
    expect(db.blockdevice_set.map((each: Row) => [each.name, each.size, each.tags])).toEqual([
      ["nvme0n1", 960e9, ["nvme"]],
      ["sdb", 8e12, []],
    ]);
    expect((await get(`/machines/${web.system_id}/op-power_parameters`)).json).toEqual({
      power_user: "ops",
      power_pass: "secret",
    });
    const [fabric] = (await get("/fabrics/")).json;
    expect(fabric.vlans.map((each: Row) => [each.vid, each.name, each.dhcp_on])).toEqual([
      [0, "untagged", true],
      [20, "storage", false],
    ]);
    expect((await get("/zones/")).json.map((each: Row) => each.name)).toEqual([
      "default",
      "hall-a",
      "hall-b",
    ]);
    expect((await get("/dnsresources/")).json.map((each: Row) => each.fqdn)).toContain("www.lab.example");
    expect((await get("/devices/")).json.map((each: Row) => [each.hostname, each.owner])).toEqual([
      ["switch-1", "dora"],
    ]);
    expect(
      sandbox.users().map(({ username, is_superuser, keys }) => [username, is_superuser, keys.length]),
    ).toEqual([
      ["admin", true, 1],
      ["bob", false, 1],
      ["carol", false, 1],
      ["dora", false, 1],
      ["erin", true, 1],
    ]);
  });

  test("with twenty machines makes a fleet that commands work with", async () => {
    const { get, post, reach, id } = await seeded(twenty, { answers });
    const machines = (await get("/machines/?zone=west")).json;
    expect(machines).toHaveLength(10);
    const path = `/machines/${id("node-9")}`;
    expect((await post("/machines/op-allocate", { name: "node-9" })).status).toBe(200);
    expect((await post(`${path}/op-deploy`)).status).toBe(200);
    await reach(id("node-9"), "deployed");
    expect((await get(`${path}/`)).json.ip_addresses[0]).toMatch(/^192\.0\.2\./);
    expect((await post(`/machines/${id("node-0")}/op-release`)).status).toBe(200);
    await reach(id("node-0"), "ready");
  });
});

// biome-ignore lint/suspicious/noExplicitAny: rows of every shape
type Row = any;

test("is read the same way in both answer styles", async () => {
  const [documented, deployed] = await Promise.all(
    answerStyles.map(
      async (answers) => (await seeded(example, { answers, now: () => 0 })).sandbox.world.state,
    ),
  );
  expect(documented).toEqual(deployed);
});

describe("a sandbox with a seed file", () => {
  test("has no other machines and networks, unless --machines is set", async () => {
    const [alone, beside] = await Promise.all([seeded(twenty), seeded(twenty, { machines: 3 })]);
    const countOf = async ({ get }: typeof alone, list: string) => (await get(list)).json.length;
    expect([await countOf(alone, "/machines/"), await countOf(beside, "/machines/")]).toEqual([20, 23]);
    expect([await countOf(alone, "/subnets/"), await countOf(beside, "/subnets/")]).toEqual([1, 4]);
    expect([await countOf(alone, "/zones/"), await countOf(beside, "/zones/")]).toEqual([3, 5]);
  });

  test("returns to it on reset, also after a restart from the state file", async () => {
    const stateFile = join(folderOfTest(), "state.json");
    const first = await startSandbox({ seedSource: sourceOf(twenty), stateFile });
    const names = (sandbox: typeof first) =>
      Object.values(sandbox.world.state.nodes.bySystemId).map((node) => `${node.hostname} ${node.status}`);
    const before = names(first);
    first.world.state.nodes.bySystemId = {};
    first.reset();
    expect(names(first)).toEqual(before);
    await first.stop();
    const second = await startSandbox({ stateFile, seedSource: sourceOf("machines: [{}]") });
    expect([second.isLoaded, names(second)]).toEqual([true, before]);
    second.world.state.nodes.bySystemId = {};
    second.reset();
    expect(names(second)).toEqual(before);
    await second.stop();
  });

  test("accepts names of interfaces in any order", async () => {
    const interfaces = ["eth1", "eth0", undefined].map((name, index) => ({
      ...(name === undefined ? {} : { name }),
      mac_address: `02:00:00:00:00:0${index}`,
    }));
    const { get } = await seeded(JSON.stringify({ machines: [{ hostname: "swapped", interfaces }] }));
    const [{ interface_set }] = (await get("/machines/")).json;
    const interfaceTexts = interface_set.map((each: Row) => `${each.name} ${each.mac_address}`);
    expect(interfaceTexts.sort()).toEqual([
      "eth0 02:00:00:00:00:01",
      "eth1 02:00:00:00:00:00",
      "eth2 02:00:00:00:00:02",
    ]);
  });

  test("may be empty", async () => {
    for (const text of ["", "# nothing", "{}", "machines:", "machines: []"])
      expect((await (await seeded(text)).get("/machines/")).json).toEqual([]);
  });
});

describe("each problem in a seed file is reported with its position", () => {
  test.each<[string, readonly (string | RegExp)[]]>([
    ["machines:\n- hostnme: a", ["2:3: machines[0].hostnme: unknown; did you mean hostname?"]],
    ["machine: []", ["1:1: machine: unknown; did you mean machines?"]],
    ["machines: 5", ["1:1: machines: takes a list, not text"]],
    ["machines:\n  - web-01", ["2:5: machines[0]: takes a mapping, not text"]],
    ["- a", ["1:1: a seed file is a mapping of lists (such as 'machines'), not a list"]],
    [
      "machines: [{hostname: a}, {hostname: a}]",
      ["1:28: machines[1].hostname: Node with this Hostname already exists."],
    ],
    ["machines: [{status: redy}]", [/^1:13: machines\[0\]\.status: 'redy' is not one of new, /]],
    ["machines: [{status: deploying}]", [/is not one of/]],
    ["machines: [{owner: bob}]", ["1:13: machines[0].owner: a ready machine cannot have an owner"]],
    ["machines: [{status: deployed, owner: eve}]", ["1:31: machines[0].owner: no user is called eve"]],
    ["machines: [{zone: east}]", [/^1:13: machines\[0\]\.zone: Select a valid choice\. east /]],
    ["machines: [{cpu_count: many}]", ["1:13: machines[0].cpu_count: takes a whole number"]],
    ["machines: [{locked: 'yes'}]", ["1:13: machines[0].locked: takes true or false"]],
    ["machines: [{hostname: [a]}]", ["1:13: machines[0].hostname: takes a single value, not a list"]],
    ["machines: [{tags: {a: 1}}]", ["1:13: machines[0].tags: takes text, or a list of them"]],
    [
      "machines: [{power_parameters: x}]",
      ["1:13: machines[0].power_parameters: takes a mapping of names to values"],
    ],
    [
      "machines: [{interfaces: [{mac_address: zz}]}]",
      [/interfaces\[0\]\.mac_address: 'zz' is not a valid MAC address/],
    ],
    [
      "machines: [{interfaces: [{type: wifi}]}]",
      [/interfaces\[0\]\.type: 'wifi' is not one of physical, bond/],
    ],
    [
      "machines: [{blockdevices: [{size: tiny}]}]",
      [/blockdevices\[0\]\.size: Enter a whole number of bytes/],
    ],
    ["users: [{}]", ["1:9: users[0]: username: This field is required."]],
    [
      "users: [{username: bob, email: b@x}]",
      ["1:10: users[0].username: A user with that username already exists."],
    ],
    // Objects that cannot be converted to text.
    ["devices: [{hostname: {toString: 1}}]", ["1:12: devices[0].hostname: takes text"]],
    [
      "machines: [{status: deployed, owner: {toString: 1}, annotations: {a: {toString: 1}}}]",
      ["1:31: machines[0].owner: takes text", "1:53: machines[0].annotations: takes only text values"],
    ],
    ["machines: [{tags: [[{toString: 1}]]}]", ["1:13: machines[0].tags: takes text, or a list of them"]],
    ["machines: [{interfaces: [{mac_address: {toString: 1}}]}]", [/mac_address: takes text/]],
    [
      "config: {ntp_servers: [{toString: 1}]}",
      ["1:10: config.ntp_servers: takes a value or a list of values"],
    ],
    ["config: {kernel_optz: x}", ["1:10: config.kernel_optz: unknown; did you mean kernel_opts?"]],
    ["config: {enable_http_proxy: maybe}", [/^1:10: config\.enable_http_proxy: /]],
    [
      "fabrics: [{name: f, vlans: [{vid: 9999}]}]",
      [/fabrics\[0\]\.vlans\[0\]\.vid: Ensure this value is less/],
    ],
    ["zones: [{name: x}, {name: x}]\nzones: []", ["2:1: Map keys must be unique"]],
    ["machines: [", [/^1:12: /]],
    ["machines: [*a]", [/Unresolved alias/]],
    // An object with an error causes no further errors in objects that refer to it.
    ["zones: [{name: 'a/b'}]\nmachines: [{zone: a/b}]", ["1:10: zones[0].name: Enter a valid value."]],
    // All problems are reported, in the order of the file.
    [
      "machines: [{zone: x, cpu_count: y}]\nzones: [{nmae: z}]",
      [/^1:13: .*zone/, /^1:22: .*cpu_count/, /^2:9: zones\[0\]: name: /, /^2:10: zones\[0\]\.nmae: unknown/],
    ],
    [`a: &a [x]\nx-b: &b [*a,*a]\n${"c: 1\n".repeat(2)}`, [/^4:1: |^3:1: /]],
  ])("%s", async (text, expected) => {
    const problems = await problemsOf(text);
    expect(problems.map((each) => each.replace(/^fleet\.yaml:(?: )?/, ""))).toEqual(
      expected.map((each) => (typeof each === "string" ? each : expect.stringMatching(each))),
    );
  });

  test("endless nesting", async () => {
    expect(await problemsOf("[".repeat(5000))).toEqual([expect.stringMatching(/nested|Flow sequence/)]);
    expect(
      await problemsOf(`{"machines": [{"annotations": ${'{"a":'.repeat(60)}1${"}".repeat(60)}}]}`),
    ).toHaveLength(1);
  });

  test("too many machines", async () => {
    const machines = Array.from({ length: 10_001 }, () => "{}").join();
    expect(await problemsOf(`machines: [${machines}]`)).toEqual([
      "fleet.yaml:1:1: machines: a sandbox can have at most 10000 machines, not 10001",
    ]);
  });
});

describe("the schema of seed files", () => {
  test("accepts the example, and refuses what the sandbox refuses", async () => {
    const accepts = new Ajv2020({ allowUnionTypes: true, strictTypes: false }).compile(await seedSchema());
    expect([accepts(parse(example, { merge: true })), accepts.errors]).toEqual([true, null]);
    expect(accepts(JSON.parse(twenty))).toBe(true);
    for (const wrong of [
      { machine: [] },
      { machines: 5 },
      { machines: [{ hostnme: "a" }] },
      { machines: [{ status: "redy" }] },
      { zones: [{}] },
      { machines: [{ cpu_count: "many" }] },
    ])
      expect([wrong, accepts(wrong)]).toEqual([wrong, false]);
  });
});
