import { expect, test } from "vitest";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { idsIn } from "./fleet-fixture.ts";
import { launcher, node } from "./terminal.ts";
import { hasTerminal, runOnTerminal } from "./terminal-process.ts";

if (!hasTerminal) console.warn("notice: no script of util-linux here; waits on a terminal are not tested");

test.skipIf(!hasTerminal)("SIGTERM during a wait on a terminal says how to go on", async () => {
  const sandbox = await startSandbox({ speed: 0.01 });
  const folder = folderOfTest();
  let terminal: ReturnType<typeof runOnTerminal> | undefined;
  try {
    const [id = ""] = idsIn(sandbox, "ready");
    // The process id of the command comes first.
    const command = `sh -c 'stty cols 80; echo "pid $$"; exec "$0" "$@"' ${node} ${launcher} machines deploy ${id} --wait`;
    terminal = runOnTerminal(command, {
      folder,
      env: {
        PATH: process.env["PATH"] ?? "",
        TERM: "xterm",
        SHELL: "/bin/sh",
        SVC_CONFIG_DIR: folder,
        SVC_URL: sandbox.url,
        SVC_API_KEY: sandbox.keys.administrator,
      },
    });
    const { stdin, stdout } = terminal;
    let output = "";
    let pid: number | undefined;
    stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      if (pid !== undefined || !output.includes(" Deploying ")) return;
      pid = Number(/pid (\d+)/.exec(output)?.[1]);
      process.kill(pid, "SIGTERM");
      stdin.end();
    });
    const code = await terminal.ended;
    expect(output).toContain(`svc machines wait ${id} --for deployed`);
    expect(output.lastIndexOf("\u001b[?25h")).toBeGreaterThan(output.lastIndexOf("\u001b[?25l"));
    expect(code).toBe(143);
  } finally {
    await terminal?.close();
    await sandbox.stop();
  }
});
