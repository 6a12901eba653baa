import type { Context, Signal } from "./context.ts";
import { version } from "./version.ts";

/**
 * The process edge: the only file that touches the process, the clock and randomness. What a command may not
 * need is got when it asks.
 */
const argv = process.argv.slice(2);

/** A timer for longer would end at once, in milliseconds. */
const longestTimerMs = 2 ** 31 - 1;

const randomByte = () =>
  Math.floor(Math.random() * 256)
    .toString(16)
    .padStart(2, "0");

/** A process of another user exists too: only asking for it is refused. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

const guardedStreams = new Set<NodeJS.WriteStream>();

/**
 * A reader that went away is no error: what is written to it is dropped, and the command sees it at its next
 * write.
 */
function guarded(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (!guardedStreams.has(stream)) {
    guardedStreams.add(stream);
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
  return stream;
}

const context: Context = {
  argv,
  env: process.env,
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return guarded(process.stdout);
  },
  get stderr() {
    return guarded(process.stderr);
  },
  clock: {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined;
        const end = () => {
          clearTimeout(timer);
          reject(signal?.reason);
        };
        const rest = (leftMs: number) => {
          timer = setTimeout(
            () => {
              if (leftMs > longestTimerMs) return rest(leftMs - longestTimerMs);
              signal?.removeEventListener("abort", end);
              resolve();
            },
            Math.min(leftMs, longestTimerMs),
          );
        };
        rest(ms);
        if (signal?.aborted) end();
        else signal?.addEventListener("abort", end, { once: true });
      }),
  },
  random: {
    next: () => Math.random(),
    hex: (length) => Array.from({ length }, randomByte).join(""),
  },
  program: {
    pid: process.pid,
    command: [process.execPath, ...process.execArgv, process.argv[1] ?? ""],
    isRunning,
  },
  onSignal: (signal: Signal, listener) => {
    process.on(signal, listener);
    // Taken off when all have heard of the signal: a package that puts the terminal right (ora's cursor) ends
    // the process by the signal where it finds no other listener left.
    return () => queueMicrotask(() => process.off(signal, listener));
  },
};

if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  context.stdout.write(`${version}\n`);
} else {
  const { run } = await import("./cli/run.ts");
  process.exitCode = await run(context);
}
