import { describe, expect, test } from "vitest";
import { percentEncode } from "../../../../src/client/http/address.ts";
import type { WireRequest } from "../../../../src/client/http/call.ts";
import {
  authorizationHeader,
  dependsOnScope,
  hashFor,
  type SignatureScope,
} from "../../../../src/client/http/oauth.ts";
import { content, credentials } from "./endpoint.ts";

/** The decoded parameters of an `Authorization` header. */
function parameters(header: string): Record<string, string> {
  expect(header).toMatch(/^OAuth /);
  const items = header.slice("OAuth ".length).split(", ");
  return Object.fromEntries(
    items.map((item) => {
      const [, name = "", value = ""] = /^([^=]+)="([^"]*)"$/.exec(item) ?? [];
      return [name, decodeURIComponent(value)];
    }),
  );
}

const hmacSha1 = await hashFor("hmac-sha1");
const plaintext = await hashFor("plaintext");
const moment = { nonce: "nonce1", timestamp: 1_700_000_000 };
const get = (url: string) => ({ method: "GET" as const, url });

describe("HMAC-SHA1", () => {
  test("equals the signature in RFC 5849, section 1.2", () => {
    const header = authorizationHeader(
      get("http://photos.example.net/photos?file=vacation.jpg&size=original"),
      {
        consumerKey: "dpf43f3p2l4k3l03",
        consumerSecret: "kd94hf93k423kf44",
        tokenKey: "nnch734d00sl2jdk",
        tokenSecret: "pfkkdhi9sl3r4s00",
      },
      "hmac-sha1",
      hmacSha1,
      // The package always sends a version, so the test vector is from OAuth Core 1.0a, appendix A.5.
      { nonce: "kllo9940pd9333jh", timestamp: 1_191_242_096 },
      "standard",
    );
    expect(parameters(header)["oauth_signature"]).toBe("tR3+Ty81lMeYAr/Fid0kMTYa/WM=");
  });

  const signatureOf = (url: string): string | undefined =>
    parameters(authorizationHeader(get(url), credentials, "hmac-sha1", hmacSha1, moment, "standard"))[
      "oauth_signature"
    ];

  test("covers all values of a repeated name, even empty ones", () => {
    expect(signatureOf("http://h/?a=&a=1")).not.toBe(signatureOf("http://h/?a=1"));
    expect(signatureOf("http://h/?a=1&a=2")).toBe(signatureOf("http://h/?a=2&a=1"));
    expect(signatureOf("http://h/?a=1&a=2")).not.toBe(signatureOf("http://h/?a=1"));
  });

  test("covers names that an object already has, and question marks in values", () => {
    expect(signatureOf("http://h/?constructor=1")).not.toBe(signatureOf("http://h/?constructor=2"));
    expect(signatureOf("http://h/?a=b?c")).not.toBe(signatureOf("http://h/?a=b"));
  });

  test("decodes names before it encodes them", () => {
    expect(signatureOf("http://h/?a%20b=1")).toBe(signatureOf("http://h/?a+b=1"));
  });
});

describe("the scope of live services", () => {
  const signatureOf = (request: Partial<WireRequest>, reading: SignatureScope = "live"): string | undefined =>
    parameters(
      authorizationHeader(
        { method: "POST", url: "http://h/", ...request },
        credentials,
        "hmac-sha1",
        hmacSha1,
        moment,
        reading,
      ),
    )["oauth_signature"];
  const parts = [
    { name: "a", value: "1" },
    { name: "file", value: content("x") },
  ];

  test("covers the text fields of a POST like its query", () => {
    expect(signatureOf({ parts })).toBe(signatureOf({ url: "http://h/?a=1" }));
    expect(signatureOf({ parts }, "standard")).toBe(signatureOf({}));
    expect(signatureOf({ method: "PUT", parts })).toBe(signatureOf({ method: "PUT" }));
  });

  test("covers the first of repeated query keys only", () => {
    expect(signatureOf({ url: "http://h/?a=1&a=2&b=3" })).toBe(signatureOf({ url: "http://h/?a=1&b=3" }));
  });

  test("differs from the standard only with such a field or key", () => {
    const differs = (request: Partial<WireRequest>) =>
      dependsOnScope({ method: "POST", url: "http://h/?a=1", ...request });
    expect(differs({ parts })).toBe(true);
    expect(differs({ url: "http://h/?a=1&a=2" })).toBe(true);
    expect(differs({})).toBe(false);
    expect(differs({ method: "PUT", parts })).toBe(false);
    expect(differs({ parts: parts.slice(1) })).toBe(false);
  });
});

describe("PLAINTEXT", () => {
  test("is an ampersand and the token secret: the consumer secret is empty", () => {
    const header = authorizationHeader(
      get("http://h/SVC/?b=1"),
      credentials,
      "plaintext",
      plaintext,
      moment,
      "live",
    );
    expect(header).toContain(`oauth_signature="%26${credentials.tokenSecret}"`);
    expect(parameters(header)).toEqual({
      oauth_consumer_key: credentials.consumerKey,
      oauth_token: credentials.tokenKey,
      oauth_signature_method: "PLAINTEXT",
      oauth_signature: `&${credentials.tokenSecret}`,
      oauth_nonce: "nonce1",
      oauth_timestamp: "1700000000",
      oauth_version: "1.0",
    });
  });
});

test("percentEncode encodes all characters but the unreserved ones of RFC 3986", () => {
  expect(percentEncode("azAZ09-._~")).toBe("azAZ09-._~");
  expect(percentEncode("!*'() +&=%é/")).toBe("%21%2A%27%28%29%20%2B%26%3D%25%C3%A9%2F");
});
