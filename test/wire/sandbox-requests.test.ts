import { createHmac, randomUUID } from "node:crypto";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { exchangeHttp } from "./sandbox-caller.ts";
import { fixtureOfFile } from "./sandbox-fixture.ts";

const fixture = await fixtureOfFile({ allowHosts: ["sandbox.example"] });

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends exactly this path and these headers. */
function send(path: string, { method = "GET", headers = {}, body = "" }: Sent = {}) {
  const framing = body === "" ? {} : { "Content-Length": Buffer.byteLength(body) };
  const options = { path, method, headers: { ...headers, ...framing }, agent: false };
  return exchangeHttp(new URL(fixture.sandbox.url), options, body);
}

type Fields = Record<string, string>;

const fieldsOf = (method: string): Fields => {
  const [consumer = "", token = "", secret = ""] = fixture.keys.admin.split(":");
  return {
    oauth_consumer_key: consumer,
    oauth_token: token,
    oauth_signature_method: method,
    oauth_timestamp: String(Math.floor(fixture.nowMs() / 1000)),
    oauth_nonce: randomUUID(),
    ...(method === "PLAINTEXT" ? { oauth_signature: `&${secret}` } : {}),
  };
};

const signed = () =>
  `OAuth ${Object.entries(fieldsOf("PLAINTEXT"))
    .map(([name, value]) => `${name}="${encodeURIComponent(value)}"`)
    .join(", ")}`;

const api = "/SVC/api/2.0";
const form = "application/x-www-form-urlencoded";
const call = (path: string, { headers = {}, ...more }: Sent = {}) =>
  send(`${api}${path}`, { headers: { Authorization: signed(), ...headers }, ...more });
const post = (path: string, body: string, type = form) =>
  call(path, { method: "POST", body, headers: { "Content-Type": type } });

describe("the operation of a request", () => {
  const operationError = async (path: string, body = "", type?: string) => {
    const { status, text } = await post(path, body, type);
    return status === 400 ? text.replace(/^Unrecognised signature: /, "") : status;
  };

  test.each([
    // The operation may be in the query, the form or the path; an empty one is ignored, and the last one
    // counts.
    ["/fabrics/?op=x", "op=y", "method=POST op=x"],
    ["/fabrics/?op=x&op=z", "", "method=POST op=z"],
    ["/fabrics/?op=x&op=", "", 200],
    ["/fabrics/?op=", "", 200],
    ["/fabrics/?op", "description=a", 200],
    ["/fabrics/", "op=y", "method=POST op=y"],
    ["/fabrics/", "op=x&op=y", "method=POST op=y"],
    ["/fabrics/?op=", "op=y", "method=POST op=y"],
    ["/fabrics/", "op=", 200],
    ["/machines/op-accept_all", "", 200],
    ["/machines/op-accept_all?op=x", "", "method=POST op=x"],
    ["/machines/op-accept_all", "op=x", "method=POST op=x"],
    ["/machines/op-accept_all", "op=", 200],
    ["/machines/op-allocate?op=accept_all", "", 200],
    ["/machines/op-allocate", "op=accept_all", 200],
    ["/machines/", "op=accept_all", 200],
  ] as const)("of POST %s with the form '%s' is quoted in the error: %s", async (path, body, expected) => {
    expect(await operationError(path, body)).toBe(expected);
    const parts = body
      .split("&")
      .filter(Boolean)
      .map((item) => item.split("="))
      .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
    const multipart = parts.length === 0 ? "" : `${parts.join("")}--b--`;
    expect(await operationError(path, multipart, "multipart/form-data; boundary=b")).toBe(expected);
  });

  test("is not a field of its form", async () => {
    const id = await fixture.machine("allocated");
    expect((await post(`/machines/${id}/`, "op=set_workload_annotations&a=1")).status).toBeLessThan(300);
    const { workload_annotations } = await fixture.callOk("GET", `/machines/${id}/`);
    expect(workload_annotations).toEqual({ a: "1" });
  });
});

test("a urlencoded form works like a multipart form", async () => {
  const { text } = await post("/fabrics/", "name=sent+with%20plus&description=caf%C3%A9+%26b");
  expect(JSON.parse(text)).toMatchObject({ name: "sent with plus", description: "café &b" });
  const { id } = JSON.parse(text);
  const put = await call(`/fabrics/${id}/`, {
    method: "PUT",
    body: "name=changed",
    headers: { "Content-Type": `${form}; charset=utf-8` },
  });
  expect([put.status, JSON.parse(put.text).name]).toEqual([200, "changed"]);
  const before = (await fixture.callOk("GET", "/machines/?status=allocated")).length;
  const dry = await post("/machines/?op=allocate", "name=gpu-01&dry_run=true");
  expect([dry.status, JSON.parse(dry.text).hostname]).toEqual([200, "gpu-01"]);
  expect((await fixture.callOk("GET", "/machines/?status=allocated")).length).toBe(before);
});

test.each([
  ["POST", { "Content-Type": "application/json" }, '{"name": "no"}', 415],
  ["PUT", { "Content-Type": "application/json" }, '{"name": "no"}', 415],
  ["POST", { "Content-Type": form, "Content-Encoding": "gzip" }, "name=no", 415],
  ["POST", {}, "name=no", 415],
  ["GET", { "Content-Type": form }, "name=no", 400],
] as const)(
  "%s with %j and the body %s is a %i and changes nothing",
  async (method, headers, body, status) => {
    const { id } = await fixture.callOk("POST", "/fabrics/", { name: fixture.fresh("kept") });
    const fabrics = await fixture.callOk("GET", "/fabrics/");
    for (const path of [`/fabrics/${id}/`, "/fabrics/"]) {
      if (path === "/fabrics/" && method !== "POST" && method !== "GET") continue;
      if (path !== "/fabrics/" && method === "POST") continue;
      expect((await call(path, { method, headers, body })).status, path).toEqual(status);
    }
    expect(await fixture.callOk("GET", "/fabrics/")).toEqual(fabrics);
  },
);

test("paths are decoded and double slashes folded; file names may contain slashes", async () => {
  for (const path of ["/%6dachines/", "//machines//", "/machines%2F", "///fabrics/", "/fabrics//0///"])
    expect((await call(path)).status, path).toBe(200);
  const content = Buffer.from("x").toString("base64");
  const body = `--b\r\nContent-Disposition: form-data; name="filename"\r\n\r\na/b c.txt\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content}\r\n--b--`;
  expect((await post("/files/", body, "multipart/form-data; boundary=b")).status).toBe(200);
  for (const path of ["/files/a/b%20c.txt/", "/files/a%2Fb%20c.txt/", "//files/a/b%20c.txt/"])
    expect([(await call(path)).status, JSON.parse((await call(path)).text).content], path).toEqual([
      200,
      content,
    ]);
});

test("the version's address without a slash redirects, and others are a 404", async () => {
  const { status, headers } = await send("/SVC/api/version");
  expect([status, headers.location]).toEqual([301, "/SVC/api/version/"]);
  for (const path of ["/SVC/api/2.0/machines", "/SVC/api/2.0/version"])
    expect((await send(path)).status, path).toBe(404);
});

test("the version is answered with any credentials", async () => {
  for (const Authorization of ['OAuth oauth_token="x"', "OAuth ,,=", "Basic eDp4", signed()])
    for (const path of ["/SVC/api/version/", "/SVC/api/2.0/version/"])
      expect((await send(path, { headers: { Authorization } })).status, Authorization).toBe(200);
});

describe("credentials", () => {
  const path = "/account/prefs/sshkeys/";
  const withHeader = async (header: (fields: Fields) => string) =>
    (await call(path, { headers: { Authorization: header(fieldsOf("PLAINTEXT")) } })).status;
  const each = (fields: Fields, write: (name: string, value: string) => string, between = ", ") =>
    Object.entries(fields)
      .map(([name, value]) => write(name, value))
      .join(between);
  const escaped = (name: string, value: string) => `${name}="${encodeURIComponent(value)}"`;

  test.each<[string, (fields: Fields) => string]>([
    ["quoted", (fields) => `OAuth ${each(fields, escaped)}`],
    [
      "unquoted",
      (fields) => `OAuth ${each(fields, (name, value) => `${name}=${encodeURIComponent(value)}`)}`,
    ],
    ["unescaped", (fields) => `OAuth ${each(fields, (name, value) => `${name}="${value}"`)}`],
    ["unquoted and unescaped", (fields) => `OAuth ${each(fields, (name, value) => `${name}=${value}`)}`],
    ["without blanks", (fields) => `OAuth ${each(fields, escaped, ",")}`],
    ["with many blanks", (fields) => `OAuth   ${each(fields, escaped, " ,\t ")} , `],
    ["with a realm", (fields) => `OAuth realm="a, b=\\c", ${each(fields, escaped)}`],
    ["with an empty realm", (fields) => `OAuth realm="",${each(fields, escaped)}`],
    ["backwards", (fields) => `OAuth ${each(Object.fromEntries(Object.entries(fields).reverse()), escaped)}`],
    ["with the version", (fields) => `OAuth ${each({ ...fields, oauth_version: "1.0" }, escaped)}`],
  ])("are accepted: %s", async (_, header) => {
    expect(await withHeader(header)).toBe(200);
  });

  test.each<[string, (fields: Fields) => string]>([
    ["with an open quote", (fields) => `OAuth ${each(fields, escaped)}, realm="a`],
    ["given twice", (fields) => `OAuth ${each(fields, escaped)}, oauth_nonce="x"`],
    ["without a value", (fields) => `OAuth ${each(fields, escaped)}, x`],
    ["in lower case", (fields) => `oauth ${each(fields, escaped)}`],
    ["with text after a quote", (fields) => `OAuth ${each(fields, escaped)}, x="a"b`],
  ])("are a 401: %s", async (_, header) => {
    expect(await withHeader(header)).toBe(401);
  });

  test("are accepted in the query and in a form, where they are not fields", async () => {
    const query = new URLSearchParams(fieldsOf("PLAINTEXT"));
    expect((await send(`${api}${path}?${query}`)).status).toBe(200);
    const body = new URLSearchParams({ ...fieldsOf("PLAINTEXT"), name: fixture.fresh("signed") });
    const created = await send(`${api}/fabrics/`, {
      method: "POST",
      body: String(body),
      headers: { "Content-Type": form },
    });
    expect([created.status, JSON.parse(created.text).name]).toEqual([200, body.get("name")]);
    const wrong = new URLSearchParams({ ...fieldsOf("PLAINTEXT"), oauth_signature: "&no" });
    expect((await send(`${api}${path}?${wrong}`)).status).toBe(401);
    expect((await send(`${api}${path}?oauth_token=x`)).status).toBe(401);
  });

  const percent = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

  /** The statuses of a request whose HMAC covers the form, and of one whose HMAC does not. */
  async function readings(method: string, type: string, body: string, pairs: readonly [string, string][]) {
    const { id } = await fixture.callOk("POST", "/fabrics/", { name: fixture.fresh("hmac") });
    const target = method === "PUT" ? `/fabrics/${id}/` : "/fabrics/";
    const ask = async (covered: readonly [string, string][]) => {
      const fields = fieldsOf("HMAC-SHA1");
      const all = [...Object.entries(fields), ...covered].map(([n, v]) => `${percent(n)}=${percent(v)}`);
      const url = `http://127.0.0.1:${fixture.sandbox.port}${api}${target}`;
      const base = [method, percent(url), percent(all.sort().join("&"))].join("&");
      const key = `&${fixture.keys.admin.split(":")[2]}`;
      const oauth_signature = createHmac("sha1", key).update(base).digest("base64");
      const Authorization = `OAuth ${each({ ...fields, oauth_signature }, escaped)}`;
      return (
        await send(`${api}${target}`, { method, body, headers: { Authorization, "Content-Type": type } })
      ).status;
    };
    return [await ask(pairs), await ask([])];
  }

  test("of HMAC-SHA1 cover the form of a POST, and of a PUT if the client includes it", async () => {
    const pairs: [string, string][] = [["description", "a+b & ü"]];
    const encoded = String(new URLSearchParams(pairs));
    const parts = `--b\r\nContent-Disposition: form-data; name="description"\r\n\r\na+b & ü\r\n--b--\r\n`;
    const multipart = "multipart/form-data; boundary=b";
    expect(await readings("POST", form, encoded, pairs)).toEqual([200, 401]);
    expect(await readings("PUT", form, encoded, pairs)).toEqual([200, 200]);
    expect(await readings("POST", multipart, parts, pairs)).toEqual([200, 200]);
    expect(await readings("PUT", multipart, parts, pairs)).toEqual([401, 200]);
  });
});

describe("a web page", () => {
  const version = "/SVC/api/version/";

  test.each([
    [{ Host: "evil.example" }, 403],
    [{ Host: "127.0.0.1.evil.example" }, 403],
    [{ Host: "localhost.evil.example:80" }, 403],
    [{ Host: "evil" }, 403],
    [{ Host: "192.0.2.1" }, 403],
    [{ Host: "user@localhost" }, 403],
    [{ Host: "localhost" }, 200],
    [{ Host: "LOCALHOST.:1234" }, 200],
    [{ Host: "api.localhost" }, 200],
    [{ Host: "127.8.9.10:1" }, 200],
    [{ Host: "[::1]:5240" }, 200],
    [{ Host: "sandbox.example:5240" }, 200],
    [{ Host: "localhost", Origin: "https://evil.example" }, 403],
    [{ Host: "localhost", Origin: "null" }, 403],
    [{ Host: "localhost", Origin: "http://localhost:3000" }, 200],
    [{ Host: "localhost", "Sec-Fetch-Site": "cross-site" }, 403],
    [{ Host: "localhost", "Sec-Fetch-Site": "none" }, 200],
  ])("with %j gets a %i", async (headers, status) => {
    for (const path of [version, "/_sandbox/status"])
      expect((await send(path, { headers })).status, path).toEqual(status);
  });

  test("can read the sandbox's status but cannot change it", async () => {
    for (const [method, path] of [
      ["GET", "faults"],
      ["POST", "faults"],
      ["PUT", "faults"],
      ["DELETE", "faults"],
      ["POST", "reset"],
      ["POST", "stop"],
      ["GET", "keys"],
    ] as const)
      expect((await send(`/_sandbox/${path}`, { method, body: "drop=1" })).status, path).toBe(403);
    expect(fixture.sandbox.world.faults.list()).toEqual([]);
    const headers = { "X-Sandbox-Control": "1" };
    const add = (body: string) => send("/_sandbox/faults", { method: "POST", headers, body });
    const added = ["latency=0", "clock=0", "drop=0", "half=0", "errors=0"];
    await Promise.all(added.map(add));
    expect([...fixture.sandbox.world.faults.list()].sort()).toEqual(added.sort());
    expect((await send("/_sandbox/faults", { method: "DELETE", headers })).status).toBe(204);
  });
});

test.each([
  ["12 MB", 12_000_000, true],
  ["60 MB", 60_000_000, true],
  ["60 MB in chunks", 60_000_000, false],
])("a client that sends %s before it reads gets a 413 and no reset", async (_, size, hasLength) => {
  const socket = connect(fixture.sandbox.port, "127.0.0.1");
  const problems: Error[] = [];
  socket.on("error", (error) => problems.push(error));
  const framing = hasLength ? `Content-Length: ${size}` : "Transfer-Encoding: chunked";
  socket.write(
    `POST ${api}/fabrics/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${signed()}\r\nContent-Type: ${form}\r\n${framing}\r\n\r\n`,
  );
  const piece = Buffer.alloc(1_000_000, "a");
  for (let outgoing = 0; outgoing < size; outgoing += piece.length) {
    const framed = hasLength ? piece : Buffer.concat([Buffer.from("f4240\r\n"), piece, Buffer.from("\r\n")]);
    if (!socket.write(framed)) await new Promise((resolve) => socket.once("drain", resolve));
  }
  if (!hasLength) socket.write("0\r\n\r\n");
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  await new Promise((resolve) => socket.once("close", resolve));
  expect([text.split("\r\n")[0], problems]).toEqual(["HTTP/1.1 413 Payload Too Large", []]);
});
