import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ instant: true });
});

afterAll(() => sandbox.stop());

const has = (program: string): boolean => {
  try {
    execFileSync("/bin/sh", ["-c", `command -v ${program}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/** Programs that share nothing with svc, the programs they need, and how many checks they make. */
const clients = [
  ["client.py", ["python3"], 18 * 9 + 6],
  ["client.sh", ["curl", "openssl"], 18],
] as const;

for (const [file, programs, checks] of clients) {
  const missing = programs.filter((program) => !has(program));
  if (missing.length > 0) console.warn(`${file} is skipped: ${missing.join(" and ")} not found`);
  test.skipIf(missing.length > 0)(`${file} does the main job, in every form of request`, async () => {
    const path = join(import.meta.dirname, "clients", file);
    const env = { PATH: process.env["PATH"], SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator };
    const output = await new Promise<string>((resolve) =>
      execFile(file.endsWith(".py") ? "python3" : "/bin/sh", [path], { env }, (_, stdout, stderr) =>
        resolve(stdout + stderr),
      ),
    );
    const lines = output.trimEnd().split("\n");
    expect(lines.filter((line) => !line.startsWith("ok "))).toEqual([]);
    expect(lines).toHaveLength(checks);
  });
}
