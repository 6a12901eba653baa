import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { type Certified, certify, hasOpenssl } from "../certificates.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { listenForTest, rawServer } from "../wire/raw-server.ts";
import { closing, commandIn, patientWith } from "./doctor-fixture.ts";
import { tlsService } from "./tls-service.ts";

describe.skipIf(!hasOpenssl())("svc doctor and certificates", () => {
  const folder = folderOfFile();
  const certificates = new Map<string, Certified>();
  const certified = (name: string): Certified => certificates.get(name) ?? { cert: "", key: "" };
  beforeAll(() => {
    const make = (name: string, wish: Omit<Parameters<typeof certify>[0], "folder" | "name">) =>
      certificates.set(name, certify({ folder, name, ...wish }));
    const altName = "DNS:localhost,IP:127.0.0.1";
    make("own", { altName });
    make("root", { isAuthority: true });
    make("middle", { issuer: "root", isAuthority: true });
    make("leaf", { issuer: "middle", altName });
    make("soon", { issuer: "root", altName, days: 5 });
    make("elsewhere", { issuer: "root", altName: "DNS:localhost" });
    make("expired", { issuer: "root", altName, days: -1 });
  });

  const file = (name: string) => join(folder, `${name}.pem`);

  test("a trusted certificate is reported with its end date and issuer", async () => {
    const { cert, key } = certified("leaf");
    const port = await tlsService({ cert: cert + certified("middle").cert, key });
    for (const host of ["localhost", "127.0.0.1"]) {
      const patient = patientWith({ url: `https://${host}:${port}/SVC`, caCert: file("root") });
      const { code, checks } = await patient.examine();
      expect([code, checks["tls"]?.state, checks["service"]?.state]).toEqual([0, "ok", "ok"]);
      expect(checks["tls"]?.found).toMatch(
        new RegExp(
          `^TLSv1.3, certificate of ${host} valid until \\d{4}-\\d\\d-\\d\\d \\(\\d\\d days\\), issued by middle$`,
        ),
      );
    }
  });

  test.each([
    ["self-signed", "own", "own", "self-signed"],
    ["issued by an untrusted authority", "soon", "root", "which is not trusted|the issuer is not trusted"],
  ])("for one that is %s, the fix is ca-cert", async (_, name, authority, message) => {
    const port = await tlsService(certified(name));
    const patient = patientWith({ url: `https://localhost:${port}/SVC` });
    const { code, checks } = await patient.examine();
    expect([code, checks["tls"]?.state, checks["service"]?.state]).toEqual([11, "failed", "skipped"]);
    expect(checks["tls"]?.found).toMatch(new RegExp(message));
    const fix = commandIn(checks["tls"]?.fix).replace("FILE", file(authority));
    expect((await patient.examine(`${fix} >/dev/null`)).code).toBe(0);
  });

  test("a certificate that expires soon is a warning", async () => {
    const port = await tlsService(certified("soon"));
    const patient = patientWith({ url: `https://localhost:${port}/SVC`, caCert: file("root") });
    const { code, checks } = await patient.examine();
    expect([code, checks["tls"]?.state]).toEqual([0, "warning"]);
    expect(checks["tls"]?.found).toMatch(/\([45] days\)/);
  });

  test("a missing intermediate certificate is named", async () => {
    const port = await tlsService(certified("leaf"));
    const patient = patientWith({ url: `https://localhost:${port}/SVC`, caCert: file("root") });
    const { code, checks } = await patient.examine();
    expect([code, checks["tls"]?.state]).toEqual([11, "failed"]);
    expect(checks["tls"]?.found).toContain("middle");
    const fix = commandIn(checks["tls"]?.fix).replace("FILE", "both.pem");
    const both = `cat ${file("root")} ${file("middle")} > both.pem`;
    expect((await patient.examine(`${both}; ${fix} >/dev/null`)).code).toBe(0);
  });

  test("an expired certificate is reported with its date", async () => {
    await setTimeout(1_100);
    const port = await tlsService(certified("expired"));
    const { code, checks } = await patientWith({
      url: `https://localhost:${port}/SVC`,
      caCert: file("root"),
    }).examine();
    expect([code, checks["tls"]?.state]).toEqual([11, "failed"]);
    expect(checks["tls"]?.found).toMatch(/expired on \d{4}-\d\d-\d\d/);
  });

  test("for a certificate with another name, the fix is an address with that name", async () => {
    const port = await tlsService(certified("elsewhere"));
    const patient = patientWith({ url: `https://127.0.0.1:${port}/SVC`, caCert: file("root") });
    const { code, checks } = await patient.examine();
    expect([code, checks["tls"]?.found]).toEqual([11, "the certificate is for localhost, not for 127.0.0.1"]);
    expect(commandIn(checks["tls"]?.fix)).toBe(`svc profiles set lab url=https://localhost:${port}/SVC`);
    expect((await patient.examine(`${checks["tls"]?.fix} >/dev/null 2>&1`)).code).toBe(0);
  });

  test("an unverified certificate is a warning with the reason", async () => {
    const port = await tlsService(certified("own"));
    const patient = patientWith({ url: `https://localhost:${port}/SVC`, insecure: true });
    const { code, checks } = await patient.examine();
    expect([code, checks["tls"]?.state, checks["key"]?.state]).toEqual([0, "warning", "ok"]);
    expect(checks["tls"]?.found).toContain("self-signed");
    const mended = await patient.examine(`${commandIn(checks["tls"]?.fix)} >/dev/null`);
    expect(mended.checks["tls"]?.state).toBe("failed");
  });

  test.each([
    ["is missing", "none.pem", ":"],
    ["contains no certificate", "other.pem", "echo text > other.pem"],
  ])("if the file in ca-cert %s, the result says where the file is set", async (_, name, before) => {
    const port = await tlsService(certified("own"));
    const patient = patientWith({ url: `https://localhost:${port}/SVC`, env: { SVC_CA_CERT: name } });
    const { code, checks } = await patient.examine(before);
    expect([code, checks["tls"]?.state]).toEqual([2, "failed"]);
    expect(checks["tls"]?.found).toContain("SVC_CA_CERT");
    const fix = checks["tls"]?.fix?.replace("FILE", file("own"));
    expect((await patient.examine(fix)).code).toBe(0);
  });

  test("a port that never answers a handshake is reported in time", async () => {
    const server = await rawServer("");
    closing({ close: (done) => void server.close().then(done) }, []);
    const url = `https://127.0.0.1:${server.port}/SVC`;
    const { code, checks } = await patientWith({ url }, "--timeout 1").examine();
    expect([code, checks["tls"]?.state, checks["service"]?.found]).toEqual([11, "failed", "tls failed"]);
    expect(checks["tls"]?.found).toContain("did not complete a TLS handshake within 1 s");
  });

  test("the fix for https:// without TLS is http://, and vice versa", async () => {
    const plainPort = await listenForTest(createServer());
    const plain = await patientWith({ url: `https://127.0.0.1:${plainPort}/SVC` }).examine();
    expect([plain.code, plain.checks["tls"]?.fix]).toEqual([
      11,
      `svc profiles set lab url=http://127.0.0.1:${plainPort}/SVC`,
    ]);
    const port = await tlsService(certified("own"));
    const secure = await patientWith({ url: `http://localhost:${port}/SVC` }).examine();
    expect(secure.code).toBe(11);
    expect(commandIn(secure.checks["service"]?.fix)).toBe(
      `svc profiles set lab url=https://localhost:${port}/SVC`,
    );
  });
});
