import { EventEmitter } from "node:events";
import { fstatSync, readFileSync, statSync, writeSync } from "node:fs";
import type { Writable } from "node:stream";
import { escapeLine, isAsciiOnly, toAscii } from "./cli/output/escape.ts";
import { outputErrorText } from "./cli/output/sink.ts";
import type { Context, Signal } from "./context.ts";
import { systemClock, systemRandom } from "./core/clock.ts";
import { attempt, systemErrorCode } from "./core/failure.ts";
import { type CompiledCode, storeCompiledCode } from "./core/files.ts";
import { version } from "./core/version.ts";

/** Commands use the process, clock and randomness through the context made here, which tests replace. */
const argv = process.argv.slice(2);

// Each of many sites and requests adds listeners; Node would warn of a leak.
EventEmitter.defaultMaxListeners = 0;

/** Modules that were not in the compile cache. The launcher passes them to the bundle as a parameter. */
declare const uncachedModules: readonly CompiledCode[];

/** EPERM means that the process exists and belongs to another user. */
function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemErrorCode(error) === "EPERM";
  }
}

const guardedStreams = new Set<NodeJS.WriteStream & { readonly fd: number }>();

let outputError: Error | undefined;

/**
 * On a full disk, a write may be partial and only the next one fails. Node takes the partial write for a complete
 * one.
 */
const writeCompletely =
  (fd: number): Writable["_write"] =>
  (chunk, encoding, done) => {
    try {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk;
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };

/** A write error must not end the process; the command notices it at its next write. */
function guardStream(stream: NodeJS.WriteStream & { readonly fd: number }): NodeJS.WriteStream {
  if (!guardedStreams.has(stream)) {
    guardedStreams.add(stream);
    if (fstatSync(stream.fd).isFile()) stream._write = writeCompletely(stream.fd);
    if (stream.isTTY && isAsciiOnly(process.env)) replaceWithAscii(stream);
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (stream === process.stdout && error.code !== "EPIPE") outputError = error;
    });
  }
  return stream;
}

function replaceWithAscii(stream: NodeJS.WriteStream): void {
  const { write } = stream;
  stream.write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean =>
    Reflect.apply(write, stream, [toAscii(Buffer.from(chunk).toString("utf8")), ...rest]);
}

/** Avoids creating a stream, because that is slow. Returns the bytes that did not fit in the pipe. */
function writeAtOnce(text: string): Uint8Array {
  let rest: Uint8Array = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
  } catch {
    // The stream that writes the rest meets the same error and reports it.
  }
  return rest;
}

/** The arguments before decoding: Node replaces bytes that are not UTF-8. */
const argumentBytes = (): readonly Uint8Array[] | undefined =>
  attempt(() => {
    const words = readFileSync("/proc/self/cmdline", "latin1").split("\0").slice(0, -1);
    return words.slice(words.length - argv.length).map((word) => Buffer.from(word, "latin1"));
  });

let isStopping = false;
function stopProcess(): void {
  isStopping = false;
  process.kill(process.pid, "SIGSTOP");
}

const context: Context = {
  argv,
  argumentBytes,
  env: process.env,
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return guardStream(process.stdout);
  },
  get stderr() {
    return guardStream(process.stderr);
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
      // Once, after the listeners of all parts that use the terminal.
      if (!isStopping) queueMicrotask(stopProcess);
      isStopping = true;
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
    // SIGHUP, sent when the terminal is closed, is handled like SIGTERM.
    const names: readonly NodeJS.Signals[] = signal === "SIGTERM" ? ["SIGTERM", "SIGHUP"] : [signal];
    if (signal === "SIGTERM" && process.listenerCount("SIGHUP", recordHangUp) === 0)
      process.on("SIGHUP", recordHangUp);
    for (const name of names) process.on(name, listener);
    // Deferred, because the package ora kills the process if it finds no other listener for the signal.
    return () =>
      queueMicrotask(() => {
        for (const name of names) process.off(name, listener);
      });
  },
};

/** Milliseconds in which a reader can read the last output before the process is forced to exit. */
const maxDrainMs = 1_000;

/** Exit codes above this one mean that a signal ended the command. */
const signalCodeBase = 128;

/** Exits even if open sockets, timers and address look-ups would keep the process alive. */
function forceExit(): void {
  setTimeout(() => process.exit(), maxDrainMs);
  exitWhenWritten();
}

function exitWhenWritten(): void {
  context.stderr.write("", () => context.stdout.write("", () => process.exit()));
}

let hasHungUp = false;
function recordHangUp(): void {
  hasHungUp = true;
}

/** A read of a closed terminal may fail before SIGHUP arrives. */
const isTerminalClosed = (): boolean =>
  hasHungUp ||
  [...guardedStreams].some(({ isTTY, fd }) => isTTY && !process.getBuiltinModule("node:tty").isatty(fd));

/** Compares devices, because querying a terminal fails once it is closed. */
function isTerminal(descriptor: number): boolean {
  // Windows has no /dev/null to compare with.
  if (process.platform === "win32") return process.getBuiltinModule("node:tty").isatty(descriptor);
  try {
    const stats = fstatSync(descriptor);
    return stats.isCharacterDevice() && stats.rdev !== statSync("/dev/null").rdev;
  } catch {
    return false;
  }
}

/** At exit, Node restores the terminal and crashes if it is closed, so the signal ends the process instead. */
function exitByHangUp(): void {
  if (![0, 1, 2].some(isTerminal)) return;
  process.removeAllListeners("SIGHUP");
  process.kill(process.pid, "SIGHUP");
}

/** Milliseconds since the start of the process after which a shell gets no completions. */
const maxCompletionMs = 300;

/** Completion prints no errors: they would appear in the line being typed. */
const isCompletion = argv[0] === "__complete";

/** While a command runs, the process must not end with 0. */
let isRunning = false;

// Nothing is pending here, and exiting saves the milliseconds in which Node clears its heap.
process.once("beforeExit", () => process.exit());

process.once("exit", () => {
  storeCompiledCode(uncachedModules, process.pid);
  const problem = isRunning
    ? "the command ended early; requests that it sent may have been carried out"
    : outputError && !isCompletion && (process.exitCode ?? 0) === 0
      ? outputErrorText(outputError)
      : undefined;
  if (problem === undefined) return;
  process.exitCode = 1;
  context.stderr.write(`svc: ${problem}\n`);
});

async function start(): Promise<void> {
  const isVersionAlone = argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V");
  if (isVersionAlone && !process.env["SVC_OUTPUT"]) {
    const rest = writeAtOnce(`${version}\n`);
    if (rest.length > 0) context.stdout.write(rest);
  } else if (isCompletion) {
    process.on("uncaughtException", forceExit);
    const endMs = context.clock.monotonic() + maxCompletionMs - process.uptime() * 1000;
    const { answerCompletion } = await import("./cli/completing/answer.ts");
    await answerCompletion(context, endMs);
    // An address look-up cannot be cancelled and would keep the process alive.
    forceExit();
  } else {
    let hasCrashed = false;
    let fail = (_: Error): void => undefined;
    const uncaught = new Promise<never>((_, reject) => {
      fail = (error) => {
        hasCrashed = true;
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
    if (isTerminalClosed()) exitByHangUp();
    // Work that a signal or crash interrupted may keep the process alive.
    if (code > signalCodeBase || hasCrashed) forceExit();
    else if (code !== 0) exitWhenWritten();
  }
}

void start();
