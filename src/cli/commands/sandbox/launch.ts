import {
  closeSync,
  fchmodSync,
  fstatSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileBytes } from "../../../client/values/files.ts";
import type { Context } from "../../../context.ts";
import { Failure, isSystemError, systemErrorCode, systemErrorText } from "../../../core/failure.ts";
import { makeFolder, openPipe } from "../../../core/files.ts";
import { cutList } from "../../../core/text/word-lists.ts";
import type { Sandbox, SandboxOptions } from "../../../sandbox/sandbox.ts";
import type { Exchange } from "../../../sandbox/wire/exchange-log.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { jsonText } from "../../output/escape.ts";
import { writeWhole } from "../../output/sink.ts";
import { readStandardInput } from "../../values/inputs.ts";
import type { SandboxStartOptions } from "../options.ts";
import { authorityFile, pathPrefix, readFileText } from "./control.ts";

export type SandboxInvocation = Invocation<
  SandboxStartOptions & {
    readonly state?: string;
    readonly host?: string;
    readonly port?: number;
  }
>;

export function readSandboxOptions({
  options,
  context,
}: Pick<SandboxInvocation, "options" | "context">): SandboxOptions {
  const { state, fault, "allow-host": allowHosts, from: _from, snapshot: _snapshot, ...others } = options;
  const { segment } = others;
  if (segment !== undefined && !/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(segment))
    throw new Failure("usage", `--segment takes a word of letters, digits, '-' and '_', not '${segment}'`);
  return {
    // The other options have the same names in `SandboxOptions`.
    ...others,
    ...(state === undefined ? {} : { stateFile: state }),
    ...(fault === undefined ? {} : { faults: fault }),
    ...(allowHosts === undefined ? {} : { allowHosts }),
    now: () => context.clock.now(),
    program: context.program,
  };
}

export async function launchSandbox(
  invocation: SandboxInvocation,
  extraOptions: Pick<SandboxOptions, "stopping"> = {},
): Promise<Sandbox> {
  const onProblem = (problem: string) => invocation.messages.warn(problem);
  const file = invocation.options.record;
  const recording = file === undefined ? undefined : openRecording(file, onProblem);
  const options = {
    ...readSandboxOptions(invocation),
    ...extraOptions,
    ...(recording === undefined ? {} : { onExchange: recording.write }),
    onProblem,
    signal: invocation.signal,
  };
  const [{ startSandbox }, { FaultError }, { SeedFileError }, { StateFileError }, { CopyError }] =
    await Promise.all([
      import("../../../sandbox/sandbox.ts"),
      import("../../../sandbox/simulation/faults.ts"),
      import("../../../sandbox/seed/source.ts"),
      import("../../../sandbox/persistence/state-file.ts"),
      import("../../../sandbox/copy/snapshot.ts"),
    ]);
  try {
    const sandbox = await startSandbox({
      ...options,
      ...(await readSeedSource(invocation)),
      ...(await readCopy(invocation)),
    });
    if (sandbox.copyReport !== undefined)
      (await import("./copy.ts")).reportCopy(invocation, sandbox.copyReport);
    const { stop } = sandbox;
    return Object.assign(sandbox, { stop: () => stop().finally(() => recording?.close()) });
  } catch (error) {
    if (error instanceof FaultError) throw faultFailure(error.message);
    if (error instanceof SeedFileError) throw seedFailure(error.problems);
    if (error instanceof CopyError) {
      const hint = "svc sandbox start --from PROFILE --snapshot FILE writes one";
      throw new Failure("other", `${invocation.options.from} ${error.message}`, { hint, cause: error });
    }
    if (error instanceof StateFileError)
      throw new Failure("other", error.message, { hint: stateHints[error.problem], cause: error });
    const code = systemErrorCode(error);
    const address = `${options.host ?? "127.0.0.1"}:${options.port ?? 0}`;
    const reasons: Readonly<Record<string, string>> = {
      EADDRINUSE: "another program is using the port",
      EACCES: "permission denied",
      EADDRNOTAVAIL: "this computer has no such address",
      ENOTFOUND: "this computer has no such address",
    };
    if (!Object.hasOwn(reasons, code)) throw error;
    throw new Failure("other", `the sandbox cannot listen on ${address}: ${reasons[code]}`, {
      hint: "omit --port to use a free one",
      cause: error,
    });
  }
}

async function readSeedSource({ options, context, signal }: SandboxInvocation) {
  const label = "--seed-file";
  const path = options["seed-file"];
  if (path === undefined) return {};
  const { seedSource } = await import("../../../sandbox/seed/source.ts");
  const bytes =
    path === "-" ? await readStandardInput(context, label) : await fileBytes(path, label, undefined, signal);
  return { seedSource: seedSource(path, bytes) };
}

async function readCopy(invocation: SandboxInvocation) {
  const { from, snapshot } = invocation.options;
  if (from === undefined) return {};
  const { checkSnapshot, copyFrom } = await import("./copy.ts");
  if (snapshot !== undefined) await checkSnapshot(snapshot);
  return { copy: await copyFrom(invocation, from, snapshot) };
}

export async function writeSeedSchema({ stdout }: Context): Promise<void> {
  const { seedSchema } = await import("../../../sandbox/sandbox.ts");
  await writeWhole(stdout, `${jsonText(await seedSchema(), 2)}\n`);
}

const maxListedErrors = 50;

const seedFailure = ([first = "", ...others]: readonly string[]): Failure =>
  new Failure("usage", first, {
    lines: cutList(others, maxListedErrors - 1),
    hint: "nothing was started; 'svc sandbox schema' prints the format",
  });

const stateHints = {
  inUse: "svc sandbox stop ends a sandbox; each one needs its own state file",
  unwritable: "make the folder writable, or use another file with --state",
  content: "repair it or move it away; svc leaves it unchanged",
} as const;

export const faultFailure = (message: string): Failure =>
  new Failure("usage", message, { hint: "svc sandbox faults --help explains faults" });

/** A larger file is renamed, and a new one is started. */
const maxRecordingBytes = 100_000_000;

/** A full file is renamed to `.1`, replacing the previous one. `onProblem` is called once if writing fails. */
export function openRecording(file: string, onProblem: (text: string) => void, maxBytes = maxRecordingBytes) {
  let isFailing = false;
  const fail = (error: unknown) => {
    if (!isFailing)
      onProblem(`requests are no longer recorded: ${file} cannot be written (${systemErrorText(error)})`);
    isFailing = true;
  };
  try {
    const isPipe = statSync(file, { throwIfNoEntry: false })?.isFIFO() === true;
    const { append, close } = isPipe ? openPipeWriter(file, onProblem, fail) : openFileWriter(file, maxBytes);
    const write = (exchange: Exchange) => {
      if (isFailing) return;
      try {
        append(Buffer.from(`${JSON.stringify(exchange)}\n`));
      } catch (error) {
        fail(error);
      }
    };
    return { write, close };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Failure("other", `the recording ${file} cannot be written (${systemErrorText(error)})`, {
      hint:
        error.code === "ENXIO"
          ? "no program is reading from this pipe: start the reader first"
          : "--record takes a file in an existing folder",
      cause: error,
    });
  }
}

function openFileWriter(file: string, maxBytes: number) {
  let descriptor = openForAppend(file);
  return {
    append(line: Buffer) {
      if (isFull(descriptor, line.length, maxBytes)) {
        rotate(file, descriptor);
        closeSync(descriptor);
        descriptor = openForAppend(file);
      }
      for (let at = 0; at < line.length; ) at += writeSync(descriptor, line, at);
    },
    close: () => undefined,
  };
}

function openForAppend(file: string): number {
  const descriptor = openSync(file, "a", 0o600);
  if (fstatSync(descriptor).isFile()) fchmodSync(descriptor, 0o600);
  return descriptor;
}

/** Terminals are never full; a line larger than the limit is written anyway. */
function isFull(descriptor: number, lineBytes: number, maxBytes: number): boolean {
  const stats = fstatSync(descriptor);
  return stats.isFile() && stats.size > 0 && stats.size + lineBytes > maxBytes;
}

/** Renames the file unless another sandbox that records to it has already done so. */
function rotate(file: string, descriptor: number): void {
  const [openStats, pathStats] = [fstatSync(descriptor), statSync(file, { throwIfNoEntry: false })];
  if (pathStats?.ino === openStats.ino && pathStats.dev === openStats.dev) renameSync(file, `${file}.1`);
}

/** A reader that is further behind loses requests, because the sandbox must not wait for it. */
const maxBacklogBytes = 1_000_000;
const closeTimeoutMs = 1_000;

function openPipeWriter(file: string, onProblem: (text: string) => void, onError: (error: unknown) => void) {
  const pipe = new Socket({ fd: openPipe(file), readable: false, writable: true }).unref();
  let waitingCount = 0;
  let lostCount = 0;
  const reportLoss = (count: number, rest: string) =>
    onProblem(`${count} ${count === 1 ? "request was" : "requests were"} not recorded in ${file}${rest}`);
  pipe.on("error", onError).on("drain", () => {
    if (lostCount > 0) reportLoss(lostCount, ": its reader was too slow; later ones are recorded");
    lostCount = 0;
  });
  return {
    append(line: Buffer) {
      if (pipe.writableLength + line.length > maxBacklogBytes) {
        lostCount += 1;
        if (lostCount === 1) onProblem(`requests are not recorded until the reader of ${file} catches up`);
        return;
      }
      waitingCount += 1;
      pipe.write(line, () => {
        waitingCount -= 1;
      });
    },
    /** Gives the reader of a pipe a second to read the rest. */
    async close() {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, closeTimeoutMs);
        pipe.end(() => resolve(clearTimeout(timer)));
      });
      if (waitingCount + lostCount > 0 && pipe.errored === null)
        reportLoss(waitingCount + lostCount, ": its reader was too slow");
      pipe.destroy();
    },
  };
}

export function storeAuthority(invocation: Invocation, { authority, url }: Sandbox): string | undefined {
  const prefix = pathPrefix(invocation);
  if (authority === undefined) return undefined;
  try {
    if (prefix === undefined) throw Object.assign(new Error("no folder"), { code: "ENOENT" });
    makeFolder(dirname(prefix));
    const file = resolve(authorityFile(prefix));
    writeFileSync(file, authority, { mode: 0o644 });
    return file;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const address = new URL("/_sandbox/ca.pem", url).href;
    invocation.messages.warn(
      `the certificate authority could not be written to a file (${systemErrorText(error)}): fetch it from ${address}`,
    );
    return undefined;
  }
}

/** OpenSSL, Go, Python's requests and curl trust only the authorities in the files that these variables name. */
const bundleVariables = ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"] as const;

/** The bundle also contains Node's authorities and those of the files that the variables named so far. */
export async function trustAuthority({ authority }: Sandbox, env: Context["env"]) {
  if (authority === undefined) return { variables: {}, remove: () => {} };
  const { rootCertificates } = await import("node:tls");
  const folder = mkdtempSync(join(tmpdir(), "svc-sandbox-"));
  const write = (name: string, ...texts: readonly string[]) => {
    const file = join(folder, name);
    writeFileSync(file, texts.join("\n"));
    return file;
  };
  // An unreadable file is left out without a message, as most programs would do.
  const previousCertificates = new Set(bundleVariables.map((name) => readFileText(env[name])));
  const bundle = write("ca-bundle.pem", authority, ...previousCertificates, ...rootCertificates);
  return {
    variables: {
      SVC_CA_CERT: write("ca.pem", authority),
      // Node trusts these in addition to its own authorities.
      NODE_EXTRA_CA_CERTS: write("ca-extra.pem", authority, readFileText(env["NODE_EXTRA_CA_CERTS"])),
      ...Object.fromEntries(bundleVariables.map((name) => [name, bundle])),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
