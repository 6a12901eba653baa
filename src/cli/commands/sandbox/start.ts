import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { isLoopbackHost } from "../../../client/http/address.ts";
import { findProfile } from "../../../client/profiles/profile.ts";
import { readProfiles } from "../../../client/profiles/store.ts";
import type { Context } from "../../../context.ts";
import { Failure, isSystemError, systemErrorText, writableHint } from "../../../core/failure.ts";
import { makeFolder } from "../../../core/files.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/columns.ts";
import { writeWhole } from "../../output/sink.ts";
import { endChild, exitCodeOf } from "../../terminal/child.ts";
import { onTerminationSignal } from "../../terminal/signals.ts";
import { readStandardInput } from "../../values/inputs.ts";
import { configFolderOf } from "../stored/profiles.ts";
import {
  authorityFile,
  type ControlTarget,
  controlSandbox,
  logFile,
  pathPrefix,
  profileOption,
  readFileText,
  readRecord,
  sandboxName,
  targetOf,
} from "./control.ts";
import { type FolderLock, lockFolder, printKey, removeProfile, storeProfile } from "./folder.ts";
import { launchSandbox, readSandboxOptions, type SandboxInvocation, storeAuthority } from "./launch.ts";

type StartInvocation = SandboxInvocation & {
  readonly options: { readonly detach?: boolean; readonly "print-key"?: boolean };
};

export async function startSandbox(shape: Shape, invocation: StartInvocation): Promise<void> {
  const { profile = "" } = invocation.globals;
  if (/^\d+$/.test(profile))
    throw new Failure("usage", `-p is --profile, and ${profile} is not a name`, {
      hint: `--port ${profile}`,
    });
  if (invocation.options["detach"] === true) return await startDetached(shape, invocation);
  const lock = await lockFolder(invocation);
  try {
    await runSandbox(shape, invocation, lock);
  } finally {
    lock.release();
  }
}

async function runSandbox(shape: Shape, invocation: StartInvocation, lock: FolderLock): Promise<void> {
  let stop = () => {};
  const stopRequested = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const sandbox = await launchSandbox(invocation, { stopping: { instance: lock.instance, stop } });
  // The first signal ends the sandbox; later ones have their default effect.
  const dispose = onTerminationSignal(invocation.context, () => {
    dispose();
    stop();
  });
  const { url, authority = null } = sandbox;
  const caCert = storeAuthority(invocation, sandbox);
  let profile: Awaited<ReturnType<typeof storeProfile>>;
  try {
    invocation.signal?.throwIfAborted();
    warnAboutOptions(invocation, sandbox);
    profile = await storeProfile(invocation, {
      url,
      key: sandbox.keys.administrator,
      ...(caCert === undefined ? {} : { caCert }),
    });
    await lock.announce({ url, authority, previousProfile: profile?.previous ?? null });
    await printIntroduction(shape, invocation, sandbox, {
      profile: profile && sandboxName(invocation),
      caCert,
    });
    await stopRequested;
  } finally {
    dispose();
    try {
      await sandbox.stop();
    } finally {
      if (caCert !== undefined) rmSync(caCert, { force: true });
      if (profile !== undefined) await removeProfile(invocation, url, profile.previous);
    }
  }
}

function warnAboutOptions({ messages, options }: StartInvocation, sandbox: Sandbox): void {
  if (options.host !== undefined && !isLoopbackHost(options.host))
    messages.warn(
      "the sandbox is reachable from other computers: anyone who can reach it can use and change it",
    );
  const ignoredOptions = (["seed", "seed-file", "machines", "from"] as const).filter(
    (name) => options[name] !== undefined,
  );
  if (sandbox.isLoaded && ignoredOptions.length > 0) {
    const names = ignoredOptions.map((name) => `--${name}`).join(" and ");
    messages.warn(
      `${names} ${ignoredOptions.length > 1 ? "have" : "has"} no effect: seed and fleet come from ${sandbox.stateFile}`,
    );
  }
}

async function printIntroduction(
  shape: Shape,
  invocation: StartInvocation,
  sandbox: Sandbox,
  { profile, caCert }: { readonly profile: string | undefined; readonly caCert: string | undefined },
): Promise<void> {
  const { globals, messages, context } = invocation;
  const machines = Object.values(sandbox.world.state.nodes.bySystemId).filter(
    (node) => node.nodeType === "machine",
  ).length;
  // For a detached sandbox, the parent process prints this; the log file of the sandbox must not contain keys.
  if (context.env["SVC_SANDBOX_LOG"] !== undefined)
    return messages.note(
      `${new Date(context.clock.now()).toISOString()} the sandbox answers at ${sandbox.url}`,
    );
  const keys = globals.showSecrets ? { key: sandbox.keys.administrator, user_key: sandbox.keys.user } : {};
  const state = sandbox.stateFile === undefined ? {} : { state: sandbox.stateFile };
  if (invocation.options["print-key"] === true)
    await writeWhole(context.stdout, `${sandbox.keys.administrator}\n`);
  else
    await invocation.print(
      {
        url: sandbox.url,
        profile: profile ?? null,
        machines,
        ...(caCert === undefined ? {} : { ca_cert: caCert }),
        ...state,
        ...keys,
      },
      shape,
    );
  noteAuthority(invocation, caCert);
  const stateNote =
    sandbox.stateFile === undefined ? "everything is lost" : `the state is in ${sandbox.stateFile}`;
  messages.note(`this is an emulator: no hardware is touched, and ${stateNote} when it ends (Ctrl-C)`);
  messages.note(
    profile === undefined
      ? "use it with SVC_URL and SVC_API_KEY (--show-secrets -o wide prints the keys)"
      : `use it in another shell: svc machines list --profile ${profile}`,
  );
}

/** A sandbox that does not answer for this long has failed to start. */
const startTimeoutMs = 60_000;
/** A sandbox that first copies a site gets this long. */
const copyTimeoutMs = 600_000;
const pollPauseMs = 10;
const warningPrefix = "warning: ";

async function startDetached(shape: Shape, invocation: StartInvocation): Promise<void> {
  const { context, globals } = invocation;
  // Refuses invalid options before anything is started.
  readSandboxOptions(invocation);
  const folder = configFolderOf(invocation);
  if (folder === undefined) {
    const reason = "a detached sandbox needs a configuration folder, and HOME is not set";
    throw new Failure("other", reason, { hint: "set one with --config-dir or SVC_CONFIG_DIR" });
  }
  const name = sandboxName(invocation);
  const prefix = pathPrefix(invocation) ?? folder;
  const log = logFile(prefix);
  const newLog = `${log}.${context.random.hex(4)}`;
  // The child cannot read standard input.
  const input =
    invocation.options["seed-file"] === "-" ? await readStandardInput(context, "--seed-file") : undefined;
  const child = spawnDetached(context, folder, newLog, log, input);
  const limitMs = invocation.options.from === undefined ? startTimeoutMs : copyTimeoutMs;
  const target = await waitUntilReady(context, prefix, child, newLog, limitMs).catch((error: unknown) => {
    rmSync(newLog, { force: true });
    throw error;
  });
  const { url, authority } = target;
  renameSync(newLog, log);
  for (const line of readFileText(log).split("\n")) {
    if (line.startsWith(warningPrefix)) invocation.messages.warn(line.slice(warningPrefix.length));
  }
  child.unref();
  if (invocation.options["print-key"] === true) {
    await printKey(invocation, { target });
    return noteEmulator(invocation);
  }
  const status = await controlSandbox(invocation, "GET", "status", {}, target);
  const keys = globals.showSecrets ? await controlSandbox(invocation, "GET", "keys", {}, target) : {};
  const { profiles } = readProfiles(folder);
  const { machine_count: machines, state_file: state } = status;
  await invocation.print(
    {
      url,
      profile: findProfile(profiles, name)?.url === url ? name : null,
      machines,
      ...(authority === undefined ? {} : { ca_cert: resolve(authorityFile(prefix)) }),
      ...(state === null ? {} : { state }),
      pid: child.pid,
      log,
      ...keys,
    },
    shape,
  );
  noteAuthority(invocation, authority && authorityFile(prefix));
  noteEmulator(invocation);
}

function noteAuthority({ messages }: Invocation, file: string | undefined): void {
  if (file === undefined) return;
  messages.note(
    `its certificate authority is ${resolve(file)}: the profile trusts it; give it to curl with --cacert`,
  );
}

function noteEmulator(invocation: Invocation): void {
  const stopCommand = `svc sandbox stop${profileOption(sandboxName(invocation))}`;
  invocation.messages.note(`this is an emulator: no hardware is touched; ${stopCommand} ends it`);
}

function spawnDetached(
  context: Context,
  folder: string,
  newLog: string,
  log: string,
  input: Uint8Array | undefined,
): ChildProcess {
  const [program = "", ...programWords] = context.program.command;
  const words = context.argv.filter((word) => word !== "--detach");
  try {
    makeFolder(folder);
    const file = openSync(newLog, "wx", 0o600);
    try {
      const child = spawn(program, [...programWords, ...words], {
        detached: true,
        stdio: [input === undefined ? "ignore" : "pipe", "ignore", file],
        env: { ...context.env, SVC_SANDBOX_LOG: log },
        windowsHide: true,
      });
      child.stdin?.on("error", () => {}).end(input);
      return child;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Failure("other", `a detached sandbox cannot write to ${folder} (${systemErrorText(error)})`, {
      hint: `${writableHint(error)}, or use another folder with --config-dir or SVC_CONFIG_DIR`,
      cause: error,
    });
  }
}

async function waitUntilReady(
  context: Context,
  prefix: string,
  child: ChildProcess,
  log: string,
  limitMs: number,
): Promise<ControlTarget> {
  let code: number | undefined;
  let failure: Failure | undefined;
  const childExit = new Promise<void>((resolve) => {
    child.once("exit", (exitCode, signal) => {
      code = exitCodeOf(exitCode, signal);
      resolve();
    });
    child.once("error", (error) => {
      code = 1;
      failure = new Failure("other", `svc cannot be started: ${error.message}`, { cause: error });
      resolve();
    });
  });
  const dispose = onTerminationSignal(context, (termination, signal) => {
    failure = new Failure(termination, "the start was interrupted");
    endChild(child, signal, context.clock);
  });
  try {
    const deadlineMs = context.clock.monotonic() + limitMs;
    while (code === undefined) {
      const record = readRecord(prefix);
      if (failure === undefined && record?.pid === child.pid && record?.url != null) return targetOf(record);
      if (context.clock.monotonic() > deadlineMs) {
        child.kill("SIGKILL");
        await childExit;
        throw new Failure("other", `the sandbox did not answer after ${limitMs / 1000} s`);
      }
      await context.clock.sleep(pollPauseMs);
    }
    if (failure !== undefined) throw failure;
    const output = readFileText(log);
    if (output !== "") context.stderr.write(output);
    throw new Failure("other", "the sandbox ended before it answered", {
      exitCode: code,
      isReported: output !== "",
      hint: "without --detach, svc sandbox start shows the cause",
    });
  } finally {
    dispose();
  }
}
