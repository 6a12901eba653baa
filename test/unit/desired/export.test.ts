import { beforeAll, describe, expect, test } from "vitest";
import type { Answer, Client } from "../../../src/client/http/call.ts";
import { systemClock } from "../../../src/core/clock.ts";
import { readDocuments } from "../../../src/desired/document/read.ts";
import { topLevelKinds } from "../../../src/desired/kinds.ts";
import { observe } from "../../../src/desired/observe.ts";
import { makePlan } from "../../../src/desired/plan.ts";
import { type ShownStep, shownStep } from "../../../src/desired/shown-change.ts";
import { folderOfTest } from "../../temporary-folder.ts";
import { createRandom, partOfRun, seedsOfRun } from "../random.ts";
import { awkwardTexts } from "./awkward-texts.ts";
import { kinds, plainItems, readIn } from "./document/reading.ts";
import { randomSite } from "./random-site.ts";
import { randomOf, sandboxClient } from "./sandbox-client.ts";
import { type Service, serviceOfFile, serviceOfTest } from "./service.ts";
import { written } from "./written.ts";

const readText = (kinds: Service["kinds"], text: string, env: Readonly<Record<string, string>> = {}) =>
  readDocuments(["-"], {
    kinds,
    env,
    conceal: () => undefined,
    readStandardInput: async () => Buffer.from(text, "utf8"),
  });

/** The steps and warnings of a plan for this document. */
async function planOf(
  { client, kinds }: Service,
  text: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly steps: readonly ShownStep[]; readonly warnings: readonly string[] }> {
  const desired = await readText(kinds, text, env);
  const observation = await observe({ client, parallel: 4 }, kinds, desired, true);
  const plan = makePlan(desired, observation, true);
  return { steps: plan.steps.map(({ step }) => shownStep(step)), warnings: plan.warnings };
}

describe.each(partOfRun(["documented", "deployed"] as const, 2))("%s answers", async (answers) => {
  const service = await serviceOfFile({ answers, machines: 12 });
  let exported: Awaited<ReturnType<typeof written>>;
  beforeAll(async () => {
    const route = { source: "prod-net", destination: "mgmt-net", gateway_ip: "10.10.0.9" };
    const notifications = [{ ident: "rack7", message: "{a}", context: '{"a": 1}' }];
    await service.apply({ "static-routes": [route], notifications });
    exported = await written(service);
  });

  test("an export that is applied again changes and deletes nothing", async () => {
    const { text, variables, notes } = exported;
    expect(notes).toEqual([]);
    const { steps, warnings } = await planOf(service, text);
    expect(steps).toEqual([]);
    expect(variables.length).toBeGreaterThan(10);
    // At most one for each kind with secrets.
    expect(warnings.length).toBeLessThanOrEqual(3);
    expect(warnings.filter((warning) => warning.includes("does not show"))).toEqual([]);
  });

  test("an export is the same each time, without ids, times and secrets", async () => {
    const { text } = exported;
    expect((await written(service)).text).toBe(text);
    expect(text).not.toMatch(/^\s*(?:id|system_id|resource_uri|created|updated):/m);
    const parameters = (await service.read("machines", "machines.power_parameters", {
      id: ["web-01"],
    })) as object;
    const secrets = [...JSON.stringify(parameters).matchAll(/"power_pass":"([^"]+)"/g)].map(
      ([, secret]) => secret,
    );
    expect(text).toContain("power_pass: !env MACHINES_WEB_01_POWER_PARAMETERS_POWER_PASS\n");
    for (const secret of [...secrets, "PRIVATE KEY"]) expect(text).not.toContain(secret);
    expect(text).toMatch(/license_key: !env LICENSE_KEYS_WINDOWS_WIN2022_LICENSE_KEY\n/);
  });

  test("every kind with objects is exported, in alphabetical order", async () => {
    const names = [...exported.text.matchAll(/^([a-z-]+):/gm)].map(([, name]) => name);
    expect(names).toEqual([...names].sort());
    expect(names).toEqual(
      topLevelKinds(service.kinds)
        .filter(({ spec }) => spec.coveredBy === undefined)
        .map(({ name }) => name)
        .sort(),
    );
  });

  test("only requested kinds are exported", async () => {
    const { text } = await written(service, "spaces", "domains");
    expect([...text.matchAll(/^([a-z-]+):/gm)].map(([, name]) => name)).toEqual(["domains", "spaces"]);
  });
});

test("kinds that a user may not read are left out with a note, and fail if requested by name", async () => {
  const service = await serviceOfTest({ machines: 12 });
  const client = sandboxClient(service.sandbox, "user", systemClock, randomOf(1));
  const { text, notes } = await written({ client, kinds: service.kinds });
  expect(notes).toEqual([
    "boot-sources are left out: the key has no permission to read them",
    "commissioning-scripts are left out: the key has no permission to read them",
    "config are left out: the key has no permission to read them",
    "license-keys are left out: the key has no permission to read them",
    "power_parameters of machines is left out: the key has no permission to read it",
    "power_address of vm-hosts is left out: the key has no permission to read it",
    "power_pass of vm-hosts is left out: the key has no permission to read it",
  ]);
  expect(text).not.toContain("power_parameters");
  expect(text).toContain("machines:");
  await expect(written({ client, kinds: service.kinds }, "config")).rejects.toMatchObject({
    kind: "forbidden",
  });
  await client.close();
});

const awkward = awkwardTexts.filter((text) => text.trim() !== "");

/** Each text is tested for one of four kinds, a different one each day. */
const turnsOf = (kind: number) => partOfRun(awkward, 4, kind);

test("texts of all kinds are read back unchanged", async () => {
  const service = await serviceOfTest();
  const site = {
    zones: turnsOf(0).map((description, index) => ({ name: `zone-${index}`, description })),
    fabrics: turnsOf(1).map((description, index) => ({ name: `fabric-x-${index}`, description })),
    "dhcp-snippets": turnsOf(2).map((value, index) => ({
      name: `snippet-${index}`,
      value: `option x "${value}";`,
    })),
    files: [
      { filename: "text", file: Buffer.from(awkward.join("\r\n")) },
      { filename: "bytes", file: Buffer.from([0, 255, 1, 13, 10]) },
      { filename: "empty", file: Buffer.alloc(0) },
      { filename: "large", file: Buffer.alloc(1_000_001, "a") },
    ],
    machines: [{ hostname: "web-01", annotations: { map: { yes: "no", "a b": "~", "1": "0123" } } }],
    tags: turnsOf(3).map((comment, index) => ({ name: `tag-${index}`, comment })),
  };
  const results = await service.apply(site);
  expect(
    results.filter(({ state }) => state !== "done").map(({ step, failure }) => [step.name, failure?.message]),
  ).toEqual([]);
  const { text, notes } = await written(service);
  expect(notes).toEqual([
    "file of files large is left out: it has 1000001 bytes; keep it in a file and refer to it with !file",
  ]);
  expect((await planOf(service, text)).steps).toEqual([]);
});

test.each(["documented", "deployed"] as const)(
  "a configuration text is that text, however it reads (%s answers)",
  { timeout: 120_000 },
  async (answers) => {
    const service = await serviceOfTest({ answers });
    const like = [
      ...['"q"', "[1]", '{"a":1}', "null", "true", "12", "1e400", '"', "<html>x</html>", "OK", "None"],
    ];
    const exportedOnes = ['"q"', "[1]", "null", "\t", "\n", "\xa0", "\ufeff"];
    const turn = answers === "documented" ? 0 : 7;
    for (const text of partOfRun([...awkwardTexts, ...like], 14, turn)) {
      const site = { config: { kernel_opts: text } };
      await service.apply(site);
      expect(await service.plan(site), JSON.stringify(text)).toEqual([]);
      if (!exportedOnes.includes(text)) continue;
      const { text: exported } = await written(service, "config");
      expect((await planOf(service, exported)).steps, JSON.stringify(text)).toEqual([]);
    }
  },
);

test("a value with the form of a secret is exported as a variable, in any field", async () => {
  const service = await serviceOfTest();
  const url = "http://operator:hunter2-hunter2@proxy.example:3128/";
  const key = "-----BEGIN PRIVATE KEY-----\nhunter2-hunter2\n-----END PRIVATE KEY-----\n";
  const results = await service.apply({
    config: { http_proxy: url },
    "boot-sources": [{ url, keyring_filename: "/k.gpg" }],
    zones: [{ name: "a", description: `see ${url}` }],
    files: [{ filename: "id_rsa", file: Buffer.from(key) }],
    machines: [{ hostname: "web-01", annotations: { map: { docs: url } } }],
    "dhcp-snippets": [{ name: "a", value: `# ${url}` }],
  });
  expect(results.map(({ state, failure }) => failure?.message ?? state)).toEqual(results.map(() => "done"));
  const { text, variables } = await written(service);
  expect(text).not.toMatch(/hunter2/i);
  expect(variables.join(" ")).not.toMatch(/hunter2/i);
  expect(variables).toEqual(
    expect.arrayContaining([
      ...["CONFIG_HTTP_PROXY", "ZONES_A_DESCRIPTION", "FILES_ID_RSA_FILE"],
      ...["MACHINES_WEB_01_ANNOTATIONS_DOCS", "DHCP_SNIPPETS_A_VALUE"],
    ]),
  );
  expect((await planOf(service, text)).steps).toEqual([]);
  const env = { CONFIG_HTTP_PROXY: url, FILES_ID_RSA_FILE: key, DHCP_SNIPPETS_A_VALUE: `# ${url}` };
  expect((await planOf(service, text, env)).steps).toEqual([]);
  const { steps } = await planOf(service, text, { FILES_ID_RSA_FILE: "another" });
  expect(steps).toHaveLength(1);
  expect(JSON.stringify(steps)).not.toContain("another");
});

test.each(seedsOfRun(1))(
  "a generated site is written, read, and made anew elsewhere (seed %i)",
  { timeout: 120_000 },
  async (seed) => {
    const [one, other] = [await serviceOfTest(), await serviceOfTest()];
    await one.apply(randomSite(createRandom(seed)));
    const { text, variables } = await written(one);
    expect((await planOf(one, text)).steps).toEqual([]);
    // New objects need their secrets.
    const needed = variables.filter((name) => /^(?:LICENSE_KEYS|USERS)_/.test(name));
    const env = Object.fromEntries(needed.map((name) => [name, "AAAAA-BBBBB-CCCCC-DDDDD-EEEEE"]));
    const { steps } = await planOf(other, text, env);
    expect(steps.length).toBeGreaterThan(0);
    await other.apply(await readText(other.kinds, text, env));
    expect((await planOf(other, text)).steps).toEqual([]);
    expect((await written(other)).text).toBe(text);
  },
);

test("hundreds of objects take one request per list and are written in pieces", {
  timeout: 120_000,
}, async () => {
  const service = await serviceOfTest({ machines: 220 });
  service.requests.length = 0;
  const { text } = await written(service, "machines");
  expect(text.match(/^ {2}- hostname:/gm)).toHaveLength(220);
  expect(text.match(/^machines:/gm)).toHaveLength(1);
  expect(service.requests.filter((request) => request === "GET /machines/")).toHaveLength(1);
});

/** A client of a service with these lists, by path. */
function listing(lists: Readonly<Record<string, readonly unknown[]>>): Client {
  const answerOf = (value: unknown): Answer => ({
    status: 200,
    contentType: "application/json",
    headers: {},
    bytes: async function* () {
      yield Buffer.from(JSON.stringify(value));
    },
    value: async () => value,
  });
  return {
    endpoint: {
      baseUrl: "http://service.example/SVC",
      addressing: "path",
      signature: "plaintext",
      credentials: undefined,
      clockOffsetMs: 0,
    },
    call: async ({ path }) => answerOf(lists[path] ?? (path.includes("{") ? {} : [])),
    send: async () => answerOf(null),
    clockSkewMs: () => undefined,
    close: async () => undefined,
  };
}

const exported = (lists: Readonly<Record<string, readonly unknown[]>>, name: string) =>
  written({ client: listing(lists), kinds }, name);

test("machines with the same host name are distinguished by their MAC addresses", async () => {
  const machine = (system_id: string, mac: string) => ({
    system_id,
    hostname: "web-01",
    description: mac,
    interface_set: [{ mac_address: mac }],
    ...{ blockdevice_set: [], raids: [], volume_groups: [], cache_sets: [], bcaches: [] },
  });
  const lists = {
    "/machines/": [machine("abcde1", "52:54:00:00:00:01"), machine("abcde2", "52:54:00:00:00:02")],
  };
  const { text, notes } = await exported(lists, "machines");
  expect(notes).toEqual([]);
  expect(plainItems(await readIn(folderOfTest(), { text })).map(({ fields }) => fields)).toEqual([
    { mac_addresses: ["52:54:00:00:00:01"], description: "52:54:00:00:00:01" },
    { mac_addresses: ["52:54:00:00:00:02"], description: "52:54:00:00:00:02" },
  ]);
});

test("other objects with the same name are left out with a note", async () => {
  const snippet = (id: number, name: string) => ({ id, name, value: `x ${id};` });
  const { text, notes } = await exported(
    {
      "/dhcp-snippets/": [snippet(1, "a"), snippet(2, "b"), snippet(3, "a"), snippet(4, "a"), snippet(5, "")],
    },
    "dhcp-snippets",
  );
  expect(notes).toEqual([
    "dhcp-snippets 5: left out because it has no name",
    "dhcp-snippets a: left out because there are 3 with this name",
  ]);
  expect(text).toBe("dhcp-snippets:\n  - name: b\n    value: x 2;\n");
});

test("links to the same subnet are left out with a note, because an item cannot say which it means", async () => {
  const link = (id: number, cidr: string) => ({ id, mode: "auto", subnet: { id, name: cidr, cidr } });
  const links = [link(1, "10.0.0.0/24"), link(1, "10.0.0.0/24"), link(2, "10.2.0.0/24")];
  const eth0 = { id: 7, name: "eth0", type: "physical", mac_address: "52:54:00:00:00:01", links };
  const others = { blockdevice_set: [], raids: [], volume_groups: [], cache_sets: [], bcaches: [] };
  const machine = { system_id: "abcde1", hostname: "web-01", interface_set: [eth0], ...others };
  const { text, notes } = await exported({ "/machines/": [machine] }, "machines");
  expect(notes).toEqual(["links web-01/eth0/10.0.0.0/24: left out because there are 2 with this name"]);
  expect(text).toContain("links:\n          - subnet: 10.2.0.0/24\n            mode: auto\n");
  expect(await readIn(folderOfTest(), { text })).toBeDefined();
});

test("unusual names and values of a service are read back unchanged", async () => {
  const names = ["a\nb", "- x", "\u001b[31mred", "__proto__", "é\u2028", "'\"", "!env X", "a".repeat(3000)];
  const { text } = await exported(
    {
      "/fabrics/": names.map((name, id) => ({ id, name, description: name, vlans: [{ id, vid: id, name }] })),
    },
    "fabrics",
  );
  // Printed to a terminal, the text contains no control characters.
  expect([...text].filter((character) => character < " " && character !== "\n")).toEqual([]);
  const items = plainItems(await readIn(folderOfTest(), { text }));
  const descriptions = items
    .filter(({ kind }) => kind === "fabrics")
    .map(({ fields }) => fields["description"]);
  expect([...descriptions].sort()).toEqual([...names].sort());
});
