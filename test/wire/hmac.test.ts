import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { credentials, endpoint, operation } from "../unit/client/http/endpoint.ts";
import { rejection } from "../unit/rejection.ts";
import { clientFixture, serverAndClient } from "./client-fixture.ts";
import { answer, type Reply } from "./raw-server.ts";

type Pair = readonly [string, string];
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** A service that checks HMAC-SHA1 (RFC 5849) over the query items and form fields that `covered` returns. */
function verifyHmac(
  covered: (method: string, query: readonly Pair[], form: readonly Pair[]) => readonly Pair[],
): Reply {
  return (socket, { head, headers, body }) => {
    const [method = "", target = ""] = head.split(" ");
    const url = new URL(target, `http://${headers["host"]}`);
    const fields = [...(headers["authorization"] ?? "").matchAll(/(\w+)="([^"]*)"/g)].map(
      ([, name = "", value = ""]): Pair => [name, decodeURIComponent(value)],
    );
    const form = [...body.toString().matchAll(/name="([^"]*)"\r\n\r\n([^\r]*)\r\n/g)].map(
      ([, name = "", value = ""]): Pair => [name, value],
    );
    const items = [
      ...covered(method, [...url.searchParams], form),
      ...fields.filter(([name]) => name !== "oauth_signature"),
    ];
    const parameters = items
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join("&");
    const base = [method, encode(`${url.origin}${url.pathname}`), encode(parameters)].join("&");
    const expected = createHmac("sha1", `&${credentials.tokenSecret}`).update(base).digest("base64");
    const isValid = fields.some(([name, value]) => name === "oauth_signature" && value === expected);
    socket.write(isValid ? answer(200, "[]", { "Content-Type": "application/json" }) : answer(401, "no"));
  };
}

const live = verifyHmac((method, query, form) => [
  ...new Map([...query].reverse()),
  ...(method === "POST" ? form : []),
]);
const standard = verifyHmac((_method, query) => query);
const broken = verifyHmac(() => [["never", "1"]]);

const values = { a: "1", tags: ["x", "y"] };

/** A server and a client that signs its requests with HMAC-SHA1. */
async function hmacClient(reply: Reply) {
  const { client, server } = await serverAndClient([reply]);
  const hmac = endpoint({ baseUrl: client.endpoint.baseUrl, signature: "hmac-sha1" });
  return { server, client: clientFixture(server.baseUrl, { retries: 0, endpoint: hmac }).client };
}

describe("HMAC-SHA1", () => {
  test("is signed the way live services verify it, in one request each", async () => {
    const { client, server } = await hmacClient(live);
    for (const method of ["GET", "POST", "PUT", "DELETE"] as const)
      await client.call(operation({ method }), values);
    expect(server.requests).toHaveLength(4);
  });

  test("is signed according to the standard after a 401, and from then on at once", async () => {
    const { client, server } = await hmacClient(standard);
    for (const method of ["GET", "POST", "PUT", "DELETE"] as const)
      await client.call(operation({ method }), values);
    expect(server.requests).toHaveLength(5);
    const nonces = server.requests.map(
      ({ headers }) => /oauth_nonce="(\w+)"/.exec(headers["authorization"] ?? "")?.[1],
    );
    expect(new Set(nonces).size).toBe(5);
  });

  test.each(["the nonce has been used before", "Nonce already used: abc"])(
    "a request that a proxy repeated is in doubt, and not signed and sent again: %s",
    async (text) => {
      const { client, server } = await hmacClient(answer(401, `Authorization Error: ${text}`));
      const failure = await rejection(() => client.call(operation({ method: "POST" }), values));
      expect(failure).toMatchObject({ kind: "notAuthenticated", details: { outcome: "unknown" } });
      expect(failure.details.hint).toContain("sent the request twice");
      expect(server.requests).toHaveLength(1);
    },
  );

  test("fails after both signatures, and the hint names repeated query keys", async () => {
    const { client, server } = await hmacClient(broken);
    const repeated = await rejection(() => client.call(operation(), values));
    expect(repeated.details.hint).toContain("--signature plaintext");
    expect(server.requests).toHaveLength(2);
    const changed = await rejection(() => client.call(operation({ method: "POST" }), { a: "1" }));
    expect(changed).toMatchObject({ kind: "notAuthenticated", details: { outcome: "refused" } });
  });

  test("is tried once if both signatures are the same", async () => {
    const { client, server } = await hmacClient((socket) => void socket.write(answer(401)));
    await rejection(() => client.call(operation(), { a: "1" }));
    expect(server.requests).toHaveLength(1);
  });
});
