import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { describe, expect, test } from "vitest";
import { openClient } from "../../../../src/cli/invocation/connection.ts";
import { makeMessages } from "../../../../src/cli/terminal/report.ts";
import type { Connection } from "../../../../src/client/profiles/connection.ts";
import { onWindows } from "../../../../src/client/profiles/store.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { rejection } from "../../rejection.ts";
import { openTerminal } from "../terminal/terminal.ts";
import { globals } from "../waiting-harness.ts";

const connection: Connection = {
  endpoint: {
    baseUrl: "https://lab.example/SVC",
    addressing: "path",
    signature: "plaintext",
    credentials: undefined,
    clockOffsetMs: 0,
  },
  profile: "lab",
  caCert: undefined,
  insecure: false,
};

async function opened(changes: Partial<Connection>, given: Partial<typeof globals> = {}): Promise<string> {
  const terminal = openTerminal({ isTTY: false });
  const all = { ...globals, ...given };
  for (let count = 0; count < 2; count++) {
    await openClient(
      { ...connection, ...changes },
      terminal.context,
      all,
      makeMessages(terminal.context, all),
    );
  }
  return terminal.shown.stderr;
}

describe("a connection whose certificate is not verified", () => {
  test("is warned of once per run, with its source", async () => {
    expect(await opened({ insecure: true }, { insecure: true })).toMatch(/^warning: .*\(--insecure\).*\n$/);
    expect(await opened({ insecure: true })).toMatch(/^warning: .*\(insecure in profile 'lab'\).*\n$/);
  });

  test("is not warned of if it is verified, without TLS, or with --quiet", async () => {
    const plain = { ...connection.endpoint, baseUrl: "http://lab.example/SVC" };
    expect(await opened({})).toBe("");
    expect(await opened({ insecure: true, endpoint: plain })).toBe("");
    expect(await opened({ insecure: true }, { quiet: true })).toBe("");
  });
});

describe("the file of a certificate authority", () => {
  const folder = () => {
    const path = folderOfTest();
    writeFileSync(join(path, "text"), "no certificate");
    mkdirSync(join(path, "dir"));
    return path;
  };
  test.each([
    ["text", "is not a PEM file"],
    ["dir", "is not a regular file"],
    ["none", "does not exist"],
  ])("%s is refused: it %s", async (name, problem) => {
    const path = join(folder(), name);
    const failure = await rejection(() => opened({ caCert: path }));
    expect([failure.kind, failure.message]).toEqual([
      "usage",
      `ca-cert of profile 'lab': the certificate authority '${path}' ${problem}`,
    ]);
  });

  const [one = "", other = ""] = rootCertificates;
  const cut = one.slice(0, one.length / 2);
  const broken = one.replace(/\n.{8}/, "\n!!!!!!!!");
  const key = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
  const read = async (text: string): Promise<string | undefined> => {
    const path = join(folder(), "ca.pem");
    writeFileSync(path, text);
    return await opened({ caCert: path }).then(
      () => undefined,
      (error: Error) => error.message.split("' ")[1],
    );
  };

  test.each([
    [
      "contains no certificate",
      [key, key + key, "-----BEGIN PKCS7-----\nAAAA\n-----END PKCS7-----\n", "-----BEGIN "],
    ],
    [
      "contains a certificate that cannot be read (number 1)",
      [cut, broken, `${cut}\n${one}`, `${key}${broken}`],
    ],
    [
      "contains a certificate that cannot be read (number 2)",
      [`${one}\n${cut}`, `${one}\n${broken}\n${other}`],
    ],
  ])("is refused where it %s", async (problem, texts) => {
    for (const text of texts) expect(await read(text)).toBe(problem);
  });

  test("may contain several certificates, other blocks and comments", async () => {
    const old = one.replaceAll("CERTIFICATE", "X509 CERTIFICATE");
    const texts = [
      one,
      `${one}\n${other}`,
      `\uFEFF# remark\r\n${one.replaceAll("\n", "\r\n")}`,
      key + one,
      old,
    ];
    for (const text of texts) expect(await read(text)).toBeUndefined();
  });

  test.skipIf(onWindows)("is not read where it has no end", async () => {
    expect((await rejection(() => opened({ caCert: "/dev/zero" }))).message).toContain(
      "is not a regular file",
    );
  });
});
