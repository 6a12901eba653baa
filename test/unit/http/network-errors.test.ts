import { describe, expect, test } from "vitest";
import { Failure } from "../../../src/failure.ts";
import { connectionFailure, errorCode, outcomeOf } from "../../../src/http/network-errors.ts";

const error = (code: string, message = "x"): Error => Object.assign(new Error(message), { code });
const destination = {
  origin: "https://host:5240",
  request: "POST /machines/",
  changes: false,
  timeoutMs: 60_000,
  usesProxy: false,
};

test("finds the code in causes and in the attempts at several addresses", () => {
  expect(errorCode(new Error("x", { cause: error("ECONNRESET") }))).toBe("ECONNRESET");
  expect(errorCode(new AggregateError([new Error("x"), error("ECONNREFUSED")]))).toBe("ECONNREFUSED");
  expect(errorCode("text")).toBeUndefined();
  expect(errorCode(null)).toBeUndefined();
});

test.each([
  ["ENOTFOUND", "hopeless", "no host of the name host"],
  ["EAI_AGAIN", "unsent", "cannot be resolved"],
  ["ECONNREFUSED", "unsent", "refuses connections"],
  ["EHOSTUNREACH", "unsent", "no route"],
  ["UND_ERR_CONNECT_TIMEOUT", "unsent", "no connection in time"],
  ["ETIMEDOUT", "broken", "no connection in time"],
  ["ECONNRESET", "broken", "closed the connection"],
  ["UND_ERR_SOCKET", "broken", "closed the connection"],
  ["UND_ERR_HEADERS_TIMEOUT", "broken", "within 60 s"],
  ["UND_ERR_BODY_TIMEOUT", "broken", "stopped for 60 s"],
  ["HPE_INVALID_CONSTANT", "broken", "not HTTP"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "hopeless", "not trusted"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "hopeless", "not trusted"],
  ["CERT_HAS_EXPIRED", "hopeless", "expired"],
  ["CERT_NOT_YET_VALID", "hopeless", "not valid yet"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "hopeless", "another name"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "hopeless", "does not speak TLS"],
  ["EPROTO", "hopeless", "does not speak TLS"],
  ["EODD", "broken", "cannot be reached"],
])("%s is %s and said in words", (code, outcome, words) => {
  expect(outcomeOf(error(code))).toBe(outcome);
  const failure = connectionFailure(error(code), destination);
  expect(failure.kind).toBe("unreachable");
  expect(failure.message).toContain(words);
  expect(failure.details.request).toBe("POST /machines/");
});

describe("hints", () => {
  test("a certificate that is not trusted names --ca-cert", () => {
    expect(connectionFailure(error("SELF_SIGNED_CERT_IN_CHAIN"), destination).details.hint).toContain(
      "--ca-cert",
    );
  });

  test("a change that broke off may have been carried out, one that was never sent cannot", () => {
    const changes = { ...destination, changes: true };
    expect(connectionFailure(error("ECONNRESET"), changes).details.hint).toContain(
      "may have been carried out",
    );
    expect(connectionFailure(error("ECONNREFUSED"), changes).details.hint).not.toContain("carried out");
  });

  test("a proxy that refuses is named as the cause", () => {
    const refused = new Error("Proxy response (407) !== 200 when HTTP Tunneling");
    expect(outcomeOf(refused)).toBe("hopeless");
    const failure = connectionFailure(refused, destination);
    expect(failure.message).toContain("proxy");
    expect(failure.details.hint).toContain("password");
  });
});

test("a failure that happened while sending stays what it is", () => {
  const failure = new Failure("other", "the file changed its size");
  expect(connectionFailure(failure, destination)).toBe(failure);
  expect(outcomeOf(failure)).toBe("hopeless");
});
