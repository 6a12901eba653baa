import { describe, expect, test } from "vitest";
import { answerFailure, type ErrorAnswer, type RequestFacts } from "../../../../src/client/http/errors.ts";
import type { ExitKind, Failure } from "../../../../src/core/failure.ts";
import { createRedactor } from "../../../../src/core/secrets/text.ts";
import { credentials, operation } from "./endpoint.ts";

function failure(refused: Partial<ErrorAnswer>, facts: Partial<RequestFacts> = {}): Failure {
  return answerFailure(
    { status: 400, headers: {}, body: "", retryAfterMs: undefined, request: "GET /machines/", ...refused },
    {
      operation: undefined,
      hasKey: true,
      hasUnverifiableSignature: false,
      tookMs: 100,
      redact: createRedactor([credentials.tokenSecret]),
      clockSkewMs: 0,
      clockOffsetSeconds: 0,
      ...facts,
    },
  );
}

const all = (reported: Failure): string => JSON.stringify([reported.message, reported.details]);

describe("kinds", () => {
  test.each<[number, ExitKind]>([
    [400, "invalid"],
    [401, "notAuthenticated"],
    [403, "forbidden"],
    [404, "notFound"],
    [405, "other"],
    [407, "unreachable"],
    [409, "conflict"],
    [408, "other"],
    [410, "notFound"],
    [413, "invalid"],
    [414, "invalid"],
    [431, "invalid"],
    [418, "other"],
    [429, "serverError"],
    [500, "serverError"],
    [502, "serverError"],
    [503, "serverError"],
    [599, "serverError"],
    [302, "other"],
    [301, "other"],
  ])("%i is %s, with a message of its own", (status, kind) => {
    const reported = failure({ status });
    expect(reported.kind).toBe(kind);
    expect(reported.message).not.toBe("");
    expect(reported.details).toMatchObject({ status, request: "GET /machines/" });
  });

  test.each<[string, ExitKind]>([
    ["", "notFound"],
    ["Gone", "notFound"],
    ["The discovery is gone.", "notFound"],
    ["<html><title>410 Gone</title></html>", "notFound"],
    ["The 1.0 API is no longer available. Please use API version 2.0.", "serverError"],
    ["The API version 1.0 is not supported: this service answers at /SVC/api/2.0/.", "serverError"],
  ])("410 %j is %s", (body, kind) => {
    expect(failure({ status: 410, body }).kind).toBe(kind);
  });

  test("the failure for a removed operation contains its replacement", () => {
    const withdrawn = operation({ deprecated: "use subnets" });
    expect(failure({ status: 410, body: "Gone" }, { operation: withdrawn }).details.hint).toContain(
      "use subnets",
    );
  });

  test("a slow conflict suggests a duplicate", () => {
    const hint = (tookMs: number) => failure({ status: 409, retryAfterMs: 0 }, { tookMs }).details.hint;
    expect(hint(15_000)).toContain("duplicate");
    expect(hint(100)).toContain("try again");
  });

  test("304 is not a redirect", () => {
    const reported = failure({ status: 304, headers: { location: "/x" } });
    expect(all(reported)).not.toMatch(/redirect|points to/);
    expect(reported.message).toContain("nothing has changed (304)");
  });

  test("503 is a conflict if the operation documents it, unless it has Retry-After", () => {
    const deploy = operation({ answers503: true });
    expect(failure({ status: 503, body: "No addresses" }, { operation: deploy }).kind).toBe("conflict");
    const busy = failure({ status: 503, retryAfterMs: 1000 }, { operation: deploy });
    expect(busy.kind).toBe("serverError");
    expect(busy.details.retryAfterMs).toBe(1000);
    expect(busy.details.hint).toContain("--retries");
    const long = failure({ status: 503, retryAfterMs: 600_000 });
    expect(long.details.hint).toBe("the service asks you to wait 10m00s before you try again");
  });

  test("without a key, an unrecognised signature is a missing key", () => {
    const refused = { status: 400, body: "Unrecognised signature: GET x" };
    expect(failure(refused, { hasKey: false }).kind).toBe("notAuthenticated");
    expect(failure(refused, { hasKey: false }).details.hint).toContain("svc login");
    expect(failure(refused).kind).toBe("invalid");
  });
});

describe("secrets", () => {
  const secret = "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz";

  test.each([
    `Invalid signature. Expected signature base string: ${secret}`,
    `expected &${secret}, got &${credentials.tokenSecret}`,
    `<html><title>401 ${secret}</title><body>%26${secret}</body></html>`,
    `{"detail": "got ${secret}", "x": ["${secret}"]}`,
  ])("nothing of a 401 that could be one is shown: %s", (body) => {
    expect(all(failure({ status: 401, body }))).not.toMatch(/zzzz|secretsecret/);
  });

  test("the key in use is masked in all other answers", () => {
    const body = `bad: ${credentials.tokenSecret}`;
    expect(all(failure({ status: 400, body }))).not.toContain(credentials.tokenSecret);
  });
});

describe("texts", () => {
  test("the service's message comes first, then further lines, without control characters", () => {
    const reported = failure({ status: 409, body: "\u001b[31mCan't\u0007 deploy\r\nsecond line\n" });
    expect(reported.message).toBe("[31mCan't deploy");
    expect(reported.details.lines).toEqual(["second line"]);
  });

  test("one field error is the message", () => {
    const reported = failure({ body: '{"name": ["Fabric with this Name already exists."]}' });
    expect(reported.message).toBe("name: Fabric with this Name already exists.");
    expect(reported.details.body).toEqual({ name: ["Fabric with this Name already exists."] });
  });

  test("several field errors are lines, those of the form without a name", () => {
    const reported = failure({ body: '{"a": ["x", "y"], "__all__": ["both"], "b": "z", "c": 5}' });
    expect(reported.message).toBe("the service rejects the values");
    expect(reported.details.lines).toEqual(["a: x", "a: y", "both", "b: z", "c: 5"]);
  });

  test("several members of another error, such as a gateway's, are not rejected values", () => {
    const reported = failure({ status: 502, body: '{"code": 502, "message": "no upstream"}' });
    expect(reported.message).toBe("the gateway in front of the service gets no answer from it");
    expect(reported.details.lines).toEqual(["code: 502", "no upstream"]);
  });

  test("an HTML page is shown by its title", () => {
    const page =
      "<!DOCTYPE html><html><head><title>404 &lt;Not&gt; Found</title></head><body>x</body></html>";
    expect(failure({ status: 404, body: page }).message).toBe("404 <Not> Found");
    expect(failure({ status: 409, body: "<html><body><p>Conflict,\n sorry</p></body>" }).message).toBe(
      "Conflict, sorry",
    );
  });

  test("a redirect shows its target, but not its page", () => {
    const reported = failure({
      status: 302,
      headers: { location: "/accounts/login?next=x" },
      body: "<html><title>Login</title></html>",
    });
    expect(all(reported)).not.toContain("Login");
    expect(reported.details.hint).toContain("/accounts/login");
  });

  test.each([
    ['{\n  "error": "No space left",\n  "trace": ["a', "No space left"],
    ['[\n  {\n    "x": 1,\n    "detail": "say \\"when\\""\n  },\n  {', 'say "when"'],
    ['{\n  "error": "No sp', "the service reports an internal error"],
    ["[\n  1,\n", "the service reports an internal error"],
    ["[Errno 28] No space left", "[Errno 28] No space left"],
  ])("of JSON that is cut off, %j, the first complete text is the message", (body, message) => {
    expect(failure({ status: 500, body }).message).toBe(message);
  });

  test("a huge text is cut", () => {
    expect(failure({ body: "x".repeat(60_000) }).message.length).toBeLessThan(3000);
    expect(failure({ body: "x\n".repeat(30_000) }).details.lines?.length).toBeLessThan(100);
  });
});

describe("bodies that are deeply nested", () => {
  test.each(["[", '{"a":', '[{"a":['])("of %s are text", (open) => {
    for (const depth of [100, 5_000, 20_000]) {
      const reported = failure({ body: open.repeat(depth) });
      expect(reported.kind).toBe("invalid");
      expect(all(reported).length).toBeLessThan(10_000);
    }
    const nested = failure({ body: `${"[".repeat(5_000)}${"]".repeat(5_000)}` });
    expect(nested.kind).toBe("invalid");
    expect(all(nested).length).toBeLessThan(10_000);
  });
});

describe("hints", () => {
  test("an empty 403 about a machine suggests a lock", () => {
    const about = operation({
      parameters: [{ name: "system_id", type: "string", help: "", kind: "machine" }],
    });
    expect(failure({ status: 403 }, { operation: about }).details.hint).toContain("locked");
    expect(failure({ status: 403 }).details.hint).toContain("administrator");
    expect(failure({ status: 403 }, { operation: operation({ who: "admin" }) }).details.hint).toContain(
      "only administrators",
    );
    expect(failure({ status: 403 }, { operation: operation({ who: "owner" }) }).details.hint).toContain(
      "only the owner and administrators",
    );
  });

  test.each([
    [400_000, 400, "400 s behind"],
    [-7_200_000, -7200, "7200 s ahead of"],
  ])("a 401 with a skew of %i ms names it and its cure", (clockSkewMs, clockOffsetSeconds, words) => {
    const { hint } = failure({ status: 401 }, { clockSkewMs, clockOffsetSeconds }).details;
    expect(hint).toContain(words);
    expect(hint).toContain(`clock-offset=${clockOffsetSeconds}`);
  });

  test("a 404 without an object suggests a wrong address", () => {
    for (const body of ["", "Not Found", "404: not found.", "<html><title>x</title></html>"]) {
      expect(failure({ status: 404, body }).details.hint).toContain("address");
    }
    expect(
      failure({ status: 404, body: "No Machine matches the given query." }).details.hint,
    ).toBeUndefined();
  });

  test("a 401 with a correct clock is about the key", () => {
    expect(failure({ status: 401 }, { clockSkewMs: 2000 }).details.hint).toContain("API key");
    expect(failure({ status: 401 }, { clockSkewMs: undefined }).details.hint).toContain("API key");
  });
});
