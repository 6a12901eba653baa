import { fstatSync, statSync, writeSync } from "node:fs";
import type { Writable } from "node:stream";
import { escapeLine } from "./cli/output/escape.ts";
import { outputErrorText } from "./cli/output/sink.ts";
import type { Context, Signal } from "./context.ts";
import { systemClock, systemRandom } from "./core/clock.ts";
import { type CompiledCode, storeCompiledCode } from "./core/files.ts";
import { version } from "./core/version.ts";

/**
 * The process edge: with `clock.ts` the only file that touches the process, the clock and randomness. What a
 * command may not need is made when it asks.
 */
const argv = process.argv.slice(2);

/** What the launcher ran without stored code: a parameter of the bundle. */
declare const newCode: readonly CompiledCode[];

/** A process of another user exists too: only the signal to it is refused. */
function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

const guardedStreams = new Set<NodeJS.WriteStream>();

/** Why standard output could not be written, where nobody has reported it yet. */
let outputError: Error | undefined;

/**
 * Node takes a write to a file for done when a part of it is, as on a full disk: the next one is what fails
 * there.
 */
function writeWholly(fd: number): Writable["_write"] {
  return (chunk, encoding, done) => {
    try {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk;
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
}

/**
 * A stream that fails never ends the process by itself. A reader of the output that went away is not an error:
 * what is written to it is dropped, and the command sees it at its next write. A standard error that cannot
 * be written is not reported.
 */
function guarded(stream: NodeJS.WriteStream & { readonly fd: number }): NodeJS.WriteStream {
  if (!guardedStreams.has(stream)) {
    guardedStreams.add(stream);
    if (fstatSync(stream.fd).isFile()) stream._write = writeWholly(stream.fd);
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (stream === process.stdout && error.code !== "EPIPE") outputError = error;
    });
  }
  return stream;
}

/**
 * Writes text to standard output without a stream, which takes longer to make than a page of help. The rest, for which a
 * pipe has no room, is for the stream.
 */
function writeAtOnce(text: string): Uint8Array {
  let rest: Uint8Array = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
  } catch {
    // The stream meets the same error, and reports it.
  }
  return rest;
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
  get writeAtOnce() {
    return isTerminal(1) ? undefined : writeAtOnce;
  },
  clock: systemClock,
  random: systemRandom,
  program: {
    pid: process.pid,
    get command() {
      const isExecutable = process.getBuiltinModule("node:sea").isSea();
      return [process.execPath, ...process.execArgv, ...(isExecutable ? [] : process.argv.slice(1, 2))];
    },
    isRunning: isProcessRunning,
    startOf: async (pid) => {
      const { processStart } = await import("./process-start.ts");
      return await processStart(pid, process.platform);
    },
  },
  onSuspend: (before, after) => {
    if (process.platform === "win32") return () => undefined;
    const stop = () => {
      before();
      process.kill(process.pid, "SIGSTOP");
    };
    process.on("SIGTSTP", stop);
    process.on("SIGCONT", after);
    return () => {
      process.off("SIGTSTP", stop);
      process.off("SIGCONT", after);
    };
  },
  suspend: () => {
    if (process.platform !== "win32") process.kill(0, "SIGTSTP");
  },
  onSignal: (signal: Signal, listener) => {
    // A terminal that goes away terminates what runs in it.
    const names: readonly NodeJS.Signals[] = signal === "SIGTERM" ? ["SIGTERM", "SIGHUP"] : [signal];
    if (signal === "SIGTERM") process.on("SIGHUP", noteHangUp);
    for (const name of names) process.on(name, listener);
    // Taken off when all listeners have been called: a package that puts the terminal right (ora's cursor) ends
    // the process by the signal where it finds no other listener left.
    return () =>
      queueMicrotask(() => {
        for (const name of names) process.off(name, listener);
      });
  },
};

/** How long a reader may take for the last of the output of a process that has to end, in milliseconds. */
const maxDrainMs = 1_000;

/** Exit codes above it stand for signals. */
const firstSignalCode = 128;

/**
 * Ends the process when what was written is on its way. A signal or an unforeseen error leaves sockets and timers
 * open that would keep it alive for ever, so this is the one place that ends it by force, and after the streams.
 */
function leave(): void {
  setTimeout(() => process.exit(), maxDrainMs);
  process.stderr.write("", () => process.stdout.write("", () => process.exit()));
}

/** A terminal has gone away, and with it what it controlled. */
let hasHungUp = false;
function noteHangUp(): void {
  hasHungUp = true;
}

/** Also where it is gone: asking the terminal itself fails then. */
function isTerminal(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor);
    return found.isCharacterDevice() && found.rdev !== statSync("/dev/null").rdev;
  } catch {
    return false;
  }
}

/**
 * Node puts its terminal right at its exit, and crashes where that is gone: there the signal ends the process
 * instead.
 */
function endByHangUp(): void {
  if (![0, 1, 2].some(isTerminal)) return;
  process.removeAllListeners("SIGHUP");
  process.kill(process.pid, "SIGHUP");
}

/** How long a shell waits for completion, from the start of the process on, in milliseconds. */
const maxCompletionMs = 300;

/** Completion says nothing of what goes wrong: standard error is the line that is being typed. */
const isCompletion = argv[0] === "__complete";

/** True while a command runs: a process that ends then has lost its work, and must not end with 0. */
let isRunning = false;

process.once("exit", () => {
  storeCompiledCode(newCode, process.pid);
  const lost = isRunning
    ? "the command stopped before its end; what it sent may have been carried out"
    : outputError && !isCompletion && (process.exitCode ?? 0) === 0
      ? outputErrorText(outputError)
      : undefined;
  if (lost === undefined) return;
  process.exitCode = 1;
  context.stderr.write(`svc: ${lost}\n`);
});

async function start(): Promise<void> {
  if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
    const rest = writeAtOnce(`${version}\n`);
    if (rest.length > 0) context.stdout.write(rest);
  } else if (isCompletion) {
    process.on("uncaughtException", leave);
    const endMs = context.clock.monotonic() + maxCompletionMs - process.uptime() * 1000;
    const { answerCompletion } = await import("./cli/completing/answer.ts");
    await answerCompletion(context, endMs);
    // A look-up of an address cannot be called off, and would hold the process.
    leave();
  } else {
    let isLost = false;
    let fail = (_: Error): void => undefined;
    const uncaught = new Promise<never>((_, reject) => {
      fail = (error) => {
        isLost = true;
        reject(error);
      };
    });
    uncaught.catch(() => undefined);
    process.on("uncaughtException", (error) => fail(error));
    const { run } = await import("./cli/run.ts");
    isRunning = true;
    const code = await run(context, uncaught);
    isRunning = false;
    fail = (error) => {
      context.stderr.write(`svc: ${escapeLine(error.message.replace(/\s+/g, " "))}\n`);
      process.exitCode = 1;
    };
    process.exitCode = code;
    if (hasHungUp) endByHangUp();
    // What a signal or an unforeseen error cut short may hold the process for ever.
    if (code > firstSignalCode || isLost) leave();
  }
}

void start();
