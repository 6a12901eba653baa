import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { expect, test } from "vitest";
import { run } from "../../../../src/cli/run.ts";
import { folderOfFile } from "../../../temporary-folder.ts";
import { openTerminal } from "../terminal/terminal.ts";

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
