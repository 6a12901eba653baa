import { expect, test } from "vitest";
import { HttpError } from "../../src/sandbox/wire/answers.ts";
import { type Authenticator, makeAuthenticator } from "../../src/sandbox/wire/authentication.ts";
import { authorizationHeader } from "./sandbox-caller.ts";
import { fixtureOfFile } from "./sandbox-fixture.ts";

const fixture = await fixtureOfFile();

const path = "/account/prefs/sshkeys/";

type Method = "PLAINTEXT" | "HMAC-SHA1";

/** Sends a request with changed signature fields and returns status and text. */
async function ask(
  changes: Readonly<Record<string, string>> = {},
  signature: Method = "PLAINTEXT",
  key = fixture.keys.admin,
) {
  const url = new URL(`${fixture.sandbox.url}/api/2.0${path}`);
  const authorization = authorizationHeader(
    { method: "GET", signature, nowMs: fixture.nowMs() },
    url,
    key,
    changes,
  );
  const answer = await fetch(url, { headers: { authorization } });
  const text = await answer.text();
  expect(text).not.toContain(key.split(":")[2]);
  return [answer.status, text] as const;
}

const seconds = () => Math.floor(fixture.nowMs() / 1000);

test.each(["PLAINTEXT", "HMAC-SHA1"] as const)(
  "%s: a valid signature passes, and each invalid part is a 401",
  async (method) => {
    expect((await ask({}, method))[0]).toBe(200);
    const wrong: readonly Readonly<Record<string, string>>[] = [
      { oauth_consumer_key: "x".repeat(18) },
      { oauth_consumer_key: fixture.keys.bob.split(":")[0] ?? "" },
      { oauth_token: "x".repeat(18) },
      { oauth_token: fixture.keys.bob.split(":")[1] ?? "" },
      { oauth_signature: "" },
      { oauth_signature: "&" },
      { oauth_signature: "AAAA" },
      { oauth_signature_method: "HMAC-SHA256" },
      { oauth_version: "2.0" },
      { oauth_timestamp: String(seconds() - 301) },
      { oauth_timestamp: String(seconds() + 301) },
      { oauth_timestamp: "soon" },
      { oauth_timestamp: "-1" },
      { oauth_nonce: "" },
      { oauth_nonce: "n".repeat(300) },
    ];
    for (const changes of wrong) {
      const [status] = await ask(changes, method);
      expect([changes, status]).toEqual([changes, 401]);
    }
    for (const off of [-300, 300])
      expect((await ask({ oauth_timestamp: String(seconds() + off) }, method))[0]).toBe(200);
  },
);

test("a truncated or extended secret is a 401", async () => {
  const key = fixture.keys.admin;
  expect((await ask({}, "PLAINTEXT", `${key}x`))[0]).toBe(401);
  expect((await ask({}, "PLAINTEXT", key.slice(0, -1)))[0]).toBe(401);
  expect((await ask({}, "HMAC-SHA1", `${key}x`))[0]).toBe(401);
});

test("a nonce can be used once for its token and timestamp, across both methods", async () => {
  expect((await ask({ oauth_nonce: "once" }))[0]).toBe(200);
  expect((await ask({ oauth_nonce: "once" }))[0]).toBe(401);
  expect((await ask({ oauth_nonce: "once" }, "HMAC-SHA1"))[0]).toBe(401);
  expect((await ask({ oauth_nonce: "once" }, "PLAINTEXT", fixture.keys.bob))[0]).toBe(200);
});

test("an unreadable header is a 401, and another scheme is anonymous", async () => {
  const url = `${fixture.sandbox.url}/api/2.0${path}`;
  for (const authorization of [
    "OAuth",
    "OAuth ,,,",
    "OAuth x",
    'OAuth oauth_token="%zz"',
    `OAuth ${"a=b,".repeat(2000)}`,
    "Basic YTpi",
    "Bearer x",
  ])
    expect([authorization.slice(0, 20), (await fetch(url, { headers: { authorization } })).status]).toEqual([
      authorization.slice(0, 20),
      401,
    ]);
});

test("a refused request does not use up its nonce", async () => {
  expect((await ask({ oauth_nonce: "again", oauth_signature: "&wrong" }))[0]).toBe(401);
  expect((await ask({ oauth_nonce: "again" }))[0]).toBe(200);
});

/** Returns a function that tells whether `authenticator` accepts a request with this nonce and timestamp. */
const caller = (authenticator: Authenticator, acceptsFutureTimestamp = false) => {
  const [consumer = "", token = "", secret = ""] = fixture.keys.admin.split(":");
  return (nonce: string, nowMs: number, timestamp = Math.floor(nowMs / 1000)): boolean => {
    const fields = `oauth_consumer_key="${consumer}",oauth_token="${token}",oauth_signature_method="PLAINTEXT",oauth_signature="%26${secret}"`;
    const authorization = `OAuth ${fields},oauth_timestamp="${timestamp}",oauth_nonce="${nonce}"`;
    const request = {
      method: "GET",
      url: "http://x/",
      parameters: [],
      authorization,
      acceptsFutureTimestamp,
    };
    try {
      return authenticator.authenticate(request, fixture.sandbox.world.state.users, nowMs) !== undefined;
    } catch (error) {
      if (error instanceof HttpError && error.status === 401) return false;
      throw error;
    }
  };
};

test("nonces are forgotten when their timestamps expire, and their number is limited", () => {
  const authenticator = makeAuthenticator(1000);
  const use = caller(authenticator);
  const start = Date.UTC(2026, 0, 1);
  for (let count = 0; count < 1100; count += 1) use(`n${count}`, start);
  expect(use("n1099", start)).toBe(false);
  expect(authenticator.nonceCount()).toBeLessThanOrEqual(1000);
  expect(use("later", start + 700_000)).toBe(true);
  expect(authenticator.nonceCount()).toBe(1);
});

test.each([-300, -1, 0, 1, 299, 300])(
  "a nonce with a timestamp %i seconds off is refused as long as the timestamp is valid",
  (offset) => {
    const use = caller(makeAuthenticator());
    const start = Date.UTC(2026, 0, 1);
    const timestamp = start / 1000 + offset;
    expect(use("once", start, timestamp)).toBe(true);
    for (const after of [0, 1, 2, 150, 300, 301, 599, 600].filter((seconds) => seconds <= offset + 300)) {
      const nowMs = start + after * 1000;
      expect([after, use(`other-${after}`, nowMs, timestamp)]).toEqual([after, true]);
      expect([after, use("once", nowMs, timestamp)]).toEqual([after, false]);
    }
  },
);

test.each([301, 86_400, 1e9])(
  "if future timestamps are accepted, a nonce %i seconds ahead stays refused",
  (offset) => {
    const use = caller(makeAuthenticator(), true);
    const start = Date.UTC(2026, 0, 1);
    const timestamp = start / 1000 + offset;
    expect(use("once", start, timestamp)).toBe(true);
    for (const after of [0, 1, offset - 1, offset, offset + 300]) {
      const nowMs = start + after * 1000;
      expect([after, use(`other-${after}`, nowMs, timestamp)]).toEqual([after, true]);
      expect([after, use("once", nowMs, timestamp)]).toEqual([after, false]);
    }
    expect(use("late", start + (offset + 301) * 1000, timestamp)).toBe(false);
  },
);
