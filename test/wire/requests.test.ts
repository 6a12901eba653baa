import { describe, expect, test } from "vitest";
import { buildRawRequest } from "../../src/client/http/request.ts";
import { Failure } from "../../src/core/failure.ts";
import { content, credentials, operation } from "../unit/client/http/endpoint.ts";
import { clientFixture, serverAndClient } from "./client-fixture.ts";
import { answer, type Reply } from "./raw-server.ts";

const post = operation({ method: "POST", path: "/files/" });
const ok = answer(200, "[]", { "Content-Type": "application/json" });

describe("requests, byte for byte", () => {
  test("a GET has no body, no content headers, and asks for no compression", async () => {
    const { client, server } = await serverAndClient([ok]);
    await (await client.call(operation(), { id: ["0", "a b"] })).value();
    const [request] = server.requests;
    expect(request?.head.split("\r\n")[0]).toBe("GET /SVC/api/2.0/machines/?id=0&id=a%20b HTTP/1.1");
    expect(request?.headers).toMatchObject({
      host: `127.0.0.1:${server.port}`,
      "accept-encoding": "identity",
    });
    expect(request?.headers).not.toHaveProperty("content-length");
    expect(request?.headers).not.toHaveProperty("content-type");
    expect(request?.headers["authorization"]).toContain(`oauth_signature="%26${credentials.tokenSecret}"`);
    expect(request?.headers["authorization"]).toContain('oauth_timestamp="1700000000"');
  });

  test("a form has a Content-Length and complete files in the order of its fields", async () => {
    const { client, server } = await serverAndClient([ok]);
    await client.call(post, { filename: "é/ü", file: content("a.bin", "one\r\n", "two"), tags: ["x", ""] });
    const [request] = server.requests;
    const boundary = /^multipart\/form-data; boundary=(\w+)$/.exec(
      request?.headers["content-type"] ?? "",
    )?.[1];
    expect(request?.body.toString("utf8")).toBe(
      [
        `--${boundary}\r\nContent-Disposition: form-data; name="filename"\r\n\r\né/ü\r\n`,
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n`,
        "Content-Type: application/octet-stream\r\n\r\none\r\ntwo\r\n",
        `--${boundary}\r\nContent-Disposition: form-data; name="tags"\r\n\r\nx\r\n`,
        `--${boundary}\r\nContent-Disposition: form-data; name="tags"\r\n\r\n\r\n`,
        `--${boundary}--\r\n`,
      ].join(""),
    );
    expect(request?.headers).not.toHaveProperty("transfer-encoding");
  });

  test("a change after a signal is not sent, and says so", async () => {
    const signal = AbortSignal.abort(new Failure("interrupted", "interrupted"));
    const { client, server } = await serverAndClient([ok], { signal });
    await expect(client.call(post, {})).rejects.toMatchObject({ details: { outcome: "not_sent" } });
    expect(server.requests).toEqual([]);
  });

  test("a POST without fields sends an empty form", async () => {
    const { client, server } = await serverAndClient([ok]);
    await client.call(
      operation({
        method: "POST",
        path: "/machines/{id}/op-lock",
        parameters: [{ name: "id", type: "string", help: "" }],
      }),
      { id: "a/b" },
    );
    const [request] = server.requests;
    expect(request?.head.split("\r\n")[0]).toBe("POST /SVC/api/2.0/machines/a%2Fb/op-lock HTTP/1.1");
    expect(request?.headers["content-type"]).toMatch(/^multipart\/form-data/);
    expect(request?.body.toString()).toMatch(/^--\w+--\r\n$/);
  });

  test("a raw body is sent unchanged with a Content-Length", async () => {
    const { client, server } = await serverAndClient([answer(200)]);
    const body = content("chunk", "\0\u0001", "bytes");
    await client.send(
      buildRawRequest(
        { method: "PUT", path: "/SVC/api/2.0/boot-resources/1/upload/0/", body },
        client.endpoint,
      ),
    );
    const [request] = server.requests;
    expect(request?.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-length": "7",
    });
    expect(request?.body.toString()).toBe("\0\u0001bytes");
  });

  test("a file that changes its size while being sent fails without a retry", async () => {
    const { client, server } = await serverAndClient([ok]);
    const file = { ...content("f", "abc"), size: 9 };
    await expect(client.call(post, { file })).rejects.toThrow("changed size");
    expect(server.requests).toHaveLength(0);
  });

  test("a request without a key is not signed", async () => {
    const { client, server } = await serverAndClient([ok]);
    const anonymous = clientFixture(server.baseUrl, {
      endpoint: { ...client.endpoint, credentials: undefined },
    });
    await anonymous.client.call(operation(), {});
    expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
  });
});

describe("connections", () => {
  test("are reused for consecutive requests", async () => {
    const { client, server } = await serverAndClient([ok]);
    for (let count = 0; count < 3; count += 1) await (await client.call(operation(), {})).value();
    expect(server.requests.map(({ connection }) => connection)).toEqual([1, 1, 1]);
  });

  test("every attempt has its own signature", async () => {
    const busy = answer(503, "busy", { "Retry-After": "0" });
    const { client, server } = await serverAndClient([busy, busy, ok]);
    await client.call(post, { file: content("f", "abc") });
    const nonces = server.requests.map(
      ({ headers }) => /oauth_nonce="(\w+)"/.exec(headers["authorization"] ?? "")?.[1],
    );
    expect(new Set(nonces).size).toBe(3);
    expect(server.requests.every(({ body }) => body.includes("abc"))).toBe(true);
  });
});

describe("alternative addresses", () => {
  const tag = operation({
    method: "POST",
    path: "/p/{id}op-add_tag",
    parameters: [{ name: "id", type: "integer", help: "" }],
  });

  test("a path without trailing slash is tried in path form after a 404 in query form", async () => {
    const { client, server } = await serverAndClient([answer(404), ok]);
    await client.call(tag, { id: "1", tag: "x" });
    expect(server.requests.map(({ head }) => head.split(" ")[1])).toEqual([
      "/SVC/api/2.0/p/1?op=add_tag",
      "/SVC/api/2.0/p/1op-add_tag",
    ]);
  });

  test("two 404s report the first answer; any other answer to the second attempt is used", async () => {
    const twice = await serverAndClient([answer(404, "no such partition"), answer(404, "page")]);
    await expect(twice.client.call(tag, { id: "1" })).rejects.toMatchObject({
      kind: "notFound",
      message: "no such partition",
    });
    const unknown = await serverAndClient([
      answer(404, "gone"),
      answer(400, "Unrecognised signature: method=POST op=None"),
    ]);
    await expect(unknown.client.call(tag, { id: "1" })).rejects.toMatchObject({ message: "gone" });
    const wrongState = await serverAndClient([answer(404), answer(409, "not ready")]);
    await expect(wrongState.client.call(tag, { id: "1" })).rejects.toMatchObject({ kind: "conflict" });
  });

  test("a change is sent again only after a 404", async () => {
    const others = [200, 201, 204, 300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 405, 409, 410, 500, 502];
    for (const status of others) {
      const { client, server } = await serverAndClient([answer(status, "", { Location: "/x" })]);
      await client.call(tag, { id: "1" }).catch(() => undefined);
      expect([status, server.requests.length]).toEqual([status, 1]);
    }
  });

  test("other paths have no alternative", async () => {
    const { client, server } = await serverAndClient([answer(404)]);
    await expect(client.call(operation({ path: "/machines/op-x" }), {})).rejects.toMatchObject({
      kind: "notFound",
    });
    expect(server.requests).toHaveLength(1);
  });

  test("the version is requested at both addresses", async () => {
    const { client, server } = await serverAndClient([
      answer(302, "", { Location: "/login" }),
      answer(200, "2.0"),
    ]);
    const version = operation({ path: "/api/version/", result: "text" });
    expect(await (await client.call(version, {})).value()).toBe("2.0");
    expect(server.requests[1]?.head).toContain("GET /SVC/api/2.0/version/ ");
  });
});

test("a list of too many ids for one address is requested in parts", async () => {
  const reply: Reply = (socket, { head }) => {
    const ids = [...head.matchAll(/[?&]id=(\d+)/g)].map(([, id]) => Number(id));
    socket.write(answer(200, JSON.stringify(ids)));
  };
  const { client, server } = await serverAndClient([reply]);
  const ids = Array.from({ length: 1500 }, (_, index) => String(index));
  const list = operation({
    fields: [{ name: "id", type: "string", repeatable: true, isSplittable: true, help: "" }],
  });
  expect(await (await client.call(list, { id: ids })).value()).toEqual(ids.map(Number));
  expect(server.requests.length).toBeGreaterThan(1);
  expect(server.requests.every(({ head }) => (head.split("\r\n")[0]?.length ?? 0) < 8000)).toBe(true);
});
