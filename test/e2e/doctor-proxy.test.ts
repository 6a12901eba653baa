import { connect, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { answer, listen, rawServer } from "../wire/raw-server.ts";
import { closing, commandIn, patientWith } from "./doctor-fixture.ts";

/** A proxy that forwards all requests and tunnels to `target`. With `user`, it requires credentials. */
async function proxyTo(
  target: number,
  { user, refusal }: { user?: string; refusal?: number } = {},
): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", (first) => {
      const head = first.toString("latin1");
      const expectedCredentials = user === undefined ? "" : `Basic ${Buffer.from(user).toString("base64")}`;
      const isKnown = head
        .toLowerCase()
        .includes(`proxy-authorization: ${expectedCredentials.toLowerCase()}`);
      if (refusal !== undefined) return socket.end(answer(refusal));
      if (user !== undefined && !isKnown) return socket.end(answer(407));
      const upstream = connect(target, "127.0.0.1", () => {
        if (head.startsWith("CONNECT")) socket.write("HTTP/1.1 200 OK\r\n\r\n");
        else upstream.write(first);
        socket.pipe(upstream).pipe(socket);
      });
      sockets.add(upstream);
      upstream.on("error", () => socket.destroy());
      socket.on("close", () => upstream.destroy());
    });
  });
  return await listen(closing(server, sockets));
}

/** A service that answers what svc doctor requests. */
async function service(): Promise<number> {
  const server = await rawServer((socket, { head }) => {
    const isVersion = head.includes("/version/");
    const body = isVersion ? "2.0" : "[]";
    const type = { "Content-Type": isVersion ? "text/plain" : "application/json" };
    socket.write(/version|authorisation/.test(head) ? answer(200, body, type) : answer(404));
  });
  closing({ close: (done) => void server.close().then(done) }, []);
  return server.port;
}

test("a proxy is reported with its variable and without its password", async () => {
  const port = await proxyTo(await service(), { user: "u:geheim" });
  const { code, checks } = await patientWith({
    url: "http://lab.example/SVC",
    env: { HTTP_PROXY: `http://u:geheim@127.0.0.1:${port}` },
  }).examine();
  expect(code).toBe(0);
  expect(checks["proxy"]?.found).toBe(`through http://127.0.0.1:${port} (HTTP_PROXY, with a user name)`);
  expect(checks["service"]?.state).toBe("ok");
});

test.each([
  ["http", "HTTP_PROXY", "service"],
  ["https", "HTTPS_PROXY", "tls"],
])("for a proxy of %s that requires a user name, the fix sets it", async (scheme, variable, name) => {
  const port = await proxyTo(await service(), { user: "u:geheim" });
  const env = { [variable]: `http://127.0.0.1:${port}` };
  const patient = patientWith({ url: `${scheme}://lab.example/SVC`, env }, "--timeout 2");
  const { code, checks } = await patient.examine();
  expect([code, checks[name]?.state]).toEqual([11, "failed"]);
  expect(checks[name]?.fix).toBe(`export ${variable}=http://USER:PASSWORD@127.0.0.1:${port}`);
  const fix = checks[name]?.fix?.replace("USER:PASSWORD", "u:geheim");
  const mended = await patient.examine(fix);
  // The server behind the proxy does not speak TLS.
  expect(mended.checks[name]?.found).not.toContain("407");
  expect(mended.code).toBe(scheme === "http" ? 0 : 11);
});

test("a proxy that refuses is reported, and NO_PROXY bypasses it", async () => {
  const port = await proxyTo(0, { refusal: 403 });
  const patient = patientWith({
    url: "https://lab.invalid/SVC",
    env: { HTTPS_PROXY: `http://127.0.0.1:${port}` },
  });
  const { code, checks } = await patient.examine();
  expect([code, checks["tls"]?.state]).toEqual([11, "failed"]);
  const mended = await patient.examine(commandIn(checks["tls"]?.fix));
  expect(mended.checks["proxy"]?.found).toBe("none: NO_PROXY names the host, so HTTPS_PROXY is not used");
});

test("an unreachable proxy is reported, and NO_PROXY bypasses it", async () => {
  const closedProxy = await rawServer("");
  await closedProxy.close();
  const patient = patientWith({
    url: "https://lab.invalid/SVC",
    env: { https_proxy: `127.0.0.1:${closedProxy.port}` },
  });
  const { code, checks } = await patient.examine();
  expect([code, checks["connection"]?.state]).toEqual([11, "failed"]);
  expect(checks["connection"]?.fix).toContain("export https_proxy=URL");
  const mended = await patient.examine(
    commandIn(checks["connection"]?.fix?.split("; or ")[1]?.split(": ")[1]),
  );
  expect(mended.checks["proxy"]?.found).toContain("NO_PROXY");
});

test.each(["socks5://127.0.0.1:1", "http://", "http://u:geheim%@h:1"])(
  "%j as a proxy is told",
  async (value) => {
    const { code, checks } = await patientWith({
      url: "https://lab.example/SVC",
      env: { HTTPS_PROXY: value },
    }).examine();
    expect([code, checks["proxy"]?.state, checks["dns"]?.state]).toEqual([2, "failed", "skipped"]);
    expect(checks["proxy"]?.fix).toBe("export HTTPS_PROXY=http://HOST:PORT, or unset HTTPS_PROXY");
  },
);

test("no proxy is used for loopback", async () => {
  const { checks } = await patientWith({
    url: `http://127.0.0.1:${await service()}/SVC`,
    env: { HTTP_PROXY: "http://127.0.0.1:1" },
  }).examine();
  expect(checks["proxy"]).toMatchObject({
    state: "ok",
    found: expect.stringContaining("this computer itself"),
  });
  expect(checks["service"]?.state).toBe("ok");
});
