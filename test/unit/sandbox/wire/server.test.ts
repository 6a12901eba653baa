import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { plaintext, read, startHarness, useHarness } from "../harness.ts";

const harness = useHarness({ limits: { bodyBytes: 20_000, headersMs: 400, requestMs: 800 } });

/** Sends bytes as they are and resolves with all that comes back until the connection ends. */
function raw(port: number, bytes: string | Buffer, keepOpen = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" || error.code === "EPIPE" ? resolve(text) : reject(error),
    );
    socket.on("close", () => resolve(text));
    socket.write(bytes);
    if (!keepOpen) socket.on("data", () => socket.end());
  });
}

const statusOf = (text: string) => Number(text.split(" ")[1]);
const version = (url: string) => fetch(`${url}/api/version/`);

test("garbage instead of a request is a 400 and hurts nobody", async () => {
  const { sandbox } = harness();
  expect(statusOf(await raw(sandbox.port, "\u0000\u0001\u0002 nonsense\r\n\r\n"))).toBe(400);
  expect((await version(sandbox.url)).status).toBe(200);
});

test("a request line over 8 KB is a 414, also one that no header buffer holds", async () => {
  const { sandbox } = harness();
  for (const length of [8_300, 200_000]) {
    const answer = await raw(
      sandbox.port,
      `GET /SVC/api/2.0/machines/?id=${"x".repeat(length)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    );
    expect(statusOf(answer)).toBe(414);
  }
});

test("a body that is, or says it is, too large is a 413, and the connection ends", async () => {
  const { sandbox } = harness();
  const head =
    "POST /SVC/api/2.0/machines/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\n";
  expect(statusOf(await raw(sandbox.port, `${head}Content-Length: 99999999999\r\n\r\n`, true))).toBe(413);
  const chunk = `5000\r\n${"a".repeat(0x5000)}\r\n`;
  expect(
    statusOf(await raw(sandbox.port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}${chunk}`, true)),
  ).toBe(413);
});

test("a client that never finishes its request is cut off", async () => {
  const { sandbox } = harness();
  const slow = await raw(sandbox.port, "GET /SVC/api/2.0/machines/ HTTP/1.1\r\nHos", true);
  expect(["", "408"]).toContain(slow.split(" ")[1] ?? "");
  const stuck = await raw(
    sandbox.port,
    "POST /SVC/api/2.0/machines/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\nabc",
    true,
  );
  expect(["", "408"]).toContain(stuck.split(" ")[1] ?? "");
});

test.each([
  ["no boundary", "multipart/form-data", "--b\r\n\r\n"],
  ["an empty body", "multipart/form-data; boundary=b", ""],
  [
    "a broken end",
    "multipart/form-data; boundary=b",
    '--b\r\nContent-Disposition: form-data; name="tags"\r\n\r\nx',
  ],
  ["no part headers", "multipart/form-data; boundary=b", "--b\r\n\r\nx\r\n--b--\r\n"],
  ["only noise", "multipart/form-data; boundary=b", "\u0000\u0001\u0002"],
])("multipart with %s is answered, and never hangs or crashes", async (_case, type, body) => {
  const { sandbox } = harness();
  const answer = await fetch(`${sandbox.url}/api/2.0/machines/op-allocate`, {
    method: "POST",
    headers: { Authorization: plaintext(sandbox.keys.administrator), "Content-Type": type },
    body: `${body}`,
  });
  expect([200, 400, 409]).toContain(answer.status);
  expect((await version(sandbox.url)).status).toBe(200);
});

test("paths: slashes count, versions end, HEAD is not answered, bad encoding is a 400", async () => {
  const { sandbox, get } = harness();
  const at = async (path: string, method = "GET") =>
    (await fetch(`http://127.0.0.1:${sandbox.port}${path}`, { method })).status;
  expect((await get("/machines")).status).toBe(404);
  expect((await get("/machines//")).status).toBe(200);
  expect((await get("/machines/op-list_allocated/")).status).toBe(404);
  expect(await at("/")).toBe(404);
  expect(await at("/OTHER/api/2.0/machines/")).toBe(404);
  expect(await at("/SVC/api/1.0/machines/")).toBe(410);
  expect(await at("/SVC/api/3.0/")).toBe(410);
  expect(await at("/SVC/api/2.0/machines/%zz/")).toBe(400);
  expect((await get("/machines/?hostname=%zz")).status).toBe(400);
  expect(await at("/SVC/api/2.0/machines/", "HEAD")).toBe(405);
  expect(await at("/SVC/api/2.0/machines/", "PATCH")).toBe(405);
  const version = await read(await fetch(`${sandbox.url}/api/version/`));
  expect([version.status, version.text, version.type]).toEqual([200, "2.0", "text/plain; charset=utf-8"]);
  expect((await fetch(`${sandbox.url}/api/2.0/version/`)).status).toBe(200);
});

test("an operation answers in both forms, and an unknown one is a 400", async () => {
  const { get, post, id } = harness();
  expect((await get("/machines/op-list_allocated")).status).toBe(200);
  expect((await get("/machines/?op=list_allocated")).status).toBe(200);
  expect((await get(`/machines/${id("web-01")}/?op=query_power_state`)).json).toEqual({ state: "off" });
  expect((await get(`/machines/${id("web-01")}/op-query_power_state`)).json).toEqual({ state: "off" });
  expect((await get("/svc/op-get_config?name=theme")).status).toBe(200);
  expect((await get("/svc/?op=get_config&name=theme")).status).toBe(200);
  const unknown = await post("/machines/?op=nosuch");
  expect([unknown.status, unknown.text]).toEqual([400, "Unrecognised signature: method=POST op=nosuch"]);
  const missing = await get("/account/");
  expect([missing.status, missing.text]).toEqual([400, "Unrecognised signature: method=GET op=None"]);
  expect((await post("/machines/op-nosuch")).status).toBe(404);
});

test("the configuration group follows the segment, in lower case", async () => {
  const other = await startHarness({ segment: "METAL" });
  try {
    expect((await other.get("/metal/op-get_config?name=theme")).status).toBe(200);
    expect((await other.get("/svc/op-get_config?name=theme")).status).toBe(404);
    const [machine] = (await other.get("/machines/")).json;
    expect(machine.resource_uri).toMatch(/^\/METAL\/api\/2\.0\/machines\//);
  } finally {
    await other.sandbox.stop();
  }
});

test("credentials: each thing that can be wrong is a 401 in words", async () => {
  const { sandbox } = harness();
  const ask = async (authorization: string) =>
    await read(
      await fetch(`${sandbox.url}/api/2.0/account/op-list_authorisation_tokens`, {
        headers: { Authorization: authorization },
      }),
    );
  const key = sandbox.keys.administrator;
  const now = Math.floor(Date.now() / 1000);
  const wrong: Readonly<Record<string, string>>[] = [
    { oauth_signature: "&wrong" },
    { oauth_consumer_key: "nobody" },
    { oauth_token: "nothing" },
    { oauth_timestamp: String(now - 301) },
    { oauth_timestamp: String(now + 302) },
    { oauth_timestamp: "yesterday" },
    { oauth_nonce: "" },
    { oauth_signature_method: "RSA-SHA1" },
    { oauth_version: "2.0" },
  ];
  for (const changes of wrong) {
    const answer = await ask(plaintext(key, changes));
    expect([changes, answer.status]).toEqual([changes, 401]);
    expect(answer.text).not.toContain(key.split(":")[2]);
  }
  expect((await ask("OAuth nonsense")).status).toBe(401);
  expect((await ask('OAuth oauth_token="%zz"')).status).toBe(401);
  expect((await ask(plaintext(key, { oauth_timestamp: String(now - 290) }))).status).toBe(200);
  const nonce = plaintext(key, { oauth_nonce: "once" });
  expect((await ask(nonce)).status).toBe(200);
  const again = await ask(nonce);
  expect([again.status, again.text]).toEqual([401, "Authorization Error: the nonce has been used before."]);
});

test("HMAC-SHA1 covers method, address and query; a change of any is a 401", async () => {
  const { sandbox } = harness();
  const [consumer = "", token = "", secret = ""] = sandbox.keys.administrator.split(":");
  const e = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const header = (method: string, query: readonly (readonly [string, string])[]) => {
    const own: [string, string][] = [
      ["oauth_consumer_key", consumer],
      ["oauth_nonce", randomUUID()],
      ["oauth_signature_method", "HMAC-SHA1"],
      ["oauth_timestamp", String(Math.floor(Date.now() / 1000))],
      ["oauth_token", token],
    ];
    const all = [...query, ...own]
      .map(([n, v]) => `${e(n)}=${e(v)}`)
      .sort()
      .join("&");
    const base = [method, e(`${sandbox.url}/api/2.0/machines/`), e(all)].join("&");
    const signature = createHmac("sha1", `&${secret}`).update(base).digest("base64");
    return `OAuth ${[...own, ["oauth_signature", signature]].map(([n = "", v = ""]) => `${n}="${e(v)}"`).join(",")}`;
  };
  const query = [
    ["hostname", "web-01"],
    ["hostname", "it's (a) *test* & more"],
  ] as const;
  const url = `${sandbox.url}/api/2.0/machines/?hostname=web-01&hostname=it%27s+%28a%29%20*test*%20%26%20more`;
  const good = await read(await fetch(url, { headers: { Authorization: header("GET", query) } }));
  expect([good.status, good.json.length]).toEqual([200, 1]);
  expect((await fetch(url, { headers: { Authorization: header("POST", query) } })).status).toBe(401);
  expect((await fetch(url, { headers: { Authorization: header("GET", []) } })).status).toBe(401);
});

test("nobody: a list that serves anonymous callers too says 400, other operations 401", async () => {
  const { get } = harness();
  const list = await get("/machines/", null);
  expect([list.status, list.text]).toEqual([400, "Unrecognised signature: method=GET op=None"]);
  expect((await get("/events/op-query", null)).status).toBe(401);
});

test("stopping ends open connections and frees the port", async () => {
  const other = await startHarness();
  const { port } = other.sandbox;
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write("GET /SVC/api/2.0/mach");
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.on("close", resolve));
  await other.sandbox.stop();
  await closed;
  const next = await startHarness({ port });
  await next.sandbox.stop();
});
