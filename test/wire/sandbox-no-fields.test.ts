import { describe, expect, test } from "vitest";
import { answerStyles } from "../../src/catalogue/sandbox-settings.ts";
import { partOfRun } from "../unit/random.ts";
import { authorizationHeader, exchangeHttp } from "./sandbox-caller.ts";
import { fixtureOfFile } from "./sandbox-fixture.ts";

interface Body {
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
}

const multipart = { "Content-Type": "multipart/form-data; boundary=b" };
const urlencoded = { "Content-Type": "application/x-www-form-urlencoded" };
const part = '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nno\r\n';

/** How libraries of several languages send a form without fields. */
const withoutFields: Readonly<Record<string, Body>> = {
  "a part that is empty, as Python's email writer makes it": { headers: multipart, text: "--b\r\n\r\n--b--" },
  "an empty part and a last line end": { headers: multipart, text: "--b\r\n\r\n--b--\r\n" },
  "two boundaries that share a line end": { headers: multipart, text: "--b\r\n--b--\r\n" },
  "several empty parts": { headers: multipart, text: "--b\r\n\r\n--b\r\n--b\r\n\r\n--b--\r\n" },
  "the last boundary": { headers: multipart, text: "--b--" },
  "the last boundary and a line end": { headers: multipart, text: "--b--\r\n" },
  "the last boundary between line ends": { headers: multipart, text: "\r\n--b--\r\n" },
  "a length of 0": { headers: { "Content-Length": "0" } },
  "a length of 0 and the type of a multipart form": { headers: { ...multipart, "Content-Length": "0" } },
  "a length of 0 and a multipart type without boundary": {
    headers: { "Content-Type": "multipart/form-data", "Content-Length": "0" },
  },
  "a length of 0 and the type of a urlencoded form": { headers: { ...urlencoded, "Content-Length": "0" } },
  "a length of 0 and the type of JSON": {
    headers: { "Content-Type": "application/json", "Content-Length": "0" },
  },
  "chunks without a byte": { headers: { ...urlencoded, "Transfer-Encoding": "chunked" } },
  "neither a length nor a type": {},
};

/** Bodies with fields, and bodies that cannot be parsed. */
const withFields: Readonly<Record<string, Body>> = {
  "a urlencoded form": { headers: urlencoded, text: "name=no" },
  "the name of an operation": { headers: urlencoded, text: "op=nosuch" },
  "a multipart form": { headers: multipart, text: `${part}--b--\r\n` },
  "a multipart form that breaks off": { headers: multipart, text: part },
  JSON: { headers: { "Content-Type": "application/json" }, text: "{}" },
  "a body without a type": { text: "name=no" },
  "a body in an unknown encoding": { headers: { ...urlencoded, "Content-Encoding": "br" }, text: "name=no" },
  chunks: { headers: { ...urlencoded, "Transfer-Encoding": "chunked" }, text: "name=no" },
};

// How a request is parsed does not depend on how it is answered.
describe.each(partOfRun(answerStyles, 2))("with %s answers", async (answers) => {
  const fixture = await fixtureOfFile({ answers });

  type Method = "PLAINTEXT" | "HMAC-SHA1";

  /** Sends a request without `query` but with a signature that covers it, and returns the status. */
  const send = async (
    method: string,
    path: string,
    { headers = {}, text = "" }: Body,
    signature: Method,
    { query = "", ...changes }: Readonly<Record<string, string>> = {},
  ): Promise<number> => {
    const url = new URL(`${fixture.sandbox.url}/api/2.0${path}`);
    const signedUrl = new URL(`${url}${query}`);
    const signedRequest = { method, signature, nowMs: fixture.nowMs() };
    const Authorization = authorizationHeader(signedRequest, signedUrl, fixture.keys.admin, changes);
    const isFramed = "Content-Length" in headers || "Transfer-Encoding" in headers || text === "";
    const framing = isFramed ? {} : { "Content-Length": text.length };
    const options = { method, headers: { Authorization, ...headers, ...framing } };
    return (await exchangeHttp(url, options, text)).status;
  };

  const names = async () =>
    (await fixture.callOk("GET", "/fabrics/")).map((each: { name: string }) => each.name);

  const makeFabric = (): Promise<{ readonly id: number; readonly name: string }> =>
    fixture.callOk("POST", "/fabrics/", { name: fixture.fresh("kept"), description: "kept" });

  describe.each(["PLAINTEXT", "HMAC-SHA1"] as const)("signed with %s", (signature) => {
    test.each(Object.entries(withoutFields))("%s is parsed as a form without fields", async (_, body) => {
      const before = await names();
      expect(await send("POST", "/fabrics/", body, signature)).toBe(200);
      expect(await names()).toHaveLength(before.length + 1);
      expect(await send("POST", "/machines/?op=accept_all", body, signature)).toBe(200);
      const { id, ...rest } = await makeFabric();
      expect(await send("PUT", `/fabrics/${id}/`, body, signature)).toBe(200);
      expect(await fixture.callOk("GET", `/fabrics/${id}/`)).toMatchObject({ id, ...rest });
    });

    test.each([...Object.entries(withoutFields), ...Object.entries(withFields)])(
      "%s is ignored in a DELETE",
      async (_, body) => {
        const { id, name } = await makeFabric();
        expect([200, 204]).toContain(await send("DELETE", `/fabrics/${id}/`, body, signature));
        expect(await names()).not.toContain(name);
      },
    );

    test.each([
      ...Object.entries(withoutFields).map((entry) => [...entry, ["POST", "PUT", "DELETE"]] as const),
      ...Object.entries(withFields).map((entry) => [...entry, ["DELETE"]] as const),
    ])("%s still needs a valid signature", async (_, body, methods) => {
      const { id } = await makeFabric();
      const before = await fixture.callOk("GET", "/fabrics/");
      const wrong = { oauth_signature: "&wrong" };
      for (const method of methods) {
        const path = method === "POST" ? "/fabrics/" : `/fabrics/${id}/`;
        expect(await send(method, path, body, signature, wrong), method).toBe(401);
      }
      expect(await fixture.callOk("GET", "/fabrics/")).toEqual(before);
    });
  });

  test("the signature of a DELETE does not cover its body", async () => {
    const { id } = await makeFabric();
    const body = { headers: urlencoded, text: "name=no" };
    const covered = { query: "?name=no" };
    expect(await send("DELETE", `/fabrics/${id}/`, body, "HMAC-SHA1", covered)).toBe(401);
    expect((await fixture.call("GET", `/fabrics/${id}/`)).status).toBe(200);
  });

  test("a DELETE takes its parameters from the query", async () => {
    const name = fixture.fresh("leaver");
    const fields = { username: name, email: `${name}@example.com`, password: "secret", is_superuser: 0 };
    await fixture.callOk("POST", "/users/", fields);
    const body = { headers: urlencoded, text: "transfer_resources_to=nosuch" };
    expect(await send("DELETE", `/users/${name}/?transfer_resources_to=nosuch`, body, "PLAINTEXT")).toBe(400);
    expect(await send("DELETE", `/users/${name}/`, body, "PLAINTEXT")).toBe(204);
  });

  test("a connection stays usable after a body that is not read", async () => {
    const [first, second] = [await makeFabric(), await makeFabric()];
    for (const { id } of [first, second]) {
      const path = `/api/2.0/fabrics/${id}/`;
      const body = Buffer.from("--b\r\n\r\n--b--");
      const { status } = await fixture.ask({ method: "DELETE", path, key: fixture.keys.admin, body });
      expect([200, 204]).toContain(status);
    }
  });
});
