import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../harness.ts";

describe("the control endpoint", async () => {
  let stops = 0;
  const harness = await harnessOfFile({ stopping: { instance: "mine", stop: () => stops++ } });
  const { get, post, id } = harness;
  const ask = (method: string, path: string, body?: string, instance?: string) =>
    fetch(new URL(`/_sandbox/${path}`, harness.sandbox.url), {
      method,
      ...(body === undefined ? {} : { body }),
      headers: {
        "X-Sandbox-Control": "1",
        ...(instance === undefined ? {} : { "X-Sandbox-Instance": instance }),
      },
    });

  test("is not affected by faults, and changes them", async () => {
    await ask("PUT", "faults", "drop=1");
    expect(await (await ask("GET", "faults")).json()).toMatchObject({ faults: ["drop=1"] });
    const added = await ask("POST", "faults", "latency=1\n\nerrors=0%\n");
    expect(await added.json()).toEqual({ faults: ["drop=1", "latency=1", "errors=0%"], struck: [0, 0, 0] });
    expect((await ask("DELETE", "faults", "errors\ndrop=1")).status).toBe(204);
    expect(await (await ask("GET", "faults")).json()).toMatchObject({ faults: ["latency=1"] });
    const refused = await ask("PUT", "faults", "latency=1\nerrors=many");
    expect([refused.status, await refused.text()]).toEqual([
      400,
      "fault 'errors=many': 'many' is not a number from 0 to 1",
    ]);
    expect(await (await ask("PUT", "faults", "latency=2")).json()).toEqual({
      faults: ["latency=2"],
      struck: [0],
    });
    expect((await ask("DELETE", "faults")).status).toBe(204);
    expect(await (await ask("GET", "status")).json()).toMatchObject({ sandbox: true, faults: [] });
  });

  test("a sandbox that does not compare states says which options start one that does", async () => {
    const refused = await ask("GET", "changes");
    expect([refused.status, await refused.text()]).toEqual([
      404,
      expect.stringContaining("svc sandbox start --seed-file or --from"),
    ]);
  });

  test("limited faults affect signed requests only, whether path or query names the operation", async () => {
    const { user } = harness;
    const web = id("web-01");
    const replace = (...lines: readonly string[]) => ask("PUT", "faults", lines.join("\n"));
    for (const on of ["machine.lock", "POST machines/*/op-lock", "/SVC/api/2.0/machines/*op-lock"]) {
      await replace(`errors=1,status=507,on=${on},next=3`);
      const statuses = [
        (await post(`/machines/${web}/op-lock`, {}, null)).status,
        (await get(`/machines/${web}/`)).status,
        (await post(`/machines/${web}/op-lock`)).status,
        (await post(`/machines/${web}/?op=lock`)).status,
        (await post(`/machines/${web}/`, { op: "lock" })).status,
      ];
      expect(statuses, on).toEqual([401, 200, 507, 507, 507]);
      expect(await (await ask("GET", "faults")).json()).toMatchObject({ struck: [3] });
    }
    await replace("drop=1,user=bob,next=1");
    expect((await get("/machines/")).status).toBe(200);
    await expect(get("/machines/", user)).rejects.toThrow();
    expect((await get("/machines/", user)).status).toBe(200);
    await replace("half=1,on=machines.list,next=1");
    await expect(get("/machines/")).rejects.toThrow();
    expect((await get("/machines/")).status).toBe(200);
    const refused = await replace("errors=1,on=machine.lokc");
    expect([refused.status, await refused.text()]).toEqual([
      400,
      "fault 'errors=1,on=machine.lokc': 'machine.lokc' is not an operation such as machine.deploy, or a path such as machines/*",
    ]);
    expect((await ask("DELETE", "faults")).status).toBe(204);
  });

  test("shows, advances, pauses and speeds up simulated time", async () => {
    const clock = async (line?: string) => {
      const answer = await ask(line === undefined ? "GET" : "POST", "clock", line);
      return { status: answer.status, text: await answer.text() };
    };
    const seconds = async (line?: string) => Date.parse(JSON.parse((await clock(line)).text).time) / 1000;
    const before = await seconds();
    expect((await seconds("advance 1h30m")) - before).toBeGreaterThanOrEqual(5400);
    const paused = await clock("pause");
    expect(JSON.parse(paused.text)).toMatchObject({ speed: 1, paused: true, instant: true });
    expect((await seconds("advance 10s")) - (await seconds())).toBe(0);
    const web = id("web-01");
    expect((await post(`/machines/${web}/op-deploy`)).status).toBe(200);
    expect((await get(`/machines/${web}/`)).json.status_name).toBe("Deploying");
    await clock("advance 1h");
    expect((await get(`/machines/${web}/`)).json.status_name).toBe("Deployed");
    expect(JSON.parse((await clock("speed 60")).text)).toMatchObject({ speed: 60, paused: true });
    expect(JSON.parse((await clock("resume")).text)).toMatchObject({ speed: 60, paused: false });
    for (const [line, text] of [
      ["", "use advance DURATION, pause, resume or speed FACTOR"],
      ["stop", "use advance DURATION, pause, resume or speed FACTOR"],
      ["pause 3", "use advance DURATION, pause, resume or speed FACTOR"],
      ["advance", "advance takes a duration, not ''"],
      ["advance -5m", "advance takes a duration, not '-5m'"],
      ["speed 0", "speed takes a number from 0.001 to 1000000, not '0'"],
      ["speed fast", "speed takes a number from 0.001 to 1000000, not 'fast'"],
    ] as const)
      expect(await clock(line), line).toEqual({ status: 400, text });
    expect((await ask("POST", "reset")).status).toBe(200);
    expect(JSON.parse((await clock()).text)).toMatchObject({ speed: 1, paused: false });
  });

  test("stops the sandbox only with its instance id", async () => {
    expect((await ask("POST", "stop")).status).toBe(403);
    expect((await ask("POST", "stop", undefined, "other")).status).toBe(409);
    expect((await ask("GET", "keys", undefined, "other")).status).toBe(409);
    expect(stops).toBe(0);
    expect((await ask("POST", "stop", undefined, "mine")).status).toBe(204);
    expect(stops).toBe(1);
  });

  test("lists the keys of all users, including new users and new tokens", async () => {
    const { sandbox, user } = harness;
    const created = { username: "dora", email: "d@example.com", password: "x", is_superuser: "1" };
    expect((await post("/users/", created)).status).toBe(200);
    const token = (await post("/account/op-create_authorisation_token", { name: "ci" })).json;
    const answer = (await (await ask("GET", "keys")).json()) as {
      readonly users: readonly {
        readonly username: string;
        readonly is_superuser: boolean;
        readonly keys: readonly string[];
      }[];
    };
    const key = `${token.consumer_key}:${token.token_key}:${token.token_secret}`;
    expect(answer).toMatchObject({ key: sandbox.keys.administrator, user_key: user });
    expect(answer.users.map(({ username }) => username)).toEqual(["admin", "bob", "carol", "dora"]);
    expect(answer.users[0]?.keys[0]).toBe(sandbox.keys.administrator);
    expect(answer.users[0]?.keys.at(-1)).toBe(key);
    for (const { username, is_superuser, keys } of answer.users) {
      const me = await get("/users/op-whoami", keys.at(-1));
      expect([me.status, me.json.username, me.json.is_superuser]).toEqual([200, username, is_superuser]);
    }
    const page = await fetch(new URL("/_sandbox/keys", sandbox.url));
    expect([page.status, await page.text()]).toEqual([403, expect.not.stringContaining(user)]);
  });

  test.each([
    ["GET", "nothing"],
    ["POST", "status"],
    ["DELETE", "reset"],
  ])("%s %s is a 404", async (method, path) => {
    expect((await ask(method, path)).status).toBe(404);
  });

  test("a failed scan names the rack controllers and the reason", async () => {
    const rack = id("rack-01");
    const scan = async (fault: string) => {
      await ask("PUT", "faults", fault);
      return (await post("/discovery/op-scan", { force: "true" })).json;
    };
    const none = { scan_started_on: [], scan_failed_on: [], scan_attempted_on: [rack] };
    expect(await scan("scan=unreachable")).toMatchObject({
      ...none,
      failed_to_connect_to: [rack],
      rpc_call_timed_out_on: [],
    });
    expect(await scan("scan=timeout,machine=rack-01")).toMatchObject({
      ...none,
      failed_to_connect_to: [],
      rpc_call_timed_out_on: [rack],
    });
    expect(await scan("scan=timeout,machine=web-01")).toMatchObject({ scan_started_on: [rack] });
  });

  test("the version is text, and JSON below an API version", async () => {
    const plain = await fetch(`${harness.sandbox.url}/api/version/`);
    expect([plain.headers.get("content-type"), await plain.text()]).toEqual([
      "text/plain; charset=utf-8",
      "2.0",
    ]);
    const versioned = await get("/version/", null);
    expect(versioned.contentType).toBe("application/json; charset=utf-8");
    expect(versioned.json).toEqual({
      capabilities: [
        ...["networks-management", "static-ipaddresses", "ipv6-deployment-ubuntu", "devices-management"],
        ...["storage-deployment-ubuntu", "network-deployment-ubuntu", "bridging-interface-ubuntu"],
        ...["bridging-automatic-ubuntu", "authenticate-api"],
      ],
      version: expect.stringMatching(/^3\./),
      subversion: "",
    });
  });
});
