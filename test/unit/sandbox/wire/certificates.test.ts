import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SandboxOptions } from "../../../../src/sandbox/sandbox.ts";
import { makeCertificates } from "../../../../src/sandbox/wire/certificates.ts";
import { hasOpenssl } from "../../../certificates.ts";
import { sandboxOfTest } from "../../../sandboxes.ts";
import { folderOfTest } from "../../../temporary-folder.ts";

const dayMs = 86_400_000;
const now = Date.UTC(2026, 10, 24);
const names = ["localhost", "127.0.0.1", "::1", "sandbox.lab", "2001:db8::1:0:5"];

test("the certificate is issued by the authority for these names, and valid for less than 398 days", () => {
  const certificates = makeCertificates(names, now);
  const [authority, certificate] = [certificates.authority, certificates.certificate].map(
    (pem) => new X509Certificate(pem),
  );
  if (authority === undefined || certificate === undefined) throw new Error("no certificates");
  expect([authority.ca, certificate.ca]).toEqual([true, false]);
  expect(authority.verify(authority.publicKey)).toBe(true);
  expect([certificate.verify(authority.publicKey), certificate.checkIssued(authority)]).toEqual([true, true]);
  expect(certificate.verify(certificate.publicKey)).toBe(false);
  expect(certificate.subjectAltName).toBe(
    "DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:sandbox.lab, IP Address:2001:DB8:0:0:0:1:0:5",
  );
  expect([certificate.checkHost("sandbox.lab"), certificate.checkHost("other.lab")]).toEqual([
    "sandbox.lab",
    undefined,
  ]);
  expect(certificate.checkIP("127.0.0.1")).toBe("127.0.0.1");
  for (const each of [authority, certificate]) {
    expect(Date.parse(each.validFrom)).toBe(now - dayMs);
    expect(Date.parse(each.validTo) - Date.parse(each.validFrom)).toBeLessThan(398 * dayMs);
  }
  expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
});

test("each authority has its own name, serial number and key", () => {
  const [one, other] = [makeCertificates(names, now), makeCertificates(names, now)].map(
    ({ authority }) => new X509Certificate(authority),
  );
  expect(one?.subject).not.toBe(other?.subject);
  expect(one?.serialNumber).not.toBe(other?.serialNumber);
  expect(one?.fingerprint256).not.toBe(other?.fingerprint256);
});

test("dates from 2050 have years of four digits", () => {
  const { certificate } = makeCertificates(names, Date.UTC(2049, 11, 31));
  expect(new X509Certificate(certificate).validTo).toContain("2051");
});

test.runIf(hasOpenssl())("strict verification by another program accepts both", () => {
  const folder = folderOfTest();
  // So many names that their length needs more than one byte.
  const many = [...names, ...Array.from({ length: 40 }, (_, index) => `host-${index}.sandbox.example`)];
  for (const [each, { authority, certificate }] of [
    ["few", makeCertificates(names, Date.now())],
    ["many", makeCertificates(many, Date.now())],
  ] as const) {
    writeFileSync(join(folder, `${each}-ca.pem`), authority);
    writeFileSync(join(folder, `${each}.pem`), certificate);
    const words = ["verify", "-x509_strict", "-purpose", "sslserver", "-verify_hostname", "sandbox.lab"];
    const verify = [...words, "-CAfile", `${each}-ca.pem`, `${each}.pem`];
    expect(execFileSync("openssl", verify, { cwd: folder, encoding: "utf8" })).toBe(`${each}.pem: OK\n`);
  }
});

describe("a sandbox with TLS", () => {
  const open = async (options: SandboxOptions = {}) => {
    const sandbox = await sandboxOfTest({ tls: true, ...options });
    const ask = (path: string, host = "127.0.0.1", ca = sandbox.authority) =>
      new Promise<{ readonly status: number | undefined; readonly text: string }>((resolve, reject) => {
        const options = {
          host: "127.0.0.1",
          port: sandbox.port,
          servername: "",
          path,
          ca,
          agent: false,
        } as const;
        const headers = { Host: `${host}:${sandbox.port}` };
        const checkServerIdentity = (_: string, { subjectaltname = "" }: { subjectaltname?: string }) =>
          subjectaltname.includes(host) ? undefined : new Error(`not for ${host}`);
        get({ ...options, headers, checkServerIdentity }, (answer) => {
          let text = "";
          answer.on("data", (chunk) => {
            text += String(chunk);
          });
          answer.on("end", () => resolve({ status: answer.statusCode, text }));
        }).on("error", reject);
      });
    return { sandbox, ask };
  };

  test("is trusted with its authority only, serves the authority, and describes itself with https", async () => {
    const { sandbox, ask } = await open();
    expect(sandbox.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/SVC$/);
    expect(await ask("/SVC/api/2.0/version/")).toMatchObject({ status: 200 });
    expect((await ask("/_sandbox/ca.pem")).text).toBe(sandbox.authority);
    const { text } = await ask("/SVC/api/2.0/describe/");
    expect(text).toContain(`"https://127.0.0.1:${sandbox.port}/SVC/api/2.0/`);
    expect(text).not.toContain('"http://');
    const other = makeCertificates(["127.0.0.1"], Date.now()).authority;
    await expect(ask("/SVC/api/2.0/version/", "127.0.0.1", other)).rejects.toThrow();
    await expect(fetch(sandbox.url.replace("https", "http"))).rejects.toThrow();
  });

  test("has a certificate for all names that clients may use", async () => {
    const { ask } = await open({ allowHosts: ["sandbox.lab", "Other.Lab"] });
    for (const name of ["localhost", "sandbox.lab", "other.lab"])
      expect((await ask("/SVC/api/2.0/version/", name)).status, name).toBe(200);
    await expect(ask("/SVC/api/2.0/version/", "foreign.lab")).rejects.toThrow("not for foreign.lab");
  });

  test("a sandbox without TLS has no authority", async () => {
    const { sandbox } = await open({ tls: false });
    expect(sandbox.authority).toBeUndefined();
    expect((await fetch(new URL("/_sandbox/ca.pem", sandbox.url))).status).toBe(403);
  });
});
