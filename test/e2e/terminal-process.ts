import { spawn, spawnSync } from "node:child_process";
import type { Readable, Writable } from "node:stream";

/** `script` of util-linux runs a command on a terminal. */
export const hasTerminal =
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") === true;

interface TerminalProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves with the exit code when the command and all its children have ended. */
  readonly ended: Promise<number | null>;
  /** Closes the terminal, and resolves when nothing runs on it, so that its folder can be removed. */
  close(): Promise<void>;
}

/** Runs a shell command on a new terminal. */
export function runOnTerminal(
  command: string,
  { folder, env }: { readonly folder: string; readonly env: Readonly<Record<string, string>> },
): TerminalProcess {
  const child = spawn("script", ["-qefc", command, "/dev/null"], {
    cwd: folder,
    env,
    // Every process on the terminal inherits the last descriptor, so `close` waits for all of them.
    stdio: ["pipe", "pipe", "inherit", "pipe"],
  });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error("no pipes to script");
  // Input may come after the end.
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
