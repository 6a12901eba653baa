import { expect, test } from "vitest";
import { eventually } from "../eventually.ts";
import { authorizationHeader, makeCaller } from "./sandbox-caller.ts";
import { fixtureOfTest, type SandboxFixture } from "./sandbox-fixture.ts";
import { openConnection, statusesOf } from "./sandbox-socket.ts";

const request = (fixture: SandboxFixture, path: string) => {
  const url = new URL(`${fixture.sandbox.url}/api/2.0${path}`);
  const signed = { method: "GET", nowMs: fixture.nowMs() };
  const authorization = authorizationHeader(signed, url, fixture.keys.admin);
  return `GET /SVC/api/2.0${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`;
};

test.each([true, false])(
  "200 concurrent clients are all answered (connections kept: %s)",
  async (keepAlive) => {
    const { sandbox, keys, nowMs } = await fixtureOfTest({ machines: 3 });
    const clients = Array.from({ length: 200 }, () => makeCaller(sandbox.url, keepAlive));
    const answers = await Promise.all(
      clients.map(async (client) => {
        const ask = (path: string) =>
          client.ask({ method: "GET", path: `/api/2.0${path}`, key: keys.admin, nowMs: nowMs() });
        return [
          (await ask("/machines/")).json.length,
          (await ask("/fabrics/")).status,
          (await ask("/nosuch/")).status,
        ];
      }),
    );
    for (const client of clients) client.close();
    expect(new Set(answers.map((each) => each.join(" ")))).toEqual(new Set(["3 200 404"]));
  },
);

test("300 concurrent reservations get different addresses until none is left", async () => {
  const fixture = await fixtureOfTest();
  const requests = Array.from({ length: 300 }, () =>
    fixture.call("POST", "/ipaddresses/op-reserve", { subnet: "10.20.0.0/24" }),
  );
  const answers = await Promise.all(requests);
  const ips = answers.filter(({ status }) => status === 200).map(({ json }) => json.ip);
  expect(new Set(ips).size).toBe(ips.length);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
});

test("pipelined requests are answered in order", async () => {
  const fixture = await fixtureOfTest();
  const connection = openConnection(fixture.sandbox.port);
  const paths = ["/machines/", "/fabrics/9/", "/domains/", "/nosuch/", "/events/op-query", "/machines/"];
  connection.socket.write(paths.map((path) => request(fixture, path)).join(""));
  expect(statusesOf(await connection.answers(paths.length))).toEqual([200, 404, 200, 404, 200, 200]);
  connection.socket.destroy();
});

test("a client that stops reading does not block others, and stopping the server disconnects it", async () => {
  const fixture = await fixtureOfTest({ machines: 400 });
  const connection = openConnection(fixture.sandbox.port);
  connection.socket.pause();
  for (let count = 0; count < 4; count += 1) connection.socket.write(request(fixture, "/machines/"));
  const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.call("GET", "/fabrics/")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await fixture.sandbox.stop();
  connection.socket.resume();
  await connection.closed;
});

test("no connection is left open after crowds and truncated requests", async () => {
  const count = () => {
    const kinds: Record<string, number> = {};
    for (const kind of process.getActiveResourcesInfo()) kinds[kind] = (kinds[kind] ?? 0) + 1;
    return kinds;
  };
  const before = count();
  const fixture = await fixtureOfTest();
  const { port } = fixture.sandbox;
  const broken = Array.from({ length: 50 }, (_, index) => {
    const connection = openConnection(port);
    connection.socket.write(request(fixture, "/machines/").slice(0, 20 + index * 3));
    return connection;
  });
  await Promise.all(Array.from({ length: 50 }, () => fixture.call("GET", "/machines/")));
  for (const connection of broken.slice(0, 25)) connection.socket.destroy();
  for (const state of ["commissioning", "deploying"] as const) await fixture.machine(state);
  await fixture.sandbox.stop();
  await Promise.all(broken.map(({ closed }) => closed));
  await fixture.close();
  // The clients' ends of the connections take a moment to close.
  const kinds = ["TCPSocketWrap", "TCPServerWrap", "TCPConnectWrap"];
  const open = () => kinds.filter((kind) => (count()[kind] ?? 0) > (before[kind] ?? 0));
  await eventually(
    () => open().length === 0,
    () => `${open().length} are open`,
  );
  await expect(fetch(`http://127.0.0.1:${port}/SVC/api/version/`)).rejects.toThrow();
});
