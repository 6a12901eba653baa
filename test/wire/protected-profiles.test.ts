import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtinCommands } from "../../src/cli/commands/index.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { runSvc } from "../svc-run.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { partOfRun } from "../unit/random.ts";
import { changingOperations, sideBySide } from "./changing-operations.ts";
import { doubtfulService } from "./unclear-answer-service.ts";

const folder = folderOfFile();
const file = join(folder, "site.yaml");
writeFileSync(file, "tags:\n- name: new\n");

const builtinLines: Readonly<Record<string, string>> = {
  "machines power-cycle": "app-01",
  "boot-resources upload": `${file} --name custom/x --architecture amd64/generic`,
  apply: file,
  "claims adopt": "web app-01",
  "claims release": "runners",
};

test("every built-in command that changes something has a line here", () =>
  expect(builtinCommands.flatMap(({ changes, command }) => (changes ? [command.join(" ")] : []))).toEqual(
    Object.keys(builtinLines),
  ));

test.each([
  ["readOnly", [], 2, "is read-only: nothing was sent"],
  ["protected", ["-y"], 13, "is protected: not confirmed"],
])("a profile that is %s refuses every change", async (safeguard, options, exitCode, message) => {
  let readCount = 0;
  const service = await doubtfulService("machine", undefined, () => {
    readCount += 1;
    return false;
  });
  const sandbox = await startSandbox({ machines: 12, seed: 1, instant: true });
  const common = { addressing: "path", signature: "plaintext", [safeguard]: true };
  const profiles = {
    stub: { url: service.url, key: "a:b:c", ...common },
    sandbox: { url: sandbox.url, key: sandbox.keys.administrator, ...common },
  };
  writeFileSync(join(folder, "profiles.json"), JSON.stringify({ profiles }), { mode: 0o600 });
  const refuse = async (profile: string, words: readonly string[]) => {
    const env = { SVC_CONFIG_DIR: folder, SVC_PROFILE: profile };
    const { code, stdout, stderr } = await runSvc([...words, ...options], { env, input: "web-01\n" });
    expect([words.join(" "), code], stderr).toEqual([words.join(" "), exitCode]);
    expect(stdout + stderr).toContain(message);
  };
  const operations = await changingOperations(folder);
  expect(operations.length).toBeGreaterThan(210);
  await sideBySide(partOfRun(operations, 9), ({ words }) => refuse("stub", words));
  for (const line of ["api POST tags/", "api PUT tags/x/", "api DELETE tags/x/"])
    await refuse("stub", line.split(" "));
  expect(service.changes).toEqual([]);
  if (safeguard === "readOnly") expect(readCount).toBe(0);
  for (const [command, rest] of Object.entries(builtinLines)) {
    // Without machines, the claim needs no request that a protected profile could refuse.
    if (safeguard === "protected" && command === "claims release") continue;
    await refuse("sandbox", `${command} ${rest}`.split(" "));
  }
  await sandbox.stop();
});
