import { describe, expect, test } from "vitest";
import { authorization } from "../../../src/http/oauth.ts";
import { createRedactor, isSecretName, redactUnauthorised } from "../../../src/http/redact.ts";
import { credentials } from "./endpoint.ts";

const redact = createRedactor(credentials);

describe("createRedactor", () => {
  test.each([
    ["the token secret anywhere", `x${credentials.tokenSecret}y`],
    [
      "the signature of a header",
      authorization({ method: "GET", url: "http://h/" }, credentials, "plaintext", (_base, key) => key, {
        nonce: "n",
        timestamp: 1,
      }),
    ],
    ["the whole key", `${credentials.consumerKey}:${credentials.tokenKey}:${credentials.tokenSecret}`],
  ])("takes out %s", (_, text) => {
    expect(redact(text)).not.toContain(credentials.tokenSecret);
    expect(redact(text)).toContain("***");
  });

  test("takes out keys that are not in use, and signatures of HMAC-SHA1", () => {
    const other = "aaaaaaaaaaaaaaaaaa:bbbbbbbbbbbbbbbbbb:cccccccccccccccccccccccccccccccc";
    expect(createRedactor(undefined)(`key ${other}.`)).toBe("key ***.");
    expect(redact('oauth_signature="tR3%2BTy81="')).toBe('oauth_signature="***"');
    expect(redact("?oauth_signature=abc&x=1")).toBe("?oauth_signature=***&x=1");
  });

  test.each([
    ['{"token_secret": "abc", "name": "ci"}', '{"token_secret": "***", "name": "ci"}'],
    ['{"power_pass":"a\\"b","power_user":"u"}', '{"power_pass":"***","power_user":"u"}'],
    ['{"power_pass": "cut of', '{"power_pass": "***'],
    ['{"power_pass": "cut off\\', '{"power_pass": "***\\'],
    ['{"hostname": "password"}', '{"hostname": "password"}'],
  ])("masks secret names in %s", (json, masked) => {
    expect(redact(json)).toBe(masked);
  });
});

test.each([
  ["password", true],
  ["power_pass", true],
  ["power_parameters_power_pass", true],
  ["token_secret", true],
  ["svc_auto_ipmi_k_g_bmc_key", true],
  ["license_key", true],
  ["passthrough", false],
  ["token_key", false],
  ["name", false],
])("%s is secret: %s", (name, is) => {
  expect(isSecretName(name)).toBe(is);
});

test("a 401 keeps its ordinary words", () => {
  expect(redactUnauthorised("Authorization Error: 'Invalid API key.'")).toBe(
    "Authorization Error: 'Invalid API key.'",
  );
  expect(redactUnauthorised("Invalid signature. Expected signature base string: abc")).toBe(
    "Invalid signature",
  );
});
