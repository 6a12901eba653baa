import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, rmSync } from "node:fs";
import { constants } from "node:os";
import { findProfile } from "../../../client/profiles/profile.ts";
import { readProfiles } from "../../../client/profiles/store.ts";
import type { Context } from "../../../context.ts";
import { Failure, isSystemError, systemErrorCode } from "../../../core/failure.ts";
import { makeFolder } from "../../../core/make-folder.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { onTerminationSignal } from "../../terminal/signals.ts";
import { folderOf } from "../stored-profiles.ts";
import { controlSandbox } from "./control.ts";
import { readSandboxOptions, startedShape } from "./launch.ts";
import { printKey } from "./print-key.ts";
import { profileName } from "./profile.ts";
import { logFile, readRecord } from "./record.ts";

/** A sandbox that does not answer by then has failed to start, in milliseconds. */
const readyMs = 60_000;
const pauseMs = 10;
/** What the messages of svc put before a warning. */
const warningMark = "warning: ";

/**
 * Starts svc once more, as the leader of a session of its own that outlives this one, and returns when its
 * sandbox answers. What it wrote before it failed is written here, and its exit code passed on; a signal
 * meanwhile ends it.
 */
export async function startDetached(invocation: Invocation): Promise<void> {
  const { context, globals } = invocation;
  // Invalid options are refused here, before anything is started.
  readSandboxOptions(invocation);
  const folder = folderOf(invocation);
  if (folder === undefined) {
    const reason = "a detached sandbox needs a configuration folder, and HOME is not set";
    throw new Failure("other", reason, { hint: "set one with --config-dir or SVC_CONFIG_DIR" });
  }
  const log = logFile(folder);
  const fresh = `${log}.${context.random.hex(4)}`;
  const child = launch(context, folder, fresh, log);
  const target = await awaitReady(context, folder, child, fresh).catch((error: unknown) => {
    rmSync(fresh, { force: true });
    throw error;
  });
  const { url } = target;
  renameSync(fresh, log);
  for (const line of readLog(log).split("\n")) {
    if (line.startsWith(warningMark)) invocation.messages.warn(line.slice(warningMark.length));
  }
  child.unref();
  if (invocation.options["print-key"] === true) {
    await printKey(invocation, target);
    return noteEmulator(invocation);
  }
  const status = await controlSandbox(context, target, "GET", "status");
  const keys = globals.showSecrets ? await controlSandbox(context, target, "GET", "keys") : {};
  const { profiles } = readProfiles(folder);
  const { machine_count: machines, state_file: state } = status;
  await invocation.print(
    {
      url,
      profile: findProfile(profiles, profileName)?.url === url ? profileName : null,
      machines,
      ...(state === null ? {} : { state }),
      pid: child.pid,
      log,
      ...keys,
    },
    startedShape,
  );
  noteEmulator(invocation);
}

const noteEmulator = ({ messages }: Invocation): void =>
  messages.note("this is an emulator: no hardware is touched; svc sandbox stop ends it");

function launch(context: Context, folder: string, output: string, log: string): ChildProcess {
  const [program = "", ...first] = context.program.command;
  const words = context.argv.filter((word) => word !== "--detach");
  try {
    makeFolder(folder);
    const file = openSync(output, "wx", 0o600);
    try {
      return spawn(program, [...first, ...words], {
        detached: true,
        stdio: ["ignore", "ignore", file],
        env: { ...context.env, SVC_SANDBOX_LOG: log },
        windowsHide: true,
      });
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Failure("other", `a detached sandbox cannot write to ${folder} (${systemErrorCode(error)})`, {
      hint: "make the folder writable, or use another with --config-dir or SVC_CONFIG_DIR",
      cause: error,
    });
  }
}

/**
 * The sandbox of the child, as soon as it answers. Throws a `Failure` for a child that ends before, with its
 * exit code and after what it wrote to `log`, and for one that is ended here since it took too long.
 */
async function awaitReady(
  context: Context,
  folder: string,
  child: ChildProcess,
  log: string,
): Promise<{ readonly url: string; readonly instance: string }> {
  let code: number | undefined;
  let failure: Failure | undefined;
  const gone = new Promise<void>((resolve) => {
    child.once("exit", (exitCode, signal) => {
      code = exitCode ?? 128 + (signal === null ? 0 : constants.signals[signal]);
      resolve();
    });
    child.once("error", (error) => {
      code = 1;
      failure = new Failure("other", `svc cannot be started: ${error.message}`, { cause: error });
      resolve();
    });
  });
  const dispose = onTerminationSignal(context, (termination, signal) => {
    failure = new Failure(termination, "gave up starting");
    child.kill(signal);
  });
  try {
    const until = context.clock.monotonic() + readyMs;
    while (code === undefined) {
      const { pid, url = null, instance = "" } = readRecord(folder) ?? {};
      if (failure === undefined && pid === child.pid && url !== null) return { url, instance };
      if (context.clock.monotonic() > until) {
        child.kill("SIGKILL");
        await gone;
        throw new Failure("other", `the sandbox did not answer after ${readyMs / 1000} s`);
      }
      await context.clock.sleep(pauseMs);
    }
    if (failure !== undefined) throw failure;
    const output = readLog(log);
    if (output !== "") context.stderr.write(output);
    throw new Failure("other", "the sandbox ended before it answered", {
      exitCode: code,
      reported: output !== "",
    });
  } finally {
    dispose();
  }
}

function readLog(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
