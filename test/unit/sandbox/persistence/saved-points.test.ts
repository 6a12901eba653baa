import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readStateFile, StateFileError } from "../../../../src/sandbox/persistence/state-file.ts";
import { startSandbox } from "../../../../src/sandbox/sandbox.ts";
import { copyState } from "../../../../src/sandbox/state/world.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { type Harness, harnessOfTest, plaintext } from "../harness.ts";

const lists = [
  ..."machines devices fabrics subnets spaces domains dnsresources ipranges dhcp-snippets tags zones".split(
    " ",
  ),
  ..."resourcepools users boot-sources boot-resources commissioning-scripts files license-keys".split(" "),
  ..."ipaddresses account/prefs/sshkeys account/op-list_authorisation_tokens rackcontrollers".split(" "),
];

async function everything({ get }: Harness): Promise<Record<string, string>> {
  const read = async (path: string) => [path, (await get(path)).text] as const;
  const paths = [
    ...lists.map((list) => (list.includes("op-") ? `/${list}` : `/${list}/`)),
    "/events/op-query",
  ];
  return Object.fromEntries(await Promise.all(paths.map(read)));
}

/** Changes an object of each kind, and advances the time. */
async function changeEverything({ get, post, put, del, sandbox, id }: Harness): Promise<void> {
  const expectDone = async (answer: Promise<{ status: number; text: string }>) =>
    expect(await answer).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) });
  const web = `/machines/${id("web-01")}`;
  await expectDone(post(`${web}/op-deploy`));
  await expectDone(put(`${web}/`, { description: "changed", zone: "south" }));
  await expectDone(post(`${web}/op-set_workload_annotations`, { role: "web" }));
  await expectDone(del(`/machines/${id("arm-01")}/`));
  await expectDone(post("/machines/", { mac_addresses: "02:00:00:00:00:01", architecture: "amd64" }));
  await expectDone(post("/devices/", { mac_addresses: "02:00:00:00:00:02" }));
  await expectDone(post("/fabrics/", { name: "fabric-new" }));
  await expectDone(post("/subnets/", { cidr: "192.0.2.0/24" }));
  await expectDone(post("/spaces/", { name: "space-x" }));
  await expectDone(post("/domains/", { name: "new.example" }));
  await expectDone(post("/dnsresources/", { name: "n", domain: "svc", ip_addresses: "10.10.0.60" }));
  await expectDone(post("/tags/", { name: "fresh" }));
  await expectDone(post("/zones/", { name: "east" }));
  await expectDone(post("/resourcepools/", { name: "spare" }));
  await expectDone(
    post("/users/", { username: "eve", email: "e@example.com", password: "x", is_superuser: "0" }),
  );
  await expectDone(post("/account/op-create_authorisation_token", { name: "later" }));
  await expectDone(post("/svc/op-set_config", { name: "kernel_opts", value: "quiet" }));
  await expectDone(post("/commissioning-scripts/", { name: "probe", content: "x" }));
  expect((await get("/machines/")).json.length).toBe(12);
  sandbox.advance(60_000);
  sandbox.world.faults.replace(["latency=1"]);
}

describe.each(["documented", "deployed"] as const)("a saved point, answers as %s", (answers) => {
  test("can be restored byte for byte, several times", async () => {
    const harness = await harnessOfTest({ answers, instant: false });
    const { sandbox } = harness;
    sandbox.save("clean");
    const before = await everything(harness);
    const { keys, world } = sandbox;
    const token = world.random.token(8);
    const time = sandbox.world.clock.now();
    for (const _ of [1, 2]) {
      await changeEverything(harness);
      sandbox.restore("clean");
      expect(await everything(harness)).toEqual(before);
      expect(sandbox.world.faults.list()).toEqual([]);
      expect(sandbox.keys).toEqual(keys);
      expect(sandbox.world.clock.now() - time).toBeLessThan(60_000);
      expect(sandbox.world.random.token(8)).toBe(token);
      sandbox.restore("clean");
    }
  });
});

test("work in progress continues from a saved point, and later changes are gone", async () => {
  const { sandbox, post, get, id } = await harnessOfTest({ instant: false });
  const path = `/machines/${id("web-01")}`;
  const status = async () => (await get(`${path}/`)).json.status_name;
  await post(`${path}/op-deploy`);
  sandbox.advance(4_000);
  sandbox.save("busy");
  sandbox.advance(4_000);
  expect(await status()).toBe("Deployed");
  const { key } = (await get("/account/op-list_authorisation_tokens")).json[0] ?? {};
  sandbox.restore("busy");
  expect(await status()).toBe("Deploying");
  sandbox.advance(1_000);
  expect(await status()).toBe("Deploying");
  sandbox.advance(1_500);
  expect(await status()).toBe("Deployed");
  expect((await get("/account/op-list_authorisation_tokens")).json[0]?.key).toBe(key);
});

test("a restore cancels work in progress and its timers", async () => {
  const { sandbox, post, get, id } = await harnessOfTest({ instant: false });
  sandbox.save("clean");
  const path = `/machines/${id("web-01")}`;
  await post(`${path}/op-deploy`);
  sandbox.restore("clean");
  const events = (await get("/events/op-query")).text;
  sandbox.advance(600_000);
  expect((await get(`${path}/`)).json.status_name).toBe("Ready");
  expect((await get("/events/op-query")).text).toBe(events);
});

test("a restore also restores the speed of the clock", async () => {
  const { sandbox } = await harnessOfTest({ instant: false });
  const pace = () => [sandbox.world.clock.speed(), sandbox.world.clock.isPaused()];
  sandbox.world.clock.setSpeed(10);
  sandbox.save("fast");
  sandbox.world.clock.setPaused(true);
  sandbox.save("still");
  sandbox.restore("fast");
  expect(pace()).toEqual([10, false]);
  sandbox.restore("still");
  expect(pace()).toEqual([10, true]);
});

test("a restore makes newer tokens invalid, and nonces stay used", async () => {
  const { sandbox, post } = await harnessOfTest();
  sandbox.save("clean");
  const ask = async (authorization: string) =>
    (await fetch(`${sandbox.url}/api/2.0/zones/`, { headers: { Authorization: authorization } })).status;
  const created = (await post("/account/op-create_authorisation_token", {})).json;
  const later = `${created.consumer_key}:${created.token_key}:${created.token_secret}`;
  const signed = plaintext(sandbox.keys.administrator);
  expect([await ask(plaintext(later)), await ask(signed)]).toEqual([200, 200]);
  sandbox.restore("clean");
  expect([await ask(plaintext(later)), await ask(signed)]).toEqual([401, 401]);
  expect(await ask(plaintext(sandbox.keys.administrator))).toBe(200);
});

describe("over HTTP", () => {
  const asker = (url: string) => async (method: string, path: string, body?: string) => {
    const answer = await fetch(new URL(`/_sandbox/${path}`, url), {
      method,
      headers: { "X-Sandbox-Control": "1" },
      ...(body === undefined ? {} : { body }),
    });
    return [answer.status, await answer.text()] as const;
  };

  test("points are saved, restored, listed and deleted", async () => {
    const { sandbox, post } = await harnessOfTest();
    const ask = asker(sandbox.url);
    expect((await ask("POST", "save", "clean\n"))[0]).toBe(200);
    await post("/zones/", { name: "east" });
    const [status, text] = await ask("POST", "restore", "clean");
    expect([status, JSON.parse(text)]).toMatchObject([200, { sandbox: true, machine_count: 12 }]);
    expect(sandbox.world.state.places.zones.map(({ name }) => name)).not.toContain("east");
    expect(JSON.parse((await ask("GET", "saved"))[1])).toMatchObject({
      saved: [{ name: "clean", machine_count: 12 }],
    });
    expect((await ask("DELETE", "saved/clean"))[0]).toBe(204);
    expect(await ask("POST", "restore", "clean")).toEqual([
      404,
      "there is no saved point 'clean'; no point is saved",
    ]);
  });

  test("the state can be read as a state file with its saved points", async () => {
    const { sandbox } = await harnessOfTest({ machines: 2 });
    sandbox.save("clean");
    const [status, text] = await asker(sandbox.url)("GET", "state");
    const file = join(folderOfTest(), "lab.json");
    writeFileSync(file, text);
    expect([status, readStateFile(file)?.state]).toEqual([200, sandbox.world.state]);
    const next = await startSandbox({ stateFile: file });
    expect(next.saved.list()).toMatchObject([{ name: "clean", machine_count: 2 }]);
    await next.stop();
    expect((await fetch(new URL("/_sandbox/state", sandbox.url))).status).toBe(403);
  });

  test.each(["", "../x", "a b", "-x", ".x", "é", "x".repeat(65), "__proto__"])(
    "the name '%s' is refused",
    async (name) => {
      const { sandbox } = await harnessOfTest({ machines: 0 });
      const [status, text] = await asker(sandbox.url)("POST", "save", name);
      expect([status, text]).toEqual([400, expect.stringContaining("is not a valid name")]);
    },
  );

  test("a 17th point is refused, and the other 16 are kept", async () => {
    const { sandbox } = await harnessOfTest({ machines: 0 });
    const ask = asker(sandbox.url);
    for (let number = 1; number <= 16; number += 1) sandbox.save(`p${number}`);
    expect((await ask("POST", "save", "p17"))[0]).toBe(400);
    expect((await ask("POST", "save", "p3"))[0]).toBe(200);
    expect(sandbox.saved.list()).toHaveLength(16);
  });
});

describe("with a state file", () => {
  test("points are saved, and the next sandbox can restore them", async () => {
    const file = join(folderOfTest(), "state.json");
    const first = await startSandbox({ stateFile: file, machines: 2 });
    const savedState = copyState(first.world.state);
    first.save("clean");
    first.world.state.places.zones.length = 0;
    await first.stop();
    const second = await startSandbox({ stateFile: file });
    second.restore("clean");
    expect(second.world.state).toEqual(savedState);
    expect(second.saved.list()).toMatchObject([{ name: "clean", machine_count: 2 }]);
    await second.stop();
  });

  test.each([
    ["points", { points: 1 }],
    ["points.a/b", { points: { "a/b": {} } }],
    [
      "points.x.faults or clock",
      { points: { x: { timeMs: 0, faults: [1], answers: "deployed", state: {} } } },
    ],
    [
      "points.x.state",
      { points: { x: { timeMs: 0, faults: [], answers: "deployed", speed: 1, isPaused: false } } },
    ],
  ])("with a wrong %s is refused", async (part, spoilt) => {
    const file = join(folderOfTest(), "state.json");
    await (await startSandbox({ stateFile: file, machines: 0 })).stop();
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), ...spoilt }));
    expect(() => readStateFile(file)).toThrow(
      new StateFileError(`the state file ${file} is damaged: ${part} is wrong or missing`),
    );
  });
});
