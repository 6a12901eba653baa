import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sandboxFixture } from "./sandbox-fixture.ts";

describe("svc sandbox with --tls", () => {
  const fixture = sandboxFixture();
  const svc = '"$SVC_NODE" "$SVC_LAUNCHER"';

  test("stores its authority for the profile, and removes it when it ends", async () => {
    const file = join(fixture.folder, "config/sandbox-ca.pem");
    const started = await fixture.json("svc sandbox start --detach --tls -o json");
    expect(started).toMatchObject({ url: expect.stringMatching(/^https:/), ca_cert: file });
    const text = readFileSync(file, "utf8");
    expect(text).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
    expect(text).not.toContain("KEY");
    const lines = ["machines list", "machines list --signature hmac-sha1", "sandbox status", "sandbox clock"];
    for (const line of lines) expect((await fixture.run(`svc ${line}`)).code, line).toBe(0);
    const key = (await fixture.run("svc sandbox status --print-key")).stdout.trim();
    const untrusted = await fixture.run("svc machines list --retries 0", {
      SVC_URL: String(started.url),
      SVC_API_KEY: key,
    });
    expect(untrusted.code).toBe(11);
    expect((await fixture.run("svc sandbox stop")).code).toBe(0);
    expect(existsSync(file)).toBe(false);
  });

  test("the command of exec trusts it, and what it trusted before", async () => {
    const script = [
      `${svc} machines list -o name | wc -l`,
      `${svc} sandbox status -o name`,
      `"$SVC_NODE" -e 'fetch(process.env.SVC_URL + "/api/version/").then((answer) => console.log(answer.status))'`,
      'for file in "$SVC_CA_CERT" "$NODE_EXTRA_CA_CERTS" "$SSL_CERT_FILE" "$REQUESTS_CA_BUNDLE" "$CURL_CA_BUNDLE"',
      'do grep -c BEGIN "$file"; done',
      'grep -c before "$SSL_CERT_FILE"; echo "$SVC_CA_CERT"',
    ];
    writeFileSync(join(fixture.folder, "before.pem"), "before");
    writeFileSync(join(fixture.folder, "script"), script.join("\n"));
    const result = await fixture.run("svc sandbox exec --tls -- bash script", {
      SSL_CERT_FILE: join(fixture.folder, "before.pem"),
      NODE_EXTRA_CA_CERTS: "",
    });
    const [machines, url, status, ownCertificate, extra, bundle, ...rest] = result.stdout.trim().split("\n");
    expect([result.code, machines, status, ownCertificate, extra]).toEqual([0, "12", "200", "1", "1"]);
    expect(url).toMatch(/^https:/);
    expect(Number(bundle)).toBeGreaterThan(50);
    expect(rest).toEqual([bundle, bundle, "1", expect.stringMatching(/ca\.pem$/)]);
    expect(existsSync(String(rest.at(-1)))).toBe(false);
  });
});
