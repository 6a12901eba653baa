import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Context, Signal } from "./context.ts";
import { version } from "./version.ts";

/** The process edge: the only file that touches the process, the clock and randomness. */
const argv = process.argv.slice(2);

/** A process of another user exists too: only asking for it is refused. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

const context: Context = {
  argv,
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  clock: {
    now: () => Date.now(),
    sleep: async (ms, signal) => {
      await delay(ms, undefined, signal === undefined ? {} : { signal }).catch((error: unknown) => {
        throw signal?.aborted ? signal.reason : error;
      });
    },
  },
  random: {
    next: () => Math.random(),
    hex: (length) => randomBytes(length).toString("hex"),
  },
  program: {
    pid: process.pid,
    command: [process.execPath, ...process.execArgv, process.argv[1] ?? ""],
    isRunning,
  },
  onSignal: (signal: Signal, listener) => {
    process.on(signal, listener);
    return () => {
      process.off(signal, listener);
    };
  },
};

/** A reader that went away is no error: what is written to it is dropped, and the command sees it at its next write. */
const ignoreClosedPipe = (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
};
process.stdout.on("error", ignoreClosedPipe);
process.stderr.on("error", ignoreClosedPipe);

if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  process.stdout.write(`${version}\n`);
} else {
  const { run } = await import("./cli/run.ts");
  process.exitCode = await run(context);
}
