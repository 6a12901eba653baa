import { expect, test } from "vitest";
import { makeCaller, signed } from "./sandbox-caller.ts";
import { openConnection, statusesOf } from "./sandbox-socket.ts";
import { openStage, type Stage } from "./sandbox-stage.ts";

async function onStage(work: (stage: Stage) => Promise<void>, machines = 12): Promise<void> {
  const stage = await openStage({ machines });
  try {
    await work(stage);
  } finally {
    await stage.close();
  }
}

const request = (stage: Stage, path: string, key: string, close = false) => {
  const url = new URL(`${stage.sandbox.url}/api/2.0${path}`);
  const authorization = signed({ method: "GET", nowMs: stage.nowMs() }, url, key);
  return `GET /SVC/api/2.0${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n${close ? "Connection: close\r\n" : ""}\r\n`;
};

test.each([true, false])("200 clients at once are all answered (connections kept: %s)", async (keepAlive) => {
  await onStage(async (stage) => {
    const clients = Array.from({ length: 200 }, () => makeCaller(stage.sandbox.url, keepAlive));
    const heard = await Promise.all(
      clients.map(async (client) => {
        const ask = (path: string) =>
          client.ask({ method: "GET", path: `/api/2.0${path}`, key: stage.keys.admin, nowMs: stage.nowMs() });
        return [
          (await ask("/machines/")).json.length,
          (await ask("/fabrics/")).status,
          (await ask("/nosuch/")).status,
        ];
      }),
    );
    for (const client of clients) client.close();
    expect(new Set(heard.map((each) => each.join(" ")))).toEqual(new Set(["3 200 404"]));
  }, 3);
});

test("a hundred people ask for four machines: four get one each, and nobody the same", async () => {
  await onStage(async (stage) => {
    const asked = Array.from({ length: 100 }, (_, index) =>
      stage.call(
        "POST",
        "/machines/op-allocate",
        { tags: "ssd" },
        index % 2 === 0 ? stage.keys.bob : stage.keys.carol,
      ),
    );
    const heard = await Promise.all(asked);
    const given = heard.filter(({ status }) => status === 200).map(({ json }) => json.system_id);
    expect(new Set(given).size).toBe(given.length);
    expect(given.length).toBeGreaterThan(0);
    expect(new Set(heard.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });
});

test("two hundred reservations at once take as many addresses, or say that none is left", async () => {
  await onStage(async (stage) => {
    const asked = Array.from({ length: 300 }, () =>
      stage.call("POST", "/ipaddresses/op-reserve", { subnet: "10.20.0.0/24" }),
    );
    const heard = await Promise.all(asked);
    const ips = heard.filter(({ status }) => status === 200).map(({ json }) => json.ip);
    expect(new Set(ips).size).toBe(ips.length);
    expect(new Set(heard.map(({ status }) => status))).toEqual(new Set([200, 503]));
  });
});

test("pipelined requests are answered in their order", async () => {
  await onStage(async (stage) => {
    const connection = openConnection(stage.sandbox.port);
    const paths = ["/machines/", "/fabrics/9/", "/domains/", "/nosuch/", "/events/op-query", "/machines/"];
    connection.socket.write(paths.map((path) => request(stage, path, stage.keys.admin)).join(""));
    expect(statusesOf(await connection.answers(paths.length))).toEqual([200, 404, 200, 404, 200, 200]);
    connection.socket.destroy();
  });
});

test("a reader that stops reading holds up nobody, and is gone when the server stops", async () => {
  const stage = await openStage({ machines: 400 });
  const connection = openConnection(stage.sandbox.port);
  connection.socket.pause();
  for (let count = 0; count < 4; count += 1)
    connection.socket.write(request(stage, "/machines/", stage.keys.admin));
  const answers = await Promise.all(Array.from({ length: 20 }, () => stage.call("GET", "/fabrics/")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await stage.sandbox.stop();
  connection.socket.resume();
  await connection.ended;
  await stage.close();
});

test("after crowds, storms and half requests nothing is left open", async () => {
  const count = () => {
    const kinds: Record<string, number> = {};
    for (const kind of process.getActiveResourcesInfo()) kinds[kind] = (kinds[kind] ?? 0) + 1;
    return kinds;
  };
  const before = count();
  const stage = await openStage();
  const { port } = stage.sandbox;
  const broken = Array.from({ length: 50 }, (_, index) => {
    const connection = openConnection(port);
    connection.socket.write(request(stage, "/machines/", stage.keys.admin).slice(0, 20 + index * 3));
    return connection;
  });
  await Promise.all(Array.from({ length: 50 }, () => stage.call("GET", "/machines/")));
  for (const connection of broken.slice(0, 25)) connection.socket.destroy();
  for (const story of ["commissioning", "deploying"] as const) await stage.machine(story);
  await stage.sandbox.stop();
  await Promise.all(broken.map(({ ended }) => ended));
  await stage.close();
  // The other ends of the connections take a moment to go; the test's own time-out ends a vain wait.
  const kinds = ["TCPSocketWrap", "TCPServerWrap", "TCPConnectWrap"];
  const open = () => kinds.filter((kind) => (count()[kind] ?? 0) > (before[kind] ?? 0));
  while (open().length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await expect(fetch(`http://127.0.0.1:${port}/SVC/api/version/`)).rejects.toThrow();
});
