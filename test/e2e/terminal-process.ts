import { spawn, spawnSync } from "node:child_process";
import type { Readable, Writable } from "node:stream";

/** The `script` of util-linux gives a command a terminal; there is none elsewhere. */
export const hasTerminal =
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") === true;

interface TerminalProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves with the exit code when the command and all that it started on the terminal have ended. */
  readonly ended: Promise<number | null>;
  /** Takes the terminal away, and resolves when nothing runs on it: only then can its folder be removed. */
  close(): Promise<void>;
}

/** Runs a shell command on a terminal of its own. */
export function runOnTerminal(
  command: string,
  { folder, env }: { readonly folder: string; readonly env: Readonly<Record<string, string>> },
): TerminalProcess {
  const child = spawn("script", ["-qefc", command, "/dev/null"], {
    cwd: folder,
    env,
    // All that runs on the terminal inherits the last one, and `close` waits for its end.
    stdio: ["pipe", "pipe", "inherit", "pipe"],
  });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error("no pipes to script");
  // What is typed may come after the end.
  stdin.on("error", () => undefined);
  child.stdio[3]?.on("data", () => undefined);
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return {
    stdin,
    stdout,
    ended,
    close: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
