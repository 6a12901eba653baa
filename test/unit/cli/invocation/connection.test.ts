import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { describe, expect, test } from "vitest";
import { changeGuard, openClient } from "../../../../src/cli/invocation/connection.ts";
import { run } from "../../../../src/cli/run.ts";
import { makeMessages } from "../../../../src/cli/terminal/report.ts";
import type { Connection } from "../../../../src/client/profiles/connection.ts";
import { onWindows } from "../../../../src/client/profiles/store.ts";
import { folderOfFile, folderOfTest } from "../../../temporary-folder.ts";
import { rejection } from "../../rejection.ts";
import { globals } from "../harness.ts";
import { openTerminal } from "../terminal/terminal.ts";

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

const confirmation = (yes: boolean, namesProfile = true) =>
  ({ yes, namesProfile }) as Parameters<typeof changeGuard>[2];
const connectionWith = (safeguards: Connection["safeguards"]) =>
  ({ profile: "prod", safeguards }) as Connection;
const isProtected = connectionWith({ protected: true });

test.each<[string, Connection, string, boolean, string]>([
  ["nothing", connectionWith({}), "machines release web-01 --yes", true, "done"],
  [
    "nothing with --yes and --profile",
    isProtected,
    "machines release web-01 --yes --profile=prod",
    true,
    "done",
  ],
  ["nothing with -p and -y", isProtected, "-p prod machines release web-01 -y", true, "done"],
  ["nothing with --yes and its name before a machine's", isProtected, "x y prod/web-01 --yes", true, "done"],
  ["with --yes alone", isProtected, "machines release web-01 --yes", true, "is protected: not confirmed"],
  [
    "with --profile alone",
    isProtected,
    "-p prod machines release web-01",
    false,
    "is protected: not confirmed",
  ],
  ["nothing of a read-only one", connectionWith({ readOnly: true }), "-p prod x -y", true, "is read-only"],
])("a profile asks %s", async (_, profile, line, yes, outcome) => {
  const { context } = openTerminal({ isTTY: false });
  const guard = changeGuard(profile, { ...context, argv: line.split(" ") }, confirmation(yes));
  if (outcome === "done") return expect(await guard?.()).toBeUndefined();
  const failure = await rejection(async () => guard?.());
  expect(failure.message).toContain(`profile 'prod' ${outcome}`);
  expect(failure.details).toMatchObject({ outcome: "not_sent", hint: expect.stringContaining("prod") });
});

test("a file in a folder with the name of the profile does not confirm a change", async () => {
  const { context } = openTerminal({ isTTY: false });
  const guard = changeGuard(
    isProtected,
    { ...context, argv: ["apply", "prod/site.yaml"] },
    confirmation(true, false),
  );
  expect((await rejection(async () => guard?.())).message).toContain("not confirmed");
});

test.each([
  ["prod\r", undefined],
  ["yes\r", "notConfirmed"],
  ["\r", "notConfirmed"],
  ["\u0003", "interrupted"],
])("typing %j on a terminal ends as %s, and is asked once", async (keys, kind) => {
  const terminal = openTerminal();
  const guard = changeGuard(isProtected, terminal.context, confirmation(true));
  const answers = [guard?.(), guard?.()].map((answer) =>
    Promise.resolve(answer).then(
      () => undefined,
      (failure) => failure.kind,
    ),
  );
  terminal.type(keys);
  expect(await Promise.all(answers)).toEqual([kind, kind]);
  expect(terminal.shown.stderr.split("make this change there?")).toHaveLength(2);
});

const folder = folderOfFile();
const authority = join(folder, "ca.pem");
writeFileSync(authority, rootCertificates[0] ?? "");

async function curlOf(...words: readonly string[]): Promise<string> {
  const key = `${"a".repeat(18)}:${"b".repeat(18)}:${"c".repeat(32)}`;
  const terminal = openTerminal({
    isTTY: false,
    env: { SVC_API_KEY: key, SVC_URL: "https://lab.example/SVC", SVC_CONFIG_DIR: folder },
  });
  const argv = ["machines", "list", "--curl", ...words];
  expect(await run({ ...terminal.context, argv })).toBe(0);
  return terminal.shown.stdout;
}

test("--curl checks the certificate as svc would", async () => {
  expect(await curlOf()).not.toMatch(/--insecure|--cacert/);
  expect(await curlOf("--insecure")).toMatch(/^ {2}--insecure$/m);
  expect(await curlOf("--ca-cert", authority)).toContain(`--cacert ${authority}`);
});
