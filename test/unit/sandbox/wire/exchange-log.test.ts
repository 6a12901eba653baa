import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Exchange, makeExchangeLog, maxExchanges } from "../../../../src/sandbox/wire/exchange-log.ts";
import { harnessOfTest, plaintext } from "../harness.ts";

const secret = "Xy7Secretq9Word";

test("exchanges are recorded as they were parsed, with secrets masked everywhere", async () => {
  const recorded: Exchange[] = [];
  const { sandbox, get, post, put, del, id } = await harnessOfTest({
    onExchange: (exchange) => void recorded.push(exchange),
  });
  const web = id("web-01");
  await put(`/machines/${web}/`, { power_parameters_power_pass: secret, description: "a\r\nb" });
  await get(`/machines/${web}/op-power_parameters`);
  await post("/svc/op-set_config", { name: "hvmgr_password", value: secret });
  await get("/svc/op-get_config?name=hvmgr_password");
  await post("/svc/op-set_config", { name: "http_proxy", value: `http://user:${secret}@proxy:3128` });
  await get("/svc/op-get_config?name=http_proxy");
  const token = await post("/account/op-create_authorisation_token", { name: "x" });
  await get("/account/op-list_authorisation_tokens");
  const query = new URLSearchParams({ oauth_signature: `&${secret}`, oauth_token: "x", oauth_nonce: "n" });
  await get(`/machines/?${query}`, null);
  const wrong = plaintext(`a:b:${secret}`);
  await fetch(`${sandbox.url}/api/2.0/machines/`, { headers: { Authorization: wrong } });
  await post("/machines/op-allocate", { tags: ["gpu", "ssd"], dry_run: "true" });
  await get("/nosuch/");
  await del(`/machines/${web}/`, null);
  const text = JSON.stringify(recorded);
  for (const each of [
    secret,
    token.json.token_secret,
    ...Object.values(sandbox.keys).map((key) => key.slice(-32)),
  ])
    expect(text).not.toContain(each);
  expect(recorded).toHaveLength(13);
  expect(recorded[0]).toMatchObject({
    user: "admin",
    method: "PUT",
    path: `/SVC/api/2.0/machines/${web}/`,
    operation: "machine.update",
    form: { power_parameters_power_pass: ["********"], description: ["a\r\nb"] },
    status: 200,
    answer: { content_type: "application/json; charset=utf-8", is_cut: true },
  });
  expect(recorded[0]?.answer.body.length).toBeLessThanOrEqual(4096);
  expect(recorded[10]).toMatchObject({ form: { tags: ["gpu", "ssd"], dry_run: ["true"] }, status: 409 });
  expect(recorded[11]).toMatchObject({ user: null, operation: null, status: 404 });
  expect(recorded[12]).toMatchObject({ method: "DELETE", user: null, status: 401 });
});

test("dropped, refused and injected answers are recorded too, and binary ones by their length", async () => {
  const recorded: Exchange[] = [];
  const { sandbox, get, id } = await harnessOfTest({
    onExchange: (exchange) => void recorded.push(exchange),
  });
  sandbox.world.faults.replace(["drop=1"]);
  await expect(get("/machines/")).rejects.toThrow();
  sandbox.world.faults.replace(["errors=1,status=502"]);
  await get("/machines/");
  sandbox.world.faults.replace([]);
  await get(`/machines/${id("web-01")}/op-details`);
  const body = '{"name": "x"}';
  await fetch(`${sandbox.url}/api/2.0/fabrics/`, {
    method: "POST",
    headers: { Authorization: plaintext(sandbox.keys.administrator), "Content-Type": "application/json" },
    body,
  });
  expect(recorded.map(({ status }) => status)).toEqual([0, 502, 200, 415]);
  expect(recorded[2]?.answer.body).toMatch(/^\(\d+ bytes\)$|^[^\0]*/);
  expect(recorded[3]).toMatchObject({ content_type: "application/json", user: "admin" });
});

test("only the latest exchanges are kept", () => {
  const log = makeExchangeLog();
  const exchange = (status: number) => ({ status }) as Exchange;
  for (let count = 1; count <= maxExchanges + 5; count += 1) log.add(exchange(count));
  expect(log.last(10_000)).toHaveLength(maxExchanges);
  expect(log.last(2).map(({ status }) => status)).toEqual([maxExchanges + 4, maxExchanges + 5]);
  expect(log.last(0)).toEqual([]);
});

/** A request that contains `secret` somewhere. */
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Field names of secrets: those in the catalogue, and those of other programs. */
const names = [
  "password",
  "power_parameters_power_pass",
  "power_parameters_power_token_secret",
  ...["token_secret", "license_key", "key", "api_key", "oauth_token", "oauth_signature", "X-Auth-Token"],
  "privateKey",
];

const boundaryOf = (secret: string) => `b${secret.slice(0, 6)}`;

const part = (name: string, value: string, head: string, secret: string) =>
  `--${boundaryOf(secret)}\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n${value}\r\n--${boundaryOf(secret)}--\r\n`;

/** Every part of a request that contains a name and a value. */
const places: Readonly<Record<string, (name: string, secret: string, path: string) => Sent>> = {
  query: (name, secret, path) => ({
    method: "GET",
    path: `${path}?a=1&${encodeURIComponent(name)}=${secret}`,
  }),
  "urlencoded form": (name, secret, path) => ({
    method: "POST",
    path,
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: `a=1&${encodeURIComponent(name)}=${secret}`,
  }),
  "JSON in a form": (name, secret, path) => ({
    method: "POST",
    path,
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: `power_parameters=${encodeURIComponent(JSON.stringify({ a: 1, [name]: secret }))}`,
  }),
  "multipart form": (name, secret, path) => ({
    method: "PUT",
    path,
    headers: { "Content-Type": `multipart/form-data; boundary=${boundaryOf(secret)}` },
    body: part(name, secret, "", secret),
  }),
  "multipart form in base64": (name, secret, path) => ({
    method: "POST",
    path,
    headers: { "Content-Type": `multipart/form-data; boundary=${boundaryOf(secret)}` },
    body: part(name, Buffer.from(secret).toString("base64"), "\r\nContent-Transfer-Encoding: base64", secret),
  }),
  file: (name, secret, path) => ({
    method: "POST",
    path,
    headers: { "Content-Type": `multipart/form-data; boundary=${boundaryOf(secret)}` },
    body: part(name, secret, '; filename="f"', secret),
  }),
  "JSON body": (name, secret, path) => ({
    method: "POST",
    path,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ [name]: secret }),
  }),
  "body that is not what its type says": (name, secret, path) => ({
    method: "POST",
    path,
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: JSON.stringify({ [name]: secret }),
  }),
  "broken multipart": (name, secret, path) => ({
    method: "POST",
    path,
    headers: { "Content-Type": "multipart/form-data; boundary=other" },
    body: part(name, secret, "", secret),
  }),
  header: (name, secret, path) => ({ method: "GET", path, headers: { [name]: secret } }),
};

const paths = [
  ...["/machines/", "/machines/op-allocate", "/account/prefs/sslkeys/", "/users/", "/license-keys/"],
  "/no/",
];

test("no secret in any part of a request is recorded", async () => {
  const recorded: Exchange[] = [];
  const { sandbox } = await harnessOfTest({ onExchange: (exchange) => void recorded.push(exchange) });
  const secrets: string[] = [];
  for (const [place, write] of Object.entries(places))
    for (const name of names)
      for (const path of paths) {
        const secret = `Zq${randomUUID().replaceAll("-", "")}`;
        secrets.push(secret);
        const { method, headers = {}, ...request } = write(name, secret, path);
        // `key` is a secret for some operations only.
        const takesKey = path === "/account/prefs/sslkeys/" && !["query", "JSON in a form"].includes(place);
        if (name === "key" && !takesKey) continue;
        const credentials = secrets.length % 2 === 0 ? plaintext(sandbox.keys.administrator) : undefined;
        const answer = await fetch(`${sandbox.url}/api/2.0${request.path}`, {
          method,
          headers: { ...headers, ...(credentials === undefined ? {} : { Authorization: credentials }) },
          ...(request.body === undefined ? {} : { body: request.body }),
        });
        await answer.arrayBuffer();
        const last = JSON.stringify(recorded.at(-1));
        expect([last.includes(secret), place, name, path, last]).toEqual([false, place, name, path, last]);
        expect(last.includes(Buffer.from(secret).toString("base64"))).toBe(false);
      }
  expect(recorded.length).toBeGreaterThan(500);
});

test("API keys and private keys are not recorded, in whatever part of a request they are", async () => {
  const recorded: Exchange[] = [];
  const { sandbox } = await harnessOfTest({ onExchange: (exchange) => void recorded.push(exchange) });
  const key = sandbox.keys.administrator;
  const [, , secret = ""] = key.split(":");
  const filler = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ".repeat(200);
  const pem = `-----BEGIN PRIVATE KEY-----\n${filler}\n-----END PRIVATE KEY-----`;
  const form = (name: string, value: string | Blob, filename?: string) => {
    const formData = new FormData();
    if (typeof value === "string") formData.append(name, value);
    else formData.append(name, value, filename);
    return formData;
  };
  const send = async (path: string, body?: FormData, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${sandbox.url}/api/2.0${path}`, {
      headers: { Authorization: plaintext(key), ...headers },
      ...(body === undefined ? {} : { method: "POST", body }),
    });
    await answer.arrayBuffer();
  };
  await send(`/machines/${key}/`);
  await send(`/machines/?${key}=1`);
  await send(`/machines/?description=${encodeURIComponent(key)}`);
  await send(`/files/${encodeURIComponent(key)}/`);
  await send("/files/", form("filename", key));
  await send("/files/", form(key, "x"));
  await send("/files/", form("file", new Blob(["x"]), key));
  await send("/files/", form(key, new Blob(["x"]), "x"));
  await send("/account/prefs/sslkeys/", form("key", pem));
  await send("/files/", form("text", `${"x".repeat(8100)}${pem}`));
  await send("/machines/", undefined, { "Content-Type": `text/plain; a=${key}` });
  await send("/account/op-list_authorisation_tokens");
  await send("/account/op-create_authorisation_token", form("name", key));
  expect(recorded).toHaveLength(13);
  const text = JSON.stringify(recorded);
  expect([text.includes(secret), text.includes(filler.slice(0, 64))]).toEqual([false, false]);
  for (const { key: tokenKey, secret: its } of sandbox.world.state.users.flatMap(({ tokens }) => tokens))
    expect(text.includes(its), tokenKey).toBe(false);
});

test("fields that the operation does not read are listed, in the query and in the form", async () => {
  const { sandbox, get, post, put, id } = await harnessOfTest({ answers: "deployed" });
  const web = id("web-01");
  const unread = async (work: Promise<unknown>) => {
    await work;
    return sandbox.requests(1)[0]?.unread;
  };
  const update = `/machines/${web}/`;
  expect(await unread(put(update, { descripton: "typo", description: "x" }))).toEqual(["descripton"]);
  expect(await unread(put(`${update}?description=x`, { description: "x" }))).toEqual(["description"]);
  expect(await unread(put(update, { power_parameters_power_pass: "x", power_parameter_x: "y" }))).toEqual([
    "power_parameter_x",
  ]);
  expect(await unread(post("/machines/op-allocate", { tgas: "x", tags: "ssd", dry_run: "1" }))).toEqual([
    "tgas",
  ]);
  expect(await unread(post(`/machines/${web}/op-set_owner_data`, { any: "x" }))).toEqual([]);
  expect(await unread(get("/events/?op=query&limt=3&limit=3"))).toEqual(["limt"]);
  expect(await unread(post("/tags/", { name: "new", coment: "x" }))).toEqual(["coment"]);
  expect(await unread(post("/tags/", { nam: "new" }))).toEqual(["nam"]);
  expect(await unread(post("/machines/nosuch/op-lock", { comment: "x", x: "y" }))).toEqual([]);
  expect(await unread(post(`/machines/${web}/?op=lock`, { comment: "x" }))).toEqual([]);
  expect(await unread(post(`/machines/${web}/`, { op: "unlock", [`a:${secret}`]: "" }))).toEqual([
    `a:${secret}`,
  ]);
  const key = sandbox.keys.administrator;
  expect(await unread(post(`/machines/${web}/`, { op: "lock", [key]: "" }))).toEqual(["********"]);
});

test("a body that cannot be parsed is recorded, cut and without secrets", async () => {
  const { sandbox } = await harnessOfTest();
  const refused = async (type: string, body: string | Uint8Array<ArrayBuffer>, path = "/fabrics/") => {
    const headers = { Authorization: plaintext(sandbox.keys.administrator), "Content-Type": type };
    const answer = await fetch(`${sandbox.url}/api/2.0${path}`, { method: "POST", headers, body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    return sandbox.requests(1)[0]?.body;
  };
  const json = "application/json";
  expect(await refused(json, '{"name": "x", "api_key": "hidden"}')).toBe(
    '{"name": "x", "api_key": "********"}',
  );
  expect(await refused(json, '{"key": "hidden"}', "/account/prefs/sslkeys/")).toBe("********");
  expect(await refused("application/x-www-form-urlencoded", '{"name": "x"}')).toBe('{"name": "x"}');
  expect(await refused("multipart/form-data; boundary=b", "--c\r\nname=x")).toBe("--c\r\nname=x");
  expect(await refused("multipart/form-data; boundary=b", "--c\r\nname=power_pass\r\n\r\nhidden")).toBe(
    "********",
  );
  expect(await refused("text/plain", new Uint8Array([0xff, 0xfe, 0]))).toBe("(3 bytes)");
  expect((await refused("text/plain", "x".repeat(100_000)))?.length).toBe(4099);
  await fetch(`${sandbox.url}/api/2.0/version/`);
  expect(sandbox.requests(1)[0]?.body).toBeNull();
});
