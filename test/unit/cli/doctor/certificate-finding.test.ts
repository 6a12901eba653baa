import { expect, test } from "vitest";
import { judgeHandshake } from "../../../../src/cli/doctor/checks/network.ts";
import type { Handshake } from "../../../../src/cli/doctor/sockets.ts";

const day = 86_400_000;
const nowMs = Date.parse("2026-11-22T00:00:00Z");

const sound: Handshake = {
  protocol: "TLSv1.3",
  problem: undefined,
  matchesHost: true,
  issuer: "Lab CA",
  names: ["lab.example"],
  validFromMs: nowMs - day,
  validToMs: nowMs + 90 * day,
  chainLength: 3,
};

const judged = (changes: Partial<Handshake>, insecureSource?: string) =>
  judgeHandshake(
    { ...sound, ...changes },
    {
      host: "lab.example",
      nowMs,
      insecureSource,
      baseUrl: "https://lab.example/SVC",
      change: (name, value) => `set ${name}=${value}`,
    },
  );

test("a valid certificate is reported with its end and issuer", () => {
  expect(judged({})).toEqual({
    state: "ok",
    found: "TLSv1.3, certificate of lab.example valid until 2027-02-20 (90 days), issued by Lab CA",
  });
});

test.each([
  [22, "ok"],
  [21, "ok"],
  [20, "warning"],
  [0, "warning"],
] as const)("%i days are %s", (days, state) => {
  expect(judged({ validToMs: nowMs + days * day + 1 }).state).toBe(state);
});

test.each([
  [
    { validToMs: nowMs - 3 * day, problem: "CERT_HAS_EXPIRED" },
    /expired on 2026-11-19 \(3 days ago\)/,
    /renew/,
  ],
  [{ validFromMs: nowMs + day, problem: "CERT_NOT_YET_VALID" }, /not valid before 2026-11-23/, /clock/],
  [
    { matchesHost: false, names: ["a.example", "b.example"] },
    /for a\.example, b\.example, not for/,
    /url=https:\/\/a\.example\/SVC/,
  ],
  [
    { matchesHost: false, names: ["*.example.org"] },
    /for \*\.example\.org/,
    /use one of the certificate.s names/,
  ],
  [{ matchesHost: false, names: ["2001:db8::1"] }, /for 2001/, /url=https:\/\/\[2001:db8::1\]\/SVC/],
  [{ matchesHost: false, names: [] }, /for no name/, /use one of the certificate.s names/],
  [{ problem: "DEPTH_ZERO_SELF_SIGNED_CERT" }, /self-signed and not trusted/, /set ca-cert=FILE$/],
  [{ problem: "SELF_SIGNED_CERT_IN_CHAIN" }, /issued by Lab CA, which is not trusted/, /set ca-cert=FILE$/],
  [
    { problem: "UNABLE_TO_VERIFY_LEAF_SIGNATURE", chainLength: 1 },
    /does not send the certificate of the issuer, Lab CA,/,
    /intermediate/,
  ],
  [
    { problem: "CERT_HAS_EXPIRED" },
    /issuer.s certificate in the chain of lab\.example has expired/,
    /^renew the chain on the service, or replace the ca-cert file: set ca-cert=FILE$/,
  ],
] as const)("%j is reported with its fix", (changes, message, fix) => {
  const finding = judged(changes);
  expect(finding).toMatchObject({ state: "failed", kind: "unreachable" });
  expect(finding.found).toMatch(message);
  expect(finding.fix).toMatch(fix);
  const unverified = judged(changes, "--insecure");
  expect(unverified).toMatchObject({ state: "warning", fix: "leave out --insecure" });
  expect(unverified.found).toMatch(message);
});
