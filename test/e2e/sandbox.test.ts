import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderOfFile } from "../temporary-folder.ts";
import { launcher, node } from "./terminal.ts";

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe("svc sandbox", () => {
  const folder = folderOfFile();

  /** Runs svc with a new configuration. `during` is called with the standard output so far. */
  function svc(
    words: readonly string[],
    during: (stdout: string, child: ChildProcess) => void = () => {},
  ): Promise<Ended> {
    const { SVC_PROFILE: _profile, SVC_URL: _url, SVC_API_KEY: _key, ...env } = process.env;
    const child = spawn(node, [launcher, ...words], {
      env: { ...env, SVC_CONFIG_DIR: folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    return new Promise((resolve, reject) => {
      let [stdout, stderr] = ["", ""];
      child.stdout.on("data", (chunk) => {
        stdout += chunk;
        during(stdout, child);
      });
      child.stderr.on("data", (chunk) => {
        stderr += chunk;
      });
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, stdout, stderr }));
    });
  }

  const script = (text: string) => ["--", node, "-e", text];

  test("exec passes address and keys to the command, and returns its exit code", async () => {
    const text =
      "console.log(process.env.SVC_URL, process.env.SVC_API_KEY.length, process.env.SVC_USER_KEY.length); process.exit(42)";
    const result = await svc(["sandbox", "exec", "--segment", "METAL", ...script(text)]);
    expect(result).toMatchObject({ code: 42, stderr: "" });
    expect(result.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/METAL 70 70\n$/);
  });

  test("exec runs svc itself against the sandbox", async () => {
    const result = await svc([
      ...["sandbox", "exec", "--machines", "3", "--"],
      node,
      launcher,
      "machines",
      "list",
      "-o",
      "name",
    ]);
    expect([result.code, result.stdout.trim().split("\n").length]).toEqual([0, 3]);
  });

  test("exec reports a command that cannot be run, with the exit code of shells", async () => {
    const missing = await svc(["sandbox", "exec", "--", "no-such-command-anywhere"]);
    expect(missing.code).toBe(127);
    expect(missing.stderr).toContain("svc: cannot run 'no-such-command-anywhere': no such command\nhint: ");
  });

  test("exec forwards a signal to the command and waits until it has ended", async () => {
    const text =
      "process.on('SIGTERM', () => { console.log('told'); process.exit(5) }); console.log('up'); setInterval(() => {}, 1000)";
    let isTold = false;
    const result = await svc(["sandbox", "exec", ...script(text)], (stdout, child) => {
      if (isTold || !stdout.includes("up")) return;
      isTold = true;
      child.kill("SIGTERM");
    });
    expect([result.code, result.stdout]).toEqual([5, "up\ntold\n"]);
  });

  test.each([
    [["--machines", "10001"], "--machines takes a number from 0 to 10000, not '10001'"],
    [["--speed", "0"], "--speed takes a number"],
    [["--segment", "a/b"], "--segment takes a word"],
    [["--fault", "nonsense"], "fault 'nonsense'"],
  ])("invalid options are usage errors: %j", async (options, message) => {
    const result = await svc(["sandbox", "exec", ...options, ...script("")]);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain(message);
  });

  test("start prints its address and stores a profile, which is removed when a signal ends it", async () => {
    const profiles = () => JSON.parse(readFileSync(join(folder, "profiles.json"), "utf8"));
    let profileDuring: unknown;
    const result = await svc(["sandbox", "start", "--port", "0", "-o", "json"], (stdout, child) => {
      if (profileDuring !== undefined || !stdout.includes("}")) return;
      profileDuring = profiles();
      child.kill("SIGTERM");
    });
    const printed = JSON.parse(result.stdout);
    expect(printed).toEqual({
      url: expect.stringMatching(/^http:\/\/127/),
      profile: "sandbox",
      machines: 12,
    });
    expect(profileDuring).toMatchObject({ current: "sandbox", profiles: { sandbox: { url: printed.url } } });
    expect([result.code, profiles()]).toEqual([0, { profiles: {} }]);
  });

  test("start reports why it cannot listen", async () => {
    let second: Promise<Ended> | undefined;
    const first = await svc(["sandbox", "start", "-o", "json"], (stdout, child) => {
      if (second !== undefined || !stdout.includes("}")) return;
      const elsewhere = ["--config-dir", join(folder, "elsewhere")];
      const { port } = new URL(JSON.parse(stdout).url);
      second = svc(["sandbox", "start", "--port", port, ...elsewhere]);
      void second.finally(() => child.kill("SIGINT"));
    });
    expect(first.code).toBe(0);
    const { port } = new URL(JSON.parse(first.stdout).url);
    expect(await second).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `svc: the sandbox cannot listen on 127.0.0.1:${port}: another program is using the port\nhint: `,
      ),
    });
  });
});
