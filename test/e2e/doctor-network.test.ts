import { createServer, type Server, type Socket } from "node:net";
import { expect, test } from "vitest";
import { answer, listen, rawServer } from "../wire/raw-server.ts";
import { closing, commandIn, patientWith } from "./doctor-fixture.ts";

/** A TCP server for one test; `serve` handles each connection. */
async function serverOf(serve: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    serve(socket);
  });
  return await listen(closing(server, sockets));
}

/** A port that nobody listens at. */
async function closedPort(): Promise<number> {
  const server = await rawServer("");
  await server.close();
  return server.port;
}

const version = answer(200, "2.0", { "Content-Type": "text/plain" });
const keys = answer(200, "[]", { "Content-Type": "application/json" });

/** A service that answers what svc doctor requests. */
const service = () =>
  serverOf((socket) =>
    socket.on("data", (data) => {
      const [first = ""] = data.toString("latin1").split("\r\n");
      socket.write(
        first.includes("/version/")
          ? version
          : first.includes("authorisation")
            ? keys
            : answer(404, "Not Found"),
      );
    }),
  );

test("if nobody listens at the port, the connection check fails, and the fix is another address", async () => {
  const patient = patientWith({ url: `http://127.0.0.1:${await closedPort()}/SVC` });
  const { code, checks, stderr } = await patient.examine();
  expect([code, JSON.parse(stderr).error]).toEqual([
    11,
    expect.objectContaining({ exit_code: 11, message: "failed: connection", outcome: "not_sent" }),
  ]);
  expect(checks["connection"]?.found).toContain("refuses connections");
  expect(checks["key"]).toMatchObject({ state: "skipped", found: "connection failed" });
  const url = `http://127.0.0.1:${await service()}/SVC`;
  const fix = commandIn(checks["connection"]?.fix).replace(/url=\S*$/, `url=${url}`);
  expect((await patient.examine(`${fix} >/dev/null 2>&1`)).code).toBe(0);
});

test("if the host is unknown, the dns check fails", async () => {
  const { code, checks } = await patientWith({ url: "http://lab.invalid/SVC" }).examine();
  expect([code, checks["dns"]?.state, checks["connection"]?.state]).toEqual([11, "failed", "skipped"]);
  expect(checks["dns"]?.fix).toContain("svc profiles set lab url=URL");
});

test("if the service never answers, the checks end in time", async () => {
  const port = await serverOf(() => undefined);
  const { code, checks } = await patientWith(
    { url: `http://127.0.0.1:${port}/SVC` },
    "--timeout 1",
  ).examine();
  expect([code, checks["connection"]?.state, checks["service"]?.state]).toEqual([11, "ok", "failed"]);
  expect(checks["service"]).toMatchObject({
    found: expect.stringContaining("within 1 s"),
    fix: expect.stringContaining("--timeout"),
  });
});

test("Ctrl-C ends a waiting check, after the results so far", async () => {
  const port = await serverOf(() => undefined);
  const patient = patientWith({ url: `http://127.0.0.1:${port}/SVC` });
  const result = await patient.run(
    'set -m; "$n" "$l" doctor --timeout 100 > said & pid=$!; until grep -q connection said; do sleep 0.05; done; kill -INT $pid; wait $pid',
  );
  expect(result.code).toBe(130);
  expect((await patient.run("tail -n 1 said")).stdout).toMatch(/^(?:skipped {2}tls|ok {7}connection)/);
});

test.each([
  ["a web page", answer(200, "<html><title>Welcome</title></html>", { "Content-Type": "text/html" }), 1],
  ["404", answer(404, "Not Found"), 3],
  ["a redirect to a web page", answer(302, "", { Location: "/SVC/r/" }), 1],
])("a server that answers with %s is not the service", async (_, reply, expected) => {
  const port = await serverOf((socket) => socket.on("data", () => socket.write(reply)));
  const { code, checks } = await patientWith({ url: `http://127.0.0.1:${port}/SVC` }).examine();
  expect([code, checks["service"]?.state]).toEqual([expected, "failed"]);
  expect(checks["service"]?.found).toContain("no service with this API answers");
  expect(checks["service"]?.fix).toContain("svc profiles set lab url=http://host:5240/SVC");
});

test("after a redirect to the same API, the fix is the new address", async () => {
  const url = `http://localhost:${await service()}/SVC`;
  const port = await serverOf((socket) =>
    socket.on("data", (data) => {
      const [, path = ""] = /^GET \/OLD(\S+)/.exec(data.toString("latin1")) ?? [];
      socket.write(answer(301, "", { Location: `${url}${path}` }));
    }),
  );
  const patient = patientWith({ url: `http://localhost:${port}/OLD` });
  const { code, checks } = await patient.examine();
  expect([code, checks["service"]?.state]).toEqual([1, "failed"]);
  expect(commandIn(checks["service"]?.fix)).toBe(`svc profiles set lab url=${url}`);
  expect((await patient.examine(`${checks["service"]?.fix} > /dev/null 2>&1`)).code).toBe(0);
});

test.each([
  ["another protocol", "SSH-2.0-x\r\n", 11, "https://"],
  ["502", answer(502), 12, "logs"],
  ["429", answer(429, "", { "Retry-After": "7" }), 12, "--retries"],
])("a response with %s is a failure with a fix", async (_, reply, expected, fix) => {
  const port = await serverOf((socket) => socket.on("data", () => socket.write(reply)));
  const { code, checks } = await patientWith({ url: `http://127.0.0.1:${port}/SVC` }).examine();
  expect([code, checks["service"]?.state]).toEqual([expected, "failed"]);
  expect(checks["service"]?.fix).toContain(fix);
});

test("limits of the service are reported with its speed", async () => {
  const limited = answer(200, "2.0", { "X-RateLimit-Remaining": "3", "Content-Type": "text/plain" });
  const port = await serverOf((socket) =>
    socket.on("data", (data) =>
      socket.write(
        data.includes("/version/") ? limited : data.includes("authorisation") ? keys : answer(404),
      ),
    ),
  );
  const { checks } = await patientWith({ url: `http://127.0.0.1:${port}/SVC` }).examine();
  expect(checks["speed"]).toMatchObject({
    state: "ok",
    found: expect.stringContaining("x-ratelimit-remaining: 3"),
  });
});

test("a stored address that contains the API path is a warning, and the fix works", async () => {
  const url = `http://127.0.0.1:${await service()}/SVC`;
  const patient = patientWith({ url: `${url}/` });
  const { checks } = await patient.examine();
  expect(checks["address"]?.state).toBe("warning");
  const mended = await patient.examine(`${commandIn(checks["address"]?.fix)} >/dev/null 2>&1`);
  expect([mended.code, mended.checks["address"]?.found]).toEqual([0, `${url} (profile 'lab')`]);
});

test("a key that is sent without encryption is a warning", async () => {
  const { checks } = await patientWith({
    url: "http://lab.example/SVC",
    env: { HTTP_PROXY: `http://127.0.0.1:${await service()}` },
  }).examine();
  expect(checks["tls"]).toMatchObject({
    state: "warning",
    fix: expect.stringContaining("svc profiles set lab url=https://lab.example/SVC"),
  });
});
