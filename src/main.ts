import { fstatSync, readFileSync, statSync, writeSync } from "node:fs";
import type { Writable } from "node:stream";
import { escapeLine } from "./cli/output/escape.ts";
import { isAsciiOnly, toAscii } from "./cli/output/glyphs.ts";
import { outputErrorText } from "./cli/output/sink.ts";
import type { Context, Signal } from "./context.ts";
import { systemClock, systemRandom } from "./core/clock.ts";
import { type CompiledCode, storeCompiledCode } from "./core/files.ts";
import { version } from "./core/version.ts";

/** Only this file and `clock.ts` touch the process, the clock and randomness. Optional parts are created on use. */
const argv = process.argv.slice(2);

/** What the launcher ran without a compile cache: a parameter of the bundle. */
declare const newCode: readonly CompiledCode[];

/** Signals to another user's process are refused, which shows that it exists. */
function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

const guardedStreams = new Set<NodeJS.WriteStream>();

let outputError: Error | undefined;

/** Node treats a partial write to a file as complete, as on a full disk, where only the next one fails. */
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
 * Stream errors never end the process: output without a reader is dropped, and the command sees it at its next write.
 */
function guarded(stream: NodeJS.WriteStream & { readonly fd: number }): NodeJS.WriteStream {
  if (!guardedStreams.has(stream)) {
    guardedStreams.add(stream);
    if (fstatSync(stream.fd).isFile()) stream._write = writeWholly(stream.fd);
    if (stream.isTTY && isAsciiOnly(process.env)) writeAscii(stream);
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (stream === process.stdout && error.code !== "EPIPE") outputError = error;
    });
  }
  return stream;
}

function writeAscii(stream: NodeJS.WriteStream): void {
  const write: Writable["_write"] = stream._write.bind(stream);
  const writeAll = stream._writev?.bind(stream);
  const plain = (chunk: string | Uint8Array) => toAscii(Buffer.from(chunk).toString("utf8"));
  stream._write = (chunk, _encoding, done) => write(plain(chunk), "utf8", done);
  if (writeAll !== undefined)
    stream._writev = (chunks, done) =>
      writeAll(
        chunks.map(({ chunk }) => ({ chunk: plain(chunk), encoding: "utf8" })),
        done,
      );
}

/** Writes without a stream, which takes longer to create than a page of help. Returns what a pipe has no room for. */
function writeAtOnce(text: string): Uint8Array {
  let rest: Uint8Array = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
  } catch {
    // The stream meets the same error, and reports it.
  }
  return rest;
}

/** Node decodes arguments, and puts a replacement in the place of what it cannot. */
function argumentBytes(): readonly Uint8Array[] | undefined {
  try {
    const line = readFileSync("/proc/self/cmdline", "latin1");
    const words = line.split("\0").slice(0, -1);
    return words.slice(words.length - argv.length).map((word) => Buffer.from(word, "latin1"));
  } catch {
    return undefined;
  }
}

const context: Context = {
  argv,
  argumentBytes,
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
    // A closed terminal terminates what runs in it.
    const names: readonly NodeJS.Signals[] = signal === "SIGTERM" ? ["SIGTERM", "SIGHUP"] : [signal];
    if (signal === "SIGTERM" && process.listenerCount("SIGHUP", noteHangUp) === 0)
      process.on("SIGHUP", noteHangUp);
    for (const name of names) process.on(name, listener);
    // Removed after all listeners ran: a package that restores the cursor (ora) kills the process if it finds no other
    // listener.
    return () =>
      queueMicrotask(() => {
        for (const name of names) process.off(name, listener);
      });
  },
};

/** Time for a reader to take the last output before a forced end, in milliseconds. */
const maxDrainMs = 1_000;

/** Higher exit codes mean signals. */
const firstSignalCode = 128;

/** The only forced end: open sockets, timers and address look-ups would keep the process alive. */
function leave(): void {
  setTimeout(() => process.exit(), maxDrainMs);
  exitWhenWritten();
}

function exitWhenWritten(): void {
  context.stderr.write("", () => context.stdout.write("", () => process.exit()));
}

/** The terminal is gone, and its session with it. */
let hasHungUp = false;
function noteHangUp(): void {
  hasHungUp = true;
}

/** Works even if the terminal is gone, when querying it fails. */
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

/** Node restores the terminal at exit and crashes if it is gone, so the signal ends the process. */
function endByHangUp(): void {
  if (![0, 1, 2].some(isTerminal)) return;
  process.removeAllListeners("SIGHUP");
  process.kill(process.pid, "SIGHUP");
}

/** How long a shell waits for completion from process start, in milliseconds. */
const maxCompletionMs = 300;

/** Completion reports no errors: standard error is the line being typed. */
const isCompletion = argv[0] === "__complete";

/** True while a command runs: a process that ends then must not exit with 0. */
let isRunning = false;

// Nothing is pending by then, and Node would take some milliseconds to take its heap apart.
process.once("beforeExit", () => process.exit());

process.once("exit", () => {
  storeCompiledCode(newCode, process.pid);
  const lost = isRunning
    ? "the command ended early; what it sent may have been carried out"
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
    // An address look-up cannot be cancelled, and would keep the process alive.
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
    // What a signal or crash interrupted may keep the process alive.
    if (code > firstSignalCode || isLost) leave();
    else if (code !== 0) exitWhenWritten();
  }
}

void start();
