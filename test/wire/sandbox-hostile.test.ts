import { afterEach, expect, test } from "vitest";
import { authorizationHeader, multipart } from "./sandbox-caller.ts";
import { fixtureOfFile, fixtureOfTest } from "./sandbox-fixture.ts";
import { exchange, openConnection, statusesOf } from "./sandbox-socket.ts";

const fixture = await fixtureOfFile({ limits: { bodyBytes: 200_000, chunkBytes: 400_000 } });

// Whatever a test sent, the next client is served normally.
afterEach(async () => {
  expect((await fixture.call("GET", "/fabrics/")).status).toBe(200);
});

const url = (path: string) => new URL(`${fixture.sandbox.url}/api/2.0${path}`);

/** The request line and headers of a signed request, including the empty line. */
const head = (method: string, path: string, ...headers: readonly string[]) =>
  [
    `${method} /SVC/api/2.0${path} HTTP/1.1`,
    `Host: 127.0.0.1:${fixture.sandbox.port}`,
    `Authorization: ${authorizationHeader({ method, nowMs: fixture.nowMs() }, url(path), fixture.keys.admin)}`,
    ...headers,
    "\r\n",
  ].join("\r\n");

const post = (contentType: string, body: string | Uint8Array, path = "/fabrics/") =>
  exchange(
    fixture.sandbox.port,
    head(
      "POST",
      path,
      `Content-Type: ${contentType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
    ),
    body,
  );

const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

test.each([
  ["no boundary", "multipart/form-data", "--b--\r\n", 400],
  ["nothing in it", "multipart/form-data; boundary=b", "", 200],
  [
    "another boundary than announced",
    "multipart/form-data; boundary=x",
    `${part("name", "a")}--b--\r\n`,
    400,
  ],
  ["no end", "multipart/form-data; boundary=b", part("name", "cut off"), 400],
  ["an end within the head of a part", "multipart/form-data; boundary=b", "--b\r\nContent-Dispo", 400],
  ["noise", "multipart/form-data; boundary=b", Buffer.from([0, 1, 2, 255, 13, 10, 45, 45]), 400],
  ["a thousand parts", "multipart/form-data; boundary=b", `${part("n", "").repeat(1000)}--b--\r\n`, 200],
  ["more parts", "multipart/form-data; boundary=b", `${part("n", "").repeat(1001)}--b--\r\n`, 500],
] as const)("multipart with %s is answered", async (_case, contentType, body, status) => {
  expect(await post(contentType, body)).toEqual([status]);
});

test.each([
  ["a form", "POST", "/fabrics/", "PLAINTEXT", "multipart/form-data; boundary=b"],
  ["raw bytes", "PUT", "/boot-resources/1/upload/1/", "HMAC-SHA1", "application/octet-stream"],
] as const)(
  "%s by an unknown sender is refused before it is complete",
  async (_case, method, path, signature, type) => {
    const connection = openConnection(fixture.sandbox.port);
    const request = { method, signature, nowMs: fixture.nowMs() };
    connection.socket.write(
      [
        `${method} /SVC/api/2.0${path} HTTP/1.1`,
        `Host: 127.0.0.1:${fixture.sandbox.port}`,
        `Authorization: ${authorizationHeader(request, url(path), "unknown:unknown:unknown")}`,
        `Content-Type: ${type}`,
        "Content-Length: 1000",
        "\r\n",
      ].join("\r\n"),
    );
    expect(statusesOf(await connection.answers(1))).toEqual([401]);
    connection.socket.destroy();
  },
);

test("more files than a form may have are a 400", async () => {
  const file = '--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\n\r\n';
  expect(await post("multipart/form-data; boundary=b", `${file.repeat(101)}--b--\r\n`)).toEqual([400]);
});

test("huge part headers and binary names are answered", async () => {
  const giant = `--b\r\nContent-Disposition: form-data; name="${"n".repeat(150_000)}"\r\n\r\nx\r\n--b--\r\n`;
  expect([200, 400]).toContain((await post("multipart/form-data; boundary=b", giant))[0]);
  const many = `--b\r\n${"X-A: b\r\n".repeat(10_000)}Content-Disposition: form-data; name="name"\r\n\r\nx\r\n--b--\r\n`;
  expect([200, 400]).toContain((await post("multipart/form-data; boundary=b", many))[0]);
  const bytes = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="'),
    Buffer.from([0, 255, 254, 128]),
    Buffer.from('"\r\n\r\n\u0000\r\n--b--\r\n'),
  ]);
  expect([200, 400]).toContain((await post("multipart/form-data; boundary=b", bytes))[0]);
});

test("names like __proto__ are treated as ordinary names", async () => {
  const id = await fixture.machine("allocated");
  const values = { ["__proto__"]: "a", constructor: "b", toString: "c", hasOwnProperty: "d" };
  const answer = await fixture.call("POST", `/machines/${id}/op-set_workload_annotations`, values);
  expect(answer.status).toBe(204);
  const { workload_annotations } = await fixture.callOk("GET", `/machines/${id}/`);
  expect(Object.entries(workload_annotations)).toEqual(expect.arrayContaining([["constructor", "b"]]));
  for (const path of [
    "/machines/__proto__/",
    "/files/constructor/",
    "/fabrics/hasOwnProperty/",
    "/license-key/a/toString",
  ])
    expect((await fixture.call("GET", path)).status).toBe(404);
  for (const word of ["__proto__", "constructor", "toString", "hasOwnProperty"])
    for (const [method, address, field] of [
      ["PUT", `/machines/${id}/`, "power_type"],
      ["POST", `/machines/${id}/op-deploy`, "distro_series"],
      ["POST", "/machines/op-add_chassis", "chassis_type"],
      ["POST", "/dnsresourcerecords/", "rrtype"],
      ["POST", "/boot-resources/", "filetype"],
      ["GET", "/events/op-query", "level"],
      ["GET", "/installation-results/", "result_type"],
      ["GET", "/machines/", "status"],
    ] as const) {
      const answer = await fixture.call(method, address, { [field]: word });
      expect([word, answer.status], field).toEqual([word, 400]);
    }
  for (const name of ["__proto__", "constructor"])
    expect((await fixture.call("GET", "/svc/op-get_config", { name })).status).toBe(400);
});

test("a body announced as too large is a 413 before it is read", async () => {
  const connection = openConnection(fixture.sandbox.port);
  connection.socket.write(
    head("POST", "/fabrics/", "Content-Type: multipart/form-data; boundary=b", "Content-Length: 99999999999"),
  );
  expect(statusesOf(await connection.closed)).toEqual([413]);
});

test("an endless body is a 413 once the limit is reached", async () => {
  for (const path of ["/fabrics/", "/machines/op-allocate", "/files/"]) {
    const connection = openConnection(fixture.sandbox.port);
    connection.socket.write(
      head("POST", path, "Content-Type: multipart/form-data; boundary=b", "Transfer-Encoding: chunked"),
    );
    const chunk = `4000\r\n${"a".repeat(0x4000)}\r\n`;
    const pump = () => {
      while (!connection.socket.destroyed && connection.socket.write(chunk));
    };
    connection.socket.on("drain", pump);
    pump();
    expect(statusesOf(await connection.closed)).toEqual([413]);
  }
});

test("an upload without a valid key is refused before its body is read", async () => {
  const connection = openConnection(fixture.sandbox.port);
  connection.socket.write(
    "PUT /SVC/api/2.0/boot-resources/1/upload/1/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300000\r\n\r\n",
  );
  expect(statusesOf(await connection.answers(1))).toEqual([401]);
  connection.socket.destroy();
});

test("slow headers and slow bodies time out", async () => {
  // Its own sandbox, because other tests could exceed these short limits on a busy machine.
  const impatient = await fixtureOfTest({ limits: { headersMs: 400, requestMs: 1200 } });
  const slow = [
    "GET /SVC/api/version/ HT",
    "",
    head("POST", "/fabrics/", "Content-Length: 1000").slice(0, -2),
  ];
  const stuck = [
    head("POST", "/fabrics/", "Content-Length: 1000"),
    `${head("POST", "/fabrics/", "Transfer-Encoding: chunked")}5\r\nab`,
  ];
  const ends = [...slow, ...stuck].map(async (text) => {
    const connection = openConnection(impatient.sandbox.port);
    if (text !== "") connection.socket.write(text);
    // Sends a byte every 40 ms, which would defeat a limit on idle time alone.
    const drip = setInterval(() => connection.socket.write(text === "" ? "G" : "X"), 40);
    const statuses = statusesOf(await connection.closed);
    clearInterval(drip);
    return [text, statuses.filter((status) => status !== 408 && status !== 400)];
  });
  for (const [text, others] of await Promise.all(ends)) expect([text, others]).toEqual([text, []]);
  expect((await impatient.call("GET", "/fabrics/")).status).toBe(200);
});

test("surplus bytes after a request do not affect its answer", async () => {
  const form = "Content-Type: application/x-www-form-urlencoded";
  for (const stray of ["0\r\n\r\n", "nonsense\r\n\r\n"])
    expect(await exchange(fixture.sandbox.port, `${head("POST", "/fabrics/", form)}${stray}`)).toEqual([200]);
});

test("malformed requests are a 400 and close the connection", async () => {
  const { port } = fixture.sandbox;
  for (const text of [
    "nonsense\r\n\r\n",
    "GET\r\n\r\n",
    "GET /SVC/api/version/ HTTP/9.9\r\n\r\n",
    "GET /SVC/api/version/ HTTP/1.1\r\n\r\n",
    "POST /SVC/api/2.0/fabrics/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    "POST /SVC/api/2.0/fabrics/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "POST /SVC/api/2.0/fabrics/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST /SVC/api/2.0/fabrics/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "GET /SVC/api/version/ HTTP/1.1\r\nHost: localhost\r\nBad Header: x\r\n\r\n",
    `FROB /SVC/api/version/ HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  ])
    expect((await exchange(port, text))[0], text).toBe(400);
});

test("overlong request lines and headers are a 414 or 431", async () => {
  const { port } = fixture.sandbox;
  const line = `GET /SVC/api/2.0/machines/?id=${"a".repeat(9000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  expect(await exchange(port, line)).toEqual([414]);
  const many = Array.from({ length: 3000 }, (_, index) => `X-${index}: ${"b".repeat(40)}\r\n`).join("");
  expect(await exchange(port, `GET /SVC/api/version/ HTTP/1.1\r\nHost: localhost\r\n${many}\r\n`)).toEqual([
    431,
  ]);
});

test("invalid percent-encoding is a 400; encoded slashes and dots do not change the path", async () => {
  for (const path of [
    ...["/machines/%zz/", "/machines/%/", "/files/%ff%fe/", "/machines/?id=%zz", "/machines/?%=1"],
  ])
    expect((await fixture.call("GET", path)).status, path).toBe(400);
  for (const path of [
    ...["/machines/..%2f..%2fetc/", "/files/%2e%2e/", "/machines/%00/", "/machines/a%20b/"],
    "/fabrics/1%2fx/",
  ])
    expect((await fixture.call("GET", path)).status, path).toBe(404);
});

test("unknown paths are a 404, other methods a 405 with the allowed ones, and HEAD gets no body", async () => {
  for (const path of [
    ...["/nosuch/", "/machines", "/machines//x//", "/fabrics/x/", "/machines/op-nosuch", "//"],
    "/fabrics/1",
  ])
    expect((await fixture.call("GET", path)).status, path).toBe(404);
  for (const base of ["/", "/other", "/SVC", "/SVC/api", "/SVC/api/", "/SVC/MAAS/api/2.0/machines/"])
    expect(
      (
        await exchange(
          fixture.sandbox.port,
          `GET ${base} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
        )
      )[0],
      base,
    ).toBe(404);
  for (const method of ["PATCH", "OPTIONS", "TRACE"]) {
    const answer = await fixture.call(method, "/machines/");
    expect([answer.status, answer.headers.allow], method).toEqual([405, "GET, POST"]);
  }
  expect((await fixture.call("DELETE", "/machines/op-allocate")).status).toBe(405);
  const connection = openConnection(fixture.sandbox.port);
  connection.socket.write(head("HEAD", "/machines/", "Connection: close"));
  const text = await connection.closed;
  expect(statusesOf(text)[0]).toBeGreaterThanOrEqual(400);
  expect(text.split("\r\n\r\n")[1]).toBe("");
});

test("an absolute address in the request line is accepted", async () => {
  const address = `http://127.0.0.1:${fixture.sandbox.port}/SVC/api/version/`;
  const [status] = await exchange(
    fixture.sandbox.port,
    `GET ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  );
  expect(status).toBe(200);
});

test("an aborted request changes nothing", async () => {
  const before = (await fixture.callOk("GET", "/fabrics/")).length;
  const body = multipart({ name: "never whole" });
  for (const cut of [0, 10, body.length - 1]) {
    const connection = openConnection(fixture.sandbox.port);
    const type = "Content-Type: multipart/form-data; boundary=sandbox-wire-0f4c1c9b";
    connection.socket.write(head("POST", "/fabrics/", type, `Content-Length: ${body.length}`));
    connection.socket.write(body.subarray(0, cut));
    await new Promise((resolve) => setTimeout(resolve, 20));
    connection.socket.destroy();
    await connection.closed;
  }
  expect((await fixture.callOk("GET", "/fabrics/")).length).toBe(before);
});
