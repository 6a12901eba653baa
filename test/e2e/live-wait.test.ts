import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { idsIn } from "./fleet-fixture.ts";
import { launcher, node } from "./terminal.ts";

/** The `script` of util-linux gives a command a terminal; there is none elsewhere. */
const hasTerminal = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux");
if (!hasTerminal) console.warn("notice: no script of util-linux here; waits on a terminal are not tested");

test.skipIf(!hasTerminal)("SIGTERM during a wait on a terminal says how to go on", async () => {
  const sandbox = await startSandbox({ speed: 0.01 });
  const folder = folderOfTest();
  let child: ChildProcess | undefined;
  try {
    const [id = ""] = idsIn(sandbox, "ready");
    // The command's own process id comes first.
    const command = `sh -c 'stty cols 80; echo "pid $$"; exec "$0" "$@"' ${node} ${launcher} machines deploy ${id} --wait`;
    child = spawn("script", ["-qefc", command, "/dev/null"], {
      cwd: folder,
      env: {
        PATH: process.env["PATH"] ?? "",
        TERM: "xterm",
        SHELL: "/bin/sh",
        SVC_CONFIG_DIR: folder,
        SVC_URL: sandbox.url,
        SVC_API_KEY: sandbox.keys.administrator,
      },
      stdio: ["pipe", "pipe", "inherit"],
    });
    let shown = "";
    let pid: number | undefined;
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      shown += chunk;
      if (pid !== undefined || !shown.includes(" Deploying ")) return;
      pid = Number(/pid (\d+)/.exec(shown)?.[1]);
      process.kill(pid, "SIGTERM");
      child?.stdin?.end();
    });
    const code = await new Promise((settle) => child?.on("close", settle));
    expect(shown).toContain(`svc machines wait ${id} --for deployed`);
    expect(shown.lastIndexOf("\u001b[?25h")).toBeGreaterThan(shown.lastIndexOf("\u001b[?25l"));
    expect(code).toBe(143);
  } finally {
    child?.kill("SIGKILL");
    await sandbox.stop();
  }
});
