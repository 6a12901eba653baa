import { describe, expect, test } from "vitest";
import { attemptResult, connectionFailure, errorCode } from "../../../../src/client/http/network-errors.ts";
import { Failure } from "../../../../src/core/failure.ts";

const error = (code: string, message = "x"): Error => Object.assign(new Error(message), { code });
const destination = {
  origin: "https://host:5240",
  request: "POST /machines/",
  isChange: false,
  timeoutMs: 60_000,
  usesProxy: false,
  hasAnswered: false,
};

test("finds the code in causes and in the attempts at several addresses", () => {
  expect(errorCode(new Error("x", { cause: error("ECONNRESET") }))).toBe("ECONNRESET");
  expect(errorCode(new AggregateError([new Error("x"), error("ECONNREFUSED")]))).toBe("ECONNREFUSED");
  expect(errorCode("text")).toBeUndefined();
  expect(errorCode(null)).toBeUndefined();
});

test.each([
  ["ENOTFOUND", "permanent", "unknown host host"],
  ["EAI_AGAIN", "unsent", "cannot be resolved"],
  ["ECONNREFUSED", "unsent", "refuses connections"],
  ["EHOSTUNREACH", "unsent", "no route"],
  ["ETIMEDOUT", "unsent", "no connection within the time limit"],
  ["UND_ERR_CONNECT_TIMEOUT", "unsent", "no connection within the time limit"],
  ["ECONNRESET", "unsent", "before the request was sent"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "permanent", "not trusted"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "permanent", "not trusted"],
  ["CERT_HAS_EXPIRED", "permanent", "expired"],
  ["CERT_NOT_YET_VALID", "permanent", "not valid yet"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "permanent", "another name"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "permanent", "does not speak TLS"],
  ["EPROTO", "permanent", "does not speak TLS"],
  ["UND_ERR_DESTROYED", "permanent", "cannot be reached"],
  [
    "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
    "permanent",
    "TLS connection to https://host:5240: handshake failure",
  ],
  [
    "ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE",
    "permanent",
    "TLS connection to https://host:5240: handshake failure",
  ],
  [
    "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
    "permanent",
    "TLS connection to https://host:5240: certificate required",
  ],
  ["ERR_SSL_TLSV1_UNRECOGNIZED_NAME", "permanent", "TLS connection to https://host:5240: unrecognized name"],
  ["ERR_SSL_LENGTH_MISMATCH", "permanent", "TLS connection to https://host:5240: length mismatch"],
  ["EODD", "unsent", "cannot be reached"],
  ["EMFILE", "unsent", "cannot be reached: too many open files"],
])("%s without a connection is %s and explained", (code, result, words) => {
  expect(attemptResult(error(code), false)).toBe(result);
  const failure = connectionFailure(error(code), false, { ...destination, isChange: true });
  expect(failure).toMatchObject({ kind: "unreachable", details: { request: "POST /machines/" } });
  expect(failure.message).toContain(words);
  expect(failure.details.hint ?? "").not.toContain("carried out");
});

test("without file descriptors, the hint is to raise their limit", () => {
  const { details } = connectionFailure(error("EMFILE"), false, destination);
  expect(details.hint).toBe("raise the limit: ulimit -n 1024, or use a smaller --parallel");
});

test.each([
  ["ECONNRESET", "closed the connection"],
  ["EPIPE", "closed the connection"],
  ["UND_ERR_SOCKET", "closed the connection"],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "does not have the announced length"],
  ["UND_ERR_HEADERS_TIMEOUT", "within 60 s"],
  ["UND_ERR_BODY_TIMEOUT", "stalled for 60 s"],
  ["ERR_BODY_SLOW", "too slowly"],
  ["UND_ERR_HEADERS_OVERFLOW", "too large"],
  ["HPE_INVALID_CONSTANT", "not HTTP"],
  ["ECONNREFUSED", "broke"],
  ["EHOSTUNREACH", "broke"],
  ["ENETUNREACH", "broke"],
  ["ETIMEDOUT", "broke"],
  ["EAI_AGAIN", "broke"],
  ["ENOTFOUND", "broke"],
  ["EPROTO", "broke"],
  ["CERT_HAS_EXPIRED", "broke"],
  ["EODD", "broke"],
])("%s after the request has begun to leave is broken, whatever the code", (code, words) => {
  for (const one of [error(code), new AggregateError([error(code)])]) {
    expect(attemptResult(one, true)).toBe("broken");
    const failure = connectionFailure(one, true, { ...destination, isChange: true });
    expect(failure).toMatchObject({ kind: "unreachable" });
    expect(failure.message).toContain(words);
    expect(failure.details.hint).toContain("may have been carried out");
  }
});

describe("hints", () => {
  test("a certificate that is not trusted names --ca-cert", () => {
    expect(connectionFailure(error("SELF_SIGNED_CERT_IN_CHAIN"), false, destination).details.hint).toContain(
      "--ca-cert",
    );
  });

  test("a refusal by a proxy is reported as such", () => {
    const refused = new Error("Proxy response (407) !== 200 when HTTP Tunneling");
    expect(attemptResult(refused, false)).toBe("permanent");
    const failure = connectionFailure(refused, false, destination);
    expect(failure.message).toContain("proxy");
    expect(failure.details.hint).toContain("password");
  });
});

test.each([
  ["ENOTFOUND", "the host of the proxy from the environment is not known"],
  ["EAI_AGAIN", "the proxy from the environment cannot be resolved"],
  ["ECONNREFUSED", "the proxy from the environment refuses connections"],
  ["EHOSTUNREACH", "no route to the proxy"],
  ["UND_ERR_CONNECT_TIMEOUT", "(through the proxy"],
  ["ECONNRESET", "(through the proxy"],
  ["CERT_HAS_EXPIRED", "(through the proxy"],
])("%s names the proxy where there is one", (code, words) => {
  const { message } = connectionFailure(error(code), false, { ...destination, usesProxy: true });
  expect(message).toContain(words);
});

describe("the hint at https://", () => {
  const plain = { ...destination, origin: "http://host:5240" };
  const hintOf = (broken: Error, to = plain) => connectionFailure(broken, true, to).details.hint ?? "";
  const closed = (bytesRead: number) => Object.assign(error("UND_ERR_SOCKET"), { socket: { bytesRead } });

  test("is given if nothing or no HTTP was received", () => {
    expect(hintOf(closed(0))).toContain("https://");
    expect(hintOf(error("ECONNRESET"))).toContain("https://");
    expect(hintOf(error("HPE_INVALID_CONSTANT"))).toContain("https://");
  });

  test("is not given if the service has answered, or the address has https://", () => {
    expect(hintOf(closed(17))).not.toContain("https://");
    expect(hintOf(closed(0), { ...plain, hasAnswered: true })).not.toContain("https://");
    expect(hintOf(error("ECONNRESET"), { ...plain, hasAnswered: true })).not.toContain("https://");
    expect(hintOf(closed(0), destination)).not.toContain("https://");
  });
});

test("answers that are not HTTP differ from malformed HTTP", () => {
  const parsing = (reason: string) =>
    Object.assign(new Error(`Response does not match the HTTP/1.1 protocol (${reason})`), {
      name: "HTTPParserError",
    });
  const plain = { ...destination, origin: "http://host:5240" };
  expect(connectionFailure(parsing("Expected HTTP/"), true, plain)).toMatchObject({
    message: "the answer from http://host:5240 is not HTTP",
    details: { hint: expect.stringContaining("https://") },
  });
  const malformed = connectionFailure(parsing("Invalid character in Content-Length"), true, plain);
  expect(malformed.message).toContain("malformed HTTP (Invalid character in Content-Length)");
  expect(malformed.details.hint).not.toContain("https://");
});

test("an unexpected protocol upgrade has a message", () => {
  const upgrade = Object.assign(new Error("bad upgrade"), { code: "UND_ERR_SOCKET" });
  expect(connectionFailure(upgrade, true, destination).message).toContain("another protocol");
});

test("a Failure while sending is returned unchanged", () => {
  const failure = new Failure("other", "the file changed its size");
  expect(connectionFailure(failure, true, destination)).toBe(failure);
  expect(attemptResult(failure, true)).toBe("permanent");
});
